// decisions and sessions.
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/declassify.hpp"
#include "cli/store_for_test.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Records : public testing::StoreFile {
 protected:
  void decide(const std::string& effect, const std::string& tool, std::chrono::hours ago = {}) {
    store::Memory memory;
    memory.decisions.push_back({.at = now() - ago,
                                .kind = "call",
                                .effect = effect,
                                .session = "s1",
                                .principal = "ann",
                                .server = "mail",
                                .tool = tool,
                                .body = R"({"rules":["x\u202e"]})"});
    remember(std::move(memory));
  }
  void write(const std::string& kind, const std::string& effect, const std::string& tool,
             const std::string& body, const std::string& session = "s1") {
    store::Memory memory;
    memory.decisions.push_back({.at = now(),
                                .kind = kind,
                                .effect = effect,
                                .session = session,
                                .principal = "ann",
                                .server = "mail",
                                .tool = tool,
                                .body = body});
    remember(std::move(memory));
  }
  void see(const std::string& key, const model::Label& label) {
    store::Memory memory;
    memory.session = store::SessionChange{
        .name = {key, "ann", "/mcp", "desk"}, .now = now(), .label = label, .calls = 3};
    remember(std::move(memory));
  }
};

TEST_F(Records, decisions_are_listed_newest_first_and_filtered) {
  EXPECT_EQ(touchstone({"decisions", "list"}).out, "no decisions\n");
  decide("allow", "read", std::chrono::hours(5));
  decide("block", "send");
  const auto all = touchstone({"decisions", "list"}).out;
  EXPECT_LT(all.find("mail / send"), all.find("mail / read"));
  EXPECT_THAT(touchstone({"decisions", "list", "--effect", "block"}).out,
              Not(HasSubstr("mail / read")));
  EXPECT_THAT(touchstone({"decisions", "list", "--since", "2h"}).out,
              Not(HasSubstr("mail / read")));
  EXPECT_THAT(touchstone({"decisions", "list", "--since", "2000-01-01"}).out,
              HasSubstr("mail / read"));
  EXPECT_THAT(touchstone({"decisions", "list", "--limit", "1"}).out, Not(HasSubstr("mail / read")));
  EXPECT_EQ(touchstone({"decisions", "list", "--session", "other"}).out, "no decisions\n");
  EXPECT_EQ(touchstone({"decisions", "list", "--since", "soon"}).code, 2);
}

TEST_F(Records, one_decision_is_shown_whole_with_its_digest) {
  decide("block", "send");
  const auto list = touchstone({"decisions", "list"}).out;
  const auto id = list.substr(list.find('\n') + 1, 23);
  const auto shown = touchstone({"decisions", "show", id});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("  \"effect\": \"block\",\n"));
  EXPECT_THAT(shown.out, HasSubstr("sequence 1, digest "));
  EXPECT_THAT(shown.out, HasSubstr("\\u202e"));
  EXPECT_THAT(touchstone({"decisions", "show", id, "--format", "json"}).out,
              HasSubstr(R"("effect":"block")"));
  EXPECT_EQ(touchstone({"decisions", "show", "019a8d3c2f10-0000000007"}).code, 2);
  EXPECT_EQ(touchstone({"decisions", "show", "nosuch"}).code, 2);
}

TEST_F(Records, a_decision_is_found_by_the_number_that_it_is_shown_with) {
  for (int i = 0; i < 11; ++i) decide("block", "send");
  const auto shown = touchstone({"decisions", "show", "b"});
  EXPECT_THAT(shown.out, HasSubstr("sequence b, digest "));
  EXPECT_THAT(shown.out, HasSubstr("-000000000b\""));
}

TEST_F(Records, a_decision_is_found_by_its_number_or_by_how_its_id_begins) {
  decide("block", "send");
  decide("allow", "read");
  const auto list = touchstone({"decisions", "list"}).out;
  const auto id = list.substr(list.find('\n') + 1, 23);
  EXPECT_THAT(touchstone({"decisions", "show", "2"}).out, HasSubstr(id));
  EXPECT_THAT(touchstone({"decisions", "show", "1"}).out, HasSubstr("\"tool\": \"send\""));
  EXPECT_EQ(touchstone({"decisions", "show", "3"}).code, 2);
  const auto many = touchstone({"decisions", "show", id.substr(0, 5)});
  EXPECT_EQ(many.code, 2);
  EXPECT_THAT(many.err, HasSubstr("more than one decision"));
}

