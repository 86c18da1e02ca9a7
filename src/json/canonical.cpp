#include "json/canonical.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "json/number_text.hpp"
#include "json/string.hpp"
#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

// What a string consists of: code units of UTF-16, so that nothing is lost, not even half a pair.
class UnitReader {
 public:
  explicit UnitReader(std::string_view body) : rest_(body) {}

  void read(std::u16string& out) {
    while (!rest_.empty()) rest_.front() == '\\' ? escape(out) : character(out);
  }

 private:
  void escape(std::u16string& out) {
    const char letter = rest_.size() > 1 ? rest_[1] : '\\';
    if (letter == 'u') {
      std::uint16_t unit = 0xFFFD;
      const auto digits = rest_.substr(2, 4);
      std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
      out += static_cast<char16_t>(unit);
      return rest_.remove_prefix(std::min<std::size_t>(6, rest_.size()));
    }
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kMeant = "\b\f\n\r\t";
    const auto at = kLetters.find(letter);
    out += static_cast<char16_t>(at == std::string_view::npos ? letter : kMeant[at]);
    rest_.remove_prefix(std::min<std::size_t>(2, rest_.size()));
  }
  void character(std::u16string& out) {
    const auto length = std::max<std::size_t>(utf8_length(rest_), 1);
    const auto code = utf8_code_point(rest_.substr(0, length));
    if (code >= 0x10000) {
      out += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((code - 0x10000) & 0x3FFU));
    } else {
      out += static_cast<char16_t>(code);
    }
    rest_.remove_prefix(length);
  }
  std::string_view rest_;
};

std::u16string units_of(std::string_view raw) {
  std::u16string out;
  UnitReader(raw.substr(1, raw.size() - 2)).read(out);
  return out;
}

constexpr bool is_high(char16_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low(char16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void append_unit(std::string& out, char16_t unit) {
  constexpr std::u16string_view kShort = u"\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  if (const auto at = kShort.find(unit); at != std::u16string_view::npos) {
    out += '\\';
    out += kLetters[at];
  } else if (unit < 0x20 || is_high(unit) || is_low(unit)) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(unit));
  } else {
    append_utf8(out, unit);
  }
}

void append_string(std::string& out, const std::u16string& units) {
  out += '"';
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto unit = units[i];
    if (is_high(unit) && i + 1 < units.size() && is_low(units[i + 1])) {
      append_utf8(out, 0x10000U + ((unit - 0xD800U) << 10U) + (units[++i] - 0xDC00U));
    } else {
      append_unit(out, unit);
    }
  }
  out += '"';
}

// What most strings are: nothing escaped, hence spelled right already.
void append_string(std::string& out, std::string_view raw) {
  if (raw.find('\\') == std::string_view::npos) {
    out += raw;
  } else {
    append_string(out, units_of(raw));
  }
}

void append_spelled(std::string& out, std::string_view raw) {
  double value = 0;
  const auto read = std::from_chars(raw.data(), raw.data() + raw.size(), value);
  if (read.ec == std::errc()) return append_number(out, value);
  out += raw;
}

// Recursion is as deep as the reader lets documents nest.
class CanonicalWriter {
 public:
  void value(View view) {
    switch (view.kind()) {
      case Kind::kObject: return object(view);
      case Kind::kArray: return array(view);
      case Kind::kString: return append_string(out_, view.raw());
      case Kind::kNumber: return append_spelled(out_, view.raw());
      default: out_ += view.raw();
    }
  }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  struct Entry {
    std::string_view key;  // as it is spelled, without its quotes
    View value;
  };
  void object(View view) {
    std::vector<Entry> entries;
    for (const auto& member : view.members()) {
      const auto raw = member.key.raw();
      entries.push_back({raw.substr(1, raw.size() - 2), member.value});
    }
    sort(entries);
    out_ += '{';
    for (const auto& entry : entries) {
      if (&entry != entries.data()) out_ += ',';
      append_string(out_, {entry.key.data() - 1, entry.key.size() + 2});
      out_ += ':';
      value(entry.value);
    }
    out_ += '}';
  }
  // Keys differ, so any sort will do. Plain ones, which nearly all are, are in the same order as
  // bytes and as code units.
  static void sort(std::vector<Entry>& entries) {
    const auto is_plain = [](char c) { return c != '\\' && static_cast<unsigned char>(c) < 0x80; };
    const auto units = [](const Entry& entry) {
      std::u16string out;
      UnitReader(entry.key).read(out);
      return out;
    };
    if (std::ranges::all_of(entries, [&](const Entry& entry) {
          return std::ranges::all_of(entry.key, is_plain);
        })) {
      std::ranges::sort(entries, {}, &Entry::key);
    } else {
      std::ranges::sort(entries, {}, units);
    }
  }
  void array(View view) {
    out_ += '[';
    bool first = true;
    for (const auto element : view.elements()) {
      if (!std::exchange(first, false)) out_ += ',';
      value(element);
    }
    out_ += ']';
  }
  std::string out_;
};

class IndentedWriter {
 public:
  void value(View view) {
    if (view.is(Kind::kString)) return string(view.raw());
    const bool is_object = view.is(Kind::kObject);
    if (!is_object && !view.is(Kind::kArray)) {
      out_ += view.raw();
      return;
    }
    const bool is_empty = is_object ? view.members().empty() : view.elements().empty();
    if (is_empty) {
      out_ += is_object ? "{}" : "[]";
      return;
    }
    container(view, is_object);
  }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  void container(View view, bool is_object) {
    out_ += is_object ? '{' : '[';
    indent_ += 2;
    bool first = true;
    const auto next = [&] {
      if (!std::exchange(first, false)) out_ += ',';
      line();
    };
    for (const auto& member : view.members()) {
      next();
      string(member.key.raw());
      out_ += ": ";
      value(member.value);
    }
    for (const auto element : view.elements()) {
      next();
      value(element);
    }
    indent_ -= 2;
    line();
    out_ += is_object ? '}' : ']';
  }
  void line() {
    out_ += '\n';
    out_.append(indent_, ' ');
  }
  // Escapes stay; what stands between them is quoted as everything that people look at.
  void string(std::string_view raw) {
    auto rest = raw.substr(1, raw.size() - 2);
    out_ += '"';
    while (!rest.empty()) {
      const auto plain = std::min(rest.find('\\'), rest.size());
      const auto quoted_part = quoted(rest.substr(0, plain));
      out_.append(quoted_part, 1, quoted_part.size() - 2);
      rest.remove_prefix(plain);
      const auto escape = std::min<std::size_t>(rest.starts_with("\\u") ? 6 : 2, rest.size());
      out_ += rest.substr(0, escape);
      rest.remove_prefix(escape);
    }
    out_ += '"';
  }
  std::string out_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string canonical(View value) {
  if (!value) return {};
  CanonicalWriter writer;
  writer.value(value);
  return std::move(writer).take();
}

std::string digest(View value) { return digest_of_canonical(canonical(value)); }

std::string digest_of_canonical(std::string_view canonical) {
  return base::hex(base::sha256(canonical));
}

std::string indented(View value) {
  if (!value) return {};
  IndentedWriter writer;
  writer.value(value);
  return std::move(writer).take();
}

}  // namespace touchstone::json
