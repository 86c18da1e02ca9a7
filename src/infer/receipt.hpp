// Receipts: what an output schema says was done.
//
// `deleted`, `rows_affected`, `created_id`: an answer that tells of a deed. A page of items with a
// way to the next one is the answer of somebody who looked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "infer/reading.hpp"

namespace touchstone::infer {

enum class Receipt : std::uint8_t { kMade, kChanged, kGone, kPage };

struct FoundReceipt {
  Receipt kind;
  std::string because;
  std::string pointer;
};

// The first that tells of a deed; else a page, if it is one.
[[nodiscard]] std::optional<FoundReceipt> find_receipt(const Reading& reading);

}  // namespace touchstone::infer
