// touchstone explain DECISION.
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/binding.hpp"
#include "approval/record.hpp"
#include "cli/store_for_test.hpp"
#include "guard/case.hpp"
#include "json/test_support.hpp"
#include "policy/packs.hpp"
#include "policy/rules_file.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

// As guard/record.cpp writes them, of a call that would send out what was read.
constexpr std::string_view kGrounds =
    R"("flows":[{"argument":"/body","bytes":210,"classes":["financial"],"from":"mcp://hr/read_sheet","percent":71},)"
    R"({"argument":"/to","destination":true,"digest":"sha256:x","from":"mcp://web/fetch","kind":"address"},)"
    R"({"argument":"/body","digest":"sha256:y","from":"mcp://hr/read_sheet","kind":"mail"},)"
    R"({"argument":"/body","digest":"sha256:z","from":"mcp://hr/read_sheet","kind":"mail"}],)"
    R"("facts":{"client.name":"desk","flow.destination.untrusted":true,"flow.destination.values":["x@evil.example"],)"
    R"("server.trust":"standard","session.age":720,"session.calls":4,)"
    R"("session.label.attribution":["mcp://hr/read_sheet","mcp://web/fetch"],)"
    R"("session.label.classes":["financial"],"session.label.malicious":false,"session.label.private":true,)"
    R"("session.label.untrusted":true,"tool.annotations.openWorldHint":true,"tool.declared.openWorldHint":false,)"
    R"("tool.evidence.openWorldHint.confidence":0.8700000047683716,"tool.evidence.openWorldHint.source":"inferred",)"
    R"("tool.legs.sendsOut":true,"tool.name":"send_email","tool.risk":"high","tool.tier":"write"})";

constexpr std::string_view kPolicy =
    "rules:\n- {name: ask-out, description: It could send out., effect: escalate, conditions: "
    "{and: "
    "[{fact: session.label.untrusted, equals: true}, {fact: request.arguments.to, exists: "
    "true}]}}\n";

class Stories : public testing::StoreFile {
 protected:
  std::string decided(std::string kind, std::string effect, std::string body,
                      std::string tool = "send_email") {
    store::Memory memory;
    memory.decisions.push_back({.at = now(),
                                .kind = std::move(kind),
                                .effect = std::move(effect),
                                .session = "s1",
                                .principal = "ann",
                                .server = "mail",
                                .tool = std::move(tool),
                                .body = std::move(body)});
    const auto kept = settled<store::Remembered>(
        [&](auto done) { store_->remember(std::move(memory), std::move(done)); });
    return kept ? kept->decisions.at(0) : std::string();
  }
  static std::string call_body(std::string_view outcome, std::string_view effect,
                               const std::string& more = {}, const std::string& version = "v") {
    return fmt::format(
        R"({{"method":"tools/call","outcome":"{}","policy":"{}",{}"decision":{{"effect":"{}","rules":[{{"name":"ask-out","effect":"{}","text":"It could send out."}}],"shadow":[],"wouldBe":"block"}},{}}})",
        outcome, version, more, effect, effect, kGrounds);
  }
  static std::string allowed(std::string_view outcome, const std::string& more = {}) {
    return fmt::format(
        R"({{"method":"tools/call","outcome":"{}","policy":"v",{}"decision":{{"effect":"allow","rules":[],"shadow":[]}},{}}})",
        outcome, more, kGrounds);
  }
  static std::string limited(std::string body) {
    const std::string_view would = R"("wouldBe":"block")";
    return body.replace(body.find(would), would.size(), R"("wouldBe":"allow")");
  }
  std::string told(const std::string& id) {
    const auto ran = touchstone({"explain", id});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  }
  // A config whose policy is kPolicy, and what its version is.
  std::string write_config() {
    std::ofstream(folder_ / "policy.yaml") << kPolicy;
    const auto config = (folder_ / "touchstone.yaml").string();
    std::ofstream(config) << "policy: " << (folder_ / "policy.yaml").string()
                          << "\nstore: " << path_ << "\n";
    return config;
  }
};

