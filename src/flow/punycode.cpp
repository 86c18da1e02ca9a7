#include "flow/punycode.hpp"

#include <algorithm>
#include <cstdint>

#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kEncodedMark = "xn--";
constexpr std::uint32_t kBase = 36;
constexpr std::uint32_t kLeast = 1;  // of a threshold
constexpr std::uint32_t kMost = 26;
constexpr std::uint32_t kMaxCode = 0x10FFFF;

std::optional<std::uint32_t> digit_of(char c) {
  if (is_digit(c)) return static_cast<std::uint32_t>(c - '0' + 26);
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
  return std::nullopt;
}

// How much of the next number a digit is worth, learnt from the last one.
std::uint32_t adapted(std::uint32_t delta, std::uint32_t count, bool first) {
  delta = first ? delta / 700 : delta / 2;
  delta += delta / count;
  std::uint32_t k = 0;
  for (; delta > (kBase - kLeast) * kMost / 2; k += kBase) delta /= kBase - kLeast;
  return k + (kBase - kLeast + 1) * delta / (delta + 38);
}

void append_utf8(std::string& out, char32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0U | code >> 6U);
  } else if (code < 0x10000) {
    put(0xE0U | code >> 12U);
    put(0x80U | (code >> 6U & 0x3FU));
  } else {
    put(0xF0U | code >> 18U);
    put(0x80U | (code >> 12U & 0x3FU));
    put(0x80U | (code >> 6U & 0x3FU));
  }
  put(0x80U | (code & 0x3FU));
}

// The number at the front of `rest`, which is taken from it.
std::optional<std::uint32_t> take_number(std::string_view& rest, std::uint32_t bias) {
  std::uint64_t number = 0;
  std::uint64_t weight = 1;
  for (std::uint32_t k = kBase;; k += kBase) {
    const auto digit = rest.empty() ? std::nullopt : digit_of(rest.front());
    if (!digit) return std::nullopt;
    rest.remove_prefix(1);
    number += *digit * weight;
    if (number > std::uint64_t{kMaxCode} * (kMaxHostLabel + 1)) return std::nullopt;
    const auto threshold = std::clamp(k > bias ? k - bias : 0, kLeast, kMost);
    if (*digit < threshold) return static_cast<std::uint32_t>(number);
    weight *= kBase - threshold;
  }
}

std::optional<std::string> readable_label(std::string_view label) {
  const auto hyphen = label.rfind('-');
  const auto plain = label.substr(0, hyphen == std::string_view::npos ? 0 : hyphen);
  auto rest = label.substr(plain.empty() ? 0 : plain.size() + 1);
  std::u32string codes(plain.begin(), plain.end());
  std::uint32_t code = 0x80;
  std::uint32_t at = 0;
  for (std::uint32_t bias = 72; !rest.empty();) {
    const bool first = codes.size() == plain.size();
    const auto delta = take_number(rest, bias);
    if (!delta) return std::nullopt;
    at += *delta;
    const auto count = static_cast<std::uint32_t>(codes.size() + 1);
    bias = adapted(*delta, count, first);
    code += at / count;
    at %= count;
    if (code > kMaxCode) return std::nullopt;
    codes.insert(codes.begin() + at++, code);
  }
  std::string out;
  for (const auto one : codes) append_utf8(out, one);
  return out;
}

}  // namespace

std::optional<std::string> readable_host(std::string_view host) {
  if (host.find(kEncodedMark) == std::string_view::npos) return std::nullopt;
  std::string out;
  for (std::size_t begin = 0; begin <= host.size();) {
    const auto end = std::min(host.find('.', begin), host.size());
    const auto label = host.substr(begin, end - begin);
    if (begin > 0) out += '.';
    if (label.starts_with(kEncodedMark) && label.size() <= kMaxHostLabel) {
      const auto readable = readable_label(label.substr(kEncodedMark.size()));
      if (!readable) return std::nullopt;
      out += *readable;
    } else {
      out += label;
    }
    begin = end + 1;
  }
  return out;
}

}  // namespace touchstone::flow
