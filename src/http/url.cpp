#include "http/url.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>

#include "base/text.hpp"
#include "http/bytes.hpp"
#include "http/head.hpp"

namespace touchstone::http {
namespace {

constexpr std::size_t kMaxUrl = 8192;
constexpr std::size_t kMaxHost = 253;  // of a name in DNS

tl::unexpected<base::Error> fault(std::string what, std::string_view text) {
  constexpr std::size_t kShown = 200;
  return base::fail(std::move(what), std::string(text.substr(0, kShown)),
                    "write it like https://example.com/mcp");
}

// What one reader takes for a separator and another does not is not let in at all.
base::Result<void> check_bytes(std::string_view text) {
  if (text.size() > kMaxUrl) return fault("a URL that is too long", text);
  if (all(text, kVisibleByte) && text.find('\\') == std::string_view::npos) return {};
  return base::fail("a space, a backslash or a byte that is not visible ASCII in a URL", {},
                    "write such a byte as % and two hexadecimal digits");
}

std::string_view without_fragment(std::string_view text) { return text.substr(0, text.find('#')); }

bool is_address6(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

bool is_name(std::string_view host) {
  if (host.empty() || host.size() > kMaxHost || host.front() == '.') return false;
  for (const char c : host) {
    const bool letter = lower(c) >= 'a' && lower(c) <= 'z';
    if (!letter && !is(c, kDigitByte) && c != '-' && c != '.' && c != '_') return false;
  }
  return host.find("..") == std::string_view::npos;
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size() || port == 0) return {};
  return port;
}

bool parse_host(std::string_view text, Url& url) {
  const bool brackets = text.starts_with('[') && text.ends_with(']');
  if (brackets) text = text.substr(1, text.size() - 2);
  url.host = base::lower_case(text);
  return brackets ? is_address6(url.host) : is_name(url.host);
}

// The colon of the port is the last one, unless that is inside an address in brackets.
std::size_t port_colon(std::string_view authority) {
  const std::size_t colon = authority.rfind(':');
  const std::size_t bracket = authority.rfind(']');
  const bool inside =
      colon != std::string_view::npos && bracket != std::string_view::npos && bracket > colon;
  return inside ? std::string_view::npos : colon;
}

void write_authority(Url& url) {
  const bool address = url.host.find(':') != std::string::npos;
  url.authority = address ? fmt::format("[{}]", url.host) : url.host;
  if (url.port != (url.secure ? 443 : 80)) url.authority += fmt::format(":{}", url.port);
}

base::Result<Url> parse_authority(std::string_view text, std::string_view authority, bool secure) {
  Url url;
  url.secure = secure;
  url.port = secure ? 443 : 80;
  if (authority.find('@') != std::string_view::npos) {
    return base::fail("a user name in a URL", {}, "put credentials into a header instead");
  }
  const std::size_t colon = port_colon(authority);
  if (!parse_host(authority.substr(0, colon), url)) return fault("no valid host in the URL", text);
  const std::string_view port = colon == std::string_view::npos ? "" : authority.substr(colon + 1);
  if (!port.empty()) {
    const auto number = parse_port(port);
    if (!number) return fault("no valid port in the URL", text);
    url.port = *number;
  }
  write_authority(url);
  return url;
}

// Everything after "http:" or "https:".
base::Result<Url> parse_after_scheme(std::string_view text, std::string_view rest, bool secure) {
  if (!rest.starts_with("//")) return fault("no // after the scheme of the URL", text);
  rest.remove_prefix(2);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  auto url = parse_authority(text, authority, secure);
  if (!url) return url;
  const std::string_view target = rest.substr(authority.size());
  url->target = target.starts_with('/') ? "" : "/";
  url->target += target;
  return url;
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

void drop_last_segment(std::string& path) {
  const std::size_t slash = path.rfind('/');
  path.resize(slash == std::string::npos ? 0 : slash);
}

// RFC 3986, 5.2.4, for a path that begins with a slash.
std::string without_dots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::string_view segment = path.substr(0, path.find('/', 1));
    path.remove_prefix(segment.size());
    const bool back = segment == "/..";
    if (back) drop_last_segment(out);
    if (!back && segment != "/.") {
      out += segment;
    } else if (path.empty()) {
      out += '/';
    }
  }
  return out;
}

std::string clean(std::string_view target) {
  const std::string_view path = path_of(target);
  return without_dots(path).append(target.substr(path.size()));
}

base::Result<Url> cleaned(base::Result<Url> url) {
  if (url) url->target = clean(url->target);
  return url;
}

// "mailto" of "mailto:x"; empty if the reference has no scheme.
std::string_view scheme_of(std::string_view text) {
  const std::size_t end = text.find_first_of(":/?#");
  if (end == std::string_view::npos || end == 0 || text[end] != ':') return {};
  return text.substr(0, end);
}

}  // namespace

std::string Url::origin() const { return (secure ? "https://" : "http://") + authority; }

base::Result<Url> parse_url(std::string_view text) {
  if (const auto checked = check_bytes(text); !checked) return tl::unexpected(checked.error());
  const std::string_view scheme = scheme_of(text);
  const bool secure = same_name(scheme, "https");
  if (!secure && !same_name(scheme, "http")) {
    return fault("not a URL that begins with http:// or https://", text);
  }
  return parse_after_scheme(text, without_fragment(text).substr(scheme.size() + 1), secure);
}

base::Result<Url> resolve(const Url& base, std::string_view reference) {
  if (const auto checked = check_bytes(reference); !checked) {
    return tl::unexpected(checked.error());
  }
  reference = without_fragment(reference);
  if (!scheme_of(reference).empty()) return cleaned(parse_url(reference));
  if (reference.starts_with("//")) {
    return cleaned(parse_after_scheme(reference, reference, base.secure));
  }
  Url url = base;
  const std::string path(path_of(base.target));
  if (reference.starts_with('?')) {
    url.target = path + std::string(reference);
  } else if (reference.starts_with('/')) {
    url.target = clean(reference);
  } else if (!reference.empty()) {
    url.target = clean(path.substr(0, path.rfind('/') + 1) + std::string(reference));
  }
  return url;
}

}  // namespace touchstone::http
