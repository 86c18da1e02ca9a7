#include "tree/units.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace touchstone::tree {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

// Largest first. For printing, the first that divides a value is taken.
constexpr std::array<Unit, 4> kTimes{{{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};
constexpr std::array<Unit, 7> kSizes{{{"GiB", std::uint64_t{1} << 30},
                                      {"MiB", std::uint64_t{1} << 20},
                                      {"KiB", std::uint64_t{1} << 10},
                                      {"GB", 1'000'000'000},
                                      {"MB", 1'000'000},
                                      {"KB", 1'000},
                                      {"B", 1}}};

std::optional<std::uint64_t> parse(std::string_view text, std::span<const Unit> units) {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = parse_count(text.substr(0, digits));
  if (!number) return std::nullopt;
  for (const auto& unit : units) {
    if (text.substr(digits) != unit.name) continue;
    if (*number > std::numeric_limits<std::int64_t>::max() / unit.factor) return std::nullopt;
    return *number * unit.factor;
  }
  return std::nullopt;
}

std::string print(std::uint64_t value, std::span<const Unit> units) {
  for (const auto& unit : units) {
    if (value % unit.factor == 0) return fmt::format("{}{}", value / unit.factor, unit.name);
  }
  return fmt::format("{}", value);
}

}  // namespace

std::optional<float> parse_share(std::string_view text) {
  if (text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > 1) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Milliseconds> parse_duration(std::string_view text) {
  if (text == "0") return Milliseconds(0);
  const auto value = parse(text, kTimes);
  if (!value) return std::nullopt;
  return Milliseconds(static_cast<std::int64_t>(*value));
}

std::string duration_text(Milliseconds duration) {
  if (duration.count() <= 0) return "0";
  return print(static_cast<std::uint64_t>(duration.count()), kTimes);
}

std::optional<std::size_t> parse_size(std::string_view text) {
  if (const auto bytes = parse_count(text)) return *bytes;
  return parse(text, kSizes);
}

std::string size_text(std::size_t bytes) { return bytes == 0 ? "0" : print(bytes, kSizes); }

}  // namespace touchstone::tree