TEST_F(Stories, a_refused_call_tells_what_was_seen_carried_known_asked_and_what_to_do) {
  ask("aaaa-bbbb-cccc");
  const auto id = decided("call", "escalate",
                          call_body("refused", "escalate", R"("ticket":"aaaa-bbbb-cccc",)"));
  const auto story = told(id);
  EXPECT_THAT(story, HasSubstr("ann (client desk) called send_email of mail. It was not made: a "
                               "person had to agree, and nobody has answered yet."));
  EXPECT_THAT(story, HasSubstr("session s1"));
  EXPECT_THAT(story,
              HasSubstr("untrusted, private, financial, in 4 calls since it began 12m before"));
  EXPECT_THAT(story, HasSubstr("from mcp://web/fetch\n"));
  EXPECT_THAT(story, HasSubstr("71 % of `/body` comes from mcp://hr/read_sheet (financial)"));
  EXPECT_THAT(story, HasSubstr("`/to` (address) was first seen in mcp://web/fetch; only content "
                               "that nobody vouches for names it"));
  EXPECT_THAT(story, HasSubstr("`/body` (mail) was first seen in mcp://hr/read_sheet (2 of them)"));
  EXPECT_THAT(story, HasSubstr("x@evil.example"));
  EXPECT_THAT(story, HasSubstr("tier write, risk high, can send data out; its server is standard"));
  EXPECT_THAT(story,
              HasSubstr("openWorldHint true (inferred, 87 % sure; the server declares false)"));
  EXPECT_THAT(story, HasSubstr("rule ask-out: escalate; It could send out."));
  EXPECT_THAT(story, HasSubstr("by a policy that is not at hand any more"));
  EXPECT_THAT(story, HasSubstr("ticket aaaa-bbbb-cccc, asked"));
  EXPECT_THAT(story, HasSubstr("touchstone approvals allow aaaa-bbbb-cccc --store "));
}

TEST_F(Stories, a_question_that_nobody_answered_tells_what_it_was_about) {
  decided("call", "escalate", call_body("refused", "escalate", R"("ticket":"aaaa-bbbb-cccc",)"));
  const auto story = told(decided("approval", "expire", R"({"ticket":"aaaa-bbbb-cccc"})"));
  EXPECT_THAT(story, HasSubstr("Nobody answered in time whether to allow ann's call of "));
  EXPECT_THAT(story, HasSubstr("71 % of `/body` comes from mcp://hr/read_sheet (financial)"));
  EXPECT_THAT(story, HasSubstr("rule ask-out: escalate; It could send out."));
}

TEST_F(Stories, a_call_that_may_be_made_but_not_now_tells_what_its_client_was_told) {
  const auto out = told(decided(
      "call", "escalate",
      call_body("refused", "escalate", R"("by":"bob","unmade":"mail: only at 22:00-06:00",)")));
  EXPECT_THAT(out, HasSubstr("It was not made. The client was told: mail: only at 22:00-06:00"));
  EXPECT_THAT(out, Not(HasSubstr("a person had to agree")));
}

TEST_F(Stories, a_call_of_which_no_rule_speaks_passes_only_if_it_could_be_made) {
  EXPECT_THAT(told(decided("call", "allow", allowed("forwarded"))), HasSubstr("so it passes"));
  const auto held = allowed("refused", R"("unmade":"shell is held back",)");
  EXPECT_THAT(told(decided("call", "allow", held)), Not(HasSubstr("so it passes")));
}

TEST_F(Stories, what_was_withheld_first_and_delivered_later_was_delivered) {
  const auto call = decided("call", "allow", allowed("forwarded"));
  for (const auto* outcome : {"withheld", "delivered"}) {
    decided(
        "result", "allow",
        fmt::format(
            R"({{"method":"tools/call","outcome":"{}","call":"{}","policy":"v","isError":false,"size":12,"decision":{{"effect":"allow","rules":[],"shadow":[]}}}})",
            outcome, call));
  }
  EXPECT_THAT(told(call), HasSubstr("Its result was delivered."));
}

TEST_F(Stories, a_call_that_its_client_took_back_was_not_made) {
  const auto body =
      call_body("refused", "escalate",
                fmt::format(R"("ticket":"aaaa-bbbb-cccc","unmade":"{}",)", guard::kTakenBack));
  const auto out = told(decided("call", "escalate", body));
  EXPECT_THAT(out, HasSubstr("It was not made: the client took the call back before it was made."));
  EXPECT_THAT(out, Not(HasSubstr("was told")));
}

