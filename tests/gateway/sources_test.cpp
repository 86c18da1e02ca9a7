// Where data comes from, as labels have it: named, and without what would open it for others.
#include "detect/clean_uri.hpp"
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// In two parts, so that nobody takes this file for a leak.
const std::string kOpener = std::string("ghp_") + "Q7dM2xkLw9RzT4vBn8HsYc1JfUeP3a0WqXr5";
const std::string kOpenedBy = "access_token=" + kOpener + "&page=2";
const std::string kSignedUri = "https://api.example/file?" + kOpenedBy;
const std::string kCleanUri = "https://api.example/file?" + detect::digest_in_place(kOpenedBy);

std::string attributed(std::string_view uris) {
  return fmt::format(R"({{"content":[{}],"_meta":{{"annotations":{{"attribution" : [{}]}}}}}})",
                     demo::text_block("a file"), uris);
}

demo::Part quiet_reader(std::string_view name, demo::Function run) {
  return {fmt::format(R"({{"name":"{}","inputSchema":{{"type":"object"}},"annotations":)"
                      R"({{"readOnlyHint":true,"openWorldHint":false}}}})",
                      name),
          std::move(run), demo::Background::kNever};
}

demo::Function giving(std::string uris) {
  return demo::at_once([uris](demo::Call&) { return demo::raw(attributed(uris)); });
}

