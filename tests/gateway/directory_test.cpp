// Many servers under one roof: names, order, pages, and the way back to the right server.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::ElementsAre;
using Names = std::vector<std::string>;

class Directories : public ::testing::TestWithParam<Era> {
 protected:
  Client client(std::string_view capabilities = "{}") {
    return Client(bench, GetParam(), capabilities);
  }
  void add(const std::string& name, const Names& tools, Speaks speaks = Speaks::kBoth) {
    bench.add(name, small_server(name, tools), speaks);
  }
  Bench bench;
};

TEST_P(Directories, lists_stand_in_the_order_of_the_config_and_of_the_servers) {
  add("zeta", {"b", "a"}, Speaks::kLegacy);
  add("alpha", {"c"}, Speaks::kModern);
  bench.server("zeta").delay = net::Duration(100);  // who answers first does not matter
  Client c = client();
  EXPECT_EQ(c.tools(), (Names{"zeta__b", "zeta__a", "alpha__c"}));
  EXPECT_EQ(c.tools(), (Names{"zeta__b", "zeta__a", "alpha__c"}));
}

TEST_P(Directories, of_two_equal_names_the_first_server_keeps_the_plain_one) {
  add("one", {"same", "mine"});
  add("two", {"same"});
  for (auto& server : bench.config.servers) server.prefix = "";
  Client c = client();
  const Names names = c.tools();
  ASSERT_EQ(names.size(), 3);
  EXPECT_EQ(names[0], "same");
  EXPECT_EQ(names[1], "mine");
  EXPECT_NE(names[2], "same");
  EXPECT_TRUE(names[2].starts_with("same")) << names[2];
  EXPECT_EQ(said(c.ask("tools/call", call_of("same"))), "one:same");
  EXPECT_EQ(said(c.ask("tools/call", call_of(names[2]))), "two:same");
  EXPECT_EQ(client().tools(), names) << "the same for everybody";
}

TEST_P(Directories, servers_may_share_a_prefix) {
  for (const std::string name : {"one", "two", "three"}) add(name, {"same", std::string(70, 'x')});
  for (auto& server : bench.config.servers) server.prefix = "p";
  Client c = client();
  const Names names = c.tools();
  ASSERT_EQ(names.size(), 6);
  EXPECT_EQ(said(c.ask("tools/call", call_of(names[4]))), "three:same");
  EXPECT_EQ(said(c.ask("tools/call", call_of(names[3]))), "two:" + std::string(70, 'x'));
}

TEST_P(Directories, a_name_cut_before_a_character_is_found_again) {
  std::string smiles;
  for (int i = 0; i < 20; ++i) smiles += "😀";
  add("s", {smiles, "x" + smiles, "xx" + smiles, "xxx" + smiles});
  Client c = client();
  const Names names = c.tools();
  ASSERT_EQ(names.size(), 4);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(said(c.ask("tools/call", call_of(names[i]))), "s:" + std::string(i, 'x') + smiles);
}

TEST_P(Directories, a_long_name_is_shortened_and_found_again) {
  const std::string a(63, 'x');
  add("server", {a + "a", a + "b"});
  Client c = client();
  const Names names = c.tools();
  ASSERT_EQ(names.size(), 2);
  EXPECT_NE(names[0], names[1]);
  EXPECT_LE(names[0].size(), 64);
  EXPECT_EQ(said(c.ask("tools/call", call_of(names[0]))), "server:" + a + "a");
  EXPECT_EQ(said(c.ask("tools/call", call_of(names[1]))), "server:" + a + "b");
}

TEST_P(Directories, names_work_without_having_been_listed) {
  add("one", {"a"});
  add("two", {"a"}, Speaks::kLegacy);
  Client c = client();
  EXPECT_EQ(said(c.ask("tools/call", call_of("two__a"))), "two:a");
}

TEST_P(Directories, pages_follow_each_other_over_all_servers) {
  add("one", {"a", "b", "c"});
  add("two", {"d"});
  add("three", {"e"});
  bench.config.page_size = 2;
  Client c = client();
  Names all;
  std::string cursor;
  int pages = 0;
  do {
    const auto answer = c.ask("tools/list", cursor.empty() ? "" : "\"cursor\":" + cursor);
    for (const json::View tool : result(answer).find("tools").elements())
      all.push_back(*tool.find("name").as_string());
    const json::View next = result(answer).find("nextCursor");
    cursor = next ? std::string(next.raw()) : "";
    ++pages;
  } while (!cursor.empty() && pages < 10);
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(all, (Names{"one__a", "one__b", "one__c", "two__d", "three__e"}));
}

TEST_P(Directories, a_cursor_that_is_not_ours_is_refused) {
  add("one", {"a"});
  Client c = client();
  for (const std::string_view cursor : {R"("")", R"("x")", R"("!!")", R"("LTE")", "5", "null"})
    EXPECT_EQ(error_code(c.ask("tools/list", fmt::format("\"cursor\":{}", cursor))),
              rpc::kInvalidParams)
        << cursor;
}

TEST_P(Directories, a_cursor_beyond_the_end_is_an_empty_page) {
  add("one", {"a"});
  Client c = client();
  const auto answer = c.ask("tools/list", R"("cursor":"OTk5")");  // 999
  EXPECT_EQ(result(answer).find("tools").raw(), "[]");
  EXPECT_FALSE(result(answer).find("nextCursor"));
}

