#include "detect/unicode.hpp"

#include <algorithm>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include "base/text.hpp"
#include "detect/spelled.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;
};

// The character at `at`; a byte that is not UTF-8 counts as U+FFFD.
Character character_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  if (static_cast<unsigned char>(text[at]) < 0x80) {
    return {static_cast<unsigned char>(text[at]), 1};
  }
  const auto length = json::utf8_length(text.substr(at));
  if (length == 0) return {0xFFFD, 1};
  return {json::utf8_code_point(text.substr(at, length)), length};
}

bool is_between(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

bool is_tag(std::uint32_t code) { return is_between(code, 0xE0000, 0xE007F); }

bool is_selector(std::uint32_t code) {
  return is_between(code, 0xFE00, 0xFE0F) || is_between(code, 0xE0100, 0xE01EF);
}

bool is_bidi_control(std::uint32_t code) {
  return is_between(code, 0x202A, 0x202E) || is_between(code, 0x2066, 0x2069);
}

bool is_ignorable(std::uint32_t code) {
  return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

// Scripts in which joiners, and marks of direction, are part of the spelling.
bool needs_joiners(std::uint32_t code) { return code >= 0x0590 && is_word_character(code); }

bool is_emoji(std::uint32_t code) {
  return code > 0xFF && u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_EMOJI) != 0;
}

enum class Sign : std::uint8_t {
  kTags,
  kSelectors,
  kBidi,
  kEscape,
  kControl,
  kPrivate,
  kZeroWidth
};

// What each weighs alone; ten is an alarm.
int points_of(Sign sign) {
  switch (sign) {
    case Sign::kTags:
    case Sign::kSelectors: return 20;
    case Sign::kBidi:
    case Sign::kEscape: return 12;
    case Sign::kControl: return 10;
    case Sign::kZeroWidth: return 10;
    case Sign::kPrivate: return 6;
  }
  return 0;
}

constexpr std::uint32_t kBlackFlag = 0x1F3F4;  // begins the flags that are spelled with tags
constexpr std::size_t kMaxFlagTags = 8;
constexpr std::uint32_t kEscapeCode = 0x1B;

class HiddenFinder {
 public:
  HiddenFinder(std::string_view text, Marks& marks) : text_(text), marks_(marks) {}

  void run() {
    std::size_t found = 0;
    for (std::size_t at = 0; at < text_.size() && found < kMaxMarks;) {
      if (text_[at] >= ' ' && text_[at] <= '~') {
        before_ = static_cast<unsigned char>(text_[at++]);
        continue;
      }
      const auto here = character_at(text_, at);
      const auto end = hidden_until(at, here);
      if (end > at) {
        marks_.push_back({Family::kHidden, points_of(sign_),
                          kUnicodeRules + static_cast<std::size_t>(sign_), at, end});
        ++found;
      }
      at = std::max(past_, at + here.length);
      before_ = here.code;
    }
  }

 private:
  // The end of what is hidden from `at` on, or `at` if nothing is; sets sign_.
  std::size_t hidden_until(std::size_t at, Character here) {
    if (here.code < 0x80) return control_until(at, here);
    if (is_tag(here.code)) return run_until(at, is_tag, Sign::kTags, flag_length());
    if (is_selector(here.code)) return run_until(at, is_selector, Sign::kSelectors, 1);
    if (is_bidi_control(here.code)) return one(at, here, Sign::kBidi);
    if (u_charType(static_cast<UChar32>(here.code)) == U_PRIVATE_USE_CHAR) {
      return one(at, here, Sign::kPrivate);
    }
    if (is_between(here.code, 0x80, 0x9F)) return one(at, here, Sign::kControl);
    if (is_ignorable(here.code) && !is_harmless(at, here)) return one(at, here, Sign::kZeroWidth);
    return at;
  }
  std::size_t one(std::size_t at, Character here, Sign sign) {
    sign_ = sign;
    return at + here.length;
  }
  std::size_t control_until(std::size_t at, Character here) {
    const bool usual = here.code >= 0x20 ? here.code != 0x7F
                                         : here.code == '\t' || here.code == '\n' ||
                                               here.code == '\r' || here.code == '\f';
    if (usual) return at;
    return one(at, here, here.code == kEscapeCode ? Sign::kEscape : Sign::kControl);
  }
  // A run of more than `allowed` such characters hides something.
  template <typename Predicate>
  std::size_t run_until(std::size_t at, Predicate belongs, Sign sign, std::size_t allowed) {
    std::size_t count = 0;
    auto end = at;
    for (auto next = character_at(text_, end); next.length > 0 && belongs(next.code);
         next = character_at(text_, end)) {
      end += next.length;
      ++count;
    }
    sign_ = sign;
    past_ = end;
    return count > allowed ? end : at;
  }
  [[nodiscard]] std::size_t flag_length() const { return before_ == kBlackFlag ? kMaxFlagTags : 0; }
  [[nodiscard]] bool is_harmless(std::size_t at, Character here) const {
    if (here.code == 0x00AD) return true;             // soft hyphen: where a line may break
    if (here.code == 0xFEFF && at == 0) return true;  // byte order mark
    const auto after = character_at(text_, at + here.length).code;
    if (here.code == 0x200D) return is_emoji(after) || needs_joiners(before_);
    if (is_tag(before_)) return true;
    return needs_joiners(before_) || needs_joiners(after);
  }

  std::string_view text_;
  Marks& marks_;
  Sign sign_ = Sign::kControl;
  std::size_t past_ = 0;  // the end of the last run, hidden or not
  std::uint32_t before_ = 0;
};

const icu::Normalizer2* nfkc() {
  static const icu::Normalizer2* const kNormalizer = [] {
    UErrorCode status = U_ZERO_ERROR;
    const auto* found = icu::Normalizer2::getNFKCCasefoldInstance(status);
    return U_SUCCESS(status) != 0 ? found : nullptr;
  }();
  return kNormalizer;
}

const USpoofChecker* spoof_checker() {
  static const USpoofChecker* const kChecker = [] {
    UErrorCode status = U_ZERO_ERROR;
    const auto* made = uspoof_open(&status);
    return U_SUCCESS(status) != 0 ? made : nullptr;
  }();
  return kChecker;
}

icu::UnicodeString casefolded(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  if (nfkc() == nullptr) return text;
  auto out = nfkc()->normalize(text, status);
  return U_SUCCESS(status) != 0 ? out : text;
}

icu::UnicodeString skeleton_of(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString out;
  if (spoof_checker() == nullptr) return text;
  uspoof_getSkeletonUnicodeString(spoof_checker(), 0, text, out, &status);
  return U_SUCCESS(status) != 0 ? out : text;
}

icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string to_utf8(const icu::UnicodeString& text) {
  std::string out;
  text.toUTF8String(out);
  return out;
}

// Without accents and other marks upon letters. A skeleton is decomposed.
std::string unmarked(icu::UnicodeString text) {
  for (std::int32_t i = text.length(); i-- > 0;) {
    if (is_combining(text.charAt(i))) text.remove(i, 1);
  }
  return to_utf8(text);
}

// Letters of other scripts as the Latin ones they imitate, and without the marks upon them. One by
// one, because the skeleton of a whole word also changes Latin letters (m becomes rn).
std::string latin_look_alikes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto here = character_at(text, at);
    const auto letter = text.substr(at, here.length);
    out += here.code < 0x80 ? std::string(letter)
                            : base::lower_case(unmarked(skeleton_of(from_utf8(letter))));
    at += here.length;
  }
  return out;
}

