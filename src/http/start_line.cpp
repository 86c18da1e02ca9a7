#include "http/start_line.hpp"

#include "http/bytes.hpp"
#include "http/head.hpp"

namespace touchstone::http {
namespace {

constexpr Fault kBadVersion{400, "the first line does not name a version of HTTP"};
constexpr Fault kBadTarget{400, "the target of the request is not a path"};

std::optional<Fault> parse_version(std::string_view text, int& minor_version) {
  if (text == "HTTP/1.1" || text == "HTTP/1.0") {
    minor_version = text.back() - '0';
    return std::nullopt;
  }
  const bool other = text.size() == 8 && text.starts_with("HTTP/") && is(text[5], kDigitByte) &&
                     text[6] == '.' && is(text[7], kDigitByte);
  if (other) return Fault{505, "only HTTP/1.1 and HTTP/1.0 are spoken here"};
  return kBadVersion;
}

std::size_t scheme_size(std::string_view target) {
  if (same_name(target.substr(0, 7), "http://")) return 7;
  if (same_name(target.substr(0, 8), "https://")) return 8;
  return 0;
}

// Proxies get "http://authority/path". Servers must take it too (RFC 9112, 3.2.2).
void strip_authority(RequestLine& out) {
  const std::size_t scheme = scheme_size(out.target);
  if (scheme == 0) return;
  const std::string_view rest = out.target.substr(scheme);
  out.authority = rest.substr(0, rest.find_first_of("/?"));
  out.target = rest.substr(out.authority.size());
  if (out.target.empty()) out.target = "/";
}

}  // namespace

std::optional<Fault> parse_request_line(std::string_view line, RequestLine& out) {
  const std::size_t method = run_of(line, kTokenByte);
  if (method == 0 || method == line.size() || line[method] != ' ') {
    return Fault{400, "the first line does not begin with a method"};
  }
  out.method = line.substr(0, method);
  line.remove_prefix(method + 1);
  const std::size_t target = run_of(line, kVisibleByte);
  if (target == 0 || target == line.size() || line[target] != ' ') return kBadTarget;
  out.target = line.substr(0, target);
  if (auto fault = parse_version(line.substr(target + 1), out.minor_version)) return fault;
  strip_authority(out);
  const bool path = out.target.starts_with('/') && out.target.find('#') == std::string_view::npos;
  if (!path) return kBadTarget;
  return std::nullopt;
}

// "HTTP/1.1 200 OK"; some servers leave out the reason, and some the space before it.
std::optional<Fault> parse_status_line(std::string_view line, StatusLine& out) {
  if (auto fault = parse_version(line.substr(0, 8), out.minor_version)) return fault;
  line.remove_prefix(8);
  const bool status = line.size() >= 4 && line[0] == ' ' && all(line.substr(1, 3), kDigitByte);
  if (!status || (line.size() > 4 && line[4] != ' ')) return Fault{400, "no status in the answer"};
  out.status = (line[1] - '0') * 100 + (line[2] - '0') * 10 + (line[3] - '0');
  if (out.status < 100 || out.status > 599) return Fault{400, "no such status"};
  out.reason = line.substr(line.size() > 4 ? 5 : 4);
  if (!all(out.reason, kValueByte)) return Fault{400, "a control byte in the first line"};
  return std::nullopt;
}

}  // namespace touchstone::http
