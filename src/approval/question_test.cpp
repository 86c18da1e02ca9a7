// What a person is shown: everything, whole, and nothing that imitates it.
#include "approval/question.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "approval/form.hpp"
#include "approval/prompt.hpp"
#include "approval/test_support.hpp"
#include "approval/text.hpp"
#include "approval/words.hpp"
#include "json/string.hpp"
#include "model/fold.hpp"
#include "policy/policy.hpp"

namespace touchstone::approval {
namespace {

using testing::a_question;
using testing::a_ticket;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::parsed;
using ::testing::StartsWith;

TEST(QuestionText, does_not_say_that_nothing_happened_when_only_the_result_is_held) {
  auto question = a_question();
  question.about_result = true;
  const auto text = message_text(question, a_ticket());
  EXPECT_THAT(text, HasSubstr("The call was made"));
  EXPECT_THAT(text, HasSubstr("    result of     send_email on mail"));
  EXPECT_THAT(text, Not(HasSubstr("Nothing has happened")));
  EXPECT_EQ(read_prompt(prompt_json(question)).value(), question);
}

TEST(QuestionText, tells_an_address_that_was_named_from_one_whose_domain_was) {
  auto question = a_question();
  question.destinations[0].by_name = true;
  EXPECT_THAT(message_text(question, a_ticket()),
              HasSubstr("bob@example.org in /to, whose domain stands only in untrusted content: "));
  EXPECT_EQ(read_prompt(prompt_json(question)).value(), question);
}

TEST(QuestionText, shows_all_there_is_to_know) {
  EXPECT_EQ(message_text(a_question(), a_ticket()),
            "May this call run? Nothing has happened yet.\n"
            "\n"
            "    call          send_email on mail \"Send a mail\"\n"
            "    for           ann with desk\n"
            "    it            changes things (declared), reaches the open world (inferred 92 %)\n"
            "    tier, risk    write, high; can send data out\n"
            "    no way back   what it sends cannot be called back\n"
            "    asked by      ask-before-sending: Untrusted content was seen, and this could send "
            "out.\n"
            "    destination   bob@example.org in /to stands only in untrusted content: "
            "mcp://web/fetch\n"
            "    carries       71 % of /body comes from mcp://hr/read_sheet, financial\n"
            "    session saw   untrusted content, financial; from mcp://hr/read_sheet, "
            "mcp://web/fetch\n"
            "    arguments     42 bytes\n"
            "    | {\n"
            "    |   \"to\": \"bob@example.org\",\n"
            "    |   \"body\": \"the list\"\n"
            "    | }\n"
            "    same shape    all of this, with any other text in /body\n"
            "    ticket        k7qm-3xvd-p2he, until 2026-01-01T00:00:00Z\n");
}

TEST(QuestionText, says_what_the_session_passes_on_without_having_read_it) {
  auto question = a_question();
  EXPECT_THAT(message_text(question, a_ticket()), Not(HasSubstr("by handle")));
  question.handles = {{"/body", "touchstone://value/0a", "malicious content, untrusted content"}};
  EXPECT_THAT(message_text(question, a_ticket()),
              HasSubstr("    by handle     /body is touchstone://value/0a, withheld from this "
                        "session, which has not read it: malicious content, untrusted content\n"));
  EXPECT_EQ(read_prompt(prompt_json(question)).value(), question);
}

TEST(QuestionText, says_how_much_of_the_arguments_it_leaves_out_and_where_they_are) {
  auto question = a_question();
  question.arguments = R"({"body":")" + std::string(20'000, 'x') + R"("})";
  const auto text = message_text(question, a_ticket());
  EXPECT_THAT(text, HasSubstr("of 20016 bytes are left out here; all of them: "
                              "touchstone approvals show k7qm-3xvd-p2he"));
  EXPECT_LT(text.size(), 11'000U);
  EXPECT_THAT(question_lines(question, a_ticket()), Not(HasSubstr("left out")));
}

// Whatever stands in them, our own lines are those that we wrote.
TEST(QuestionText, cannot_be_imitated_by_what_is_in_it) {
  const std::string evil =
      "x\n    ticket        other, until never\r\n\x1b[2J\u202e\u2028![x](https://h/)\n| }";
  auto question = a_question();
  question.again = AgainNote{"k", "shape", {"carries private data"}};
  const auto honest = question_lines(question, a_ticket());
  question.title = question.tool = question.client = question.principal = evil;
  question.flows[0] = {evil, evil, 3, evil};
  question.destinations[0] = {evil, evil, evil};
  question.sources = {evil};
  question.rules[0] = {evil, evil};
  question.again = AgainNote{evil, evil, {evil}};
  question.hints = {evil};
  question.may_differ = {evil};
  question.arguments = "{" + json::quoted(evil) + ":" + json::quoted(evil) + "}";
  const auto text = question_lines(question, a_ticket());
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\u202e")));
  EXPECT_THAT(text, Not(HasSubstr("\u2028")));
  EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(honest, '\n') - 1);
  EXPECT_EQ(text.find("\n    ticket "), text.rfind("\n    ticket "));
}

RC_GTEST_PROP(QuestionText, has_only_lines_of_known_beginnings, (const std::string& any)) {
  auto question = a_question();
  question.tool = question.title = any;
  question.destinations[0].text = any;
  question.arguments = "{\"a\":" + json::quoted(any) + "}";
  const auto text = question_lines(question, a_ticket());
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    RC_ASSERT(text.compare(at, 4, "    ") == 0);
  }
  RC_ASSERT(std::ranges::count(text, '\n') == 15);
}

TEST(Shown, cuts_what_is_long_between_characters) {
  std::string text(kMaxShownText - 1, 'a');
  text += "\u20ac and more";
  EXPECT_EQ(shown(text), std::string(kMaxShownText - 1, 'a') + " (and 12 bytes more)");
  EXPECT_EQ(beginning_of("\x80\x80\x80", 2), "");
  EXPECT_EQ(shown(""), "\"\"");
}

TEST(Prompt, reads_back_as_the_question_it_was) {
  const auto read = read_prompt(prompt_json(a_question()));
  ASSERT_TRUE(read) << base::to_string(read.error());
  EXPECT_EQ(*read, a_question());
}

RC_GTEST_PROP(Prompt, keeps_any_text, (std::string any)) {
  if (!json::is_utf8(any)) any = json::quoted(any);
  auto question = a_question();
  question.tool = question.title = any;
  question.hints = {any, any};
  question.rules = {{any, any}};
  question.again = AgainNote{any, any, {any, any}};
  question.more_sources = any.size();
  question.type_name = any.size() % 2 == 0;
  question.arguments = "{ \"a\" : " + json::quoted(any) + " }";
  RC_ASSERT(read_prompt(prompt_json(question)).value() == question);
}

TEST(Prompt, that_is_not_whole_is_an_error) {
  const auto good = prompt_json(a_question());
  EXPECT_FALSE(read_prompt(""));
  EXPECT_FALSE(read_prompt("[]"));
  EXPECT_FALSE(read_prompt("{}"));
  for (const std::string_view name :
       {"version", "tool", "hints", "arguments", "flows", "percent", "confirm", "moreSources"}) {
    auto text = good;
    text.replace(text.find("\"" + std::string(name) + "\""), name.size() + 2, "\"gone\"");
    EXPECT_FALSE(read_prompt(text)) << name;
  }
}

TEST(Describe, takes_hints_with_their_source_and_what_lasts_from_the_profile) {
  const auto flag = [](model::Field field, bool value) {
    return model::Evidence{field, value, model::Source::kDeclared, 1.0F, "", ""};
  };
  Question question;
  const auto profile =
      model::fold({flag(model::Field::kReadOnly, false), flag(model::Field::kDestructive, true),
                   flag(model::Field::kReversible, false)},
                  {.trust = model::Trust::kTrusted});
  describe(question, profile);
  EXPECT_THAT(question.hints, ::testing::IsSupersetOf({"changes things (declared)",
                                                       "may delete or overwrite (declared)",
                                                       "cannot be undone (declared)"}));
  EXPECT_EQ(question.tier, "destructive");
  EXPECT_THAT(question.lasting, ::testing::Contains("what it deletes or overwrites is gone"));
}

// Words are no wall, so the policy takes it for one that sends; a person reads what is known.
TEST(Describe, does_not_say_of_a_tool_that_seems_to_stay_inside_what_it_sends) {
  const auto said_by = [](model::Source source, bool open) {
    Question question;
    describe(question, model::fold({{model::Field::kOpenWorld, open, source, 0.9F, "", ""}}, {}));
    return question;
  };
  const auto guess = said_by(model::Source::kInferred, false);
  EXPECT_THAT(guess.legs, ::testing::Contains("nobody rules out that it sends data out"));
  EXPECT_THAT(guess.lasting, Not(::testing::Contains("what it sends cannot be called back")));
  for (const auto& open :
       {said_by(model::Source::kInferred, true), said_by(model::Source::kDeclared, true)}) {
    EXPECT_THAT(open.legs, ::testing::Contains("can send data out"));
    EXPECT_THAT(open.lasting, ::testing::Contains("what it sends cannot be called back"));
  }
}

TEST(Describe, names_the_source_of_the_word_irreversible_though_others_add_to_it) {
  const auto outcome = [](model::Outcome value, model::Source source) {
    return model::Evidence{model::Field::kOutcomes, model::ChoiceSet(value), source, 0.9F, "", ""};
  };
  const auto lasting = [](std::vector<model::Evidence> evidence) {
    Question question;
    describe(question, model::fold(std::move(evidence), {}));
    return question.lasting;
  };
  using model::Outcome, model::Source;
  const auto server = lasting({outcome(Outcome::kIrreversible, Source::kDeclared),
                               outcome(Outcome::kConsequential, Source::kInferred)});
  EXPECT_THAT(server, ::testing::Contains("its server says that its outcome may be irreversible"));
  const auto guess = lasting({outcome(Outcome::kConsequential, Source::kDeclared),
                              outcome(Outcome::kIrreversible, Source::kInferred)});
  EXPECT_THAT(guess,
              ::testing::Contains("its outcome may be irreversible, going by its name and texts"));
}

TEST(Describe, says_nothing_of_the_tier_of_what_is_no_tool) {
  auto question = a_question();
  question.tier = question.risk = "";
  question.legs.clear();
  EXPECT_THAT(question_lines(question, testing::a_ticket()), Not(HasSubstr("tier, risk")));
}

TEST(Describe, takes_what_was_seen_from_the_label_within_a_bound) {
  model::Label label;
  label.untrusted = label.malicious = true;
  label.classes.insert(model::DataClass::kFinancial);
  for (int i = 0; i < 100; ++i) label.attribution.insert("mcp://s/" + std::to_string(i));
  Question question;
  describe(question, label);
  EXPECT_THAT(question.seen, ElementsAre("malicious content", "untrusted content", "financial"));
  EXPECT_EQ(question.sources.size(), kMaxNotes);
  EXPECT_EQ(question.more_sources, 100 - kMaxNotes);
}

TEST(Describe, names_the_rules_that_ask_and_how_to_say_yes) {
  const auto loaded = policy::load(
      "rules:\n"
      "  - {name: asks, description: Think first., effect: escalate, confirm: name}\n"
      "  - {name: passes, effect: allow, audit: full}\n",
      "p.yaml");
  ASSERT_TRUE(loaded.good());
  Question question;
  describe(question, policy::decide(*loaded.policy, policy::Phase::kRequest, policy::Facts()));
  EXPECT_EQ(question.rules, (std::vector<RuleNote>{{"asks", "Think first."}}));
  EXPECT_TRUE(question.type_name);
}

TEST(Form, offers_the_four_answers_and_begins_with_no) {
  const auto form = parsed(requested_schema(a_question()));
  const auto decision = form.root().find("properties").find("decision");
  EXPECT_EQ(decision.find("enum").raw(), R"(["deny","allow_once","allow_session","allow_shape"])");
  EXPECT_TRUE(decision.find("default").equals("deny"));
  EXPECT_EQ(form.root().find("required").raw(), R"(["decision"])");
  EXPECT_FALSE(form.root().find("properties").find("confirm"));
}

TEST(Form, offers_no_shape_where_nothing_is_left_open) {
  auto question = a_question();
  question.may_differ.clear();
  const auto form = parsed(requested_schema(question));
  const auto decision = form.root().find("properties").find("decision");
  EXPECT_EQ(decision.find("enum").raw(), R"(["deny","allow_once","allow_session"])");
  EXPECT_EQ(std::string(decision.find("enumNames").raw()).find("shape"), std::string::npos);
}

TEST(Form, asks_for_the_name_where_the_policy_does) {
  auto question = a_question();
  question.type_name = true;
  question.tool = "a.b-c(d)|e";
  const auto form = parsed(requested_schema(question));
  const auto confirm = form.root().find("properties").find("confirm");
  EXPECT_TRUE(confirm.find("pattern").equals(R"(^$|^a\.b-c\(d\)\|e$)"));
  question.name = "c";
  question.server = "s";
  EXPECT_TRUE(parsed(requested_schema(question))
                  .root()
                  .find("properties")
                  .find("confirm")
                  .find("pattern")
                  .equals(R"(^$|^(a\.b-c\(d\)\|e|c|s\/c)$)"));
}

TEST(Form, needs_no_name_for_a_no) {
  auto question = a_question();
  question.type_name = true;
  const auto form = parsed(requested_schema(question));
  EXPECT_EQ(form.root().find("required").raw(), R"(["decision"])");
  EXPECT_THAT(*form.root().find("properties").find("confirm").find("description").as_string(),
              AllOf(StartsWith("Only to allow it: "), EndsWith("To deny it, leave this empty.")));
  EXPECT_THAT(headline_of(question), EndsWith(" A no needs no name."));
}

}  // namespace
}  // namespace touchstone::approval