// Of the bound on sets and on what is kept of one URI.
std::string thousands_of_uris() {
  std::string out = fmt::format(R"("https://long.example/{}")", std::string(1 << 20, 'x'));
  for (int i = 0; i < 1000; ++i) out += fmt::format(R"(,"https://{}.example/?sig={}")", i, i);
  return out;
}

// client × server
class Sources : public ::testing::TestWithParam<std::tuple<Era, Speaks>> {
 protected:
  Sources() {
    bench.policy = "rules:\n- {name: all, effect: allow, audit: full}\n";
    demo::Parts web;
    web.name = "web";
    web.tools = {quiet_reader("export", giving(fmt::format("\"{}\"", kSignedUri))),
                 quiet_reader("flood", giving(thousands_of_uris()))};
    bench.add("web", std::move(web), Speaks::kBoth);
    demo::Parts mail;
    mail.name = "mail";
    mail.tools = {quiet_reader("look", giving("\"u:mail\""))};
    add_resources(mail, {kSignedUri});
    bench.add("mail", std::move(mail), std::get<Speaks>(GetParam()));
  }
  std::string call(Client& client, std::string_view tool, std::string_view meta = {}) {
    return std::string(
        client.ask("tools/call", fmt::format(R"("name":"{}","arguments":{{}})", tool), meta)
            .text());
  }
  // All that is kept of sessions, decisions and questions.
  std::string kept() {
    std::string all;
    for (const auto& one : stored_decisions(bench)) all += one.json + "\n";
    for (const auto& one : stored_tickets(bench)) all += one.prompt + "\n";
    for (const auto& one : label().attribution.uris()) all += one + "\n";
    return all;
  }
  model::Label label() {
    model::Label all;
    for (const auto& session : stored_sessions(bench)) all.join(session.label);
    return all;
  }
  static std::string own_word(std::string_view uri) {
    return fmt::format(R"("annotations":{{"attribution":["u:mine","{}"]}})", uri);
  }
  std::string told_to_mail(std::string_view method = "tools/call") {
    return bench.server("mail").last(method);
  }

  Bench bench;
};

TEST_P(Sources, a_secret_in_one_reaches_the_client_that_asked_and_nobody_else) {
  bench.config.servers[1].share_labels = true;
  Client client(bench, std::get<Era>(GetParam()));
  EXPECT_THAT(call(client, "web__export"), HasSubstr(kSignedUri));  // as its server said it
  EXPECT_THAT(label().attribution.uris(), Contains(kCleanUri));
  (void)call(client, "mail__look");
  EXPECT_THAT(told_to_mail(), HasSubstr(kCleanUri));
  EXPECT_THAT(told_to_mail(), Not(HasSubstr(kOpener)));
  EXPECT_THAT(kept(), HasSubstr(kCleanUri));
  EXPECT_THAT(kept(), Not(HasSubstr(kOpener)));
}

TEST_P(Sources, a_secret_in_one_that_the_client_names_is_neither_kept_nor_passed_on) {
  for (const bool shares : {false, true}) {
    bench.config.servers[1].share_labels = shares;
    Client client(bench, std::get<Era>(GetParam()));
    (void)call(client, "mail__look", own_word(kSignedUri));
    EXPECT_THAT(told_to_mail(), HasSubstr(fmt::format(R"(["u:mine","{}")", kCleanUri)));
    EXPECT_THAT(told_to_mail(), Not(HasSubstr(kOpener)));
    EXPECT_THAT(kept(), HasSubstr(kCleanUri));
    EXPECT_THAT(kept(), Not(HasSubstr(kOpener)));
  }
}

TEST_P(Sources, what_a_client_names_beside_the_form_is_not_passed_on_either) {
  Client client(bench, std::get<Era>(GetParam()));
  (void)call(client, "mail__look",
             fmt::format(R"("annotations":{{"attribution":"{}"}})", kSignedUri));
  EXPECT_THAT(told_to_mail(), HasSubstr(kCleanUri));
  EXPECT_THAT(told_to_mail(), Not(HasSubstr(kOpener)));
  std::string many = "\"u:0\"";
  for (int i = 0; i < 2000; ++i) many += fmt::format(R"(,"{}")", kSignedUri);
  (void)call(client, "mail__look", fmt::format(R"("annotations":{{"attribution":[{}]}})", many));
  EXPECT_THAT(told_to_mail(), HasSubstr(R"("attribution":[])"));
}

TEST_P(Sources, what_is_redacted_is_not_put_back_by_the_label) {
  bench.policy =
      "rules:\n- {name: hide, effect: redact, conditions: {fact: response.size, greaterThan: 0}}\n";
  Client client(bench, std::get<Era>(GetParam()));
  const auto answer = call(client, "web__export");
  EXPECT_THAT(answer, HasSubstr("[redacted:secret]"));
  EXPECT_THAT(answer, Not(HasSubstr(kOpener)));
}

TEST_P(Sources, the_uri_of_a_resource_is_one_too) {
  Client client(bench, std::get<Era>(GetParam()), "{}", "/mcp/s/mail");
  (void)client.ask("resources/read", fmt::format(R"("uri":"{}")", kSignedUri));
  EXPECT_THAT(told_to_mail("resources/read"), HasSubstr(kSignedUri));
  EXPECT_THAT(label().attribution.uris(), Contains("mcp://mail/" + kCleanUri));
  EXPECT_THAT(kept(), Not(HasSubstr(kOpener)));
}

TEST_P(Sources, a_person_who_is_asked_sees_none_of_it) {
  bench.policy =
      "rules:\n- {name: ask, effect: escalate, conditions: {fact: session.label.attribution, "
      "contains: '" +
      kCleanUri + "'}}\n";
  bench.config.approvals.wait = std::chrono::milliseconds(1);
  Client client(bench, std::get<Era>(GetParam()));
  (void)call(client, "web__export");
  EXPECT_THAT(call(client, "mail__look"), HasSubstr("approvals"));
  EXPECT_EQ(stored_tickets(bench).size(), 1U);
  EXPECT_THAT(kept(), HasSubstr(kCleanUri));
  EXPECT_THAT(kept(), Not(HasSubstr(kOpener)));
}

TEST_P(Sources, however_many_and_long_they_are_a_label_stays_small) {
  Client client(bench, std::get<Era>(GetParam()));
  (void)call(client, "web__flood");
  const auto uris = label().attribution.uris();
  EXPECT_LE(uris.size(), model::Attribution::kMaxAttribution);
  for (const auto& uri : uris) {
    EXPECT_LE(uri.size(), detect::kMaxUri);
    EXPECT_THAT(uri, Not(HasSubstr("sig=")));
  }
}

INSTANTIATE_TEST_SUITE_P(Eras, Sources,
                         ::testing::Combine(::testing::Values(Era::kLegacy, Era::kModern),
                                            ::testing::Values(Speaks::kLegacy, Speaks::kModern)));

}  // namespace
}  // namespace touchstone::gateway