TEST_F(Stories, a_call_of_which_only_the_gateway_has_an_error_is_not_said_to_be_made) {
  const auto call =
      decided("call", "escalate", call_body("forwarded", "escalate", R"("by":"bob",)"));
  decided(
      "result", "allow",
      fmt::format(
          R"({{"method":"tools/call","outcome":"delivered","call":"{}","policy":"v","error":"gateway","isError":false,"size":12,"decision":{{"effect":"allow","rules":[],"shadow":[]}}}})",
          call));
  EXPECT_THAT(told(call), HasSubstr("It was let through: bob agreed. No result came"));
}

TEST_F(Stories, the_policy_that_decided_is_asked_again_if_it_is_at_hand) {
  const auto config = write_config();
  const auto id =
      decided("call", "escalate",
              call_body("refused", "escalate", "",
                        approval::policy_version(*policy::load(kPolicy, "policy.yaml").policy)));
  const auto ran = run({"explain", id, "--config", config});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("    ?   all of\n      yes session.label.untrusted equals true  [true]"));
  EXPECT_THAT(ran.out, HasSubstr("?   request.arguments./to exists true  [not kept]"));
  EXPECT_THAT(ran.out, HasSubstr("policy.yaml"));
}

TEST_F(Stories, a_pack_is_found_by_its_version_whatever_the_config_says) {
  const auto* pack = policy::find_pack("strict");
  const auto id =
      decided("call", "escalate",
              call_body("refused", "escalate", "",
                        approval::policy_version(*policy::load(pack->text, "pack").policy)));
  EXPECT_THAT(told(id), HasSubstr("by the policy strict\n"));
}

TEST_F(Stories, a_policy_that_is_gone_is_named_as_the_config_s_record_has_it) {
  decided("config", "changed",
          R"({"settings":[{"field":"policy","value":{"name":"ours.yaml","version":"v"}}]})");
  EXPECT_THAT(told(decided("call", "block", call_body("refused", "block"))),
              HasSubstr("by the policy ours.yaml as it was then"));
}

TEST_F(Stories, a_policy_that_is_gone_is_asked_again_if_what_it_said_is_on_record) {
  const auto policy = policy::load(kPolicy, "policy.yaml").policy;
  decided("config", "changed",
          fmt::format(R"({{"settings":[{{"field":"policy","value":{{"name":"ours.yaml",)"
                      R"("version":"v"}}}}],"policyFile":{}}})",
                      policy::rules_as_file(*policy)));
  const auto story = told(decided("call", "escalate", call_body("refused", "escalate")));
  EXPECT_THAT(story, HasSubstr("by the policy ours.yaml as it was then; it is another one now"));
  EXPECT_THAT(story, HasSubstr("yes session.label.untrusted equals true  [true]"));
  EXPECT_THAT(story, Not(HasSubstr("cannot be told")));
  const auto same = run({"explain", "2", "--config", write_config()});
  EXPECT_THAT(same.out, HasSubstr("by the policy ours.yaml\n")) << "the config has the same rules";
}

TEST_F(Stories, what_is_not_recorded_is_not_told_as_if_it_were_known) {
  const auto id = decided("call", "block", call_body("refused", "block"));
  EXPECT_THAT(told(id), HasSubstr("as it was then it is not kept"));
  EXPECT_THAT(told(id), HasSubstr("touchstone decisions show " + id));
  const auto bare = told(decided(
      "call", "allow",
      R"({"outcome":"forwarded","policy":"v","result":{"outcome":"delivered","isError":false,)"
      R"("size":166},"decision":{"effect":"allow","rules":[{"name":"quiet","effect":"allow",)"
      R"("text":"quiet"}],"shadow":[],"wouldBe":"allow"}})"));
  EXPECT_THAT(bare, HasSubstr("166 bytes; whether it needs care was not recorded (audit: none)"));
  EXPECT_THAT(bare, Not(HasSubstr("nothing in it needs care")));
  EXPECT_THAT(bare, HasSubstr("the facts were not recorded (audit: none)"));
}

