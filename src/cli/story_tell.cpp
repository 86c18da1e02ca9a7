// A story as people read it, and as programs do.
#include <fmt/format.h>

#include "approval/words.hpp"
#include "cli/approvals_report.hpp"
#include "cli/decisions_wanted.hpp"
#include "cli/printable.hpp"
#include "cli/story.hpp"
#include "cli/story_words.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"

namespace touchstone::cli {
namespace {

class Teller {
 public:
  explicit Teller(Io& io) : io_(io), style_(io.terminal.colour) {}

  void part(std::string_view heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    begin(heading);
    for (const auto& one : lines) line(one, 2);
  }
  void begin(std::string_view heading) { io_.out << '\n' << style_.bold(heading) << '\n'; }
  void line(const std::string& text, std::size_t indent) {
    const auto width = io_.terminal.width;
    const auto shown = printable(text);
    const auto room = width > indent + 20 ? width - indent : shown.size() + 1;
    for (const auto& part : wrap(shown, room)) io_.out << std::string(indent, ' ') << part << '\n';
  }
  void questions(const policy::RuleReport& report) {
    for (const auto& asked : report.asked) {
      const auto* answer = is_unknown(report, asked) ? "?  " : asked.held ? "yes" : "no ";
      line(fmt::format("{} {}{}", answer, asked.text,
                       asked.seen.empty() ? "" : fmt::format("  [{}]", asked.seen)),
           2 * asked.depth + 4);
    }
  }

