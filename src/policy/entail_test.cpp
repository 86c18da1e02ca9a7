// What is said to follow does follow, of every value of a small world.
#include "policy/entail.hpp"

#include <gtest/gtest.h>

namespace touchstone::policy {
namespace {

constexpr std::string_view kTexts[] = {"a", "b", "ab", "ba", "aa", "aba"};

std::vector<Leaf> leaves_about(const FactRef& fact) {
  std::vector<Leaf> out;
  for (const auto op :
       {Op::kEquals, Op::kNotEquals, Op::kContains, Op::kStartsWith, Op::kEndsWith, Op::kIn}) {
    for (const auto text : kTexts) {
      for (const bool every : {false, true}) {
        Leaf leaf{.fact = fact, .op = op, .operands = {std::string(text)}, .every = every};
        if (op == Op::kIn) leaf.operands.emplace_back("aba");
        out.push_back(std::move(leaf));
      }
    }
  }
  return out;
}

// Facts in which `fact` is each text, and if it may be a set, each set of at most two.
std::vector<Facts> worlds_of(const FactRef& fact) {
  const auto type = spec(fact.id).type;
  std::vector<Value> values;
  for (const auto& text : kTexts) {
    if (type != Type::kSet) values.emplace_back(text);
    if (type == Type::kText) continue;
    values.emplace_back(Words(&text, 1));
    for (const auto& other : kTexts) {
      if (&other == &text + 1) values.emplace_back(Words(&text, 2));
    }
  }
  std::vector<Facts> out;
  for (const auto& value : values) {
    auto& facts = out.emplace_back();
    if (fact.member.empty()) {
      facts.set(fact.id, value);
    } else {
      facts.set_member(fact.id, fact.member, value);
    }
  }
  return out;
}

TEST(Entail, what_follows_holds_and_what_excludes_never_holds_together) {
  std::size_t follow = 0, exclude_each_other = 0;
  for (const auto* name : {"tool.name", "flow.sources", "request.arguments.x"}) {
    const auto fact = *find_fact(name);
    const auto worlds = worlds_of(fact);
    const auto leaves = leaves_about(fact);
    for (const auto& a : leaves) {
      for (const auto& b : leaves) {
        const bool follows = entails(a, b), never = exclude(a, b);
        follow += follows ? 1 : 0;
        exclude_each_other += never ? 1 : 0;
        for (const auto& facts : worlds) {
          if (!a.holds(facts)) continue;
          EXPECT_TRUE(!follows || b.holds(facts)) << to_string(a) << " / " << to_string(b);
          EXPECT_FALSE(never && b.holds(facts)) << to_string(a) << " / " << to_string(b);
        }
      }
    }
  }
  EXPECT_GT(follow, 500U);
  EXPECT_GT(exclude_each_other, 20U);
}

}  // namespace
}  // namespace touchstone::policy
