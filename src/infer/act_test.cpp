#include "infer/act.hpp"

#include <array>
#include <utility>

#include <gtest/gtest.h>

namespace touchstone::infer {
namespace {

TEST(Act, knows_the_verbs_of_tools_and_actions) {
  constexpr std::array kExpected{
      std::pair{"get", Act::kRead},      std::pair{"list", Act::kRead},
      std::pair{"search", Act::kRead},   std::pair{"create", Act::kAdd},
      std::pair{"append", Act::kAdd},    std::pair{"update", Act::kChange},
      std::pair{"rename", Act::kChange}, std::pair{"move", Act::kChange},
      std::pair{"enable", Act::kChange}, std::pair{"delete", Act::kDestroy},
      std::pair{"drop", Act::kDestroy},  std::pair{"purge", Act::kDestroy},
      std::pair{"send", Act::kSend},     std::pair{"publish", Act::kSend},
      std::pair{"notify", Act::kSend},   std::pair{"run", Act::kRun},
      std::pair{"exec", Act::kRun},      std::pair{"eval", Act::kRun},
  };
  for (const auto& [word, act] : kExpected) EXPECT_EQ(act_of(word), act) << word;
}

TEST(Act, takes_whole_words_only) {
  for (const auto* word : {"droplet", "getter", "Delete", "", "deletes", "re", "zzz"}) {
    EXPECT_EQ(act_of(word), Act::kUnknown) << word;
  }
}

TEST(Act, recognises_a_verb_in_every_form) {
  const auto expect = [](std::string_view word, std::string_view base, Form form) {
    const auto found = find_inflected(word);
    ASSERT_TRUE(found) << word;
    EXPECT_EQ(found.verb->word, base);
    EXPECT_EQ(found.form, form) << word;
  };
  expect("delete", "delete", Form::kBase);
  expect("deletes", "delete", Form::kThird);
  expect("deleting", "delete", Form::kGerund);
  expect("deleted", "delete", Form::kPast);
  expect("modifies", "modify", Form::kThird);
  expect("pushes", "push", Form::kThird);
  expect("running", "run", Form::kGerund);
  expect("dropped", "drop", Form::kPast);
  EXPECT_FALSE(find_inflected("droplets"));
  EXPECT_FALSE(find_inflected("s"));
  EXPECT_FALSE(find_inflected(std::string(10'000, 'e')));
}

}  // namespace
}  // namespace touchstone::infer