 private:
  Io& io_;
  Style style_;
};

std::string policy_words(const Why& why) {
  if (why.name.empty()) return "by a policy that is not at hand any more";
  return why.has_changed
             ? fmt::format("by the policy {} as it was then; it is another one now", why.name)
             : fmt::format("by the policy {}", why.name);
}

// Why there is no more to tell of rules than their names.
std::string untold_words(const Story& story) {
  if (!story.grounds().has_facts())
    return "what the rules asked cannot be told: the facts were not recorded (audit: none)";
  return fmt::format(
      "what the rules asked cannot be told: the policy has changed, and as it was then it is not "
      "kept. On which facts: touchstone decisions show {}",
      story.grounds().kept.id);
}

void tell_rules(Teller& teller, const Story& story) {
  const json::View decision = story.ruled().body().find("decision");
  if (!decision) return;
  teller.begin("Why");
  teller.line(policy_words(story.why), 2);
  bool any = false;
  for (const auto* list : {"rules", "shadow"}) {
    for (const json::View rule : decision.find(list).elements()) {
      any = true;
      const auto name = rule.find("name").as_string().value_or("");
      const auto text = rule.find("text").as_string().value_or("");  // the name if it has no other
      teller.line(fmt::format("rule {}{}: {}{}{}", name,
                              std::string_view(list) == "shadow" ? " (only reported)" : "",
                              rule.find("effect").as_string().value_or(""),
                              text == name ? "" : "; ", text == name ? "" : text),
                  2);
      if (const auto* report = story.why.find(name)) teller.questions(*report);
    }
  }
  const json::View limit = story.ruled().body().find("wouldBeOverLimit");
  if (const auto rule = limit.as_string())
    teller.line(
        fmt::format("rule {} (only reported) has a limit, and this call is beyond it", *rule), 2);
  if (const auto would = would_have_been(story.decision.root()); !would.empty())
    teller.line(fmt::format("had the rules that are only reported counted, the effect would have "
                            "been {}; it was {}",
                            would, story.decision.text("effect")),
                2);
  const bool passes = !story.decision.body().find("handleRefused") &&
                      !story.decision.body().find("unmade") &&
                      !story.came().find("heldAgain").as_bool().value_or(false);
  if (!any) teller.line(passes ? "no rule speaks of it, so it passes" : "no rule speaks of it", 2);
  if (any && story.why.reports.empty()) teller.line(untold_words(story), 2);
}

std::vector<std::string> earlier_lines(const Story& story) {
  std::vector<std::string> out;
  for (const auto& record : story.earlier) {
    const auto tool = record.text("tool");
    out.push_back(
        fmt::format("{}  {} {}{}{}", approval::time_text(record.at()), record.text("kind"),
                    record.text("effect"),
                    tool.empty() ? "" : fmt::format(": {} of {}", tool, record.text("server")),
                    fmt::format("  ({})", record.kept.id)));
  }
  return out;
}

void write_asked(json::Writer& out, const policy::RuleReport& report) {
  out.begin_array();
  for (const auto& asked : report.asked) {
    out.begin_object().key("depth").integer(static_cast<std::int64_t>(asked.depth));
    out.key("text").string(asked.text);
    if (!is_unknown(report, asked)) out.key("held").boolean(asked.held);
    if (!asked.seen.empty()) out.key("seen").string(asked.seen);
    out.end_object();
  }
  out.end_array();
}

void write_story_rules(json::Writer& out, const Story& story) {
  out.begin_array();
  for (const auto* list : {"rules", "shadow"}) {
    for (const json::View rule : story.ruled().body().find("decision").find(list).elements()) {
      const auto name = rule.find("name").as_string().value_or("");
      out.newline().begin_object().key("name").string(name);
      out.key("effect").string(rule.find("effect").as_string().value_or(""));
      out.key("text").string(rule.find("text").as_string().value_or(""));
      out.key("shadow").boolean(std::string_view(list) == "shadow");
      if (const auto* report = story.why.find(name)) write_asked(out.key("asked"), *report);
      out.end_object();
    }
  }
  out.end_array();
}

void write_records(json::Writer& out, const std::vector<Record>& records) {
  out.begin_array();
  for (const auto& record : records) out.newline().raw(record.kept.json);
  out.end_array();
}

void write_texts(json::Writer& out, const std::vector<std::string>& texts) {
  out.begin_array();
  for (const auto& text : texts) out.string(text);
  out.end_array();
}

}  // namespace

void tell(const Story& story, const StoreOptions& options, Io& io) {
  Teller teller(io);
  const Record& record = story.decision;
  teller.line(fmt::format("{}  {}", record.kept.id, approval::time_text(record.at())), 0);
  if (const auto session = record.text("session"); !session.empty())
    teller.line(fmt::format("session {}", session), 0);
  io.out << '\n';
  teller.line(summary_of(story), 0);
  teller.part("What changed", changed_lines(story));
  teller.part("What the session had seen", seen_lines(story));
  teller.part("What the call carries", carried_lines(story));
  teller.part("What the tool is", tool_lines(story));
  tell_rules(teller, story);
  teller.part("Who was asked", asked_lines(story));
  teller.part("What came of it", came_lines(story));
  teller.part("What the session did before, the latest first", earlier_lines(story));
  teller.part("What you can do now", remedies_of(story, options));
}

void write_json(json::Writer& out, const Story& story, const StoreOptions& options) {
  out.begin_object().key("id").string(story.decision.kept.id);
  out.key("summary").string(summary_of(story));
  out.newline().key("record").raw(story.decision.kept.json);
  if (story.call) out.newline().key("call").raw(story.call->kept.json);
  if (story.result) out.newline().key("result").raw(story.result->kept.json);
  out.newline().key("policy").begin_object().key("version").string(story.why.version);
  out.key("name").string(story.why.name);
  out.key("atHand").boolean(story.why.policy != nullptr).end_object();
  write_story_rules(out.newline().key("rules"), story);
  if (const auto would = would_have_been(story.decision.root()); !would.empty())
    out.newline().key("wouldBe").string(would);
  if (story.ticket) write_json(out.newline().key("ticket"), *story.ticket);
  write_records(out.newline().key("answers"), story.answers);
  write_records(out.newline().key("earlier"), story.earlier);
  const auto lines = [&](std::string_view key, const std::vector<std::string>& texts) {
    write_texts(out.newline().key(key), texts);
  };
  lines("changed", changed_lines(story));
  lines("seen", seen_lines(story));
  lines("carries", carried_lines(story));
  lines("tool", tool_lines(story));
  lines("came", came_lines(story));
  lines("remedies", remedies_of(story, options));
  out.end_object();
}

}  // namespace touchstone::cli
