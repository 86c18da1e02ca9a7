#include "policy/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.hpp"

namespace touchstone::policy {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\v\f";
// Any two numbers of so few digits that have the same double are the same number.
constexpr std::size_t kSureDigits = 15;
constexpr std::int64_t kFarExponent = 100'000'000'000'000'000;  // what is beyond is as far

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

// [+-] digits [. digits] [e [+-] digits], with a digit on one side of the point.
struct Written {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  bool has_exponent = false;
  bool exponent_negative = false;
  std::string_view exponent;

  static std::optional<Written> read(std::string_view text) {
    Written out;
    out.negative = take_sign(text);
    out.whole = take_digits(text);
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      out.fraction = take_digits(text);
    }
    if (out.whole.empty() && out.fraction.empty()) return std::nullopt;
    if (text.starts_with('e') || text.starts_with('E')) {
      text.remove_prefix(1);
      out.has_exponent = true;
      out.exponent_negative = take_sign(text);
      out.exponent = take_digits(text);
    }
    const bool is_whole = text.empty() && out.has_exponent == !out.exponent.empty();
    return is_whole ? std::optional(out) : std::nullopt;
  }

  static bool take_sign(std::string_view& text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    return negative;
  }
  static std::string_view take_digits(std::string_view& text) {
    const auto digits = text.substr(0, count_digits(text));
    text.remove_prefix(digits.size());
    return digits;
  }
};

// 0.d1d2d3… times ten to the power of `exponent`, d1 not being 0.
class Decimal {
 public:
  explicit Decimal(std::string_view text) : written_(Written::read(text).value_or(Written{})) {
    while (first_ < size() && digit(first_) == '0') ++first_;
    exponent_ = static_cast<std::int64_t>(written_.whole.size()) -
                static_cast<std::int64_t>(first_) + exponent_written();
  }

  [[nodiscard]] bool is_zero() const { return first_ == size(); }
  [[nodiscard]] int sign() const { return is_zero() ? 0 : written_.negative ? -1 : 1; }
  [[nodiscard]] std::int64_t exponent() const { return exponent_; }

  // As if both were positive and neither were 0.
  [[nodiscard]] std::strong_ordering compare_size(const Decimal& other) const {
    if (exponent_ != other.exponent_) return exponent_ <=> other.exponent_;
    const auto most = std::max(size() - first_, other.size() - other.first_);
    for (std::size_t i = 0; i < most; ++i) {
      const auto order = digit(first_ + i) <=> other.digit(other.first_ + i);
      if (std::is_neq(order)) return order;
    }
    return std::strong_ordering::equal;
  }

 private:
  [[nodiscard]] std::size_t size() const {
    return written_.whole.size() + written_.fraction.size();
  }
  [[nodiscard]] char digit(std::size_t at) const {
    if (at < written_.whole.size()) return written_.whole[at];
    at -= written_.whole.size();
    return at < written_.fraction.size() ? written_.fraction[at] : '0';
  }
  [[nodiscard]] std::int64_t exponent_written() const {
    std::int64_t size = 0;
    for (const char c : written_.exponent) size = std::min(kFarExponent, size * 10 + (c - '0'));
    return written_.exponent_negative ? -size : size;
  }

  Written written_;
  std::size_t first_ = 0;
  std::int64_t exponent_ = 0;
};

std::string shortest(double number) {
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
  return {room.data(), end};
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Some read 010 as eight.
bool is_perhaps_octal(const Written& written) {
  return written.whole.size() > 1 && written.whole.front() == '0';
}

// Digits of other scripts are beyond ASCII, and some servers read them.
bool may_be_number(std::string_view text) {
  const auto tells = [](char c) { return is_digit(c) || static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::any_of(text, tells)) return true;
  auto name = text;
  Written::take_sign(name);
  if (name.size() > std::string_view("infinity").size()) return false;
  const auto lower = base::lower_case(name);
  return lower == "inf" || lower == "infinity" || lower == "nan";
}

}  // namespace

double nearest(std::string_view digits) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double number = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec;
  if (error != std::errc::result_out_of_range) return number;
  const Decimal decimal(digits);
  if (decimal.exponent() < 0) return 0;
  constexpr double kBeyond = std::numeric_limits<double>::infinity();
  return decimal.sign() < 0 ? -kBeyond : kBeyond;
}

std::strong_ordering compare_digits(std::string_view a, std::string_view b) {
  const Decimal left(a), right(b);
  if (left.sign() != right.sign()) return left.sign() <=> right.sign();
  if (left.sign() == 0) return std::strong_ordering::equal;
  return left.sign() > 0 ? left.compare_size(right) : right.compare_size(left);
}

Number::Number(double number) : near(number), text(shortest(number)) {}

Number::Number(std::string_view written) : near(nearest(written)), text(shortest(near)) {
  if (std::is_neq(compare_digits(text, written))) text = written;
}

bool operator==(const Number& a, const Number& b) {
  return a.near == b.near && (a.text == b.text || std::is_eq(compare_digits(a.text, b.text)));
}

void write(json::Writer& out, const Number& number) {
  const bool as_written = number.text != shortest(number.near) && is_json_number(number.text);
  as_written ? out.raw(number.text) : out.number(number.near);
}

std::strong_ordering compare(Numeral value, const Number& with) {
  const double near = nearest(value.text);
  if (near < with.near) return std::strong_ordering::less;
  if (near > with.near) return std::strong_ordering::greater;
  if (std::max(value.text.size(), with.text.size()) <= kSureDigits && std::isnormal(near))
    return std::strong_ordering::equal;
  return compare_digits(value.text, with.text);
}

NumberText reads_as_number(std::string_view text) {
  const auto trimmed = without_blanks(text);
  const auto written = Written::read(trimmed);
  if (written && !is_perhaps_octal(*written)) return {NumberReading::kPlain, {trimmed}};
  return {may_be_number(trimmed) ? NumberReading::kSome : NumberReading::kNone, {}};
}

std::optional<bool> reads_as_flag(std::string_view text) {
  constexpr std::string_view kYes = "true 1 yes on t y", kNo = "false 0 no off f n";
  constexpr std::size_t kLongestWord = 5;
  const auto trimmed = without_blanks(text);
  if (trimmed.empty() || trimmed.size() > kLongestWord) return std::nullopt;
  const auto word = base::lower_case(trimmed);
  if (base::has_word(kYes, word)) return true;
  return base::has_word(kNo, word) ? std::optional(false) : std::nullopt;
}

bool is_json_number(std::string_view text) {
  const auto written = Written::read(text);
  return written && !text.starts_with('+') && !written->whole.empty() &&
         !is_perhaps_octal(*written) &&
         (!written->fraction.empty() || text.find('.') == std::string_view::npos);
}

}  // namespace touchstone::policy
