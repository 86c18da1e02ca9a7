#include "approval/text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/words.hpp"
#include "base/text.hpp"
#include "json/canonical.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::approval {
namespace {

constexpr std::string_view kIndent = "    ";
constexpr std::size_t kSourcesInLine = 8;

class Lines {
 public:
  // A line without a name goes on with the one before.
  void add(std::string_view name, std::string_view text) {
    out_ += fmt::format("{}{:<14}{}\n", kIndent, name, text);
  }
  void add_each(std::string_view name, const std::vector<std::string>& texts) {
    for (const auto& text : texts) add(&text == texts.data() ? name : "", text);
  }
  void add_argument(std::string_view line) { out_ += fmt::format("{}| {}\n", kIndent, line); }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

// Words of ours, read back from a file that others could have written.
std::string in_line(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) {
    const auto safe = json::quoted(beginning_of(word, kMaxShownText));
    out += (out.empty() ? "" : ", ") + safe.substr(1, safe.size() - 2);
  }
  return out;
}

std::string in_line(std::string_view word) { return in_line(std::vector{std::string(word)}); }

std::vector<std::string> flow_lines(const Question& question) {
  std::vector<std::string> out;
  for (const auto& flow : question.flows) {
    const auto classes = flow.classes.empty() ? "" : ", " + in_line(flow.classes);
    out.push_back(fmt::format("{} % of {} comes from {}{}", flow.percent, shown(flow.argument),
                              shown(flow.source), classes));
  }
  return out;
}

std::vector<std::string> destination_lines(const Question& question) {
  std::vector<std::string> out;
  for (const auto& note : question.destinations) {
    out.push_back(fmt::format("{} in {}{} only in untrusted content{}", shown(note.text),
                              shown(note.argument),
                              note.by_name ? ", whose domain stands" : " stands",
                              note.source.empty() ? "" : ": " + shown(note.source)));
  }
  return out;
}

std::vector<std::string> handle_lines(const Question& question) {
  std::vector<std::string> out;
  for (const auto& note : question.handles) {
    out.push_back(fmt::format("{} is {}, withheld from this session, which has not read it: {}",
                              shown(note.argument), shown(note.handle),
                              note.what.empty() ? "nothing that needs care" : in_line(note.what)));
  }
  return out;
}

std::vector<std::string> rule_lines(const Question& question) {
  std::vector<std::string> out;
  for (const auto& rule : question.rules) {
    out.push_back(rule.description.empty()
                      ? shown(rule.name)
                      : fmt::format("{}: {}", shown(rule.name), in_line(rule.description)));
  }
  return out;
}

std::string again_line(const AgainNote& again) {
  const auto what = again.beyond.empty() ? "what it was given for was not kept"
                                         : "it was given without: " + in_line(again.beyond);
  return fmt::format("the yes of {} for this {} does not cover it; {}", shown(again.ticket),
                     in_line(again.scope), what);
}

std::string seen_line(const Question& question) {
  if (question.seen.empty() && question.sources.empty()) return "nothing that needs care";
  auto out = question.seen.empty() ? "nothing that needs care" : in_line(question.seen);
  const auto count = std::min(question.sources.size(), kSourcesInLine);
  for (std::size_t i = 0; i < count; ++i) {
    out += (i == 0 ? "; from " : ", ") + shown(question.sources[i]);
  }
  const auto more = question.more_sources + question.sources.size() - count;
  if (more > 0) out += fmt::format(" and {} more", more);
  return out;
}

// Of the exact bytes `json`.
void add_json(Lines& lines, std::string_view name, const std::string& json,
              const std::string& command, std::size_t most) {
  const auto document = json::Parser().parse(json::Text::copy_of(json));
  const auto text = document ? json::indented(document->root()) : json::quoted(json);
  const auto part = beginning_of(text, most);
  lines.add(name, fmt::format("{} bytes", json.size()));
  for (std::size_t at = 0; at < part.size();) {
    const auto end = std::min(part.find('\n', at), part.size());
    lines.add_argument(part.substr(at, end - at));
    at = end + 1;
  }
  if (part.size() == text.size()) return;
  lines.add("", fmt::format("{} of {} bytes are left out here; all of them: {}",
                            text.size() - part.size(), text.size(), command));
}

void add_effects(Lines& lines, const Question& question) {
  if (!question.hints.empty()) lines.add("it", in_line(question.hints));
  const auto legs = question.legs.empty() ? "" : "; " + in_line(question.legs);
  if (!question.tier.empty())  // else it is no tool
    lines.add("tier, risk",
              fmt::format("{}, {}{}", in_line(question.tier), in_line(question.risk), legs));
  if (!question.lasting.empty()) lines.add("no way back", in_line(question.lasting));
}

}  // namespace

