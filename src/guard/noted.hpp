// Noted: what servers said besides answering that is on record, so that one which repeats itself
// does not cost a write each time.
//
//   if (noted.is_new(key, now)) …write it…
//
// Bounded; if there are too many all of it is forgotten, and some is on record twice. The loop's
// thread.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "store/time.hpp"

namespace touchstone::guard {

class Noted {
 public:
  static constexpr std::chrono::minutes kAgainAfter{1};
  static constexpr std::size_t kMost = 4'096;

  // It is from now on.
  [[nodiscard]] bool is_new(std::string key, store::Time now) {
    const auto found = at_.find(key);
    if (found != at_.end() && now - found->second < kAgainAfter) return false;
    if (at_.size() >= kMost) at_.clear();
    at_.insert_or_assign(std::move(key), now);
    return true;
  }

 private:
  std::map<std::string, store::Time> at_;
};

}  // namespace touchstone::guard
