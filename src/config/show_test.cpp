// What show() and schema() print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "config/key.hpp"
#include "config/load.hpp"
#include "config/reference.hpp"
#include "config/test_support.hpp"
#include "config/tree.hpp"
#include "json/parser.hpp"

namespace touchstone::config {
namespace {

using testing::good;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::World;

// Lines and names of files are not part of what a config says.
Config without_places(Config config) {
  config.source.clear();
  for (auto& server : config.servers) server.where.clear();
  return config;
}

TEST(Show, prints_everything_in_force_as_yaml) {
  const auto config =
      good("mcpServers: {files: {command: npx, args: [-y, 'a b'], env: {KEY: s3cret}}}");
  const auto shown = show(config, false);
  EXPECT_THAT(shown, HasSubstr("mcpServers:\n"
                               "  files:\n"
                               "    type: stdio\n"
                               "    command: npx\n"
                               "    args:\n"
                               "      - \"-y\"\n"
                               "      - \"a b\"\n"
                               "    env:\n"
                               "      KEY: \"***\"\n"
                               "    disabled: false\n"
                               "    trust: standard\n"));
  EXPECT_THAT(shown, HasSubstr("listen: \"127.0.0.1:7332\"\n"));
  EXPECT_THAT(shown, HasSubstr("  idleTimeout: 5m\n"));
  EXPECT_THAT(shown, Not(HasSubstr("s3cret")));
  EXPECT_THAT(show(config, false, true), HasSubstr("KEY: s3cret"));
}

TEST(Show, hides_secrets_wherever_they_were_put_in) {
  World world;
  world.environment["TOKEN"] = "s3cret-0123456789";
  const auto loaded = world.read(
      "tokens: {a: '${TOKEN}'}\n"
      "approvals: {webhook: {url: https://h/, secret: s3cret-0123456789}}\n"
      "mcpServers:\n"
      "  a: {command: x, args: ['--token=${TOKEN}'], env: {A: 'x${TOKEN}'}}\n"
      "  b: {url: 'https://h/?key=${TOKEN}', headers: {B: '${TOKEN}'}}\n");
  ASSERT_TRUE(loaded.good()) << testing::all(loaded.problems);
  for (const bool as_json : {false, true}) {
    const auto shown = show(loaded.config, as_json, false, loaded.written);
    EXPECT_THAT(shown, Not(HasSubstr("s3cret")));
    EXPECT_THAT(shown, HasSubstr("\"--token=${TOKEN}\""));
    EXPECT_THAT(shown, HasSubstr("\"https://h/?key=${TOKEN}\""));
    EXPECT_THAT(show(loaded.config, as_json, true, loaded.written), HasSubstr("?key=s3cret"));
  }
}

TEST(Show, of_a_text_with_a_plain_reference_reads_back_as_that_text) {
  const auto config = good(testing::server("command: x, args: ['$${HOME}']"));
  EXPECT_EQ(config.servers[0].args[0], "${HOME}");
  EXPECT_EQ(without_places(good(show(config, false, true))), without_places(config));
}

template <typename T>
rc::Gen<T> within(T least, T most) {
  return rc::gen::inRange<T>(least, static_cast<T>(most + 1));
}

rc::Gen<std::string> name() {
  return rc::gen::nonEmpty(rc::gen::resize(
      20, rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcXY019-_.")))));
}

rc::Gen<std::string> any_text() {
  return rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::inRange<char>(1, 127), rc::gen::elementOf(std::string("${}\n\"'#:~"))));
}

Pairs pairs(const std::string& forbidden) {
  Pairs out;
  const auto count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) {
    auto value = *any_text();
    std::erase_if(value, [&](char c) { return forbidden.find(c) != std::string::npos; });
    out.emplace_back("K" + std::to_string(i), value);
  }
  return out;
}

Milliseconds time() { return Milliseconds(*within<std::int64_t>(1, 2'592'000'000)); }

Server any_server(int number) {
  Server server;
  server.name = std::to_string(number) + *name();
  if (*rc::gen::arbitrary<bool>()) {
    server.command = *name();
    server.args = *rc::gen::container<std::vector<std::string>>(any_text());
    server.env = pairs("");
    server.inherit = {"PATH"};
    server.cwd = *rc::gen::element<std::string>("", "/srv", "/a b/c");
  } else {
    server.transport = *rc::gen::element(Transport::kHttp, Transport::kSse);
    server.url = "https://h/" + *name();
    server.headers = pairs("\r\n");
  }
  server.disabled = *rc::gen::arbitrary<bool>();
  server.trust = *rc::gen::element(Trust::kTrusted, Trust::kStandard, Trust::kUntrusted,
                                   Trust::kQuarantine, Trust::kBlocked);
  server.inference_trust = *rc::gen::element(0.0F, 0.25F, 0.85F, 1.0F);
  server.overrides.rules = {{"x*", {}, {{model::Field::kReadOnly, model::Value()}}, ""},
                            {"y", {}, {{model::Field::kDestructive, true}}, ""}};
  server.share_labels = *rc::gen::arbitrary<bool>();
  server.declassifies.tools = {
      {*name(), {.untrusted = *rc::gen::arbitrary<bool>(), .classes = {"pii", "regulated:GDPR"}}}};
  server.isolation = *rc::gen::element(Isolation::kAuto, Isolation::kSession, Isolation::kShared);
  server.start = *rc::gen::element(Start::kLazy, Start::kEager);
  server.on_drift = *rc::gen::element(OnDrift::kAsk, OnDrift::kBlock, OnDrift::kAccept);
  server.writes = *rc::gen::element(Writes::kSerial, Writes::kExclusive, Writes::kParallel);
  server.heavy_hours = *rc::gen::element(Hours{}, Hours{{{0x60, 0, 1440}, {0x7F, 1320, 360}}});
  server.prefix = *rc::gen::oneOf(rc::gen::just(std::string()), name());
  server.roots = {"/srv"};
  server.rules = {
      {*rc::gen::oneOf(name(), rc::gen::just(std::string("*"))),
       {{"k" + *any_text(),
         resolve::Condition::Kind::kIs,
         {{*any_text(), false}, {"5", true}, {"5", false}, {"true", *rc::gen::arbitrary<bool>()}}},
        {"/a/b", resolve::Condition::Kind::kMatches, {{*any_text(), false}}},
        {"c", resolve::Condition::Kind::kPresent, {}}},
       {{model::Field::kReadOnly, *rc::gen::arbitrary<bool>()},
        {model::Field::kTitle, *any_text()},
        {model::Field::kOutcomes, model::ChoiceSet(model::Outcome::kBenign)}},
       ""}};
  server.start_timeout = time();
  server.call_timeout = *rc::gen::element(Milliseconds(0), time());
  server.restart_max = time();
  server.idle_timeout = time();
  server.max_processes = *within<std::uint32_t>(1, 1'000'000);
  server.max_in_flight = *within<std::uint32_t>(1, 1'000'000);
  server.max_message = *within<std::size_t>(1024, std::size_t{1} << 30);
  return server;
}

RC_GTEST_PROP(Show, reads_back_to_the_same_config, ()) {
  Config config;
  config.host = *rc::gen::element<std::string>("127.0.0.1", "::1", "0.0.0.0", "gw.example.org");
  config.port = *rc::gen::arbitrary<std::uint16_t>();
  config.socket = *rc::gen::element<std::string>("", "/run/t.sock");
  config.allowed_hosts = {"a.example:1"};
  config.tokens = {{"a@b", "0123456789abcdef" + *name()}, {"c", "$${0123456789abcdef"}};
  config.store = *rc::gen::element<std::string>("", "/var/t.db", ":memory:");
  config.policy = *rc::gen::element<std::string>("strict", "/etc/p.yaml");
  config.session_idle = time();
  config.approvals.timeout = time();
  config.approvals.page = *rc::gen::element<std::string>("", "off", "https://gw.example/t");
  if (*rc::gen::arbitrary<bool>()) {
    config.approvals.webhook = {"https://h/" + *name(), {"0123456789abcdef$${"}, time()};
  }
  config.separator = *rc::gen::element<std::string>("__", ".", "-");
  config.page_size = *within<std::uint32_t>(1, 10'000);
  config.annotate = *rc::gen::element(model::Annotate::kFill, model::Annotate::kOff);
  config.routing = *rc::gen::element(Routing::kAll, Routing::kSearch);
  config.views = {{*name(), {"a*"}, {"b"}, {"c"}, model::Tier::kWrite, Routing::kSearch}};
  config.limits.max_body = *within<std::size_t>(1024, std::size_t{1} << 30);
  config.limits.idle_timeout = time();
  const auto count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) config.servers.push_back(any_server(i));
  for (const bool as_json : {false, true}) {
    const auto text = show(config, as_json, true);
    const auto loaded = World().read(text, as_json ? "/t.json" : "/t.yaml");
    RC_ASSERT(testing::all(loaded.problems) == "");
    RC_ASSERT(without_places(loaded.config) == config);
  }
}

TEST(Schema, is_json_and_knows_every_key_with_its_meaning) {
  const auto document = json::Parser().parse(json::Text(schema()));
  ASSERT_TRUE(document.has_value());
  const auto top = document->root().find("properties");
  const auto server = top.find("mcpServers").find("additionalProperties");
  const auto limits = top.find("limits").find("properties");
  Config config;
  Server any;
  const auto check = [](Owner owner, json::View properties) {
    for (const auto& key : section_of(owner).keys) {
      const auto found = properties.find(key.name);
      EXPECT_TRUE(found.find("description").equals(key.meaning)) << key.name;
    }
  };
  check(&config, top);
  check(&config.limits, limits);
  const auto approvals = top.find("approvals").find("properties");
  check(&config.approvals, approvals);
  check(&config.approvals.webhook, approvals.find("webhook").find("properties"));
  check(&any, server.find("properties"));
  EXPECT_TRUE(top.find("servers").find("type").equals("object"));
  EXPECT_EQ(server.find("additionalProperties").as_bool(), false);
  EXPECT_EQ(limits.find("maxDepth").find("default").as_int(), 128);
  EXPECT_EQ(limits.find("idleTimeout").find("default").as_string(), "5m");
}

TEST(Schema, allows_no_value_that_check_refuses_where_one_is_missing) {
  const auto document = json::Parser().parse(json::Text(schema()));
  ASSERT_TRUE(document.has_value());
  const auto top = document->root().find("properties");
  const auto server = top.find("mcpServers").find("additionalProperties").find("properties");
  for (const json::View time :
       {server.find("startTimeout"), top.find("limits").find("properties").find("idleTimeout")}) {
    EXPECT_TRUE(time.find("type").equals("string"));  // so not 0
    EXPECT_TRUE(time.find("pattern").equals("^0*[1-9][0-9]*(ms|s|m|h)$"));
  }
  EXPECT_EQ(server.find("callTimeout").find("minimum").as_int(), 0);
  EXPECT_EQ(top.find("separator").find("minLength").as_int(), 1);
}

TEST(Reference, has_a_row_for_every_key_with_type_and_default) {
  const auto sections = reference();
  ASSERT_EQ(sections.size(), 7U);
  for (const auto& section : sections) {
    for (const auto& row : section.rows) {
      EXPECT_FALSE(row.type.empty() || row.absent.empty() || row.meaning.empty()) << row.key;
    }
  }
  EXPECT_EQ(sections[4].rows[0].absent, "16MiB");
}

TEST(Keys, have_a_name_and_a_place_that_no_other_has) {
  Config config;
  Server server;
  View view;
  resolve::Rule rule;
  for (const Owner owner :
       {Owner(&config), Owner(&server), Owner(&view), Owner(&rule), Owner(&config.limits),
        Owner(&config.approvals), Owner(&config.approvals.webhook)}) {
    const auto& section = section_of(owner);
    for (const auto& key : section.keys) {
      EXPECT_EQ(section.find(key.name), &key) << key.name;
      EXPECT_EQ(section.find_foreign(key.name), nullptr) << key.name;
      for (const auto& other : section.keys) {
        EXPECT_TRUE(&key == &other || key.at(owner) != other.at(owner)) << key.name << other.name;
      }
    }
    for (const auto& hint : section.hints) EXPECT_EQ(section.find(hint.name), nullptr) << hint.name;
  }
}

RC_GTEST_PROP(Units, read_back_what_they_print, (std::uint32_t number)) {
  const Milliseconds duration(number);
  RC_ASSERT(parse_duration(duration_text(duration)) == duration);
  RC_ASSERT(parse_size(size_text(number)) == std::size_t{number});
  RC_ASSERT(parse_count(std::to_string(number)) == std::uint64_t{number});
}

TEST(Units, know_what_they_mean) {
  EXPECT_EQ(parse_duration("500ms"), Milliseconds(500));
  EXPECT_EQ(parse_duration("2h"), Milliseconds(7'200'000));
  EXPECT_EQ(parse_size("64KB"), 64'000U);
  EXPECT_EQ(parse_size("16MiB"), std::size_t{16} << 20);
  EXPECT_EQ(parse_size("12"), 12U);
  EXPECT_EQ(duration_text(Milliseconds(90'000)), "90s");
  for (const auto* wrong :
       {"", "s", "1", "-1s", "1 s", "1S", "1d", "01s", "1.5s", "99999999999999999h"}) {
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
  }
  for (const auto* wrong :
       {"", "KB", "1K", "1kb", "1.5MB", "-1", "99999999999999999999", "9999999999999GiB"}) {
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace touchstone::config