std::string question_lines(const Question& question, const store::Ticket& ticket,
                           std::size_t most_arguments, std::string_view options) {
  Lines lines;
  const auto title =
      question.title.empty() ? "" : " " + json::quoted(beginning_of(question.title, kMaxShownText));
  lines.add(question.about_result ? "result of" : "call",
            fmt::format("{} on {}{}", shown(question.tool), shown(question.server), title));
  lines.add("for", fmt::format("{}{}", shown(question.principal),
                               question.client.empty() ? "" : " with " + shown(question.client)));
  add_effects(lines, question);
  lines.add_each("asked by", rule_lines(question));
  if (question.again) lines.add("asked again", again_line(*question.again));
  lines.add_each("destination", destination_lines(question));
  lines.add_each("by handle", handle_lines(question));
  lines.add_each("carries", flow_lines(question));
  lines.add("session saw", seen_line(question));
  const auto command = fmt::format("touchstone approvals show {}{}", ticket.id, options);
  add_json(lines, "arguments", question.arguments, command, most_arguments);
  if (!question.result.empty()) add_json(lines, "result", question.result, command, most_arguments);
  if (!question.may_differ.empty()) {
    std::vector<std::string> places;
    for (const auto& pointer : question.may_differ) places.push_back(shown(pointer));
    lines.add("same shape", "all of this, with any other text in " + base::list_in_words(places));
  }
  lines.add("ticket", fmt::format("{}, until {}", ticket.id, time_text(ticket.expires)));
  return std::move(lines).take();
}

std::string headline_of(const Question& question) {
  return fmt::format(
      "{}{}",
      question.about_result
          ? "May this result be delivered? The call was made; it has not been shown."
          : "May this call run? Nothing has happened yet.",
      question.type_name
          ? fmt::format(" To allow it, type the tool's name: {}. A no needs no name.",
                        shown(question.tool))
          : "");
}

std::string message_text(const Question& question, const store::Ticket& ticket,
                         std::string_view options) {
  return fmt::format("{}\n\n{}", headline_of(question),
                     question_lines(question, ticket, kArgumentsInMessage, options));
}

std::string state_in_words(const store::Ticket& ticket) {
  auto text = std::string(name_of(ticket.state));
  const bool granted =
      ticket.state == store::TicketState::kAllowed || ticket.state == store::TicketState::kUsed;
  const bool revoked = ticket.state == store::TicketState::kRevoked;
  // What nobody has answered in time has no answer.
  const bool ended = ticket.state == store::TicketState::kExpired && ticket.answered;
  if (granted || ended || revoked) text = fmt::format("allowed, {}", name_of(ticket.scope));
  if (!ticket.answered_by.empty()) text += ", by " + in_line(ticket.answered_by);
  if (ended) return text + ", until the session was ended";
  if (ticket.used) text += ", used " + time_text(*ticket.used);
  if (revoked) return text + ", taken back " + time_text(ticket.expires);
  if (ticket.used) return text;
  if (granted || ticket.state == store::TicketState::kPending) {
    text += ", until " + time_text(ticket.expires);
  }
  return text;
}

}  // namespace touchstone::approval
