#include "policy/check.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "policy/terms.hpp"

namespace touchstone::policy {
namespace {

constexpr std::size_t kMaxComparisons = 500'000;  // of one term with another

struct Known {
  const Rule* rule;
  std::vector<Term> terms;  // those that are possible
  std::string_view tool;    // the one tool it is about, if there is one
};

// One name, however that is asked.
bool asks_for_one(const Leaf& leaf) {
  return leaf.op == Op::kEquals || (leaf.op == Op::kIn && leaf.operands.size() == 1);
}

// Rules are compared only with those about the same tool, or about no tool in particular.
std::string_view tool_of(const std::vector<Term>& terms) {
  static const FactId kToolName = fact_id("tool.name");
  std::string_view tool;
  for (const auto& term : terms) {
    const auto it = std::ranges::find_if(term.literals, [](const Literal& literal) {
      return literal.yes && asks_for_one(*literal.leaf) && literal.leaf->fact.id == kToolName;
    });
    if (it == term.literals.end()) return {};
    const std::string_view name = std::get<std::string>(it->leaf->operands.front());
    if (!tool.empty() && tool != name) return {};
    tool = name;
  }
  return tool;
}

bool is_tied(std::string_view pattern) {
  if (pattern.starts_with("(?")) pattern.remove_prefix(std::min(pattern.find(')'), pattern.size()));
  if (pattern.starts_with(')')) pattern.remove_prefix(1);
  return pattern.starts_with('^') || pattern.starts_with("\\A");
}

// "eve@other.example, ann@example.org" ends with @example.org, and goes to eve as well.
bool asks_loosely(const Leaf& leaf) {
  static const FactId kArguments = fact_id("request.arguments.");
  if (leaf.doubt_holds || leaf.fact.id != kArguments) return false;
  if (leaf.op == Op::kMatches) return !is_tied(std::get<std::string>(leaf.operands.front()));
  return leaf.op == Op::kEndsWith || leaf.op == Op::kContains;
}

const Leaf* loose_leaf(const Condition& condition) {
  if (condition.kind == Condition::Kind::kLeaf)
    return asks_loosely(condition.leaf) ? &condition.leaf : nullptr;
  for (const auto& part : condition.parts) {
    if (const auto* leaf = loose_leaf(part)) return leaf;
  }
  return nullptr;
}

std::string said_by(Effect effect, Mode mode) {
  return fmt::format("{}{}", name_of(effect), mode == Mode::kShadow ? " (shadow)" : "");
}

bool is_weaker(const Rule& rule, const Replaced& than) {
  return than.mode == Mode::kEnforce && (rule.mode == Mode::kShadow || rule.effect < than.effect);
}

// That is how an exception is written, and it stands there for everybody to see.
bool is_with_exception(const Condition& condition, const Condition& of) {
  return condition.kind == Condition::Kind::kAll && condition.parts.size() == 2 &&
         condition.parts[1].exception && condition.parts[0] == of;
}

std::string remedy_for(const Replaced& than) {
  return fmt::format(
      "`touchstone policy diff {}` with this file shows what is lost of what is on record, "
      "`touchstone policy show {}` the rule; give it another name to have both",
      than.pack, than.pack);
}

class Checker {
 public:
  explicit Checker(const Policy& policy) {
    for (const auto& rule : policy.rules()) learn(rule);
  }

  std::vector<Remark> run() {
    for (const auto& [tool, numbers] : by_tool_) {
      for (const auto number : numbers) {
        const bool told = known_[number].rule->inherited() || compare_with(known_[number], numbers);
        if (!told && !tool.empty()) compare_with(known_[number], by_tool_[""]);
      }
    }
    std::ranges::stable_sort(remarks_, {}, &Remark::rule);
    return std::move(remarks_);
  }

 private:
  void look_for_loose(const Rule& rule) {
    const auto* leaf = rule.inherited() ? nullptr : loose_leaf(rule.condition);
    if (leaf == nullptr) return;
    remark(
        {RemarkKind::kLoose, &rule, nullptr,
         fmt::format("\"{}\" is an exception, and holds of a text that has other things in front "
                     "of that or around it, such as a second address",
                     to_string(*leaf)),
         "ask for the whole of it: equals, in, withinPath, or matches from ^ to $"});
  }

  void look_at_replaced(const Rule& rule) {
    if (!rule.replaces) return;
    const auto& than = *rule.replaces;
    if (is_weaker(rule, than)) {
      return remark({RemarkKind::kWeaker, &rule, nullptr,
                     fmt::format("it takes the place of the rule of its name of {}, which says {}, "
                                 "and says {}",
                                 than.where, said_by(than.effect, than.mode),
                                 said_by(rule.effect, rule.mode)),
                     remedy_for(than) + ", or repeat the rule with an exception (`unless`)"});
    }
    if (rule.inherited() || than.mode != Mode::kEnforce || is_as_wide(rule, than)) return;
    remark(
        {RemarkKind::kReplaced, &rule, nullptr,
         fmt::format("it takes the place of the rule of its name of {}, and asks something else: "
                     "where that one fires, this one may not",
                     than.where),
         remedy_for(than)});
  }

