#include "policy/path_reading.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.hpp"

namespace touchstone::policy {
namespace {

constexpr int kMostUnescaped = 3;  // times
constexpr std::string_view kFileScheme = "file:";

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
// Never in UTF-8; careless decoders make slashes and dots of what begins so.
constexpr bool is_overlong(char c) {
  return static_cast<unsigned char>(c) == 0xC0 || static_cast<unsigned char>(c) == 0xC1;
}

// By byte, since paths are asked about in each call.
using ByteTable = std::array<bool, 256>;
constexpr ByteTable table_of(std::string_view more) {
  ByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char c = static_cast<char>(i);
    table[i] = is_control(c) || is_overlong(c) || more.find(c) != std::string_view::npos;
  }
  return table;
}
constexpr ByteTable kReadOtherwise = table_of("%\\");
constexpr ByteTable kHiding = table_of("%~");

bool has_byte_of(std::string_view text, const ByteTable& table) {
  return std::ranges::any_of(text, [&](char c) { return table[static_cast<unsigned char>(c)]; });
}

bool is_file_uri(std::string_view text) {
  return text.size() >= kFileScheme.size() && (text.front() | 0x20) == 'f' &&
         base::lower_case(text.substr(0, kFileScheme.size())) == kFileScheme;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool room = text[i] == '%' && i + 2 < text.size();
    const int high = room ? hex_digit(text[i + 1]) : -1;
    const int low = room ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// As readers of URLs do: no blanks around it, no tabs and line breaks in it.
std::string cleaned(std::string_view text) {
  const auto is_outside = [](char c) { return c == ' ' || is_control(c); };
  while (!text.empty() && is_outside(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_outside(text.back())) text.remove_suffix(1);
  std::string out(text);
  std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

bool has_drive(std::string_view path) {
  const auto letter = path.size() > 2 ? path[1] | 0x20 : 0;
  return path.starts_with('/') && letter >= 'a' && letter <= 'z' &&
         (path[2] == ':' || path[2] == '|');
}

// file:///etc, file:/etc, file://host/etc: the host is whoever reads it.
std::string_view path_of_uri(std::string_view uri) {
  uri.remove_prefix(kFileScheme.size());
  if (uri.starts_with("//")) uri.remove_prefix(std::min(uri.find('/', 2), uri.size()));
  if (has_drive(uri)) uri.remove_prefix(1);
  return uri;
}

std::string without_scheme(const std::string& text) {
  return is_file_uri(text) ? std::string(path_of_uri(text)) : text;
}

class PathReadings {
 public:
  bool add(const std::string& text) {
    const auto is_unclear = [](char c) { return c == '\0' || is_overlong(c); };
    if (std::ranges::any_of(text, is_unclear)) return false;
    add_both(text);
    return true;
  }
  std::vector<std::string> take() { return std::move(ways_); }

 private:
  void add_both(const std::string& text) {
    auto slashed = text;
    std::ranges::replace(slashed, '\\', '/');
    // On a drive there is but one reading.
    if (!has_drive("/" + text)) add_one(without_scheme(text));
    add_one(without_scheme(slashed));
  }
  void add_one(std::string way) {
    if (std::ranges::find(ways_, way) == ways_.end()) ways_.push_back(std::move(way));
  }

  std::vector<std::string> ways_;
};

}  // namespace

bool reads_as_written(std::string_view path) {
  if (path.starts_with(' ') || path.ends_with(' ') || is_file_uri(path)) return false;
  return !has_byte_of(path, kReadOtherwise);
}

bool is_plain(std::string_view path) {
  if (!path.starts_with('/') || !reads_as_written(path)) return false;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i - 1] == '/' && (path[i] == '/' || path[i] == '.')) return false;
  }
  return true;
}

std::vector<std::string> path_readings(std::string_view path) {
  if (path.size() > kLongestPath) return {};
  PathReadings ways;
  if (!ways.add(std::string(path))) return {};
  auto text = cleaned(path);
  for (int i = 0; i <= kMostUnescaped; ++i) {
    if (!ways.add(text)) return {};
    auto next = unescaped(text);
    if (next == text) return ways.take();
    text = std::move(next);
  }
  return {};
}

bool hides_names(std::string_view path) {
  if (path.size() > kLongestPath && !reads_as_written(path)) return true;
  if (!path.starts_with('/') && path.find("..") != std::string_view::npos) return true;
  return has_byte_of(path, kHiding);
}

}  // namespace touchstone::policy
