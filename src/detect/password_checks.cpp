#include "detect/password_checks.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/shape.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMinPassword = 6;
constexpr std::size_t kMaxPassword = 128;
constexpr std::size_t kMinKey = 12;
constexpr std::size_t kMaxKey = 400;
constexpr double kPasswordBits = 2.2;
constexpr double kKeyBits = 3.1;

bool ends_like_file(std::string_view value) {
  const auto dot = value.rfind('.');
  return dot != std::string_view::npos &&
         base::has_word(
             "json pem p12 pfx cer crt key txt yaml yml xml cfg ini env jks py js ts go "
             "java html md com net org io",
             base::lower_case(value.substr(dot + 1)));
}

// Words, and numbers as versions have them, with signs between: what programs call things.
bool is_name_of_code(std::string_view value) {
  bool has_letter = false;
  bool has_digit = false;
  bool is_first = true;
  for (const char c : value) {
    const bool is_sign = c == '_' || c == '.' || c == '-' || c == ':';
    if (!is_ascii_alnum(c) && !is_sign) return false;
    if (is_sign) {
      has_letter = has_digit = false;
      is_first = false;
      continue;
    }
    has_letter = has_letter || is_ascii_letter(c);
    if (is_ascii_letter(c) && has_digit && !is_first) return false;
    has_digit = has_digit || is_ascii_digit(c);
    if (is_ascii_digit(c) && is_first) return false;
  }
  return true;
}

bool has_of(std::string_view value, bool (*is_one)(char)) {
  return std::ranges::any_of(value, is_one);
}

bool is_password_symbol(char c) {
  static constexpr CharacterSet kSymbols("!@#$%^&*+=?~");
  return kSymbols.has(c);
}

bool is_identifier_part(char c) { return is_ascii_alnum(c) || c == '_' || c == '.'; }

// NAME of $NAME and %NAME%.
bool is_name_of_variable(std::string_view name) {
  if (name.ends_with('%')) name.remove_suffix(1);
  return std::ranges::all_of(name, is_identifier_part);
}

bool has_operator(std::string_view value) {
  constexpr std::array<std::string_view, 7> kOperators{"&&", "||", "->", "=>", "==", "!=", "::"};
  return std::ranges::any_of(
      kOperators, [&](std::string_view it) { return value.find(it) != std::string_view::npos; });
}

bool is_long_enough(std::string_view value) {
  return value.size() >= kMinPassword && value.size() <= kMaxPassword;
}

}  // namespace

bool is_reference(std::string_view value, bool is_quoted) {
  constexpr std::string_view kLeads = "{<#&*@";
  if (value.empty() || value.find("://") != std::string_view::npos) return true;
  const auto rest = value.substr(1);
  switch (value.front()) {
    case '$': return rest.starts_with('{') || rest.starts_with('(') || is_name_of_variable(rest);
    case '%': return rest.starts_with('(') || is_name_of_variable(rest);
    case '{': return !is_quoted || value.ends_with('}');
    case '<': return !is_quoted || value.ends_with('>');
    case '#': return !is_quoted || rest.starts_with('{');
    default: break;
  }
  if (is_quoted) return false;
  return kLeads.find(value.front()) != std::string_view::npos ||
         value.find('(') != std::string_view::npos || value.find('[') != std::string_view::npos;
}

bool looks_like_password(std::string_view value, bool is_quoted) {
  if (!is_long_enough(value)) return false;
  const bool is_mixed = has_of(value, is_ascii_letter) &&
                        (has_of(value, is_ascii_digit) || has_of(value, is_password_symbol));
  return is_mixed && !has_of(value, is_ascii_blank) && entropy(value) >= kPasswordBits &&
         (is_quoted || !is_name_of_code(value));
}

bool looks_like_punctuated_password(std::string_view value, bool is_quoted) {
  if (!is_long_enough(value)) return false;
  if (is_quoted) return looks_like_password(value, true);
  const bool is_mixed = has_of(value, is_ascii_digit) ||
                        (has_of(value, is_ascii_upper) && has_of(value, is_ascii_lower));
  return is_mixed && !has_operator(value) && looks_like_password(value, false);
}

bool looks_like_key(std::string_view value) {
  if (value.size() < kMinKey || value.size() > kMaxKey) return false;
  const bool is_of_keys = std::ranges::all_of(
      value, [](char c) { return is_in_class(c, 'P') || c == '~' || c == '!'; });
  return is_of_keys && has_of(value, is_ascii_digit) && has_of(value, is_ascii_letter) &&
         entropy(value) >= kKeyBits && !ends_like_file(value) && !is_name_of_code(value);
}

bool looks_like_secret(std::string_view value, bool is_quoted) {
  return value.size() >= kMinKey && has_of(value, is_ascii_digit) &&
         has_of(value, is_password_symbol) && entropy(value) >= kKeyBits &&
         !ends_like_file(value) && !is_name_of_code(value) &&
         looks_like_punctuated_password(value, is_quoted);
}

}  // namespace touchstone::detect
