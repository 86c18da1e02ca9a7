// Notice: a decision that somebody is to be told of, because a rule that fired says so (`notify`).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "guard/case.hpp"
#include "store/decision.hpp"

namespace touchstone::guard {

struct Notice {
  std::string id;  // of the record
  store::DecisionRecord record;
  std::vector<std::string> channels;
};

// Those among the records of a case that somebody is to be told of, without ids; in their order,
// with their places among the records.
struct PlacedNotice {
  std::size_t place = 0;
  Notice notice;
};
[[nodiscard]] std::vector<PlacedNotice> notices_of(
    const Case& one, const std::vector<store::DecisionRecord>& records);

}  // namespace touchstone::guard
