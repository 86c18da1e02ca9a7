#include "policy/reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/position.hpp"
#include "json/string.hpp"
#include "policy/packs.hpp"
#include "policy/scalar.hpp"
#include "tree/tree.hpp"
#include "tree/units.hpp"

namespace touchstone::policy {
namespace {

using tree::Node;
using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 5> kFileKeys{"name", "description", "mode", "extends",
                                                    "rules"};
constexpr std::array<std::string_view, 12> kRuleKeys{"name",   "description", "effect", "mode",
                                                     "phase",  "conditions",  "unless", "audit",
                                                     "notify", "timeout",     "limit",  "confirm"};
constexpr std::array<std::string_view, 3> kLimitKeys{"calls", "window", "per"};
constexpr std::uint64_t kMostCalls = 1'000'000'000;
constexpr std::size_t kMaxChannels = 16;
constexpr std::size_t kMaxListed = 12;  // candidates in a remedy
constexpr std::size_t kMaxShown = 80;   // bytes of what was found

template <typename Enum>
Names names_of(std::span<const Named<Enum>> words) {
  Names names;
  for (const auto& word : words) names.push_back(word.name);
  return names;
}

std::vector<Rule> rules_of_pack(const Pack& pack) {
  const auto loaded = load(pack.text, fmt::format("pack {}", pack.name));
  if (!loaded.good()) return {};
  return {loaded.policy->rules().begin(), loaded.policy->rules().end()};
}

void note_places(std::vector<Rule>& rules, std::string_view text, std::string_view source) {
  json::Position at;
  for (auto& rule : rules) {
    if (!rule.where.empty()) continue;  // a pack's
    at = json::advance(text, at, rule.offset);
    rule.where = fmt::format("{}:{}", source, at.line);
  }
}

// As `place_` of the reader names it.
std::string rule_named_in(std::string_view key) {
  constexpr std::string_view kRule = "rule \"";
  std::string out;
  if (key.starts_with(kRule) && key.ends_with('"'))
    json::append_decoded(out, key.substr(kRule.size(), key.size() - kRule.size() - 1));
  return out;
}

void tell_problems(std::vector<tree::Note> notes, std::string_view text, Loaded& into) {
  std::ranges::stable_sort(notes, {}, &tree::Note::offset);
  json::Position at;
  for (const auto& note : std::span(notes).first(std::min(notes.size(), tree::kMaxNotes))) {
    at = json::advance(text, at, note.offset);
    auto [expected, found] = expected_and_found(note.what);
    into.parts.push_back(
        {at.line, at.column, rule_named_in(note.key), std::move(expected), std::move(found)});
  }
  into.problems = tree::tell(std::move(notes), text, into.source);
  into.parts.resize(into.problems.size());  // the last may count what was left out
}

// A file that is no policy may be one long text, and nobody's to see.
std::string shown(std::string_view text) {
  if (text.size() <= kMaxShown) return json::quoted(text);
  auto end = kMaxShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return fmt::format("{} and {} bytes more", json::quoted(text.substr(0, end)), text.size() - end);
}

}  // namespace

std::string expected_found(std::string_view expected, const Node& found) {
  const bool is_empty = found.kind == Node::Kind::kList && found.children.empty();
  const auto what = found.is_scalar() ? shown(found.text)
                    : is_empty        ? std::string("an empty list")
                                      : std::string(with_article(found.kind));
  return fmt::format("expected {}, found {}", expected, what);
}

ExpectedFound expected_and_found(std::string_view what) {
  constexpr std::string_view kExpected = "expected ", kFound = ", found ";
  const auto comma = what.find(kFound);
  if (!what.starts_with(kExpected) || comma == std::string_view::npos) return {};
  const auto found = what.substr(comma + kFound.size());
  ExpectedFound out{
      .expected = std::string(what.substr(kExpected.size(), comma - kExpected.size())),
      .found = {}};
  const bool is_quoted = found.size() >= 2 && found.starts_with('"') && found.ends_with('"');
  if (is_quoted) {
    json::append_decoded(out.found, found.substr(1, found.size() - 2));
  } else {
    out.found = found;
  }
  return out;
}

tree::Note note_of(const tree::Fault& fault, std::string_view text) {
  tree::Note note{fault.offset, "", fault.what, fault.remedy};
  const auto before = text.substr(0, std::min(fault.offset, text.size()));
  const auto end = before.find_last_of('\n');
  const auto line = text.substr(end == std::string_view::npos ? 0 : end + 1);
  const auto indentation = line.substr(0, line.find_first_not_of(" \t"));
  const bool is_yaml = fault.what.find("YAML") != std::string::npos;
  if (note.remedy.empty() && is_yaml && indentation.find('\t') != std::string_view::npos)
    note.remedy = "indent with blanks: YAML takes no tabs there";
  return note;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto meant = base::closest(word, candidates);
  if (!meant.empty()) return fmt::format("did you mean {}?", meant);
  if (candidates.size() > kMaxListed) return "";
  return "one of " + base::list_in_words({candidates.begin(), candidates.end()}, "or");
}

bool Reader::expect(const Node& node, Node::Kind kind) {
  if (node.kind == kind) return true;
  problem(node.offset, expected_found(with_article(kind), node));
  return false;
}

template <typename Enum>
std::optional<Enum> Reader::read_word(const Node& node, std::span<const Named<Enum>> words) {
  const auto it = std::ranges::find(words, std::string_view(node.text), &Named<Enum>::name);
  if (node.is_scalar() && it != words.end()) return it->value;
  const auto names = names_of(words);
  const auto expected = base::list_in_words({names.begin(), names.end()}, "or");
  return problem(node.offset, expected_found(expected, node),
                 node.is_scalar() ? suggestion(node.text, names) : "");
}

std::vector<Rule> Reader::read(const Node& root) {
  std::vector<Rule> rules;
  if (!expect(root, Node::Kind::kMap)) return rules;
  for (const auto& child : root.children) {
    if (std::ranges::find(kFileKeys, child.key) == kFileKeys.end()) {
      problem(child.key_offset, fmt::format("there is no key {}", json::quoted(child.key)),
              suggestion(child.key, kFileKeys));
    }
  }
  if (const auto* mode = root.find("mode")) {
    mode_ = read_word<Mode>(*mode, kModes).value_or(Mode::kEnforce);
  }
  if (const auto* extends = root.find("extends")) read_extends(*extends, rules);
  const auto inherited = rules.size();
  if (const auto* list = root.find("rules")) {
    read_rules(*list, rules);
  } else if (inherited == 0) {
    problem(root.offset, "there are no rules", "add a list `rules:`, or `extends: balanced`");
  }
  settle_names(rules, inherited);
  return rules;
}

void Reader::read_extends(const Node& node, std::vector<Rule>& rules) {
  const auto take = [&](const Node& name) {
    if (const auto* pack = name.is_scalar() ? find_pack(name.text) : nullptr) {
      auto more = rules_of_pack(*pack);
      for (auto& rule : more) {
        rule.pack = pack->name;
        rule.replaces.reset();  // within the pack, and on purpose
      }
      rules.insert(rules.end(), more.begin(), more.end());
      return;
    }
    problem(name.offset, expected_found("the name of a pack", name),
            suggestion(name.text, pack_names()));
  };
  if (node.kind != Node::Kind::kList) return take(node);
  if (node.children.size() > packs().size()) {
    problem(node.offset, "names more packs than there are");
    return;
  }
  for (const auto& child : node.children) take(child);
}

void Reader::read_rules(const Node& list, std::vector<Rule>& rules) {
  if (!expect(list, Node::Kind::kList)) return;
  if (list.children.size() > kMaxRules) {
    problem(list.offset, fmt::format("more than {} rules", kMaxRules));
    return;
  }
  for (std::size_t i = 0; i < list.children.size(); ++i) {
    const auto& entry = list.children[i];
    const auto* name = entry.find("name");
    place_ = name != nullptr && name->is_scalar() && !name->text.empty()
                 ? fmt::format("rule {}", json::quoted(name->text.substr(0, kMaxRuleName)))
                 : fmt::format("rules[{}]", i);
    auto& rule = rules.emplace_back();
    rule.offset = entry.offset;
    rule.mode = mode_;
    if (expect(entry, Node::Kind::kMap)) read_rule(entry, rule);
  }
  place_.clear();
}

void Reader::read_rule(const Node& entry, Rule& rule) {
  phase_stated_ = uses_response_ = false;
  for (const auto& child : entry.children) read_key(child, rule);
  for (const auto* needed : {"name", "effect"}) {
    if (entry.find(needed) == nullptr) {
      problem(entry.offset, fmt::format("has no {}", needed), fmt::format("add `{}:`", needed));
    }
  }
  read_conditions(entry, rule);
  settle_phase(entry, rule);
}

void Reader::read_key(const Node& child, Rule& rule) {
  auto& modifiers = rule.modifiers;
  if (child.key == "name") return read_name(child, rule);
  if (child.key == "description") {
    if (!child.is_scalar()) problem(child.offset, expected_found("a text", child));
    rule.description = child.text;
  } else if (child.key == "effect") {
    rule.effect = read_word<Effect>(child, kEffects).value_or(Effect::kAllow);
  } else if (child.key == "mode") {
    // A policy that is all shadow enforces nothing, whatever a rule says.
    const auto mode = read_word<Mode>(child, kModes).value_or(Mode::kEnforce);
    rule.mode = std::max(mode, mode_);
  } else if (child.key == "phase") {
    phase_stated_ = true;
    rule.phase = read_word<Phase>(child, kPhases).value_or(Phase::kRequest);
  } else if (child.key == "audit") {
    modifiers.audit = read_word<Audit>(child, kAudits);
  } else if (child.key == "confirm") {
    modifiers.confirm = read_word<Confirm>(child, kConfirms);
  } else if (child.key == "notify") {
    read_notify(child, modifiers);
  } else if (child.key == "timeout") {
    modifiers.timeout = read_duration(child);
  } else if (child.key == "limit") {
    read_limit(child, modifiers);
  } else if (std::ranges::find(kRuleKeys, child.key) == kRuleKeys.end()) {
    problem(child.key_offset, fmt::format("there is no key {}", json::quoted(child.key)),
            suggestion(child.key, kRuleKeys));
  }
}

void Reader::read_name(const Node& node, Rule& rule) {
  if (!node.is_scalar() || node.text.empty() || node.text.size() > kMaxRuleName) {
    problem(node.offset,
            expected_found(fmt::format("a name of 1 to {} bytes", kMaxRuleName), node));
    return;
  }
  rule.name = node.text;
}

void Reader::read_notify(const Node& node, Modifiers& into) {
  const auto take = [&](const Node& channel) {
    if (is_text(channel) && !channel.text.empty()) {
      into.notify.push_back(channel.text);
    } else {
      problem(channel.offset, expected_found("the name of a channel, or a list of them", channel));
    }
  };
  if (node.kind != Node::Kind::kList) return take(node);
  if (node.children.size() > kMaxChannels) {
    problem(node.offset, fmt::format("more than {} channels", kMaxChannels));
    return;
  }
  for (const auto& channel : node.children) take(channel);
}

std::optional<std::chrono::milliseconds> Reader::read_duration(const Node& node) {
  const auto duration = node.is_scalar() ? tree::parse_duration(node.text) : std::nullopt;
  if (duration && duration->count() > 0) return duration;
  if (duration) {
    return problem(node.offset, expected_found("a duration of more than nothing", node),
                   "for no time limit leave it out; to let nothing pass, `effect: block`");
  }
  return problem(node.offset, expected_found("a duration such as 30s, 5m or 2h", node));
}

void Reader::read_limit(const Node& node, Modifiers& into) {
  if (!expect(node, Node::Kind::kMap)) return;
  Limit limit;
  for (const auto& child : node.children) {
    if (child.key == "calls") {
      const auto calls = child.is_scalar() ? tree::parse_count(child.text) : std::nullopt;
      if (!calls || *calls == 0 || *calls > kMostCalls) {
        const auto expected = fmt::format("a number of calls from 1 to {}", kMostCalls);
        problem(child.offset, expected_found(expected, child),
                calls && *calls == 0 ? "to let none pass, `effect: block`" : "");
        continue;
      }
      limit.calls = static_cast<std::uint32_t>(*calls);
    } else if (child.key == "window") {
      limit.window = read_duration(child).value_or(limit.window);
    } else if (child.key == "per") {
      limit.per = read_word<Per>(child, kPers).value_or(Per::kSession);
    } else {
      problem(child.key_offset, fmt::format("there is no key {}", json::quoted(child.key)),
              suggestion(child.key, kLimitKeys));
    }
  }
  if (node.find("calls") == nullptr || node.find("window") == nullptr) {
    problem(node.offset, "a limit needs calls and window", "{calls: 20, window: 1h, per: session}");
  }
  into.limit = limit;
}

void Reader::read_conditions(const Node& entry, Rule& rule) {
  rule.condition = {.kind = Condition::Kind::kAll, .leaf = {}, .parts = {}};
  if (const auto* conditions = entry.find("conditions")) {
    if (auto read = read_condition(*conditions)) rule.condition.parts.push_back(std::move(*read));
  }
  if (const auto* unless = entry.find("unless")) {
    if (auto read = read_condition(*unless)) {
      rule.condition.parts.push_back(exception(std::move(*read)));
    }
  }
  if (rule.condition.parts.size() == 1) {
    Condition only = std::move(rule.condition.parts.front());
    rule.condition = std::move(only);
  }
  settle_doubt(rule.condition);
}

void Reader::settle_phase(const Node& entry, Rule& rule) {
  if (!uses_response_) return;
  if (phase_stated_ && rule.phase == Phase::kRequest) {
    problem(entry.find("phase")->offset,
            "expected phase response, found request: its conditions name facts of the result",
            "leave `phase` out, or ask for facts that are known before the call");
  }
  rule.phase = Phase::kResponse;
}

void Reader::note_replaced(std::vector<Rule>& rules, std::size_t inherited) const {
  std::map<std::string_view, Rule*> own;
  for (auto& rule : std::span(rules).subspan(inherited)) own.emplace(rule.name, &rule);
  for (const auto& rule : std::span(rules).first(inherited)) {
    const auto it = own.find(rule.name);
    if (it == own.end()) continue;
    const auto mode = std::max(rule.mode, mode_);
    auto& replaces = it->second->replaces;
    // What only is reported is weaker than what counts.
    if (!replaces || std::pair(mode == Mode::kEnforce, rule.effect) >
                         std::pair(replaces->mode == Mode::kEnforce, replaces->effect))
      replaces = Replaced{rule.pack, rule.effect, mode, rule.where, rule.phase, rule.condition};
  }
}

// A rule takes the place of a pack's with the same name; two of one file are a mistake.
void Reader::settle_names(std::vector<Rule>& rules, std::size_t inherited) {
  std::set<std::string_view> own;
  for (std::size_t i = inherited; i < rules.size(); ++i) {
    if (rules[i].name.empty() || own.insert(rules[i].name).second) continue;
    problem(rules[i].offset, fmt::format("two rules are called {}", json::quoted(rules[i].name)),
            "give one of them another name");
  }
  note_replaced(rules, inherited);
  std::set<std::string> seen(own.begin(), own.end());
  std::vector<Rule> kept;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    // Two packs may share rules.
    if (i < inherited && !seen.insert(rules[i].name).second) continue;
    if (i < inherited) rules[i].mode = std::max(rules[i].mode, mode_);
    kept.push_back(rules[i]);
  }
  rules = std::move(kept);
}

Loaded load(std::string_view text, std::string_view source) {
  Loaded loaded{.policy = nullptr, .problems = {}, .parts = {}, .source = std::string(source)};
  const auto root = tree::read_tree(text, source, kFileLimits);
  if (!root) {
    tell_problems({note_of(root.error(), text)}, text, loaded);
    return loaded;
  }
  Reader reader;
  auto rules = reader.read(*root);
  tell_problems(reader.take_problems(), text, loaded);
  if (!loaded.problems.empty()) return loaded;
  note_places(rules, text, source);
  loaded.policy = std::make_shared<const Policy>(std::move(rules));
  return loaded;
}

}  // namespace touchstone::policy
