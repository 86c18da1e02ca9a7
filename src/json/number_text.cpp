#include "json/number_text.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace touchstone::json {
namespace {

// Digits and the place of the point, as ECMAScript's Number::toString lays them out.
void lay_out(std::string& out, std::string_view digits, int point) {
  const auto count = static_cast<int>(digits.size());
  const auto zeros = [&](int number) { out.append(static_cast<std::size_t>(number), '0'); };
  if (count <= point && point <= 21) {
    out += digits;
    return zeros(point - count);
  }
  if (point > 0 && point <= 21) {
    const auto whole = static_cast<std::size_t>(point);
    out.append(digits.substr(0, whole)).append(".").append(digits.substr(whole));
    return;
  }
  if (point > -6 && point <= 0) {
    out += "0.";
    zeros(-point);
    out += digits;
    return;
  }
  out.append(digits.substr(0, 1)).append(count > 1 ? "." : "").append(digits.substr(1));
  fmt::format_to(std::back_inserter(out), "e{:+}", point - 1);
}

}  // namespace

void append_number(std::string& out, double value) {
  std::array<char, 32> buffer{};
  const auto text_to = [&](const char* end) {
    return std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  };
  auto* const last = buffer.data() + buffer.size();
  if (is_plain_integer(value)) {
    out += text_to(std::to_chars(buffer.data(), last, static_cast<std::int64_t>(value)).ptr);
    return;
  }
  auto text = text_to(std::to_chars(buffer.data(), last, value, std::chars_format::scientific).ptr);
  if (text.starts_with('-')) {
    out += '-';
    text.remove_prefix(1);
  }
  const auto e = text.find('e');
  int exponent = 0;
  const auto power = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  std::string digits(text.substr(0, e));
  std::erase(digits, '.');
  lay_out(out, digits, exponent + 1);
}

}  // namespace touchstone::json
