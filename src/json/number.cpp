// A JSON number is digits times a power of ten. Take the digits of both sides of the point as one
// string, strip the zeros at its ends, and the number is an integer exactly if the power that
// remains is not negative; it can fit only if digits and power together make no more than 19
// places. So the loop that multiplies is short however long the spelling is.
#include "json/number.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace touchstone::json {
namespace {

constexpr std::int64_t kMaxPlaces = 19;  // of an int64
// Larger than any text is long, so that no run of digits can make up for a clamped exponent.
constexpr std::int64_t kMaxExponent = std::int64_t{1} << 40;

std::int64_t clamped_exponent(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits) value = std::min(value * 10 + (c - '0'), kMaxExponent);
  return value;
}

std::int64_t exponent_of(std::string_view part) {
  if (part.empty()) return 0;
  const bool negative = part[0] == '-';
  if (negative || part[0] == '+') part.remove_prefix(1);
  const std::int64_t value = clamped_exponent(part);
  return negative ? -value : value;
}

// Splits `number` at the first of `separators`; the second half is empty if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view number,
                                                    std::string_view separators) {
  const std::size_t at = number.find_first_of(separators);
  if (at == std::string_view::npos) return {number, {}};
  return {number.substr(0, at), number.substr(at + 1)};
}

// `digits` times 10^power, for at most kMaxPlaces places: less than 10^19, which a uint64 holds.
std::uint64_t magnitude(std::string_view digits, std::int64_t power) {
  std::uint64_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  for (; power > 0; --power) value *= 10;
  return value;
}

std::optional<std::int64_t> with_sign(bool negative, std::uint64_t magnitude) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > kMax + (negative ? 1 : 0)) return std::nullopt;
  if (magnitude > kMax) return std::numeric_limits<std::int64_t>::min();
  const auto value = static_cast<std::int64_t>(magnitude);
  return negative ? -value : value;
}

}  // namespace

std::optional<std::int64_t> integer_of(std::string_view number) {
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  const auto [mantissa, exponent] = split(number, "eE");
  const auto [whole, fraction] = split(mantissa, ".");

  std::string joined;
  std::string_view digits = whole;
  if (!fraction.empty()) digits = joined.append(whole).append(fraction);
  const std::size_t last = digits.find_last_not_of('0');
  if (last == std::string_view::npos) return 0;
  const auto zeros = static_cast<std::int64_t>(digits.size() - last - 1);
  digits = digits.substr(0, last + 1);
  digits.remove_prefix(digits.find_first_not_of('0'));

  const auto places = static_cast<std::int64_t>(digits.size());
  const std::int64_t power =
      exponent_of(exponent) - static_cast<std::int64_t>(fraction.size()) + zeros;
  if (power < 0 || places + power > kMaxPlaces) return std::nullopt;
  return with_sign(negative, magnitude(digits, power));
}

}  // namespace touchstone::json