void append_smuggled(std::string& out, std::uint32_t code) {
  if (is_between(code, 0xE0020, 0xE007E)) out += static_cast<char>(code - 0xE0000);
  if (is_between(code, 0xFE00, 0xFE0F)) out += static_cast<char>(code - 0xFE00);
  if (is_between(code, 0xE0100, 0xE01EF)) out += static_cast<char>(code - 0xE0100 + 16);
}

}  // namespace

void find_hidden(std::string_view text, Marks& marks) { HiddenFinder(text, marks).run(); }

std::string smuggled(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto here = character_at(text, at);
    append_smuggled(out, here.code);
    at += here.length;
  }
  return out;
}

// Case first, so that a capital is not taken for what it resembles; twice, since a skeleton may
// have capitals of its own.
std::string skeleton(std::string_view name) {
  return to_utf8(casefolded(skeleton_of(casefolded(from_utf8(name)))));
}

bool mixes_scripts(std::string_view name) {
  if (spoof_checker() == nullptr) return false;
  UErrorCode status = U_ZERO_ERROR;
  auto* checker = uspoof_clone(spoof_checker(), &status);
  if (U_FAILURE(status) != 0) return false;
  uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &status);
  const auto result = uspoof_checkUnicodeString(checker, from_utf8(name), nullptr, &status);
  uspoof_close(checker);
  return U_SUCCESS(status) != 0 && result != 0;
}

std::string folded(std::string_view word) {
  const auto plain = casefolded(from_utf8(word));  // drops what is invisible
  auto text = to_utf8(plain);
  for (std::size_t at = text.find("\xe2\x80\x99"); at != std::string::npos;
       at = text.find("\xe2\x80\x99", at)) {
    text.replace(at, 3, "'");
  }
  return latin_look_alikes(text);
}

bool is_word_character(std::uint32_t code) {
  if (is_between(code, 0x2E80, 0xFDFF)) return false;  // Chinese, Japanese, Korean, private use
  if (is_tag(code) || is_selector(code) || is_bidi_control(code)) return true;
  const auto type = u_charType(static_cast<UChar32>(code));
  return u_isalnum(static_cast<UChar32>(code)) != 0 || type == U_NON_SPACING_MARK ||
         type == U_COMBINING_SPACING_MARK || is_ignorable(code);
}

std::optional<HostLetters> host_letters(std::uint32_t code) {
  HostLetters out;
  const auto letter = static_cast<UChar32>(code);
  icu::UnicodeString mapped;
  if (code == 0x3002) mapped = u'.';  // the one full stop that UTS 46 adds to NFKC
  const bool is_mapped =
      !mapped.isEmpty() || (nfkc() != nullptr && nfkc()->getDecomposition(letter, mapped) != 0);
  if (const auto digit = u_charDigitValue(letter); !is_mapped && digit >= 0) {
    mapped = static_cast<char16_t>(u'0' + digit);
    out.is_agreed = false;
  } else if (!is_mapped) {
    return std::nullopt;
  }
  for (std::int32_t i = 0; i < mapped.length(); ++i) {
    if (mapped[i] >= 0x80 || out.count == out.letters.size()) return std::nullopt;
    out.letters[out.count++] = static_cast<char>(mapped[i]);
  }
  return out;
}

bool is_visible(std::uint32_t code) {
  const auto type = u_charType(static_cast<UChar32>(code));
  return u_iscntrl(static_cast<UChar32>(code)) == 0 && type != U_PRIVATE_USE_CHAR &&
         type != U_UNASSIGNED && type != U_FORMAT_CHAR && !is_ignorable(code);
}

}  // namespace touchstone::detect