TEST_P(Directories, a_dead_server_is_left_out_and_its_tools_say_why) {
  bench.add_dead("dead");
  add("alive", {"a"});
  Client c = client();
  EXPECT_EQ(c.tools(), (Names{"alive__a"}));
  EXPECT_EQ(said(c.ask("tools/call", call_of("alive__a"))), "alive:a");
  const auto answer = c.ask("tools/call", call_of("dead__echo"));
  EXPECT_EQ(error_code(answer), rpc::kUpstreamFailed);
  EXPECT_NE(said(answer).find("refused"), std::string::npos) << said(answer);
}

TEST_P(Directories, the_same_uri_on_two_servers_gets_the_seconds_name_in_front) {
  for (const std::string name : {"one", "two"}) {
    auto parts = small_server(name, {});
    add_resources(parts, {"test://same", "test://" + name});
    bench.add(name, std::move(parts), Speaks::kBoth);
  }
  Client c = client();
  EXPECT_EQ(c.list("resources/list", "resources", "uri"),
            (Names{"test://same", "test://one", "two+test://same", "test://two"}));
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://same")")), "one:test://same");
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"two+test://same")")),
            "two:test://same");
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://two")")), "two:test://two");
}

TEST_P(Directories, the_template_with_the_longest_beginning_wins) {
  auto one = small_server("one", {});
  add_resources(one, {}, {"test://{any}"});
  auto two = small_server("two", {});
  add_resources(two, {}, {"test://deep/{any}"});
  bench.add("one", std::move(one), Speaks::kBoth);
  bench.add("two", std::move(two), Speaks::kBoth);
  Client c = client();
  EXPECT_EQ(c.list("resources/templates/list", "resourceTemplates", "uriTemplate"),
            (Names{"test://{any}", "test://deep/{any}"}));
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://x")")), "one:test://x");
  EXPECT_EQ(text_of_resource(c.ask("resources/read", R"("uri":"test://deep/x")")),
            "two:test://deep/x");
}

TEST_P(Directories, completion_finds_the_template_and_the_prompt) {
  for (const std::string name : {"one", "two"}) {
    auto parts = small_server(name, {});
    add_resources(parts, {}, {name + "://{id}"});
    parts.prompts.push_back(
        {R"({"name":"greet"})", demo::at_once([](demo::Call&) { return demo::messages({}); }), {}});
    parts.complete = [name](std::string_view ref, std::string_view, std::string_view) {
      return Names{name + ":" + std::string(ref)};
    };
    bench.add(name, std::move(parts), Speaks::kBoth);
  }
  Client c = client();
  const auto values = [&](std::string_view ref) {
    const auto answer =
        c.ask("completion/complete",
              fmt::format(R"("ref":{},"argument":{{"name":"id","value":""}})", ref));
    const json::View found = result(answer).find("completion").find("values");
    return found ? std::string(found.raw()) : said(answer);
  };
  EXPECT_EQ(values(R"({"type":"ref/resource","uri":"two://{id}"})"), R"(["two:two://{id}"])");
  EXPECT_EQ(values(R"({"type":"ref/prompt","name":"two__greet"})"), R"(["two:greet"])");
  EXPECT_EQ(values(R"({"type":"ref/resource"})"),
            "error -32602: Invalid params: ref must name a prompt or a resource");
  EXPECT_TRUE(values(R"({"type":"ref/resource","uri":"no://{id}"})").starts_with("error"));
}

TEST_P(Directories, one_server_alone_has_its_own_names) {
  add("one", {"a"});
  add("two", {"a", "b"});
  Client c(bench, GetParam(), "{}", "/mcp/s/two");
  EXPECT_EQ(c.tools(), (Names{"a", "b"}));
  EXPECT_EQ(said(c.ask("tools/call", call_of("a"))), "two:a");
  EXPECT_EQ(bench.server("one").seen.size(), 0) << "the other is not even started";
}

TEST_P(Directories, a_task_is_asked_of_the_server_that_runs_it) {
  add("plain", {"a"});
  bench.add("it", demo::conformance_server(),
            GetParam() == Era::kModern ? Speaks::kModern : Speaks::kLegacy);
  Client c = client(R"({"tasks":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const bool modern = GetParam() == Era::kModern;
  const auto begun = c.ask("tools/call", call_of("it__slow_compute", R"({"seconds":60})") +
                                             std::string(modern ? "" : R"(,"task":{"ttl":60000})"));
  json::View id = result(begun).find("taskId");
  if (!id) id = result(begun).find("task").find("taskId");
  ASSERT_TRUE(id) << begun.text();
  const auto asked = c.ask("tasks/get", fmt::format("\"taskId\":{}", id.raw()));
  EXPECT_EQ(error_code(asked), 0) << asked.text();
  EXPECT_EQ(bench.server("plain").count("tasks/get"), 0);
  EXPECT_EQ(error_code(c.ask("tasks/cancel", fmt::format("\"taskId\":{}", id.raw()))), 0);
}

INSTANTIATE_TEST_SUITE_P(Both, Directories, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& info) {
                           return info.param == Era::kModern ? "modern" : "legacy";
                         });

TEST(ReadingAResource, gives_the_uri_that_was_asked_for) {
  Bench bench;
  for (const char* name : {"one", "two"}) {
    auto parts = small_server(name, {"a"});
    add_resources(parts, {"x://a"});
    bench.add(name, std::move(parts), Speaks::kLegacy);
  }
  Client c(bench, Era::kLegacy);
  (void)c.list("resources/list", "resources", "uri");
  const auto answer = c.ask("resources/read", R"("uri":"two+x://a")");
  EXPECT_NE(answer.text().find(R"("uri":"two+x://a")"), std::string::npos) << answer.text();
  EXPECT_EQ(text_of_resource(answer), "two:x://a");
}

}  // namespace
}  // namespace touchstone::gateway
