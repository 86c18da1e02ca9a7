// One line of records in the manner of YAML, and the scalars that may stand in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::flow {

inline constexpr std::size_t kMaxKey = 64;  // bytes; what is longer before a colon is prose

// `- key: value`, `key:`, `- value`.
struct RecordLine {
  std::string_view marks;  // indentation and dashes
  std::string_view key;    // without quotes; empty: an item
  std::string_view value;  // may be empty behind a key
  // What is indented by more than this, behind a value, belongs to the value.
  std::size_t depth = 0;
  bool has_key = false;
};

[[nodiscard]] std::size_t indentation(std::string_view line);
[[nodiscard]] bool is_empty_line(std::string_view line);

// Three or more of "-", "=", "*", "_" or "~" and nothing else: what is below is a matter of its
// own.
[[nodiscard]] bool is_rule_line(std::string_view line);

// Nothing if the line is neither a field nor an item.
[[nodiscard]] std::optional<RecordLine> read_record_line(std::string_view line);

// `quote` stands at the end of the line and is not escaped, so it closes what it opened.
[[nodiscard]] bool closes_quote(std::string_view line, char quote);

// What stands between the quotes, line breaks folded as YAML folds them: one is a blank, the others
// stay. Escapes of double quotes are resolved.
[[nodiscard]] std::string decoded_scalar(std::string_view body, char quote);

}  // namespace touchstone::flow
