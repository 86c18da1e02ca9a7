#include "config/rules.hpp"

#include <algorithm>
#include <array>

#include "config/config.hpp"

namespace touchstone::config {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestSeparator = 8;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_of(std::string_view text, std::string_view also) {
  return std::ranges::all_of(text, [also](char c) {
    return is_letter(c) || is_digit(c) || also.find(c) != std::string_view::npos;
  });
}

bool has_gap(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
}

bool is_url(std::string_view text) {
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos || has_gap(text)) return false;
  if (text.substr(0, scheme) != "http" && text.substr(0, scheme) != "https") return false;
  const auto rest = text.substr(scheme + 3);
  const auto authority = rest.substr(0, rest.find_first_of("/?#"));
  return !authority.empty() && !authority.starts_with(':');
}

bool is_origin(std::string_view text) {
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos || scheme == 0 || has_gap(text)) return false;
  const auto rest = text.substr(scheme + 3);
  return !rest.empty() && rest.find_first_of("/?#*@") == std::string_view::npos;
}

bool is_host(std::string_view text) {
  return !text.empty() && !has_gap(text) && text.find_first_of("/*@?#") == std::string_view::npos;
}

bool is_domain(std::string_view text) {
  return text.find('.') != std::string_view::npos && !text.starts_with('.') &&
         text.find("..") == std::string_view::npos && !text.ends_with('.') && all_of(text, ".-_");
}

bool is_field_value(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

}  // namespace

bool is_variable_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && all_of(text, "_");
}

bool is_header_name(std::string_view text) {
  return !text.empty() && all_of(text, "!#$%&'*+-.^_`|~");
}

bool is_name(std::string_view text, std::string_view also) {
  return !text.empty() && text.size() <= kLongestName &&
         all_of(text, std::string("-_.").append(also));
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

bool names_file(Rule rule, std::string_view text) {
  constexpr std::array<std::string_view, 3> kEndings{".yaml", ".yml", ".json"};
  const bool has_slash = text.find('/') != std::string_view::npos;
  if (rule == Rule::kPath) return true;
  if (rule == Rule::kProgram) return has_slash;
  return rule == Rule::kPolicy && (has_slash || std::ranges::any_of(kEndings, [&](auto end) {
                                     return text.ends_with(end);
                                   }));
}

std::optional<Complaint> complaint_about_token(std::string_view secret) {
  if (secret.empty()) return Complaint{"is empty", "openssl rand -hex 32 makes a good one"};
  if (secret.size() > kLongestToken) return Complaint{"is longer than 4096 characters", ""};
  const bool visible = std::ranges::all_of(secret, [](char c) { return c > 0x20 && c < 0x7F; });
  if (visible) return std::nullopt;
  return Complaint{"has a character that no client can send as a bearer token",
                   "use letters and digits"};
}

std::optional<Complaint> complaint_about(Rule rule, std::string_view text) {
  switch (rule) {
    case Rule::kAny: return std::nullopt;
    case Rule::kProgram:
    case Rule::kPath:
      if (!text.empty()) return std::nullopt;
      return Complaint{"is empty", "name a program or a path, or leave the key out"};
    case Rule::kPolicy:
      if (is_name(text) || names_file(rule, text)) return std::nullopt;
      return Complaint{"is neither the name of a policy pack nor a file",
                       "balanced, or ./policy.yaml"};
    case Rule::kUrl:
      if (is_url(text)) return std::nullopt;
      return Complaint{"is not an http or https URL", "https://host/path"};
    case Rule::kUrlOrOff:
      if (text == kOff || (is_url(text) && text.find_first_of("?#") == text.npos))
        return std::nullopt;
      return Complaint{"is neither an http or https URL nor off", "https://gateway.example.org"};
    case Rule::kToolPart:
      if (text.empty() || is_name(text)) return std::nullopt;
      return Complaint{"cannot stand in a tool's name",
                       "use letters, digits, '-', '_' and '.', at most 64 of them"};
    case Rule::kSeparator:
      if (is_name(text) && text.size() <= kLongestSeparator) return std::nullopt;
      return Complaint{"cannot stand between a prefix and a tool's name",
                       "use 1 to 8 letters, digits, '-', '_' or '.'"};
    case Rule::kVariable:
      if (!text.empty() && text.find('=') == text.npos) return std::nullopt;
      return Complaint{"cannot be a variable's name", "use letters, digits and '_'"};
    case Rule::kHeader:
      if (is_field_value(text)) return std::nullopt;
      return Complaint{"has a line break, which no header may have", "take it out"};
    case Rule::kHost:
      if (is_host(text)) return std::nullopt;
      return Complaint{"is not a host", "example.org or example.org:8443, without https://"};
    case Rule::kOrigin:
      if (is_origin(text)) return std::nullopt;
      return Complaint{"is not an origin", "https://example.org, with no path behind it"};
    case Rule::kDomain:
      if (is_domain(text)) return std::nullopt;
      return Complaint{"is not a domain", "example.org, which also stands for all names below it"};
  }
  return std::nullopt;
}

}  // namespace touchstone::config
