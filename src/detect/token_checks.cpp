#include "detect/token_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"

namespace touchstone::detect {
namespace {

constexpr std::string_view kPlaceholderWords[] = {
    "example",     "placeholder", "your_",    "your-",   "yourkey", "yourtoken", "insert",
    "changeme",    "change_me",   "redacted", "xxxxx",   "*****",   ".....",     "#####",
    "put_your_",   "${",          "{{",       "$(",      "<%",      "%s",        "-----",
    "process.env", "os.environ",  "secrets.", "[hidden", "todo",    "my_secret", "mysecret",
    "my_api",      "my-api",      "dummy",    "enter_",  "replace"};

// The share of the bits that a random text of such a length would have.
constexpr double kVariedShare = 0.62;
constexpr double kVariedEnough = 3.0;

std::string_view up_to_dot(std::string_view text) { return text.substr(0, text.find('.')); }

bool has(std::string_view text, bool (*is_one)(char)) { return std::ranges::any_of(text, is_one); }

// One character makes up most of it, as in 1111111111111111.
bool is_mostly_one(std::string_view value) {
  for (const char c : value.substr(0, 4)) {
    if (std::ranges::count(value, c) * 2 > static_cast<std::ptrdiff_t>(value.size())) return true;
  }
  return false;
}

}  // namespace

bool is_placeholder(std::string_view value) {
  const auto small = base::lower_case(value);
  const auto is_in = [&](std::string_view word) { return small.find(word) != std::string::npos; };
  return std::ranges::any_of(kPlaceholderWords, is_in) || is_mostly_one(value);
}

bool is_varied(std::string_view /*token*/, std::string_view body) {
  if (body.empty() || is_placeholder(body)) return false;
  const auto expected = kVariedShare * std::log2(static_cast<double>(body.size()));
  return entropy(body) >= std::min(kVariedEnough, expected);
}

bool is_varied_mix(std::string_view token, std::string_view body) {
  return has(token, is_ascii_digit) && has(token, is_ascii_letter) && is_varied(token, body);
}

bool is_anything(std::string_view /*token*/, std::string_view /*body*/) { return true; }

// Tokens made before 2021 have no checksum but only hexadecimal digits, and none of these prefixes.
// A body that is varied and fails is somebody's invention, and still looks like a leak.
bool is_github_token(std::string_view token, std::string_view body) {
  return ends_with_base62_crc(body) || is_varied_mix(token, body);
}

bool is_npm_token(std::string_view token, std::string_view body) {
  return ends_with_base62_crc(body) || is_varied_mix(token, body);
}

bool is_registry_token(std::string_view token, std::string_view body) {
  return is_varied_mix(token, body);
}

// Base 32 after the prefix: neither 0, 1, 8 nor 9 occur.
bool is_aws_key_id(std::string_view token, std::string_view body) {
  return std::ranges::none_of(
             body, [](char c) { return c == '0' || c == '1' || c == '8' || c == '9'; }) &&
         is_varied(token, body) && !is_placeholder(token);
}

bool is_openai_key(std::string_view token, std::string_view body) {
  return token.starts_with("sk-") && is_varied_mix(token, body);
}

// The header is JSON and names an algorithm or a type.
bool is_jwt(std::string_view token, std::string_view /*body*/) {
  const auto header = base::from_base64_url(up_to_dot(token));
  if (!header || !header->starts_with('{') || !header->ends_with('}')) return false;
  const bool is_text = std::ranges::all_of(
      *header, [](char c) { return (c >= ' ' && c < 0x7F) || is_ascii_blank(c); });
  return is_text && (header->find("\"alg\"") != std::string::npos ||
                     header->find("\"typ\"") != std::string::npos ||
                     header->find("\"kid\"") != std::string::npos);
}

bool is_bcrypt(std::string_view /*token*/, std::string_view body) {
  return std::ranges::none_of(body, [](char c) { return c == '_' || c == '~' || c == '-'; });
}

// The first part is the number of an account, in base 64.
bool is_discord_token(std::string_view token, std::string_view body) {
  auto first = std::string(up_to_dot(token));
  while (first.size() % 4 != 0 && first.size() % 4 != 2 && first.size() % 4 != 3) first.pop_back();
  const auto number = base::from_base64_url(first);
  if (!number || !is_varied_mix(token, body)) return false;
  return std::ranges::all_of(number->substr(0, std::min<std::size_t>(number->size(), 8)),
                             is_ascii_digit);
}

}  // namespace touchstone::detect
