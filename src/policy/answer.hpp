// Answer: what comes of a question about one value. A value that can be read in several ways, for
// some of which the question holds, is in doubt; the rule then takes the side that restricts
// (Leaf::doubt_holds). Internal to src/policy.
#pragma once

#include <cstdint>

namespace touchstone::policy {

enum class Answer : std::uint8_t { kNo, kMaybe, kYes };

[[nodiscard]] constexpr Answer answer(bool yes) { return yes ? Answer::kYes : Answer::kNo; }
[[nodiscard]] constexpr Answer opposite(Answer one) {
  return one == Answer::kMaybe ? one : answer(one == Answer::kNo);
}
// Of what is read otherwise than it is written.
[[nodiscard]] constexpr Answer at_most_maybe(Answer one) {
  return one == Answer::kYes ? Answer::kMaybe : one;
}

// The answers of all readings of one value: yes if all are, no if none is.
class Answers {
 public:
  void add(Answer one) {
    some_ = some_ || one != Answer::kNo;
    all_ = all_ && one == Answer::kYes;
    ++count_;
  }
  [[nodiscard]] bool is_settled() const { return some_ && !all_; }
  [[nodiscard]] Answer total() const {
    if (count_ == 0 || !some_) return Answer::kNo;
    return all_ ? Answer::kYes : Answer::kMaybe;
  }

 private:
  bool some_ = false;
  bool all_ = true;
  unsigned count_ = 0;
};

}  // namespace touchstone::policy
