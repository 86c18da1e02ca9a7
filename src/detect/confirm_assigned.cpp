#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/assigned_value.hpp"
#include "detect/confirm.hpp"
#include "detect/password_checks.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxName = 40;          // of each side of the word
constexpr std::size_t kMaxBlanksAround = 8;   // blanks around the sign
constexpr std::size_t kMostOfPassword = 129;  // beyond which it is none
constexpr std::size_t kMaxScheme = 12;
constexpr std::size_t kMaxSlashes = 8;  // before a quote, in JSON that stands in JSON

bool is_name_part(char c) { return is_ascii_alnum(c) || c == '_' || c == '-' || c == '.'; }
bool opens_value(char c) { return c == '"' || c == '\'' || c == '`'; }

// "The password is …", as people write it.
constexpr std::array<std::string_view, 15> kIsWords{
    "is ",       "was ",  "ist ", "lautet ", "est ",         "es ",          "\xC3\xA9 ",   "e ",
    "\xC3\xA8 ", "jest ", "is: ", "adalah ", "\xE6\x98\xAF", "\xE4\xB8\xBA", "\xE3\x81\xAF"};

// A weak one stands between other things, too: arguments of a call, an arrow.
enum class AssignSign : std::uint8_t { kNone, kWeak, kSign };

struct AssignedName {
  bool is_element;  // <name>
  bool is_option;   // --name
};

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
  AssignSign sign(const AssignedName& name) {
    if (take("\\")) take("\"");
    if (opens_value(front())) ++at_;
    if (front() == ']' || front() == ')') ++at_;
    const auto end = at_;
    blanks();
    if (name.is_element && take(">")) return AssignSign::kSign;
    if (take("==")) return AssignSign::kNone;
    for (const auto* sign : {":=", "||:", "\xEF\xBC\x9A", "\xEF\xBC\x9D"}) {
      if (take(sign)) return AssignSign::kSign;
    }
    if (take("=>")) return AssignSign::kWeak;
    if (take("=") || take(":")) return AssignSign::kSign;
    if (take(",")) return AssignSign::kWeak;
    for (const auto word : kIsWords) {
      if (take(word)) return AssignSign::kSign;
    }
    return name.is_option && at_ > end ? AssignSign::kSign : AssignSign::kNone;
  }
  // The opening quote, with the letter or slashes that may lead it.
  void quote(ValueStart& start) {
    const auto from = at_;
    while (front() == '\\' && at_ - from < kMaxSlashes) ++at_;
    start.slashes = at_ - from;
    if ((front() == 'b' || front() == 'f' || front() == '@' || front() == 'r') &&
        at_ + 1 < text_.size() && opens_value(text_[at_ + 1])) {
      ++at_;
    }
    if (!opens_value(front())) {
      at_ = from;
      start.slashes = 0;
      return;
    }
    start.quote = text_[at_++];
    if (start.slashes == 0 && text_.substr(at_, 2) == std::string(2, start.quote)) at_ += 2;
  }
  std::string_view value(ValueStart& start) {
    start.begin = at_;
    at_ = std::max(at_, end_of_value(text_, start));
    return text_.substr(start.begin, at_ - start.begin);
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

// A header says first what kind of credential follows.
bool is_scheme(std::string_view word) {
  return base::has_word("bearer basic token apikey api-key ssws digest",
                        base::lower_case(word.substr(0, kMaxScheme)));
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

// All of the value if it looks like a password, or the part of it that does; else nothing.
std::string_view password_of(const Assigned& item) {
  const auto plain =
      item.is_quoted ? item.value : plain_part(item.value.substr(0, kMostOfPassword));
  if (plain != item.value && looks_like_punctuated_password(item.value, item.is_quoted))
    return item.value;
  return looks_like_password(plain, item.is_quoted) ? plain : std::string_view();
}

// "pass" is the end of other words and has other meanings. Alone it is a password's name if the
// value can be nothing else.
bool is_bare_pass(const Place& word, const Assigned& item) {
  const auto is_alnum = [](char c) { return is_ascii_alnum(c); };
  const auto text = word.text.substr(word.begin, word.end - word.begin);
  return text.size() == 5 && std::ranges::none_of(item.after, is_alnum) &&
         (text.front() == '"' || ascii_lower(text.front()) == 'p');
}
bool is_sure_password(const Assigned& item, std::string_view value) {
  const auto has = [&](bool (*is_one)(char)) { return std::ranges::any_of(value, is_one); };
  const bool is_in_word = !item.before.empty() && is_ascii_letter(item.before.back());
  return !is_in_word && has(is_ascii_digit) && has(is_ascii_lower) && has(is_ascii_upper) &&
         (item.is_quoted || value.find_first_of("!@#$%^&*?") != std::string_view::npos);
}

// The same for keys, which have no punctuation, and for secrets that somebody made up.
std::string_view key_of(const Assigned& item) {
  if (looks_like_key(item.value)) return item.value;
  if (looks_like_secret(item.value, item.is_quoted)) return item.value;
  const auto plain = plain_part(item.value);
  return looks_like_key(plain) ? plain : std::string_view();
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
  const AssignedName kind{begin > 0 && text[begin - 1] == '<', text[begin] == '-'};
  const auto sign = reader.sign(kind);
  if (sign == AssignSign::kNone) return std::nullopt;
  reader.blanks();
  Assigned out;
  out.name = text.substr(begin, end - begin);
  out.before = text.substr(begin, word.begin - begin);
  out.after = text.substr(std::min(word.end, end), end - std::min(word.end, end));
  ValueStart start;
  start.name = begin;
  start.is_element = kind.is_element;
  reader.quote(start);
  out.is_quoted = start.quote != '\0';
  out.value = reader.value(start);
  const auto blank = out.value.find(' ');
  if (out.is_quoted && blank != std::string_view::npos && is_scheme(out.value.substr(0, blank))) {
    start.begin += blank + 1;
    out.value.remove_prefix(blank + 1);
  } else if (!out.is_quoted && is_scheme(out.value)) {
    reader.blanks();
    out.value = reader.value(start);
  }
  out.begin = start.begin;
  if (sign == AssignSign::kWeak && !out.is_quoted) return std::nullopt;
  return out;
}

KeyedConfirmer::KeyedConfirmer() {
  for (const auto& rule : keyed_secrets()) shapes_.emplace_back(rule.shape);
}

void KeyedConfirmer::confirm(std::size_t index, const Place& word, Finds& finds) const {
  const auto& rule = keyed_secrets()[index];
  const auto item = assigned_at(word);
  if (!item) return;
  auto value = item->value;
  if (shapes_[index].match(value, 0) != value.size()) value = plain_part(value);
  if (shapes_[index].match(value, 0) != value.size()) return;
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
  if (!is_varied_mix(value, value)) return;
  finds.add(ContentKind::kSecret, Confidence::kLikely, rule.id, item->begin,
            item->begin + value.size());
}

void confirm_assigned(AssignedKind kind, const Place& word, Finds& finds) {
  const auto item = assigned_at(word);
  if (!item || !is_secret_ending(item->after) || is_harmless_name(item->before)) return;
  const auto value = kind == AssignedKind::kPassword ? password_of(*item) : key_of(*item);
  if (value.empty() || is_reference(value, item->is_quoted) || is_placeholder(value)) return;
  if (kind == AssignedKind::kPassword && is_bare_pass(word, *item) &&
      !is_sure_password(*item, value))
    return;
  finds.add(ContentKind::kSecret, Confidence::kLikely,
            kind == AssignedKind::kPassword ? "assigned-password" : "assigned-secret", item->begin,
            item->begin + value.size());
}

}  // namespace touchstone::detect
