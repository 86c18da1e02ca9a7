#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/confirm.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxNameParts = 4;
constexpr std::size_t kMaxNamePart = 24;
constexpr std::size_t kMaxStreet = 48;  // bytes before the word for the street
constexpr std::size_t kMaxDate = 24;
constexpr std::size_t kMaxCodeLead = 12;  // between a word for the code of a card and the code

// Capitalised words that no person is called by.
bool is_no_name(std::string_view word) {
  return base::has_word(
      "the this that your my our his her a an it i you we they name user admin test string none "
      "null "
      "true false unknown object array number default value type file system server client public "
      "private new get set is not for and or of to in on with january february march april may "
      "june "
      "july august september october november december monday tuesday wednesday thursday friday "
      "saturday sunday api http https json xml id no yes",
      base::lower_case(word));
}

bool is_letter_byte(char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

// The capitalised word at `at`, or nothing.
std::string_view name_part(std::string_view text, std::size_t at) {
  auto end = at;
  if (at >= text.size() ||
      (!is_ascii_upper(text[at]) && static_cast<unsigned char>(text[at]) < 0xC3))
    return {};
  while (end < text.size() && end - at < kMaxNamePart &&
         (is_letter_byte(text[end]) || text[end] == '\'' || text[end] == '-')) {
    ++end;
  }
  const auto word = text.substr(at, end - at);
  if (end < text.size() && (is_ascii_digit(text[end]) || text[end] == '_' || text[end] == '('))
    return {};
  return is_no_name(word) ? std::string_view() : word;
}

// Names one after the other, and initials; where they end.
std::size_t end_of_name(std::string_view text, std::size_t at, std::size_t& parts) {
  auto end = at;
  for (parts = 0; parts < kMaxNameParts; ++parts) {
    const auto word = name_part(text, at);
    if (word.empty()) break;
    end = at + word.size();
    if (word.size() == 1 && end < text.size() && text[end] == '.') ++end;
    if (end >= text.size() || text[end] != ' ') {
      ++parts;
      break;
    }
    at = end + 1;
  }
  return end;
}

std::size_t past_sign(std::string_view text, std::size_t at) {
  constexpr std::string_view kSigns = "\":= \n\r";
  const auto most = std::min(text.size(), at + 6);
  while (at < most && kSigns.find(text[at]) != std::string_view::npos) ++at;
  return at;
}

void confirm_name(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  // "name": "Checkout" is the name of anything.
  const bool is_weak = ascii_lower(text[phrase.begin]) == 'n';
  if (is_weak && finds.at_least() > Confidence::kPossible) return;
  // filename: and username: name no person.
  const bool is_word =
      phrase.begin > 0 && (is_ascii_alnum(text[phrase.begin - 1]) || text[phrase.begin - 1] == '_');
  if (is_word) return;
  const auto begin = past_sign(text, phrase.end);
  std::size_t parts = 0;
  const auto end = end_of_name(text, begin, parts);
  if (parts == 0) return;
  const auto confidence = is_weak ? Confidence::kPossible : Confidence::kLikely;
  finds.add(ContentKind::kPersonal, confidence, "person-name", begin, end);
}

void confirm_honorific(const Place& phrase, Finds& finds) {
  if (phrase.begin > 0 && is_ascii_alnum(phrase.text[phrase.begin - 1])) return;
  std::size_t parts = 0;
  const auto end = end_of_name(phrase.text, phrase.end, parts);
  if (parts == 0) return;
  finds.add(ContentKind::kPersonal, Confidence::kLikely, "person-name", phrase.begin, end);
}

// "12 Old Mill Street": a number, then capitalised words. In German the number follows.
void confirm_street(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  const bool is_german = text[phrase.begin] == 's' || text[phrase.begin] == 'S';
  auto begin = phrase.begin;
  if (!is_german || text[phrase.begin] == ' ') {
    const auto from = begin > kMaxStreet ? begin - kMaxStreet : 0;
    while (begin > from &&
           (is_letter_byte(text[begin - 1]) || text[begin - 1] == ' ' || text[begin - 1] == '.'))
      --begin;
    auto words = begin;
    // 221B: the letter is the number's.
    if (words < phrase.begin && is_ascii_upper(text[words]) && text[words + 1] == ' ') ++words;
    while (begin > from && is_ascii_digit(text[begin - 1])) --begin;
    const auto first = text.substr(words, phrase.begin - words);
    const bool has_name = first.size() > 2 && first[0] == ' ' && is_ascii_upper(first[1]);
    const bool is_number =
        words > begin && words - begin <= 5 && (begin == 0 || !is_ascii_alnum(text[begin - 1]));
    if (has_name && is_number)
      finds.add(ContentKind::kPersonal, Confidence::kLikely, "street-address", begin, phrase.end);
    return;
  }
  while (begin > 0 && phrase.begin - begin < kMaxStreet &&
         (is_letter_byte(text[begin - 1]) || text[begin - 1] == '-'))
    --begin;
  auto end = phrase.end;
  while (end < text.size() && end - phrase.end < 5 && is_ascii_digit(text[end])) ++end;
  if (end > phrase.end && begin < phrase.begin && !is_ascii_lower(text[begin]))
    finds.add(ContentKind::kPersonal, Confidence::kLikely, "street-address", begin, end);
}

// Small words inside the name of a street, and then a capital: "de la Paix", "d'Italie".
std::size_t past_articles(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 14> kArticles{"de ",  "du ",  "des ", "della ", "dei ",
                                                       "del ", "di ",  "d'",   "dell'",  "la ",
                                                       "le ",  "les ", "los ", "l'"};
  for (int i = 0; i < 2; ++i) {
    for (const auto article : kArticles) {
      if (text.substr(at).starts_with(article)) {
        at += article.size();
        break;
      }
    }
  }
  return at;
}

// Where up to four capitalised words end, with articles between them; `at` if there are none.
std::size_t past_street_name(std::string_view text, std::size_t at) {
  auto end = at;
  for (int words = 0; words < 4; ++words) {
    const auto begin = past_articles(text, at);
    const auto word = name_part(text, begin);
    if (word.size() < 2) break;
    end = begin + word.size();
    if (end >= text.size() || text[end] != ' ') break;
    at = end + 1;
  }
  return end;
}

// "12 bis, rue de la Paix": the number before the word.
void confirm_rue(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  const auto end = past_street_name(text, phrase.end);
  if (end == phrase.end) return;
  auto begin = phrase.begin;
  if (begin > 0 && text[begin - 1] == ',') --begin;
  for (const auto* also : {" bis", " ter"}) {
    if (text.substr(0, begin).ends_with(also)) begin -= 4;
  }
  const auto digits = begin;
  while (begin > 0 && digits - begin < 5 && is_ascii_digit(text[begin - 1])) --begin;
  const bool is_number =
      digits > begin && digits - begin < 5 && (begin == 0 || !is_ascii_alnum(text[begin - 1]));
  if (is_number)
    finds.add(ContentKind::kPersonal, Confidence::kLikely, "street-address", begin, end);
}

// "Calle Mayor, 12", "Via Roma 10, 00184 Roma": the number behind the name. Of a word that other
// languages have a postcode must follow.
void confirm_calle(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  if (phrase.begin > 0 && is_letter_byte(text[phrase.begin - 1])) return;
  const auto name = past_street_name(text, phrase.end);
  auto at = name;
  if (name == phrase.end || at >= text.size()) return;
  if (text[at] == ',') ++at;
  if (at >= text.size() || text[at] != ' ') return;
  const auto digits_from = [&](std::size_t from) {
    auto end = from;
    while (end < text.size() && end - from < 6 && is_ascii_digit(text[end])) ++end;
    return end - from;
  };
  const auto digits = digits_from(++at);
  const auto end = at + digits;
  if (digits == 0 || digits > 4 || (end < text.size() && is_ascii_alnum(text[end]))) return;
  auto next = end;
  if (next < text.size() && text[next] == ',') ++next;
  if (next < text.size() && (text[next] == ' ' || text[next] == '\n')) ++next;
  const bool needs_code = text.substr(phrase.begin).starts_with("Via ") ||
                          text.substr(phrase.begin).starts_with("Plaza ");
  if (needs_code && digits_from(next) != 5) return;
  finds.add(ContentKind::kPersonal, Confidence::kLikely, "street-address", phrase.begin, end);
}

void confirm_birth(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  const auto begin = past_sign(text, phrase.end);
  auto end = begin;
  std::size_t digits = 0;
  while (end < text.size() && end - begin < kMaxDate &&
         (is_ascii_alnum(text[end]) ||
          std::string_view("-/., ").find(text[end]) != std::string_view::npos)) {
    digits += is_ascii_digit(text[end]) ? 1 : 0;
    ++end;
    if (digits == 8) break;
  }
  if (digits >= 5) finds.add(ContentKind::kPersonal, Confidence::kLikely, "birth-date", begin, end);
}

// Three or four digits, and no more, after the word for them.
void confirm_card_code(const Place& phrase, Finds& finds) {
  const auto& text = phrase.text;
  if (phrase.begin > 0 && is_ascii_alnum(text[phrase.begin - 1])) return;
  auto begin = phrase.end;
  if (begin < text.size() && text[begin] == '2') ++begin;  // CVV2
  const auto first = begin;
  static constexpr CharacterSet kBetween("\"':=# \t");
  while (begin < text.size() && begin - first < kMaxCodeLead && kBetween.has(text[begin])) ++begin;
  if (begin == first) return;
  auto end = begin;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  static constexpr CharacterSet kGoesOn("-_/");
  const bool goes_on = end < text.size() && (is_ascii_letter(text[end]) || kGoesOn.has(text[end]));
  if ((end - begin == 3 || end - begin == 4) && !goes_on)
    finds.add(ContentKind::kFinancial, Confidence::kLikely, "card-code", begin, end);
}

}  // namespace

void confirm_phrase(PhraseKind kind, const Place& phrase, Finds& finds) {
  switch (kind) {
    case PhraseKind::kName: return confirm_name(phrase, finds);
    case PhraseKind::kHonorific: return confirm_honorific(phrase, finds);
    case PhraseKind::kStreet: return confirm_street(phrase, finds);
    case PhraseKind::kStreetAfter: return confirm_rue(phrase, finds);
    case PhraseKind::kStreetBefore: return confirm_calle(phrase, finds);
    case PhraseKind::kBirth: return confirm_birth(phrase, finds);
    case PhraseKind::kCardCode: return confirm_card_code(phrase, finds);
  }
}

}  // namespace touchstone::detect