TEST_F(Records, a_filter_with_a_word_that_no_record_has_is_an_error) {
  const auto wrong = touchstone({"decisions", "list", "--effect", "blok"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean block?"));
  EXPECT_EQ(touchstone({"decisions", "tail", "--kind", "cal"}).code, 2);
  for (const auto* effect :
       {"allow", "deny", "expire", "revoke", "declassify", "end", "quarantine"})
    EXPECT_EQ(touchstone({"decisions", "list", "--effect", effect}).code, 0) << effect;
}

TEST_F(Records, what_rules_in_shadow_would_have_done_is_shown_and_can_be_asked_for) {
  const auto body = [](const std::string& would) {
    return R"({"decision":{"effect":"allow","rules":[],"shadow":[{"name":"s"}],"wouldBe":")" +
           would + R"("}})";
  };
  write("call", "allow", "read", body("allow"));
  write("call", "allow", "send", body("block"));
  write("result", "allow", "fetch", body("quarantine"));
  const auto all = touchstone({"decisions", "list"}).out;
  EXPECT_THAT(all, HasSubstr("allow (would block)       mail / send"));
  EXPECT_THAT(all, HasSubstr("allow                     mail / read"));
  const auto blocked = touchstone({"decisions", "list", "--would", "block"}).out;
  EXPECT_THAT(blocked, HasSubstr("mail / send"));
  EXPECT_THAT(blocked, Not(HasSubstr("mail / read")));
  EXPECT_THAT(touchstone({"decisions", "list", "--would", "quarantine", "--format", "json"}).out,
              HasSubstr(R"("tool":"fetch")"));
  EXPECT_EQ(touchstone({"decisions", "list", "--would", "redact"}).out, "no decisions\n");
  EXPECT_EQ(touchstone({"decisions", "list", "--would", "blok"}).code, 2);
  EXPECT_THAT(touchstone({"decisions", "tail", "--would", "block"}).out,
              Not(HasSubstr("mail / read")));
}

TEST_F(Records, what_stands_inside_is_looked_for_beyond_the_first_page) {
  write("call", "allow", "wanted",
        R"({"decision":{"effect":"allow","shadow":[{"name":"s"}],"wouldBe":"block"}})");
  store::Memory memory;
  for (std::size_t i = 0; i < store::kMaxPage; ++i)
    memory.decisions.push_back({.at = now(), .kind = "call", .effect = "allow", .tool = "other"});
  remember(std::move(memory));
  EXPECT_THAT(touchstone({"decisions", "list", "--would", "block"}).out, HasSubstr("wanted"));
}

TEST_F(Records, results_inside_of_calls_are_results_too_and_told_once) {
  write("call", "allow", "read", R"({"result":{"outcome":"delivered"}})");
  write("call", "block", "send", R"({"outcome":"refused"})");
  write("call", "allow", "fetch", R"({"result":{"outcome":"withheld"}})");
  write("result", "quarantine", "fetch", "{}");
  write("call", "allow", "look", R"({"result":{"outcome":"delivered"}})");
  write("result", "block", "input_required", "{}");  // a word of the server's, and no result of it
  const auto results = touchstone({"decisions", "list", "--kind", "result"}).out;
  EXPECT_THAT(results, HasSubstr("result in call  allow       mail / look"));
  EXPECT_THAT(results, HasSubstr("result in call  allow       mail / read"));
  EXPECT_THAT(results, HasSubstr("result          quarantine  mail / fetch"));
  EXPECT_THAT(results, Not(HasSubstr("mail / send")));
  EXPECT_EQ(results.find("mail / fetch"), results.rfind("mail / fetch"));
  const auto tail = touchstone({"decisions", "tail", "--kind", "result", "--effect", "allow"}).out;
  EXPECT_THAT(tail, HasSubstr("mail / read"));
  EXPECT_THAT(tail, Not(HasSubstr("mail / fetch")));
  EXPECT_THAT(touchstone({"decisions", "list", "--kind", "call"}).out, HasSubstr("mail / send"));
}

