#include "detect/shape.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

constexpr std::string_view kClassLetters = "DLCAUaHhWwBXPN";

constexpr bool is_of(char c, char letter) {
  const auto one_of = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
  switch (letter) {
    case 'D': return is_ascii_digit(c);
    case 'L': return is_ascii_letter(c);
    case 'C': return is_ascii_upper(c);
    case 'A': return is_ascii_alnum(c);
    case 'U': return is_ascii_upper(c) || is_ascii_digit(c);
    case 'a': return is_ascii_lower(c) || is_ascii_digit(c);
    case 'H': return is_ascii_hex(c);
    case 'h': return is_ascii_hex(c) && !is_ascii_upper(c);
    case 'W': return is_ascii_alnum(c) || one_of("_-");
    case 'w': return is_ascii_alnum(c) || c == '_';
    case 'B': return is_ascii_alnum(c) || one_of("+/");
    case 'X': return is_ascii_alnum(c) || one_of("._~-");
    case 'P': return is_ascii_alnum(c) || one_of("_-+/=.:");
    case 'N': return c > ' ' && c < 0x7F && !one_of("\"'`<>");
    default: return false;
  }
}

// By character: a bit for each class that it is in.
constexpr auto kClassesOf = [] {
  std::array<std::uint32_t, 256> out{};
  for (std::size_t c = 0; c < out.size(); ++c) {
    for (std::size_t i = 0; i < kClassLetters.size(); ++i) {
      if (is_of(static_cast<char>(c), kClassLetters[i])) out[c] |= std::uint32_t{1} << i;
    }
  }
  return out;
}();

std::uint32_t classes_of(char c) { return kClassesOf[static_cast<unsigned char>(c)]; }

std::optional<std::size_t> count_of(std::string_view digits) {
  std::size_t value = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

bool is_in_class(char c, char letter) { return is_of(c, letter); }

Shape::Shape(std::string_view parts) {
  while (!parts.empty()) {
    const auto end = std::min(parts.find(' '), parts.size());
    const auto part = read(parts.substr(0, end));
    is_right_ = is_right_ && part.has_value();
    if (part) parts_.push_back(*part);
    parts.remove_prefix(std::min(end + 1, parts.size()));
  }
}

std::optional<Shape::Part> Shape::read(std::string_view part) {
  Part out;
  out.optional = part.starts_with('?');
  if (out.optional) part.remove_prefix(1);
  if (part.size() > 2 && part.front() == '\'' && part.back() == '\'') {
    out.literal = part.substr(1, part.size() - 2);
    return out;
  }
  const auto index = part.empty() ? std::string_view::npos : kClassLetters.find(part.front());
  if (index == std::string_view::npos) return std::nullopt;
  out.classes = std::uint32_t{1} << index;
  part.remove_prefix(1);
  const bool open = part.ends_with('+');
  if (open) part.remove_suffix(1);
  const auto dash = part.find('-');
  const auto least = count_of(part.substr(0, dash));
  const auto most = dash == std::string_view::npos ? least : count_of(part.substr(dash + 1));
  if (!least || !most) return std::nullopt;
  out.least = *least;
  out.most = open ? kMaxShapePart : *most;
  return out;
}

std::optional<std::size_t> Shape::match(std::string_view text, std::size_t at) const {
  std::uint32_t last = 0;
  for (const auto& part : parts_) {
    if (part.classes == 0) {
      const bool is_there = text.substr(at).starts_with(part.literal);
      if (!is_there && !part.optional) return std::nullopt;
      if (is_there) at += part.literal.size();
      if (is_there) last = 0;
      continue;
    }
    std::size_t count = 0;
    while (at < text.size() && count < part.most && (classes_of(text[at]) & part.classes) != 0) {
      ++at;
      ++count;
    }
    if (count < part.least) return std::nullopt;
    last = part.classes;
  }
  if (at < text.size() && (classes_of(text[at]) & last) != 0) return std::nullopt;
  return at;
}

std::optional<std::size_t> Shape::match_back(std::string_view text, std::size_t at) const {
  if (parts_.size() != 1) return std::nullopt;
  const auto& part = parts_.front();
  std::size_t count = 0;
  while (count < at && count <= part.most && (classes_of(text[at - count - 1]) & part.classes) != 0)
    ++count;
  if (count < part.least || count > part.most) return std::nullopt;
  return at - count;
}

}  // namespace touchstone::detect
