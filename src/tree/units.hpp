// Durations and sizes as people write them: 500ms, 30s, 5m, 2h; 64KB, 16MiB.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::tree {

using Milliseconds = std::chrono::milliseconds;

// A whole number with one unit, or a plain 0. Without a unit a number is nothing: one program means
// seconds by it, the next milliseconds.
[[nodiscard]] std::optional<Milliseconds> parse_duration(std::string_view text);
[[nodiscard]] std::string duration_text(Milliseconds duration);  // in the largest unit that fits

// A whole number of B, KB, MB, GB (thousands) or KiB, MiB, GiB (of 1024); without a unit, bytes.
[[nodiscard]] std::optional<std::size_t> parse_size(std::string_view text);
[[nodiscard]] std::string size_text(std::size_t bytes);

// Digits only, and no leading zero, which some readers of YAML take for octal.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

// 0 to 1, with or without a decimal point.
[[nodiscard]] std::optional<float> parse_share(std::string_view text);

}  // namespace touchstone::tree