TEST_F(Records, a_session_may_be_typed_in_part_and_a_tool_as_clients_call_it) {
  see("client:8c1f6d20", {});
  see("client:8c1faaaa", {});
  write("call", "allow", "send", "{}", "client:8c1f6d20");
  write("call", "allow", "read", "{}", "client:8c1faaaa");
  write("call", "allow", "gone", "{}", "client:77770000");
  const auto of = [&](const std::string& option, const std::string& value) {
    return touchstone({"decisions", "list", option, value});
  };
  EXPECT_THAT(of("--session", "8c1f6").out, HasSubstr("mail / send"));
  EXPECT_THAT(of("--session", "8c1f6").out, Not(HasSubstr("mail / read")));
  EXPECT_THAT(of("--session", "7777").out, HasSubstr("mail / gone"));
  const auto many = of("--session", "client:8c1f");
  EXPECT_EQ(many.code, 2);
  EXPECT_THAT(many.err, HasSubstr("more than one session"));
  for (const auto* name : {"send", "mail/send", "mail__send"}) {
    EXPECT_THAT(of("--tool", name).out, HasSubstr("mail / send")) << name;
    EXPECT_THAT(of("--tool", name).out, Not(HasSubstr("mail / read"))) << name;
  }
  EXPECT_EQ(of("--tool", "file/send").out, "no decisions\n");
}

TEST_F(Records, a_tool_may_be_named_by_its_prefix_in_the_config) {
  write("call", "allow", "send", "{}");
  const auto config = (folder_ / "c.yaml").string();
  std::ofstream(config) << "separator: '-'\nmcpServers: {mail: {command: x, prefix: m}}\n";
  EXPECT_THAT(touchstone({"decisions", "list", "--tool", "m-send", "--config", config}).out,
              HasSubstr("mail / send"));
}

TEST_F(Records, use_of_ai_is_counted_for_each_principal) {
  EXPECT_EQ(touchstone({"decisions", "ai"}).out, "no call of a tool that uses AI\n");
  const auto use = [&](const std::string& principal, const std::string& body,
                       std::chrono::hours ago = {}) {
    store::Memory memory;
    memory.decisions.push_back({.at = now() - ago,
                                .kind = "call",
                                .effect = "allow",
                                .principal = principal,
                                .body = body});
    remember(std::move(memory));
  };
  use("ann", R"({"aiUse":1})", std::chrono::hours(48));
  use("ann", R"({"aiUse":2})");
  use("bob", R"({"aiUse":1})");
  use("bob", R"({"note":"\"aiUse\":1"})");
  EXPECT_EQ(touchstone({"decisions", "ai", "--format", "json"}).out,
            "[\n{\"principal\":\"ann\",\"calls\":2},\n{\"principal\":\"bob\",\"calls\":1}]\n");
  EXPECT_THAT(touchstone({"decisions", "ai", "--since", "24h"}).out, HasSubstr("ann        1\n"));
  EXPECT_THAT(touchstone({"decisions", "ai", "--principal", "bob"}).out, Not(HasSubstr("ann")));
}

TEST_F(Records, tail_follows) {
  decide("allow", "first");
  decide("allow", "second");
  const auto last = touchstone({"decisions", "tail", "--limit", "1"}).out;
  EXPECT_THAT(last, HasSubstr("mail / second"));
  EXPECT_THAT(last, Not(HasSubstr("mail / first")));
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    decide("block", "third");
  });
  const auto all = touchstone({"decisions", "tail", "-f", "--for", "2s"}).out;
  later.join();
  ASSERT_THAT(all, HasSubstr("mail / third"));
  EXPECT_LT(all.find("mail / first"), all.find("mail / second"));
  EXPECT_LT(all.find("mail / second"), all.find("mail / third"));
  EXPECT_EQ(all.find("mail / third"), all.rfind("mail / third"));
}

model::Label a_label() {
  model::Label label;
  label.untrusted = label.is_private = true;
  label.classes.insert(model::DataClass::kFinancial);
  label.classes.insert_scope("hipaa");
  label.attribution.insert("mcp://hr/read_sheet");
  return label;
}

