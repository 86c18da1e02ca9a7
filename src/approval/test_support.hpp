// For the tests of this module: a question as it may come up, and JSON to look at.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "approval/question.hpp"
#include "json/parser.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval::testing {

inline Question a_question() {
  Question question;
  question.server = "mail";
  question.tool = "send_email";
  question.title = "Send a mail";
  question.principal = "ann";
  question.session = "s1";
  question.client = "desk";
  question.hints = {"changes things (declared)", "reaches the open world (inferred 92 %)"};
  question.tier = "write";
  question.risk = "high";
  question.legs = {"can send data out"};
  question.lasting = {"what it sends cannot be called back"};
  question.arguments = R"({"to":"bob@example.org","body":"the list"})";
  question.flows = {{"/body", "mcp://hr/read_sheet", 71, "financial"}};
  question.destinations = {{"/to", "bob@example.org", "mcp://web/fetch"}};
  question.seen = {"untrusted content", "financial"};
  question.sources = {"mcp://hr/read_sheet", "mcp://web/fetch"};
  question.rules = {{"ask-before-sending", "Untrusted content was seen, and this could send out."}};
  question.may_differ = {"/body"};
  return question;
}

inline store::Ticket a_ticket() {
  store::Ticket ticket;
  ticket.id = "k7qm-3xvd-p2he";
  ticket.expires = store::from_ms(1'767'225'600'000);
  return ticket;
}

inline json::Document parsed(std::string_view text) {
  auto document = json::Parser().parse(json::Text::copy_of(text));
  EXPECT_TRUE(document) << text;
  return document ? std::move(*document) : *json::Parser().parse(json::Text::copy_of("null"));
}

}  // namespace touchstone::approval::testing
