#include "cli/story_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "approval/words.hpp"
#include "base/text.hpp"
#include "cli/approvals_report.hpp"
#include "model/field.hpp"
#include "tree/units.hpp"

namespace touchstone::cli {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t kNamesTold = 12;
constexpr std::size_t kChangesShown = 40;

std::string in_a_row(json::View array) {
  return fmt::format("{}", fmt::join(texts_of(array, kNamesTold), ", "));
}

bool is_true(const Record& record, std::string_view fact) {
  return record.fact(fact).as_bool().value_or(false);
}

std::string member_text(json::View object, std::string_view key) {
  return object.find(key).as_string().value_or("");
}

std::string value_text(json::View value) {
  if (!value) return "nothing";
  if (auto text = value.as_string()) return std::move(*text);
  if (const auto name = value.find("name").as_string()) {  // a policy
    const auto version = value.find("version").as_string().value_or("");
    return version.empty() ? *name : fmt::format("{} (version {:.12})", *name, version);
  }
  return value.is(json::Kind::kArray) ? in_a_row(value) : std::string(value.raw());
}

// Of a share from 0 to 1, in the spelling of canonical JSON.
long percent_of(json::View share) {
  const auto text = share.raw();
  double number = 1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::lround(number * 100);
}

void add_values(Lines& out, const Record& record, std::string_view fact, std::string_view says) {
  const auto values = in_a_row(record.fact(fact));
  if (!values.empty()) out.push_back(fmt::format("{}: {}", says, values));
}

std::string flow_line(json::View flow) {
  const auto argument = member_text(flow, "argument");
  const auto from = member_text(flow, "from");
  if (const auto percent = flow.find("percent").as_int()) {
    const auto classes = in_a_row(flow.find("classes"));
    return fmt::format("{} % of `{}` comes from {}{}", *percent, argument, from,
                       classes.empty() ? "" : fmt::format(" ({})", classes));
  }
  if (const auto bytes = flow.find("bytes").as_int())
    return fmt::format("{} bytes of `{}` come from {}", *bytes, argument, from);
  const auto has = [&](std::string_view key) { return flow.find(key).as_bool().value_or(false); };
  return fmt::format("{}`{}` ({}) was first seen in {}{}{}{}",
                     has("byName") ? "the domain of " : "", argument, member_text(flow, "kind"),
                     from,
                     has("destination") ? "; only content that nobody vouches for names it" : "",
                     has("link") ? "; it is a link that such content brought" : "",
                     has("directed") ? "; an instruction in content says so" : "");
}

// Each once, with how often it is.
Lines flow_lines(json::View flows) {
  std::vector<std::pair<std::string, std::size_t>> lines;
  for (const json::View flow : flows.elements()) {
    auto line = flow_line(flow);
    const auto same = std::ranges::find(lines, line, [](const auto& one) { return one.first; });
    if (same != lines.end()) {
      ++same->second;
    } else if (lines.size() < kChangesShown) {
      lines.emplace_back(std::move(line), 1);
    }
  }
  Lines out;
  for (const auto& [line, times] : lines)
    out.push_back(times == 1 ? line : fmt::format("{} ({} of them)", line, times));
  return out;
}

// "openWorldHint true (inferred, 92 % sure; the server declares false)".
std::string field_line(const Record& record, std::string_view field) {
  const auto fact = [&](std::string_view family, std::string_view rest = {}) {
    return record.fact(fmt::format("tool.{}.{}{}", family, field, rest));
  };
  const auto value = fact("annotations");
  const auto source = fact("evidence", ".source").as_string().value_or("default");
  if (!value || source == "default") return {};
  const auto sure = percent_of(fact("evidence", ".confidence"));
  auto from = sure < 100 ? fmt::format("{}, {} % sure", source, sure) : source;
  const auto declared = fact("declared");
  if (declared && declared.raw() != value.raw())
    from += fmt::format("; the server declares {}", value_text(declared));
  return fmt::format("{} {} ({})", field, value_text(value), from);
}

// Whether what came needs care.
std::string care_words(json::View came) {
  const json::View label = came.find("label");
  if (!label) return "whether it needs care was not recorded (audit: none)";
  const auto words = label_words(label);
  return words.empty() ? "nothing in it needs care" : "labelled " + words;
}

Lines label_change(json::View body) {
  const auto words = [&](std::string_view key) {
    const auto text = label_words(body.find(key));
    return text.empty() ? std::string("nothing that needs care") : text;
  };
  return {"before: " + words("before"), "after: " + words("after")};
}

Lines config_changes(json::View body) {
  Lines out;
  std::size_t more = 0;
  for (const json::View change : body.find("changes").elements()) {
    if (out.size() >= kChangesShown) {
      ++more;
      continue;
    }
    const auto server = member_text(change, "server");
    const auto tool = member_text(change, "tool");
    const auto was = change.find("before"), is = change.find("after");
    out.push_back(fmt::format("{}{}{}{}{}: {} -> {}", server, server.empty() ? "" : " ", tool,
                              tool.empty() ? "" : " ", member_text(change, "field"),
                              value_text(was), value_text(is)));
  }
  if (more > 0) out.push_back(fmt::format("and {} more: touchstone decisions show", more));
  return out;
}

}  // namespace

