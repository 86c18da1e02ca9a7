#include "approval/page_html.hpp"

#include <fmt/format.h>

#include "approval/form.hpp"
#include "approval/text.hpp"
#include "approval/words.hpp"

namespace touchstone::approval {
namespace {

constexpr std::string_view kStyle =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.3rem}"
    "pre{font:13px/1.5 ui-monospace,monospace;border:1px solid;padding:.5rem 0;overflow-x:auto}"
    "button{font:inherit;display:block;margin:.5rem 0;padding:.4rem .8rem}"
    "input{font:inherit;padding:.3rem;width:20rem;max-width:100%}";

std::string page_of(std::string_view heading, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<title>Touchstone: {0}</title><style>{1}</style></head>\n"
      "<body><h1>{0}</h1>\n{2}</body></html>\n",
      escaped_html(heading), kStyle, body);
}

std::string paragraph(std::string_view text) {
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", escaped_html(text));
}

std::string name_field(const Question& question) {
  return fmt::format(
      "<p><label>The tool&#39;s name, to allow it: <input name=\"confirm\" required "
      "pattern=\"{}\" autocomplete=\"off\" spellcheck=\"false\"></label></p>\n",
      escaped_html(exact_pattern(names_to_type(question))));
}

// A wrong name would be a no, so the browser looks at it first. The first button is what Enter
// presses, and that is a no.
std::string form_of(const Question& question) {
  std::string out = "<form method=\"post\" accept-charset=\"utf-8\">\n";
  if (question.type_name) out += name_field(question);
  for (const auto& answer : answers_to(question)) {
    out += fmt::format("<button name=\"decision\" value=\"{}\"{}>{}</button>\n",
                       escaped_html(answer.value), answer.allow ? "" : " formnovalidate",
                       escaped_html(answer.title));
  }
  return out + "</form>\n";
}

std::string_view heading_of(store::TicketState state) {
  switch (state) {
    case store::TicketState::kPending: return "Still open";
    case store::TicketState::kAllowed:
    case store::TicketState::kUsed: return "Allowed";
    case store::TicketState::kDenied: return "Denied";
    case store::TicketState::kRevoked: return "Allowed, and taken back";
    case store::TicketState::kExpired: return "Too late: nobody answered in time";
  }
  return "";
}

}  // namespace

std::string escaped_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string question_page(const Question& question, const store::Ticket& ticket) {
  const std::string body = fmt::format(
      "<pre>{}</pre>\n{}", escaped_html(question_lines(question, ticket)), form_of(question));
  return page_of(headline_of(question), body);
}

std::string state_page(const store::Ticket& ticket, std::string_view note) {
  const std::string call = fmt::format("{} on {}: {}", shown(ticket.binding.tool),
                                       shown(ticket.binding.server), state_in_words(ticket));
  return page_of(heading_of(ticket.state),
                 paragraph(call) + paragraph(note) + paragraph("You can close this page."));
}

std::string note_page(std::string_view heading, std::string_view note) {
  return page_of(heading, paragraph(note));
}

}  // namespace touchstone::approval