  // Whenever the pack's rule would fire, so does this one but for an exception, as far as that can
  // be told.
  bool is_as_wide(const Rule& rule, const Replaced& than) {
    if (rule.phase != than.phase) return false;
    if (rule.condition == than.condition || rule.condition == Condition()) return true;
    if (is_with_exception(rule.condition, than.condition)) return true;
    auto old = terms_of(than.condition);
    auto now = terms_of(rule.condition);
    if (!old || !now) return false;
    std::erase_if(*old, is_impossible);
    return fires_with({nullptr, std::move(*old), {}}, {nullptr, std::move(*now), {}});
  }

  void learn(const Rule& rule) {
    look_for_loose(rule);
    look_at_replaced(rule);
    auto terms = terms_of(rule.condition);
    if (!terms) return;
    std::erase_if(*terms, is_impossible);
    if (terms->empty()) {
      if (rule.inherited()) return;
      return remark({RemarkKind::kUnreachable, &rule, nullptr,
                     "its conditions can never hold together",
                     "look for two that exclude each other"});
    }
    const auto tool = tool_of(*terms);
    by_tool_[tool].push_back(known_.size());
    known_.push_back({&rule, std::move(*terms), tool});
  }

  // Tells of the first rule that makes `a` needless.
  bool compare_with(const Known& a, const std::vector<std::size_t>& others) {
    for (const auto number : others) {
      const auto& b = known_[number];
      if (a.rule == b.rule || a.rule->phase != b.rule->phase || a.rule->mode != b.rule->mode)
        continue;
      if (b.rule->effect >= a.rule->effect && fires_with(a, b) && judge(a, b)) return true;
    }
    return false;
  }

  // Whenever `a` fires, so does `b`.
  bool fires_with(const Known& a, const Known& b) {
    return std::ranges::all_of(a.terms, [&](const Term& term) {
      return std::ranges::any_of(b.terms, [&](const Term& other) {
        return (other.facts & ~term.facts) == 0 && comparisons_++ < kMaxComparisons &&
               implies(term, other);
      });
    });
  }

  bool judge(const Known& a, const Known& b) {
    const bool same = fires_with(b, a);
    if (same && a.rule->effect != b.rule->effect) {
      remark(
          {RemarkKind::kContradictory, a.rule, b.rule,
           fmt::format("asks the same as {}, which says {}", b.rule->name, name_of(b.rule->effect)),
           "the stronger effect wins; keep one of the two"});
      return true;
    }
    // Of two rules that say the same the later one is told.
    if (same && a.rule->modifiers == b.rule->modifiers && a.rule < b.rule) return false;
    const bool adds = !a.rule->modifiers.empty() && a.rule->modifiers != b.rule->modifiers;
    if (adds) return false;
    const bool lifts = a.rule->effect == Effect::kAllow && b.rule->effect > Effect::kAllow;
    remark({RemarkKind::kShadowed, a.rule, b.rule,
            fmt::format("{} fires whenever it does, and says {}", b.rule->name,
                        name_of(b.rule->effect)),
            lifts ? fmt::format("allow lifts nothing: write it as `unless` of {}", b.rule->name)
                  : "leave it out, or make it stronger"});
    return true;
  }

  void remark(Remark remark) {
    if (remarks_.size() < kMaxRemarks) remarks_.push_back(std::move(remark));
  }

  std::vector<Known> known_;
  std::map<std::string_view, std::vector<std::size_t>> by_tool_;
  std::vector<Remark> remarks_;
  std::size_t comparisons_ = 0;
};

}  // namespace

std::string_view name_of(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::kUnreachable: return "unreachable";
    case RemarkKind::kShadowed: return "shadowed";
    case RemarkKind::kContradictory: return "contradictory";
    case RemarkKind::kLoose: return "loose";
    case RemarkKind::kWeaker: return "weaker";
    case RemarkKind::kReplaced: return "replaced";
    case RemarkKind::kEmpty: break;
  }
  return "empty";
}

std::vector<Remark> check(const Policy& policy) {
  if (!policy.rules().empty()) return Checker(policy).run();
  return {{RemarkKind::kEmpty, nullptr, nullptr,
           "there are no rules, so it decides nothing: every call and every result passes",
           "add rules, or build on a pack: `extends: balanced`"}};
}

}  // namespace touchstone::policy
