#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/confirm.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxName = 40;         // of each side of the word
constexpr std::size_t kMaxBlanksAround = 8;  // blanks around the sign
constexpr std::size_t kMaxValue = 512;
constexpr std::size_t kMinPassword = 6;
constexpr std::size_t kMaxPassword = 128;
constexpr std::size_t kMinKey = 12;
constexpr std::size_t kMaxKey = 400;
constexpr double kPasswordBits = 2.2;
constexpr double kKeyBits = 3.1;

bool is_name_part(char c) { return is_ascii_alnum(c) || c == '_' || c == '-' || c == '.'; }
bool opens_value(char c) { return c == '"' || c == '\'' || c == '`'; }

// Reads on from a place, a bounded way.
class AssignReader {
 public:
  AssignReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  [[nodiscard]] char front() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] std::size_t at() const { return at_; }
  bool take(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  void blanks() {
    for (std::size_t i = 0; i < kMaxBlanksAround && (front() == ' ' || front() == '\t'); ++i) ++at_;
  }
  // What closes the name, then the sign that assigns; an equation is a comparison.
  bool sign(bool is_element) {
    if (take("\\")) take("\"");
    if (opens_value(front())) ++at_;
    if (front() == ']' || front() == ')') ++at_;
    blanks();
    if (is_element && take(">")) return true;
    if (take("==")) return false;
    for (const auto* sign : {":=", "=>", "||:", "=", ":"}) {
      if (take(sign)) return true;
    }
    return take(",") || take("is ") || take("was ");
  }
  // The opening quote, with the letter or slash that may lead it.
  char quote() {
    if (front() == '\\') ++at_;
    if ((front() == 'b' || front() == 'f' || front() == '@' || front() == 'r') &&
        at_ + 1 < text_.size() && opens_value(text_[at_ + 1])) {
      ++at_;
    }
    if (!opens_value(front())) return '\0';
    return text_[at_++];
  }
  std::string_view value(char quote) {
    static constexpr CharacterSet kEnds(" \t\r\n\"'`,;)}]<>&|\\");
    const auto begin = at_;
    while (at_ < text_.size() && at_ - begin < kMaxValue) {
      const char c = text_[at_];
      if (quote != '\0' ? (c == quote || c == '\n' || c == '\\') : kEnds.has(c)) {
        break;
      }
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

// A header says first what kind of credential follows.
bool is_scheme(std::string_view word) {
  return base::has_word("bearer basic token apikey api-key ssws digest",
                        base::lower_case(word.substr(0, kMinKey)));
}

// What a name may end with and still be that of a secret. "token_count" and "secretName" are not.
bool is_secret_ending(std::string_view after) {
  auto small = base::lower_case(after);
  std::erase_if(small, [](char c) { return !is_ascii_lower(c); });
  return small.empty() ||
         base::has_word(
             "key keys value token secret s base b live prod production dev test staging string "
             "raw plain text header password new old hex root admin user bot main primary "
             "secondary",
             small);
}

// Tokens that are no secret, or not one for long.
bool is_harmless_name(std::string_view before) {
  constexpr std::array<std::string_view, 18> kHarmless{
      "csrf",         "xsrf",   "authenticity", "public",    "next", "page",
      "continuation", "cursor", "sync",         "max",       "num",  "min",
      "cancel",       "pub_",   "bucket",       "partition", "sort", "verification"};
  const auto small = base::lower_case(before);
  return std::ranges::any_of(
      kHarmless, [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

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

bool is_reference(std::string_view value) {
  constexpr std::string_view kLeads = "$%{<#&*@";
  return value.empty() || kLeads.find(value.front()) != std::string_view::npos ||
         value.find("://") != std::string_view::npos || value.find('(') != std::string_view::npos ||
         value.find('[') != std::string_view::npos;
}

bool looks_like_password(const Assigned& item) {
  const auto value = item.value;
  if (value.size() < kMinPassword || value.size() > kMaxPassword) return false;
  const auto is_symbol = [](char c) {
    return std::string_view("!@#$%^&*+=?~").find(c) != std::string_view::npos;
  };
  const bool is_mixed = has_of(value, is_ascii_letter) &&
                        (has_of(value, is_ascii_digit) || std::ranges::any_of(value, is_symbol));
  return is_mixed && !has_of(value, is_ascii_blank) && entropy(value) >= kPasswordBits &&
         (item.is_quoted || !is_name_of_code(value));
}

bool looks_like_key(const Assigned& item) {
  const auto value = item.value;
  const bool is_of_keys = std::ranges::all_of(
      value, [](char c) { return is_in_class(c, 'P') || c == '~' || c == '!'; });
  return value.size() >= kMinKey && value.size() <= kMaxKey && is_of_keys &&
         has_of(value, is_ascii_digit) && has_of(value, is_ascii_letter) &&
         entropy(value) >= kKeyBits && !ends_like_file(value) && !is_name_of_code(value);
}

bool is_password_word(std::string_view word) {
  return word.find("pass") != std::string_view::npos || word.find("pwd") != std::string_view::npos;
}

}  // namespace

std::optional<Assigned> assigned_at(const Place& word) {
  const auto text = word.text;
  auto begin = word.begin;
  while (begin > 0 && word.begin - begin < kMaxName && is_name_part(text[begin - 1])) --begin;
  auto end = word.end;
  while (end < text.size() && end - word.end < kMaxName && is_name_part(text[end])) ++end;
  const bool has_sign = text[word.end - 1] == '=' || text[word.end - 1] == ':';
  AssignReader reader(text, has_sign ? word.end - 1 : end);
  if (has_sign) end = word.end - 1;
  if (!reader.sign(begin > 0 && text[begin - 1] == '<')) return std::nullopt;
  reader.blanks();
  Assigned out;
  out.name = text.substr(begin, end - begin);
  out.before = text.substr(begin, word.begin - begin);
  out.after = text.substr(std::min(word.end, end), end - std::min(word.end, end));
  auto quote = reader.quote();
  out.is_quoted = quote != '\0';
  out.begin = reader.at();
  out.value = reader.value(quote);
  const auto blank = out.value.find(' ');
  if (out.is_quoted && blank != std::string_view::npos && is_scheme(out.value.substr(0, blank))) {
    out.begin += blank + 1;
    out.value.remove_prefix(blank + 1);
  } else if (!out.is_quoted && is_scheme(out.value)) {
    reader.blanks();
    out.begin = reader.at();
    out.value = reader.value('\0');
  }
  return out;
}

KeyedConfirmer::KeyedConfirmer() {
  for (const auto& rule : keyed_secrets()) shapes_.emplace_back(rule.shape);
}

void KeyedConfirmer::confirm(std::size_t index, const Place& word, Finds& finds) const {
  const auto& rule = keyed_secrets()[index];
  const auto item = assigned_at(word);
  if (!item || shapes_[index].match(item->value, 0) != item->value.size()) return;
  if (!rule.also.empty()) {
    const auto name = base::lower_case(item->name);
    bool has_one = false;
    for (auto rest = rule.also; !rest.empty() && !has_one;) {
      const auto end = std::min(rest.find(' '), rest.size());
      has_one = name.find(rest.substr(0, end)) != std::string::npos;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!has_one) return;
  }
  if (!is_varied_mix(item->value, item->value)) return;
  finds.add(ContentKind::kSecret, Confidence::kLikely, rule.id, item->begin,
            item->begin + item->value.size());
}

void confirm_assigned(const Place& word, Finds& finds) {
  const auto item = assigned_at(word);
  if (!item || is_reference(item->value) || !is_secret_ending(item->after)) return;
  const auto found = word.text.substr(word.begin, word.end - word.begin);
  const bool is_password = is_password_word(base::lower_case(found));
  if (!(is_password ? looks_like_password(*item) : looks_like_key(*item))) return;
  if (is_harmless_name(item->before) || is_placeholder(item->value)) return;
  finds.add(ContentKind::kSecret, Confidence::kLikely,
            is_password ? "assigned-password" : "assigned-secret", item->begin,
            item->begin + item->value.size());
}

}  // namespace touchstone::detect
