#include "approval/seen.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "json/string.hpp"
#include "model/value.hpp"

namespace touchstone::approval {
namespace {

using policy::Facts;

constexpr std::string_view kForm = "as of form 1";

struct Telling {
  std::string_view fact;
  std::string_view words;  // of a set: what stands before each of its words
};
constexpr std::array kOfCall{
    Telling{"flow.classes", "carries: "},
    Telling{"flow.untrusted", "carries untrusted content"},
    Telling{"flow.private", "carries private data"},
    Telling{"flow.malicious", "carries malicious content"},
    Telling{"flow.destination.untrusted", "acts on what only untrusted content named"},
    Telling{"flow.links.untrusted", "passes on a link that only untrusted content named"},
    Telling{"flow.directed", "does what some content said"},
    Telling{"flow.directed.tool", "is a thing that untrusted content said to do"},
    Telling{"request.detections", "contains: "},
};
constexpr std::string_view kSawClass = "session saw: ";
constexpr std::string_view kSawUntrusted = "session saw untrusted content";
constexpr std::string_view kSawPrivate = "session saw private data";
constexpr std::string_view kSawMalicious = "session saw malicious content";
// The request's are the session's, with what the client says of itself.
constexpr std::array kOfLabel{
    Telling{"session.label.classes", kSawClass},
    Telling{"request.annotations.openWorldHint", kSawUntrusted},
    Telling{"request.annotations.sensitiveDataHint", kSawPrivate},
    Telling{"request.annotations.maliciousActivityHint", kSawMalicious},
};

using Kinds = std::set<std::string>;

// Scopes and labels are words of others: none of them makes a line of its own, and the colon before
// them keeps each from being one of our own words.
std::string one_line(std::string_view word) {
  const auto quoted = json::quoted(word);
  return quoted.substr(1, quoted.size() - 2);
}

bool is_told(const Facts& facts, std::string_view fact) {
  const bool* flag = std::get_if<bool>(&facts.at(policy::fact_id(fact)));
  return flag != nullptr && *flag;
}

void add_kinds(Kinds& into, const Facts& facts, const Telling& telling) {
  if (is_told(facts, telling.fact)) into.emplace(telling.words);
  const auto* words = std::get_if<policy::Words>(&facts.at(policy::fact_id(telling.fact)));
  if (words == nullptr) return;
  for (const auto word : *words) into.insert(std::string(telling.words) + one_line(word));
}

void add_brought(Kinds& into, const model::Label& label) {
  if (label.untrusted) into.emplace(kSawUntrusted);
  if (label.is_private) into.emplace(kSawPrivate);
  if (label.malicious) into.emplace(kSawMalicious);
  for (const auto& word : model::words(model::Value(label.classes)))
    into.insert(std::string(kSawClass) + one_line(word));
}

bool carries_anything(const Facts& facts) {
  const double* share = std::get_if<double>(&facts.at(policy::fact_id("flow.share")));
  return share != nullptr && *share > 0;
}

bool is_about_data(std::string_view fact) {
  constexpr std::array<std::string_view, 5> kFamilies{
      "session.label.", "session.legs.", "request.annotations.", "request.detections", "flow."};
  return std::ranges::any_of(kFamilies, [&](auto family) { return fact.starts_with(family); });
}

bool looks_at_data(const policy::Condition& condition) {
  if (condition.kind == policy::Condition::Kind::kLeaf)
    return is_about_data(policy::spec(condition.leaf.fact.id).name);
  return std::ranges::any_of(condition.parts, looks_at_data);
}

bool label_counts(const Facts& facts, const policy::Decision& decision) {
  if (is_told(facts, "tool.legs.sendsOut") || is_told(facts, "request.sendsOut")) return true;
  return std::ranges::any_of(decision.fired, [](const policy::Rule* rule) {
    return rule->effect == policy::Effect::kEscalate && looks_at_data(rule->condition);
  });
}

std::set<std::string_view> kinds_in(std::string_view text) {
  std::set<std::string_view> out;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    out.insert(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

std::string seen_text(const Facts& facts, const policy::Decision& decision,
                      const model::Label& brings) {
  Kinds kinds;
  for (const auto& telling : kOfCall) add_kinds(kinds, facts, telling);
  if (carries_anything(facts)) kinds.emplace("carries content that the session was given");
  if (label_counts(facts, decision)) {
    for (const auto& telling : kOfLabel) add_kinds(kinds, facts, telling);
    add_brought(kinds, brings);
  }
  std::string out = std::string(kForm) + "\n";
  for (const auto& kind : kinds) out.append(kind).append("\n");
  return out;
}

std::vector<std::string> beyond(std::string_view granted, std::string_view call) {
  const auto known = kinds_in(granted);
  std::vector<std::string> out;
  for (const auto line : kinds_in(call)) {
    if (!known.contains(line) && line != kForm) out.emplace_back(line);
  }
  return out;
}

void describe(Question& question, const std::optional<store::Ticket>& outgrown,
              std::string_view seen) {
  question.again.reset();
  if (!outgrown) return;
  question.again = AgainNote{outgrown->id, std::string(name_of(outgrown->scope)),
                             beyond(outgrown->binding.seen, seen)};
  if (question.again->beyond.size() > kMaxNotes) question.again->beyond.resize(kMaxNotes);
}

}  // namespace touchstone::approval
