#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/clean_uri.hpp"

namespace touchstone::detect {
namespace {

// Without signs and in small letters: X-Amz-Signature is xamzsignature.
constexpr std::string_view kCredentialNames =
    "auth authorization authkey bearer jwt key keypairid assertion hmac pass passcode passphrase "
    "pwd sas sid sig otp googleaccessid";
constexpr std::array<std::string_view, 14> kCredentialEndings{
    "token",       "signature", "secret",     "password",   "passwd",
    "credential",  "apikey",    "accesskey",  "secretkey",  "privatekey",
    "credentials", "sessionid", "accountkey", "accesskeyid"};
constexpr std::array<std::string_view, 5> kOfPages{"page", "next", "continuation", "cursor",
                                                   "sync"};

std::string bare_name(std::string_view name) {
  std::string out = base::lower_case(name);
  std::erase_if(out, [](char c) { return !is_ascii_alnum(c); });
  return out;
}

bool is_credential(std::string_view name) {
  const std::string bare = bare_name(name);
  if (base::has_word(kCredentialNames, bare) || bare.ends_with("subscriptionkey")) return true;
  const auto ends = [&](std::string_view ending) { return bare.ends_with(ending); };
  const auto has = [&](std::string_view word) { return bare.find(word) != std::string::npos; };
  return std::ranges::any_of(kCredentialEndings, ends) && !std::ranges::any_of(kOfPages, has);
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() && is_ascii_hex(text[i + 1]) &&
                         is_ascii_hex(text[i + 2]);
    out +=
        is_code ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (is_code) i += 2;
  }
  return out;
}

bool names_credential_as_spelled(std::string_view text) {
  constexpr std::string_view kBetween = "&;?#/";
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(kBetween), text.size());
    const std::string_view one = text.substr(0, end);
    const auto sign = std::min(one.find('='), one.size());
    if (sign + 1 < one.size() && is_credential(one.substr(0, sign))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace

// Once more decoded: a URL may stand in a parameter of another.
bool names_credential(std::string_view parameters) {
  if (names_credential_as_spelled(parameters)) return true;
  if (parameters.find('%') == std::string_view::npos) return false;
  const std::string decoded = percent_decoded(parameters);
  return names_credential_as_spelled(decoded) ||
         (decoded.find('%') != std::string::npos &&
          names_credential_as_spelled(percent_decoded(decoded)));
}

}  // namespace touchstone::detect
