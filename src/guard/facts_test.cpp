#include "guard/facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/sessions.hpp"
#include "json/writer.hpp"

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

}  // namespace
}  // namespace touchstone::guard
