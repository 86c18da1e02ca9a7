// Rows of labelled data: every *.jsonl in a folder, line by line.
#pragma once

#include <functional>
#include <string>

#include "base/error.hpp"
#include "json/document.hpp"

namespace touchstone::cli {

// Bytes of one file, which is more than any set of labelled tools has.
inline constexpr std::size_t kMaxRowFile = std::size_t{256} << 20;

// Calls `take` with each row, in the order of file names and lines, and with "file:line" for
// messages. Stops at the first error, which says where.
using TakeRow = std::function<base::Result<void>(json::View row, const std::string& where)>;
[[nodiscard]] base::Result<void> for_each_row(const std::string& folder, const TakeRow& take);

}  // namespace touchstone::cli