// As records were written before: a limit that refuses is no rule that is only reported.
TEST_F(Stories, a_refusal_by_a_limit_is_not_told_as_what_would_have_been) {
  const auto id =
      decided("call", "block", limited(call_body("refused", "block", R"("overLimit":"ask-out",)")));
  EXPECT_THAT(told(id), Not(HasSubstr("would have been")));
  EXPECT_THAT(touchstone({"decisions", "list"}).out, Not(HasSubstr("would")));
}

TEST_F(Stories, an_answer_and_a_result_are_found_and_told) {
  ask("aaaa-bbbb-cccc");
  (void)touchstone({"approvals", "allow", "aaaa-bbbb-cccc"});
  const auto call =
      decided("call", "escalate",
              call_body("forwarded", "escalate", R"("ticket":"aaaa-bbbb-cccc","by":"bob",)"));
  EXPECT_THAT(told(call), HasSubstr("It was made: bob agreed. Nothing is on record"));
  EXPECT_THAT(told(call), HasSubstr(": allow by "));
  const auto result = decided(
      "result", "quarantine",
      fmt::format(
          R"({{"method":"tools/call","outcome":"withheld","call":"{}","policy":"v","isError":false,"size":12,"value":"gone","label":{{"untrusted":true,"private":false,"malicious":true,"classes":[],"attribution":["mcp://mail/send_email"]}},"decision":{{"effect":"quarantine","rules":[{{"name":"hold","effect":"quarantine","text":"Held."}}],"shadow":[]}}}})",
          call));
  const auto both = told(call);
  EXPECT_THAT(both, HasSubstr("It was made: bob agreed. Its result was withheld."));
  EXPECT_THAT(both, HasSubstr("withheld, 12 bytes; labelled malicious, untrusted"));
  EXPECT_THAT(both, HasSubstr("rule hold: quarantine; Held. (touchstone explain " + result + ")"));
  EXPECT_THAT(both, HasSubstr("what was withheld is not kept any more"));
  const auto told_result = told(result);
  EXPECT_THAT(told_result,
              HasSubstr("ann (client desk) called send_email of mail. Its result was"));
  EXPECT_THAT(told_result, HasSubstr("71 % of `/body`")) << "the call's grounds";
}

TEST_F(Stories, an_error_in_place_of_a_result_is_told_as_what_it_is) {
  const auto ended = [&](std::string_view came) {
    return told(decided("call", "allow",
                        call_body("forwarded", "allow",
                                  fmt::format(R"("result":{{"outcome":"delivered",{}}},)", came))));
  };
  EXPECT_THAT(ended(R"("error":"gateway","isError":false)"),
              HasSubstr("No result came, and the error of the gateway was delivered."));
  EXPECT_THAT(ended(R"("error":"server","isError":false)"),
              HasSubstr("No result came, and the error of the server was delivered."));
}

TEST_F(Stories, a_handle_that_was_refused_and_a_content_that_came_back_are_told) {
  const auto refused = told(decided(
      "call", "block", call_body("refused", "block", R"("handleRefused":"no such handle",)")));
  EXPECT_THAT(refused, HasSubstr("It was not made: no such handle."));
  EXPECT_THAT(refused, Not(HasSubstr("give it an exception")));
  const auto again =
      told(decided("result", "quarantine",
                   call_body("withheld", "quarantine", R"("heldAgain":true,"isError":false,)")));
  EXPECT_THAT(again,
              HasSubstr("Its result repeats what was withheld before, so it was withheld, too."));
}

