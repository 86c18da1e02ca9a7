// Any bytes as what comes back to a question: the prompt kept in a store, the result of an
// elicitation, the answer of a webhook. Reading ends, a yes is only what says so word for word,
// and what is shown of a prompt has no lines but ours. The same bytes as arguments have a shape.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "approval/binding.hpp"
#include "approval/prompt.hpp"
#include "approval/shape.hpp"
#include "approval/text.hpp"
#include "approval/verdict.hpp"
#include "approval/webhook.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::approval {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_lines(const Question& question) {
  store::Ticket ticket;
  ticket.id = "k7qm-3xvd-p2he";
  const auto text = question_lines(question, ticket);
  require(json::is_utf8(text), "what is shown is UTF-8");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    require(text.compare(at, 4, "    ") == 0, "every line shown is ours");
  }
  require(std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\x1b'; }),
          "nothing shown moves the cursor");
}

void check_prompt(std::string_view bytes) {
  const auto question = read_prompt(bytes);
  if (!question) return;
  require(read_prompt(prompt_json(*question)) == *question, "a prompt reads back");
  check_lines(*question);
}

void check_verdict(json::View result, std::string_view bytes) {
  Question question;
  question.tool = "send_email";
  question.type_name = true;
  const auto verdict = read_verdict(question, result);
  require(verdict.allow || !verdict.reason.empty(), "a no has a reason");
  require(!verdict.allow || result.find("content").find("confirm").equals("send_email"),
          "a yes has the tool's name");
  store::Ticket ticket;
  ticket.id = "t";
  ticket.prompt = prompt_json(question);
  const auto answer = read_webhook_answer(ticket, bytes);
  require(!answer || !answer->verdict.allow || result.find("ticket").equals("t"),
          "a webhook's yes is for this ticket");
}

void check_shape(json::View arguments) {
  const auto shape = shape_of(arguments, {});
  require(json::Parser().parse(json::Text::copy_of(shape.text)).has_value(), "a shape is JSON");
  require(shape.open.size() <= kMaxOpenPlaces, "open places are bounded");
}

}  // namespace
}  // namespace touchstone::approval

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace approval = touchstone::approval;
  namespace json = touchstone::json;
  const std::string bytes(data, data + size);
  approval::check_prompt(bytes);
  const auto document = json::Parser().parse(json::Text::copy_of(bytes));
  if (!document) return 0;
  approval::check_verdict(document->root(), bytes);
  approval::check_shape(document->root());
  return 0;
}
