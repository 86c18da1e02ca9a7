#include "guard/place_name.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kFileScheme = "file:";
constexpr std::string_view kThisHost = "localhost";

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const char small = static_cast<char>(c | 0x20);
  if (small >= 'a' && small <= 'f') return static_cast<unsigned>(small - 'a') + 10;
  return std::nullopt;
}

// What would mean something else without its escape (RFC 3986, 2.2). A blank would not: some write
// it as it is.
bool is_reserved(char c) {
  return c == '%' || c == '\0' ||
         std::string_view(":/?#[]@!$&'()*+,;=").find(c) != std::string_view::npos;
}

// The escapes of these characters as what they stand for; of others, in small letters.
template <typename Decodes>
std::string without_escapes_of(std::string_view text, Decodes decodes) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (!low) {
      out += text[i];
      continue;
    }
    const char c = static_cast<char>(*high << 4U | *low);
    out += decodes(c) ? std::string(1, c) : base::lower_case(text.substr(i, 3));
    i += 2;
  }
  return out;
}

std::string without_escapes(std::string_view path) {
  return without_escapes_of(path, [](char c) { return c != '\0'; });
}

// What ".." does not lead out of, where a relative path begins with it: a home, a drive. Further on
// these are folders of such names.
bool is_ground(std::string_view segment) {
  return segment == "~" || (segment.size() == 2 && segment[1] == ':');
}

bool leads_up(const std::vector<std::string_view>& segments, bool is_absolute) {
  if (segments.empty() || segments.back() == "..") return false;
  return is_absolute || segments.size() > 1 || !is_ground(segments.back());
}

// Without empty segments, "." and "..".
std::string without_dots(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const auto segment = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), segment.size() + 1));
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      segments.push_back(segment);
    } else if (leads_up(segments, is_absolute)) {
      segments.pop_back();
    } else if (!is_absolute && (segments.empty() || segments.back() == "..")) {
      segments.push_back(segment);
    }
  }
  std::string out;
  for (const auto segment : segments) out.append(out.empty() && !is_absolute ? "" : "/") += segment;
  return is_absolute && out.empty() ? "/" : out;
}

// What stands behind "file:", decoded: all its escapes are of the path, none are of the URI.
std::string path_of_file_uri(std::string_view uri) {
  auto rest = uri.substr(kFileScheme.size());
  rest = rest.substr(0, rest.find_first_of("?#"));
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    if (base::lower_case(rest.substr(0, kThisHost.size() + 1)) == "localhost/")
      rest.remove_prefix(kThisHost.size());
  }
  auto path = without_escapes(rest);
  // file:///C:/x is C:/x.
  if (path.size() > 2 && path[0] == '/' && path[2] == ':') path.erase(0, 1);
  return path;
}

}  // namespace

bool is_file_uri(std::string_view text) {
  return base::lower_case(text.substr(0, kFileScheme.size())) == kFileScheme;
}

std::string path_name(std::string_view text) {
  auto path = is_file_uri(text) ? path_of_file_uri(text) : std::string(text);
  std::ranges::replace(path, '\\', '/');
  return base::lower_case(without_dots(path));
}

std::string path_name_in_uri(std::string_view path) {
  return path_name("/" + without_escapes(path)).substr(1);
}

std::string uri_name(std::string_view text) {
  const auto plain = without_escapes_of(text, [](char c) { return !is_reserved(c); });
  const std::string_view all = plain;
  const auto scheme = all.find("://");
  const auto authority = scheme == std::string_view::npos ? 0 : scheme + 3;
  const auto begin = std::min(all.find_first_of("/?#", authority), all.size());
  const auto end = std::min(all.find_first_of("?#", begin), all.size());
  std::string out = base::lower_case(all.substr(0, begin));
  const auto path = without_dots(all.substr(begin, end - begin));
  if (path != "/") out += path;
  return out.append(all.substr(end));
}

}  // namespace touchstone::guard
