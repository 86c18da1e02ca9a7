#include "guard/facts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/sessions.hpp"
#include "json/test_support.hpp"
#include "json/writer.hpp"
#include "model/fold.hpp"

namespace touchstone::guard {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string written(const CallFacts& facts) {
  json::Writer out;
  facts.facts.write(out);
  return std::string(out.text());
}

// Calls of one session run side by side, and each may add to its label.
TEST(CallFacts, stay_what_they_were_when_the_session_sees_more_meanwhile) {
  base::SystemRandom random;
  Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  session.label.untrusted = true;
  session.label.attribution.insert("mcp://first/of_all_that_this_session_has_read");
  refresh_label_facts(session);
  const flow::Flows flows;
  const detect::ResultDetections nothing;
  FactBook book;
  CallFacts facts;
  const Subject subject{.method = "tools/call", .server = "office", .name = "send"};
  book.fill(facts, subject, {session, flows, nothing, {}, {}});

  session.label.attribution.insert("mcp://second/of_all_that_this_session_has_read");
  refresh_label_facts(session);

  EXPECT_THAT(written(facts), HasSubstr("mcp://first/of_all_that_this_session_has_read"));
  EXPECT_THAT(written(facts), Not(HasSubstr("mcp://second")));
}

std::string facts_of(Session& session, const flow::Flows& flows) {
  const detect::ResultDetections nothing;
  FactBook book;
  CallFacts facts;
  const Subject subject{.method = "tools/call", .server = "office", .name = "send"};
  book.fill(facts, subject, {session, flows, nothing, {}, {}});
  return written(facts);
}

TEST(CallFacts, say_the_worst_of_what_was_not_traced) {
  base::SystemRandom random;
  Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  const flow::Flows flows{.complete = false, .destinations = false};
  const std::string clean = facts_of(session, flows);
  EXPECT_THAT(clean, HasSubstr(R"("flow.complete":false)"));
  EXPECT_THAT(clean, HasSubstr(R"("flow.destination.untrusted":false)"));
  EXPECT_THAT(clean, HasSubstr(R"("flow.private":false)"));

  (void)session.memory.intern({.uri = "mcp://hr/salaries",
                               .author = flow::Author::kUnknown,
                               .is_private = true,
                               .classes = model::DataClass::kFinancial});
  const std::string worst = facts_of(session, flows);
  for (const auto* fact : {"destination.untrusted", "links.untrusted", "directed", "private"})
    EXPECT_THAT(worst, HasSubstr(fmt::format("\"flow.{}\":true", fact)));
  EXPECT_THAT(worst, HasSubstr(R"("flow.classes":["financial"])"));
  EXPECT_THAT(worst, HasSubstr(R"("flow.sources":["mcp://hr/salaries"])"));
  EXPECT_THAT(facts_of(session, {}), HasSubstr(R"("flow.destination.untrusted":false)"));
}

TEST(CallFacts, of_a_lost_memory_are_what_the_session_has_seen) {
  base::SystemRandom random;
  Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  session.memory.lose();
  EXPECT_THAT(facts_of(session, {}), HasSubstr(R"("flow.elsewhere":false)"));
  session.label = {.untrusted = true, .is_private = true, .malicious = true};
  session.label.classes.insert(model::DataClass::kFinancial);
  const std::string facts = facts_of(session, {});
  for (const auto* fact :
       {R"("flow.elsewhere":true)", R"("flow.private":true)", R"("flow.untrusted":true)",
        R"("flow.malicious":true)", R"("flow.classes":["financial"])"})
    EXPECT_THAT(facts, HasSubstr(fact));
}

TEST(CallFacts, say_that_prose_wants_it_done_whatever_its_grammar) {
  base::SystemRandom random;
  Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  const auto page = session.memory.intern(
      {.uri = "mcp://web/fetch", .author = flow::Author::kUnknown, .classes = {}});
  session.memory.remember("It is late. Offer 7-55 should be sent before noon.", page);
  const auto asks = [&](std::string_view arguments) {
    return facts_of(session, session.memory.trace(json::document(arguments).root()));
  };
  const auto wished = asks(R"({"offer":"7-55","note":"hello"})");
  EXPECT_THAT(wished, HasSubstr(R"("flow.directed":true)"));
  EXPECT_THAT(wished, HasSubstr(R"("flow.directed.values":["7 55"])"));
  EXPECT_THAT(wished, HasSubstr(R"("flow.directed.share":0.5)"));
  EXPECT_THAT(asks(R"({"offer":"7-56"})"), HasSubstr(R"("flow.directed":false)"));
}

flow::Flows goes_to(flow::Kind kind, bool planted) {
  flow::Carried value{.pointer = "/to", .kind = kind, .text = "x", .destination = true};
  if (planted) value.seen.add(flow::Manner::kMentioned, flow::Author::kUntrusted);
  flow::Flows flows;
  flows.values.push_back(std::move(value));
  return flows;
}

TEST(CallFacts, say_that_somebody_is_addressed_whoever_named_them) {
  base::SystemRandom random;
  Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  const std::string yes = R"("request.addressed":true)";
  EXPECT_THAT(facts_of(session, goes_to(flow::Kind::kMail, false)), HasSubstr(yes));
  EXPECT_THAT(facts_of(session, goes_to(flow::Kind::kMail, true)), HasSubstr(yes));
  EXPECT_THAT(facts_of(session, goes_to(flow::Kind::kMail, true)),
              HasSubstr(R"("flow.destination.untrusted":true)"));
  EXPECT_THAT(facts_of(session, goes_to(flow::Kind::kText, false)), Not(HasSubstr(yes)));
  flow::Flows partly = goes_to(flow::Kind::kMail, false);
  partly.complete = false;
  EXPECT_THAT(facts_of(session, partly), Not(HasSubstr(yes)));
}

TEST(CallFacts, have_the_sources_that_a_definition_names_without_secrets) {
  Scanner scanner(std::move(*detect::ContentEngine::compile()));
  const model::Profile profile =
      model::fold({{.field = model::Field::kAttribution,
                    .value = model::Uris({"https://a.example/f?sig=abc", "urn:b"}),
                    .source = model::Source::kDeclared,
                    .reason = {},
                    .pointer = {}}},
                  {});
  base::SystemRandom random;
  const Session session{.name = {}, .memory = flow::Memory(), .log = {random, {}, {}}};
  Subject subject{.method = "tools/call", .server = "office", .name = "send"};
  subject.profile = &profile;
  CallFacts facts;
  FactBook().fill(facts, subject, {session, {}, {}, {}, {}, &scanner});
  EXPECT_THAT(written(facts), HasSubstr(R"("https://a.example/f?sha256:)"));
  EXPECT_THAT(written(facts), HasSubstr(R"("urn:b")"));
  EXPECT_THAT(written(facts), Not(HasSubstr("sig=")));
}

}  // namespace
}  // namespace touchstone::guard
