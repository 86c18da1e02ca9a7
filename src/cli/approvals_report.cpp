#include "cli/approvals_report.hpp"

#include <fmt/format.h>

#include "approval/prompt.hpp"
#include "approval/text.hpp"
#include "approval/words.hpp"
#include "base/base64.hpp"
#include "cli/printable.hpp"
#include "cli/store_file.hpp"
#include "cli/table.hpp"
#include "json/string.hpp"
#include "model/value.hpp"

namespace touchstone::cli {
namespace {

using approval::time_text;

std::vector<std::string> words_of(const model::Label& label) {
  std::vector<std::string> out;
  if (label.malicious) out.emplace_back("malicious");
  if (label.untrusted) out.emplace_back("untrusted");
  if (label.is_private) out.emplace_back("private");
  if (label.classes.empty()) return out;
  for (auto& word : model::words(model::Value(label.classes))) out.push_back(std::move(word));
  return out;
}

void write_time(json::Writer& out, std::string_view key, std::optional<store::Time> time) {
  if (time) out.key(key).string(time_text(*time));
}

}  // namespace

std::string label_in_words(const model::Label& label) {
  std::string out;
  for (const auto& word : words_of(label)) out += (out.empty() ? "" : ", ") + printable(word);
  return out.empty() ? "nothing that needs care" : out;
}

void write_label(json::Writer& out, const model::Label& label) {
  out.begin_object().key("untrusted").boolean(label.untrusted);
  out.key("private").boolean(label.is_private).key("malicious").boolean(label.malicious);
  model::write(out.key("classes"), model::Value(label.classes));
  out.key("attribution").begin_array();
  for (const auto& uri : label.attribution.uris()) out.string(uri);
  out.end_array().key("more").integer(static_cast<std::int64_t>(label.attribution.more()));
  out.end_object();
}

store::TicketState state_now(const store::Ticket& ticket) {
  const bool over = ticket.state == store::TicketState::kPending && ticket.expires <= now();
  return over ? store::TicketState::kExpired : ticket.state;
}

std::string state_in_words(store::Ticket ticket) {
  ticket.state = state_now(ticket);
  return approval::state_in_words(ticket);
}

void write_tickets(std::ostream& out, const std::vector<store::Ticket>& tickets,
                   const Terminal& terminal) {
  Table table(0, terminal.width);
  table.add({std::string("ticket"), std::string("call"), std::string("for"), std::string("asked"),
             std::string("state")});
  for (const auto& ticket : tickets) {
    table.add({printable(ticket.id), printable(ticket.binding.server + " / " + ticket.binding.tool),
               printable(ticket.binding.principal), time_text(ticket.asked),
               state_in_words(ticket)});
  }
  table.print(out);
}

void write_ticket(std::ostream& out, const store::Ticket& ticket) {
  const auto question = approval::read_prompt(ticket.prompt);
  if (question) {
    out << approval::question_lines(*question, ticket);
  } else {
    out << fmt::format("    call          {}\n    question      cannot be read: {}\n",
                       printable(ticket.binding.server + " / " + ticket.binding.tool),
                       printable(question.error().what));
  }
  out << fmt::format("    asked         {}\n    state         {}\n", time_text(ticket.asked),
                     state_in_words(ticket));
}

void write_json(json::Writer& out, const store::Ticket& ticket) {
  const auto& bound = ticket.binding;
  out.begin_object().key("id").string(ticket.id).key("state").string(name_of(state_now(ticket)));
  out.key("scope").string(name_of(ticket.scope));
  out.key("server").string(bound.server).key("tool").string(bound.tool);
  out.key("principal").string(bound.principal).key("session").string(bound.session);
  out.key("arguments").string(bound.arguments).key("shape").string(bound.shape);
  out.key("pin").string(bound.pin).key("policy").string(bound.policy);
  write_time(out, "asked", ticket.asked);
  write_time(out, "expires", ticket.expires);
  if (!ticket.answered_by.empty()) out.key("answeredBy").string(ticket.answered_by);
  write_time(out, "answered", ticket.answered);
  write_time(out, "used", ticket.used);
  const bool whole = approval::read_prompt(ticket.prompt).has_value();
  out.key("question").raw(whole ? std::string_view(ticket.prompt) : "null").end_object();
}

void write_value(std::ostream& out, const store::Value& value) {
  out << fmt::format("value    {}\nsession  {}\nlabel    {}\nuntil    {}\nsize     {} bytes\n\n",
                     printable(value.id), printable(value.session), label_in_words(value.label),
                     time_text(value.expires), value.bytes.size());
  for (std::size_t at = 0; at < value.bytes.size();) {
    const auto end = std::min(value.bytes.find('\n', at), value.bytes.size());
    out << "| " << printable(std::string_view(value.bytes).substr(at, end - at)) << '\n';
    at = end + 1;
  }
}

void write_json(json::Writer& out, const store::Value& value) {
  out.begin_object().key("id").string(value.id).key("session").string(value.session);
  write_time(out, "created", value.created);
  write_time(out, "expires", value.expires);
  write_label(out.key("label"), value.label);
  const bool text = json::is_utf8(value.bytes);
  out.key(text ? "text" : "base64").string(text ? value.bytes : base::base64(value.bytes));
  out.end_object();
}

}  // namespace touchstone::cli