std::vector<std::string> texts_of(json::View array, std::size_t most) {
  Lines out;
  std::size_t more = 0;
  for (const json::View item : array.elements()) {
    if (out.size() >= most) {
      ++more;
    } else {
      out.push_back(item.as_string().value_or(std::string(item.raw())));
    }
  }
  if (more > 0) out.push_back(fmt::format("and {} more", more));
  return out;
}

std::string label_words(json::View object, std::string_view prefix) {
  const auto member = [&](std::string_view key) {
    return object.find(fmt::format("{}{}", prefix, key));
  };
  Lines words;
  for (const auto* flag : {"malicious", "untrusted", "private"}) {
    if (member(flag).as_bool().value_or(false)) words.emplace_back(flag);
  }
  for (auto& word : texts_of(member("classes"), kNamesTold)) words.push_back(std::move(word));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> seen_lines(const Story& story) {
  const Record& record = story.grounds();
  if (!record.has_facts()) return {};
  Lines out;
  const auto label = label_words(record.body().find("facts"), "session.label.");
  const auto calls = record.fact("session.calls").as_int().value_or(0);
  const auto age = record.fact("session.age").as_int().value_or(0);
  out.push_back(fmt::format(
      "{}, in {} since it began{}", label.empty() ? "nothing that needs care" : label,
      base::counted(static_cast<std::size_t>(calls), "call"),
      age == 0 ? "" : fmt::format(" {} before", tree::duration_text(std::chrono::seconds(age)))));
  const auto sources = texts_of(record.fact("session.label.attribution"), kNamesTold);
  for (const auto& source : sources) out.push_back("from " + source);
  return out;
}

std::vector<std::string> carried_lines(const Story& story) {
  const Record& record = story.grounds();
  Lines out = flow_lines(record.body().find("flows"));
  add_values(out, record, "flow.destination.values",
             "destinations that only content nobody vouches for names");
  add_values(out, record, "flow.links.values", "links that such content brought");
  add_values(out, record, "flow.directed.values", "values from an instruction in content");
  add_values(out, record, "request.detections", "the detectors found in the arguments");
  return out;
}

std::vector<std::string> tool_lines(const Story& story) {
  const Record& record = story.grounds();
  const auto tier = record.fact("tool.tier").as_string();
  if (!tier) return {};
  Lines legs;
  if (is_true(record, "tool.legs.readsPrivate")) legs.emplace_back("reads private data");
  if (is_true(record, "tool.legs.readsUntrusted")) legs.emplace_back("reads untrusted content");
  if (is_true(record, "tool.legs.sendsOut")) legs.emplace_back("can send data out");
  Lines out{fmt::format("tier {}, risk {}{}{}; its server is {}", *tier,
                        record.fact("tool.risk").as_string().value_or("unknown"),
                        legs.empty() ? "" : ", ", base::list_in_words(legs),
                        record.fact("server.trust").as_string().value_or("unknown"))};
  for (const auto& field : model::kFields) {
    if (field.field == model::Field::kTitle) continue;
    if (auto line = field_line(record, field.name); !line.empty()) out.push_back(std::move(line));
  }
  if (const auto findings = in_a_row(record.fact("tool.findings")); !findings.empty())
    out.push_back("findings: " + findings);
  return out;
}

std::vector<std::string> asked_lines(const Story& story) {
  Lines out;
  if (story.ticket_id.empty()) return out;
  if (story.ticket) {
    out.push_back(fmt::format("ticket {}, asked {}: {}", story.ticket_id,
                              approval::time_text(story.ticket->asked),
                              state_in_words(*story.ticket)));
  } else {
    out.push_back(fmt::format("ticket {}, which is not kept any more", story.ticket_id));
  }
  for (const auto& answer : story.answers) {
    const auto by = member_text(answer.body(), "by");
    const auto reason = member_text(answer.body(), "reason");
    out.push_back(fmt::format("{}: {}{}{}", approval::time_text(answer.at()), answer.text("effect"),
                              by.empty() ? "" : " by " + by,
                              reason.empty() ? "" : fmt::format(" (\"{}\")", reason)));
  }
  return out;
}

std::vector<std::string> came_lines(const Story& story) {
  const json::View came = story.came();
  if (!came) return {};
  Lines out;
  out.push_back(fmt::format("{}{}, {} bytes; {}", member_text(came, "outcome"),
                            came.find("isError").as_bool().value_or(false) ? ", an error" : "",
                            came.find("size").as_int().value_or(0), care_words(came)));
  if (const auto gone = in_a_row(came.find("redacted")); !gone.empty())
    out.push_back(fmt::format("redacted, so that the session is not labelled with it: {}", gone));
  for (const auto& source : texts_of(came.find("label").find("attribution"), kNamesTold))
    out.push_back("from " + source);
  if (story.result) {
    for (const json::View rule : story.result->body().find("decision").find("rules").elements())
      out.push_back(fmt::format("rule {}: {}; {} (touchstone explain {})",
                                member_text(rule, "name"), member_text(rule, "effect"),
                                member_text(rule, "text"), story.result->kept.id));
  }
  const Record& record = story.decision;
  if (record.is("result")) {
    if (const auto found = in_a_row(record.fact("response.detections")); !found.empty())
      out.push_back("the detectors found in it: " + found);
  }
  return out;
}

std::vector<std::string> changed_lines(const Story& story) {
  const Record& record = story.decision;
  if (record.is("declassification")) return label_change(record.body());
  return record.is("config") ? config_changes(record.body()) : Lines();
}

}  // namespace touchstone::cli
