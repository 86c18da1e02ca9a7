#include "resolve/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>

#include "base/text.hpp"
#include "http/url.hpp"
#include "resolve/letters.hpp"

namespace touchstone::resolve {
namespace {

constexpr std::size_t kMaxAddresses = 256;  // in one text

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.' || c == '_';
}

using Quad = std::array<unsigned, 4>;

// 10.0.0.1 and no other spelling: 010.0.0.1 is 8.0.0.1 to some.
std::optional<Quad> quad_of(std::string_view host) {
  Quad quad{};
  const char* at = host.data();
  const char* const end = at + host.size();
  for (std::size_t i = 0; i < quad.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    if (at == end || !is_digit(*at) || (*at == '0' && at + 1 != end && is_digit(at[1]))) return {};
    const auto [next, error] = std::from_chars(at, end, quad[i]);
    if (error != std::errc() || quad[i] > 255) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(quad) : std::nullopt;
}

bool is_private(const Quad& q) {
  return q[0] == 10 || q[0] == 127 || (q[0] == 172 && q[1] >= 16 && q[1] <= 31) ||
         (q[0] == 192 && q[1] == 168) || (q[0] == 169 && q[1] == 254);
}

AddressVerdict on_address4(std::string_view host, const Quad& quad) {
  AddressVerdict out{is_private(quad) ? Reach::kInternal : Reach::kPublic, std::string(host), {}};
  if (quad[0] == 169 && quad[1] == 254) {
    out.sensitive = "a cloud's metadata service";
    out.reach = Reach::kUnknown;  // near, but not the organisation's
  }
  return out;
}

// Only the plainest forms: loopback, unique local, link local.
AddressVerdict on_address6(std::string_view host) {
  const bool whole_group = host.find(':') == 4;  // fd::1 is 00fd::1
  const bool internal = host == "::1" || host.starts_with("fe80:") ||
                        (whole_group && (host.starts_with("fc") || host.starts_with("fd")));
  const bool mapped = host.find('.') != std::string_view::npos || host.starts_with("::ffff") ||
                      host.starts_with("64:ff9b");
  if (mapped) return {Reach::kUnknown, std::string(host), {}};
  AddressVerdict out{internal ? Reach::kInternal : Reach::kPublic, std::string(host), {}};
  if (host == "fd00:ec2::254") out.sensitive = "a cloud's metadata service";
  return out;
}

// 2130706433, 0x7f000001, 127.1: numbers that some take for an address.
bool is_numeric(std::string_view host) {
  const auto last = host.substr(host.rfind('.') + 1);
  return last.starts_with("0x") || std::ranges::all_of(last, is_digit);
}

bool is_below(std::string_view host, std::string_view domain) {
  if (domain.empty() || !host.ends_with(domain)) return false;
  return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

bool is_mailbox(std::string_view local) {
  // % and ! were ways to write a second address into the first.
  return !local.empty() && std::ranges::all_of(base::lower_case(local), [](char c) {
    return is_name_letter(c) || c == '+' || c == '\'' || c == '&' || c == '~';
  });
}

AddressVerdict on_mail(std::string_view text, std::span<const std::string> domains) {
  const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  const auto open = text.find('<');
  if (open != std::string_view::npos) {
    const bool plain = text.ends_with('>') &&
                       text.find_first_of("<@\"", open + 1) != std::string_view::npos &&
                       text.substr(0, open).find_first_of("@\"(") == std::string_view::npos;
    if (!plain) return {};
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const auto at = text.find('@');
  if (at == std::string_view::npos || !is_mailbox(text.substr(0, at))) return {};
  const auto host = text.substr(at + 1);
  auto out = classify_host(host, domains);
  // Mail goes to names; an address in brackets or a name without a dot is not judged.
  if (host.find('.') == std::string_view::npos || is_numeric(host)) out.reach = Reach::kUnknown;
  return out;
}

bool carries_address(std::string_view target) {
  const auto lower = base::lower_case(target);
  return mentions_address(lower) || lower.find("%3a") != std::string::npos ||
         lower.find("%40") != std::string::npos || lower.find("//") != std::string::npos;
}

}  // namespace

AddressVerdict classify_host(std::string_view text, std::span<const std::string> domains) {
  constexpr std::size_t kLongestName = 253;
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto host = base::lower_case(text.substr(0, kLongestName + 1));
  if (host.empty() || host.size() > kLongestName) return {};
  if (const auto quad = quad_of(host)) return on_address4(host, *quad);
  if (host.find(':') != std::string::npos) return on_address6(host);
  if (!std::ranges::all_of(host, is_name_letter) || host.front() == '.' || host.back() == '.' ||
      host.find("..") != std::string::npos || is_numeric(host)) {
    return {};
  }
  if (host == "metadata.google.internal") {
    return {Reach::kUnknown, host, "a cloud's metadata service"};
  }
  const auto ours = [&](const std::string& domain) { return is_below(host, domain); };
  if (host == "localhost" || std::ranges::any_of(domains, ours)) {
    return {Reach::kInternal, host, {}};
  }
  return {host.find('.') == std::string::npos ? Reach::kUnknown : Reach::kPublic, host, {}};
}

AddressVerdict classify_url(std::string_view text, std::span<const std::string> domains) {
  std::string whole(text.substr(0, text.find('#')));
  if (text.starts_with("//")) {
    whole.insert(0, "http:");
  } else if (text.find("://") == std::string_view::npos) {
    // host, host:8080/path; not mailto:x, javascript:x, or a path.
    const auto host = text.substr(0, text.find_first_of(":/?#"));
    const auto after = text.substr(host.size());
    const bool port = after.starts_with(':') && after.size() > 1 && is_digit(after[1]);
    if (host.find('.') == std::string_view::npos && host != "localhost") return {};
    if (after.starts_with(':') && !port) return {};
    whole.insert(0, "http://");
  }
  const auto url = http::parse_url(whole);
  if (!url) return {};
  auto out = classify_host(url->host, domains);
  // A URL inside of a URL: the server at the first may be made to ask the second.
  if (out.reach == Reach::kInternal && carries_address(url->target)) out.reach = Reach::kUnknown;
  return out;
}

AddressVerdict classify_mail(std::string_view text, std::span<const std::string> domains) {
  AddressVerdict farthest{Reach::kInternal, {}, {}};
  for (std::size_t count = 0; !text.empty() || count == 0; ++count) {
    if (count == kMaxAddresses) return {};
    const auto end = std::min(text.find_first_of(",;"), text.size());
    auto one = on_mail(text.substr(0, end), domains);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.reach >= farthest.reach) farthest = std::move(one);
  }
  return farthest;
}

bool mentions_address(std::string_view text) {
  return text.find("://") != std::string_view::npos || text.find('@') != std::string_view::npos ||
         text.find("www.") != std::string_view::npos;
}

}  // namespace touchstone::resolve