TEST_F(Stories, decisions_that_no_policy_made_are_told_too) {
  const auto label = [](std::string_view classes) {
    return fmt::format(R"({{"untrusted":false,"private":true,"malicious":false,"classes":[{}]}})",
                       classes);
  };
  EXPECT_THAT(
      told(decided(
          "declassification", "declassify",
          fmt::format(R"({{"by":"tool:vault/redact","reason":"named","before":{},"after":{}}})",
                      label(R"("pii")"), label("")))),
      HasSubstr("  before: private, pii\n  after: private\n"));
  EXPECT_THAT(
      told(decided(
          "declassification", "declassify",
          fmt::format(R"({{"by":"bob","place":"/a/x.txt","reason":"mine","before":{},"after":{}}})",
                      label(R"("pii")"), label("")))),
      HasSubstr("bob took something from the label of /a/x.txt of mail: mine."));
  const auto config = told(decided(
      "config", "changed",
      R"({"by":"root","changes":[{"server":"files","tool":"write_*","field":"destructiveHint","before":true,"after":false},{"field":"policy","after":{"name":"strict","version":"0123456789abcdef"}}],"settings":[]})",
      ""));
  EXPECT_THAT(config, HasSubstr("root runs the gateway"));
  EXPECT_THAT(config, HasSubstr("files write_* destructiveHint: true -> false"));
  EXPECT_THAT(config, HasSubstr("policy: nothing -> strict (version 0123456789ab)\n"));
  EXPECT_THAT(told(decided("approval", "deny", R"({"by":"bob","reason":"no","ticket":"t"})")),
              HasSubstr("bob said no to ann's call of send_email of mail."));
  EXPECT_THAT(told(decided("approval", "revoke",
                           R"({"by":"bob","allowedBy":"eve","scope":"session","ticket":"t"})")),
              HasSubstr("bob took back eve's yes to ann's call of send_email of mail (session)."));
  EXPECT_THAT(told(decided("session", "end", R"({"by":"bob","reason":"over"})")),
              HasSubstr("bob ended ann's session: over"));
  EXPECT_THAT(told(decided("call", "allow", R"({"outcome":"forwarded","decision":{"rules":[]}})")),
              HasSubstr("no rule speaks of it"));
}

TEST_F(Stories, the_last_one_needs_no_id_and_json_has_it_all) {
  EXPECT_EQ(touchstone({"explain", "--last"}).code, 2);
  decided("call", "block", call_body("refused", "block"), "first");
  const auto id = decided("call", "block", call_body("refused", "block"));
  const auto ran = touchstone({"explain", "--last", "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto document = json::document(ran.out);
  EXPECT_TRUE(document.root().find("id").equals(id));
  EXPECT_TRUE(document.root().find("record").find("effect").equals("block"));
  EXPECT_THAT(std::string(document.root().find("earlier").raw()), HasSubstr(R"("tool":"first")"));
  EXPECT_THAT(std::string(document.root().find("summary").raw()),
              HasSubstr("the policy forbids it"));
}

TEST_F(Stories, a_decision_goes_by_its_number_and_the_last_by_no_name) {
  const auto id = decided("call", "allow", call_body("forwarded", "allow"));
  EXPECT_THAT(told("1"), HasSubstr(id));
  EXPECT_THAT(told(id.substr(0, 8)), HasSubstr(id));
  EXPECT_THAT(touchstone({"explain", "2"}).err, HasSubstr("there is no decision 2"));
  const auto extra = touchstone({"explain", "--last", "1"});
  EXPECT_EQ(extra.code, 2);
  EXPECT_THAT(extra.err, HasSubstr("--last is the latest decision; what is 1 for?"));
}

TEST_F(Stories, what_rules_in_shadow_would_have_done_is_told) {
  auto body = call_body("forwarded", "allow");
  const std::string_view none = R"("shadow":[])";
  body.replace(body.find(none), none.size(),
               R"("shadow":[{"name":"try","effect":"block","text":"Tried."}])");
  const auto id = decided("call", "allow", body);
  EXPECT_THAT(told(id), HasSubstr("the effect would have been block; it was allow"));
  EXPECT_THAT(touchstone({"explain", id, "--format", "json"}).out,
              HasSubstr(R"("wouldBe":"block")"));
}

TEST_F(Stories, a_file_needs_a_tool_and_a_decision_must_be_there) {
  EXPECT_THAT(run({"explain", "@demo"}).err, HasSubstr("which tool?"));
  EXPECT_THAT(run({"explain"}).err, HasSubstr("what shall be explained?"));
  const auto missing = touchstone({"explain", "019a8d3c2f10-0000000007"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("there is no decision 019a8d3c2f10-0000000007"));
}

TEST_F(Stories, what_others_wrote_cannot_paint_the_terminal) {
  const auto id = decided("call", "block", call_body("refused", "block"), "to\u202eol\x1b[2J");
  EXPECT_THAT(told(id), Not(HasSubstr("\u202e")));
  EXPECT_THAT(told(id), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace touchstone::cli
