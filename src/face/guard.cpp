#include "face/guard.hpp"

#include <algorithm>
#include <array>

namespace touchstone::face {
namespace {

constexpr std::array<std::string_view, 3> kLoopback = {"localhost", "127.0.0.1", "[::1]"};

// "localhost:7332" → "localhost", "[::1]:80" → "[::1]". What follows the colon must be a port:
// "localhost:80@evil.com" is another host.
std::string_view without_port(std::string_view authority) {
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon == std::string_view::npos) return authority;
  const bool is_port = authority.find_first_not_of("0123456789", colon + 1) == authority.npos;
  return is_port ? authority.substr(0, colon) : authority;
}

bool is_loopback(std::string_view host) {
  return std::ranges::any_of(kLoopback, [&](auto name) { return http::same_name(name, host); });
}

bool host_allowed(std::string_view authority, const Door& door) {
  const std::string_view host = without_port(authority);
  return is_loopback(host) || std::ranges::any_of(door.hosts, [&](const std::string& name) {
           return http::same_name(name, host) || http::same_name(name, authority);
         });
}

bool origin_allowed(std::string_view origin, const Door& door) {
  if (std::ranges::any_of(door.origins, [&](auto& name) { return http::same_name(name, origin); }))
    return true;
  const std::size_t slashes = origin.find("://");
  if (slashes == std::string_view::npos) return false;
  const std::string_view scheme = origin.substr(0, slashes);
  return (scheme == "http" || scheme == "https") &&
         is_loopback(without_port(origin.substr(slashes + 3)));
}

// Takes the same time wherever the first difference is.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && !b.empty(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i % b.size()]);
  return difference == 0;
}

Verdict check_token(const http::Headers& headers, const Door& door) {
  if (door.tokens.empty()) return {0, {}, std::string(kAnybody)};
  std::string_view shown = headers.get("Authorization");
  constexpr std::string_view kBearer = "bearer ";
  if (shown.size() <= kBearer.size() || !http::same_name(shown.substr(0, kBearer.size()), kBearer))
    return {401, "this gateway asks for a token: send Authorization: Bearer <token>", {}};
  shown.remove_prefix(kBearer.size());
  std::string principal;
  for (const auto& [name, secret] : door.tokens) {
    if (same_secret(shown, secret)) principal = name;
  }
  if (principal.empty()) return {401, "the token is not known here", {}};
  return {0, {}, principal};
}

}  // namespace

Verdict check_host(const http::Headers& headers, const Door& door) {
  if (host_allowed(headers.get("Host"), door)) return {0, {}, {}};
  return {403, "the Host header names another host; add it to allowedHosts if it is this one", {}};
}

Verdict check_door(const http::Headers& headers, const Door& door) {
  if (Verdict verdict = check_host(headers, door); verdict.status != 0) return verdict;
  if (headers.has("Origin") && !origin_allowed(headers.get("Origin"), door))
    return {403, "requests from this web origin are not allowed; see allowedOrigins", {}};
  return check_token(headers, door);
}

}  // namespace touchstone::face