TEST_F(Records, sessions_are_listed_and_shown_with_what_they_have_seen) {
  EXPECT_EQ(touchstone({"sessions", "list"}).out, "no sessions\n");
  see("s1", a_label());
  EXPECT_THAT(touchstone({"sessions", "list"}).out, HasSubstr("untrusted, private, financial"));
  const auto shown = touchstone({"sessions", "show", "s1"}).out;
  EXPECT_THAT(shown, HasSubstr("from        mcp://hr/read_sheet\n"));
  EXPECT_THAT(touchstone({"sessions", "show", "s1", "--format", "json"}).out,
              HasSubstr(R"("attribution":["mcp://hr/read_sheet"])"));
  EXPECT_EQ(touchstone({"sessions", "show", "nosuch"}).code, 2);
  see("client:8c1f6d20", {});
  see("client:8c1faaaa", {});
  EXPECT_THAT(touchstone({"sessions", "show", "st"}).err, HasSubstr("at least 4 characters"));
  EXPECT_THAT(touchstone({"sessions", "show", "nosuch"}).err, Not(HasSubstr("characters")));
  EXPECT_THAT(touchstone({"sessions", "show", "8c1f6"}).out, HasSubstr("client:8c1f6d20"));
  EXPECT_THAT(touchstone({"sessions", "show", "6d20"}).out, HasSubstr("client:8c1f6d20"));
  EXPECT_THAT(touchstone({"sessions", "show", "8c1f"}).err, HasSubstr("more than one session"));
  EXPECT_EQ(touchstone({"sessions", "end", "6d20"}).code, 0);
}

TEST_F(Records, a_session_that_only_its_principal_names_is_shown_as_idle_once_it_is) {
  const auto seen = [&](const std::string& key, std::chrono::minutes ago) {
    store::Memory memory;
    memory.session = store::SessionChange{
        .name = {key, "ann", "", "desk"}, .now = now() - ago, .label = {}, .calls = 1};
    remember(std::move(memory));
  };
  seen("principal:old", std::chrono::minutes(31));
  seen("principal:new", std::chrono::minutes(29));
  seen("marker:old", std::chrono::minutes(31));
  const std::string config = (folder_ / "touchstone.yaml").string();
  std::ofstream(config) << fmt::format("store: {}\nsessionIdle: 30m\n", path_);
  const auto line_of = [&](const std::string& key) {
    const auto all = run({"sessions", "list", "--config", config}).out;
    const auto at = all.find(key);
    return at == std::string::npos ? "none" : all.substr(at, all.find('\n', at) - at);
  };
  EXPECT_THAT(line_of("principal:old"), HasSubstr("(idle)"));
  EXPECT_THAT(line_of("principal:new"), Not(HasSubstr("(idle)")));
  EXPECT_THAT(line_of("marker:old"), Not(HasSubstr("(idle)")));
  const auto show = [&](const std::string& key, const std::string& format) {
    return run({"sessions", "show", key, "--config", config, "--format", format}).out;
  };
  EXPECT_THAT(show("principal:old", "json"), HasSubstr(R"("idle":true)"));
  EXPECT_THAT(show("principal:new", "json"), Not(HasSubstr("idle")));
  EXPECT_THAT(show("principal:old", "table"), HasSubstr("the next call begins anew"));
  // Nobody knows when its gateway ends a session.
  EXPECT_THAT(touchstone({"sessions", "list"}).out, Not(HasSubstr("(idle)")));
}

TEST_F(Records, of_a_call_that_may_pass_and_was_not_made_the_list_says_so) {
  const auto effect_of = [&](const std::string& effect, const std::string& body) {
    write("call", effect, "send", body);
    const auto all = touchstone({"decisions", "list", "--limit", "1"}).out;
    const auto at = all.find("call ", all.find('\n')) + 5;
    return all.substr(at, all.find("mail / send") - at);
  };
  EXPECT_THAT(effect_of("allow", R"({"outcome":"refused","unmade":"try again at night"})"),
              HasSubstr("allow (not made) "));
  EXPECT_THAT(effect_of("allow", R"({"handleRefused":"unknown","outcome":"refused"})"),
              HasSubstr("allow (not made) "));
  EXPECT_THAT(effect_of("escalate", R"({"outcome":"refused","unmade":"it waited too long"})"),
              HasSubstr("escalate (not made) "));
  EXPECT_THAT(effect_of("allow", R"({"decision":{"effect":"allow","shadow":[{"name":"s"}],)"
                                 R"("wouldBe":"block"},"outcome":"refused"})"),
              HasSubstr("allow (not made, would block) "));
  EXPECT_THAT(effect_of("allow", R"({"outcome":"forwarded"})"), Not(HasSubstr("not made")));
  EXPECT_THAT(effect_of("escalate", R"({"outcome":"refused"})"), Not(HasSubstr("not made")));
  EXPECT_THAT(effect_of("block", R"({"outcome":"refused"})"), Not(HasSubstr("not made")));
}

TEST_F(Records, an_ended_session_is_on_record) {
  see("s1", a_label());
  EXPECT_EQ(touchstone({"sessions", "end", "s1", "--reason", "done"}).code, 0);
  EXPECT_EQ(touchstone({"sessions", "list"}).out, "no sessions\n");
  EXPECT_THAT(touchstone({"sessions", "list", "--all"}).out, HasSubstr("(ended)"));
  EXPECT_THAT(touchstone({"decisions", "list", "--kind", "session", "--format", "json"}).out,
              HasSubstr(R"("reason":"done")"));
  EXPECT_EQ(touchstone({"sessions", "end", "s1"}).code, 2);
}

TEST_F(Records, a_grant_for_a_session_says_that_the_session_was_ended) {
  see("s1", a_label());
  ask("k7qm-3xvd-p2he");
  ask("aaaa-bbbb-cccc", false, std::chrono::seconds(0));
  (void)touchstone({"approvals", "allow", "k7qm-3xvd-p2he", "--scope", "session"});
  EXPECT_EQ(touchstone({"sessions", "end", "s1"}).code, 0);
  const auto list = touchstone({"approvals", "list", "--all"}).out;
  EXPECT_THAT(list, HasSubstr("allowed, session, by "));
  EXPECT_THAT(list, HasSubstr(", until the session was ended"));
  EXPECT_THAT(touchstone({"approvals", "show", "aaaa-bbbb-cccc"}).out, HasSubstr("expired\n"));
}

TEST_F(Records, declassifying_takes_what_is_named_and_is_on_record) {
  see("s1", a_label());
  const auto done = touchstone({"sessions", "declassify", "s1", "--class", "financial",
                                "--untrusted", "--reason", "figures are public"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("has seen    private, regulated"));
  EXPECT_THAT(done.out, HasSubstr("mcp://hr/read_sheet"));
  EXPECT_THAT(
      touchstone({"decisions", "list", "--kind", "declassification", "--format", "json"}).out,
      HasSubstr("figures are public"));
  const auto rest = touchstone({"sessions", "declassify", "s1", "--all", "--reason", "all mine"});
  EXPECT_THAT(rest.out, HasSubstr("nothing that needs care"));
  EXPECT_THAT(rest.out, Not(HasSubstr("mcp://")));
}

TEST_F(Records, a_scope_is_taken_by_the_word_that_is_printed) {
  see("s1", a_label());
  const auto done = touchstone(
      {"sessions", "declassify", "s1", "--class", "regulated:hipaa", "--reason", "not of anyone"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, Not(HasSubstr("regulated")));
}

TEST_F(Records, a_reason_is_on_record_without_the_secrets_in_it) {
  // In two parts, so that nobody takes this file for a leak.
  const std::string secret = std::string("ghp_") + "Q7dM2xkLw9RzT4vBn8HsYc1JfUeP3a0WqXr5";
  see("s1", a_label());
  const auto done = touchstone(
      {"sessions", "declassify", "s1", "--all", "--reason", "mine, as " + secret + " says"});
  EXPECT_EQ(done.code, 0) << done.err;
  const auto listed = touchstone({"decisions", "list", "--format", "json"}).out;
  EXPECT_THAT(listed, HasSubstr("mine, as sha256:"));
  EXPECT_THAT(listed, Not(HasSubstr(secret)));
}

TEST_F(Records, declassifying_needs_a_reason_and_something_that_is_there) {
  see("s1", a_label());
  EXPECT_EQ(touchstone({"sessions", "declassify", "s1", "--all"}).code, 2);
  EXPECT_EQ(touchstone({"sessions", "declassify", "s1", "--all", "--reason", "  "}).code, 2);
  EXPECT_EQ(touchstone({"sessions", "declassify", "s1", "--reason", "x"}).code, 2);
  const auto wrong =
      touchstone({"sessions", "declassify", "s1", "--class", "financal", "--reason", "x"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("it has seen: untrusted, private, financial"));
  EXPECT_EQ(touchstone({"sessions", "declassify", "s1", "--malicious", "--reason", "x"}).code, 2);
}

TEST(LabelWithout, takes_a_scope_by_its_name_or_with_all_that_is_regulated) {
  model::Label label;
  label.classes.insert_scope("hipaa");
  label.classes.insert_scope("gdpr");
  label.classes.insert_label("com.acme.x");
  SessionsOptions options;
  options.classes = {"hipaa"};
  EXPECT_EQ(label_without(label, options, of_session("s1"))->classes.scopes(),
            std::vector<std::string>{"gdpr"});
  options.classes = {"regulated"};
  EXPECT_FALSE(
      label_without(label, options, of_session("s1"))->classes.has(model::DataClass::kRegulated));
  options.classes = {"hipaa", "gdpr", "com.acme.x"};
  EXPECT_TRUE(label_without(label, options, of_session("s1"))->classes.empty());
}

}  // namespace
}  // namespace touchstone::cli
