#include "flow/directive.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/block.hpp"
#include "base/word_list.hpp"
#include "flow/letters.hpp"
#include "flow/participle.hpp"
#include "flow/spoken.hpp"
#include "infer/act.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxWords = 48;     // read of one sentence
constexpr std::size_t kMaxOpeners = 6;    // in a row
constexpr std::size_t kObjectWithin = 4;  // words behind a verb in which "to" makes it one
constexpr std::size_t kDoneWithin = 7;    // words behind "have" in which something is done
constexpr std::size_t kPageWithin = 6;    // words behind "get" in which an address stands

// What people tell each other to do and tools do not, or not in this sense.
constexpr base::WordList kMoreVerbs(
    "answer appoint award bcc bring browse buy cc click contact cut decrease dial do donate double "
    "download drive enter fill forward "
    "give go grant hand hire include increase install invest invite leak loan lend lower make "
    "mention order pass "
    "pay phone pick print purchase put raise reduce refund rent reply report reserve respond "
    "reveal "
    "say sell share sign sms spend submit swap take tell text throw tip transfer trust turn type "
    "upload use "
    "visit waive wire");

// To look something up is no deed, and people send each other to pages all day ("see", "read"). But
// who has an address fetched, in such words, hears of it.
constexpr base::WordList kFetches(
    "access curl fetch get load navigate ping query request retrieve wget");
constexpr base::WordList kOfPages(
    "a an the this that following url link page webpage website site web content contents from of "
    "at to on");
constexpr base::WordList kAddressBegins("http https ftp www");

// They come before a verb and change nothing.
constexpr base::WordList kOpeners(
    "please pls kindly then now next first firstly second secondly third finally lastly also and "
    "so "
    "just but afterwards afterward immediately quickly simply always important note urgent todo "
    "attention reminder dear assistant ai agent user system hey hi hello ok okay thanks must "
    "action "
    "required task step instead otherwise therefore simultaneously subsequently additionally");

constexpr base::WordList kObjects(
    "the a an this that these those your my our his her their its all any each every both some me "
    "us "
    "him them it everything everyone anything one two three exactly only as much");

// They begin an object, wherever behind the verb that is.
constexpr base::WordList kArticles("a an the this these your my our his her their its");

// Verbs that are also things which have numbers: "Order 90417". Not what is done with one: "Call
// 555", "Charge 90".
constexpr base::WordList kNumbered(
    "book build comment draft order package post quote record release report request review "
    "schedule update");
// Or things that are with somebody: "Call with Kim".
constexpr base::WordList kWithSomebody(
    "book call chat contact draft email mail message order plan post record report review schedule "
    "text trade");
constexpr base::WordList kBehindThings("of is was are were has had will would can");

// Verbs of the table that at the beginning of a sentence are something else, mostly.
constexpr base::WordList kNoVerbs("new job script batch index log test note");
// Before a name they are one: "Mark Roberts will come".
constexpr base::WordList kGivenNames("bill chase drew grant mark pat rob sue");

constexpr base::WordList kDirections("to from into with at onto via for by");
constexpr base::WordList kNeverObjects("of is was are were has had will would can and or on in");

// Behind "have" they end what is to be done: "have you paid", "have the bill I paid".
constexpr base::WordList kNotDone("been had i you we they he she not that which who");

// Words that lead to a verb wherever they stand, the last of them next to it.
constexpr std::array<std::array<std::string_view, 3>, 24> kLeads = {{
    {"you", "must", ""},    {"you", "should", ""},     {"you", "shall", ""},
    {"you", "need", "to"},  {"you", "have", "to"},     {"you", "are", "to"},
    {"make", "sure", "to"}, {"be", "sure", "to"},      {"make", "sure", "you"},
    {"remember", "to", ""}, {"forget", "to", ""},      {"you", "to", ""},
    {"could", "you", ""},   {"can", "you", ""},        {"would", "you", ""},
    {"will", "you", ""},    {"task", "is", "to"},      {"ahead", "and", ""},
    {"please", "", ""},     {"kindly", "", ""},        {"required", "to", ""},
    {"need", "to", ""},     {"assistant", "must", ""}, {"assistant", "should", ""},
}};

// The first words of them all.
constexpr base::WordList kLeadWords(
    "you make be remember forget could can would will task ahead please kindly required need "
    "assistant");

class Sentence {
 public:
  explicit Sentence(std::string_view text) : count_(read_words(text, words_)) {}

  [[nodiscard]] bool directs() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const bool begins = i == 0 || (words_[i].after_comma && !words_[i].capital);
      if (begins && begins_with_order(i, i > 0)) return true;
      if (const auto length = lead_at(i); length != 0 && acts(past_openers(i + length), false)) {
        return true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] SmallWord word(std::size_t i) const {
    return i < count_ ? SmallWord(words_[i].text()) : SmallWord();
  }
  // With the word before it: "kim-b".
  [[nodiscard]] bool is_hyphened(std::size_t i) const {
    return words_[i].begin[-1] == '-' && words_[i - 1].text().end() + 1 == words_[i].begin;
  }
  [[nodiscard]] std::size_t past_openers(std::size_t i) const {
    for (std::size_t n = 0; n < kMaxOpeners && kOpeners.has(word(i)); ++n) ++i;
    return i;
  }
  [[nodiscard]] std::size_t lead_at(std::size_t i) const;
  [[nodiscard]] bool begins_with_order(std::size_t i, bool inside) const;
  [[nodiscard]] bool acts(std::size_t i, bool needs_object) const;
  [[nodiscard]] bool has_it_done(std::size_t i) const;
  [[nodiscard]] bool fetches(std::size_t i) const;
  [[nodiscard]] bool is_address(std::size_t i) const;
  [[nodiscard]] bool is_thing_here(std::size_t i) const;
  [[nodiscard]] bool has_object(std::size_t i) const;
  [[nodiscard]] bool has_object_behind_noun(std::size_t i) const;

  std::array<Spoken, kMaxWords> words_;  // those behind count_ were never written
  std::size_t count_;
};

std::size_t Sentence::lead_at(std::size_t i) const {
  if (!kLeadWords.may_have(words_[i].text()) || !kLeadWords.has(word(i))) return 0;
  for (const auto& lead : kLeads) {
    if (lead[0] != word(i)) continue;
    if (lead[1].empty()) return 1;
    if (lead[1] != word(i + 1)) continue;
    if (lead[2].empty()) return 2;
    if (lead[2] == word(i + 2)) return 3;
  }
  return 0;
}

// A sentence may begin with looking something up and go on with what to do with it.
bool Sentence::begins_with_order(std::size_t i, bool inside) const {
  const auto verb = past_openers(i);
  if (verb == i && is_thing_here(i)) return false;
  if (acts(verb, inside)) return true;
  if (inside || infer::act_of(word(verb)) != infer::Act::kRead) return false;
  for (auto at = verb + 1; at + 1 < count_; ++at) {
    const bool joins = word(at) == "and" || word(at) == "then";
    if (joins && acts(past_openers(at + 1), false)) return true;
  }
  return false;
}

// What looks like a verb at the beginning of a clause is the thing that has this number, or that is
// with somebody, and nothing is said to be done: "Order 90417.", "(order 90417)", "Book 12 of …".
bool Sentence::is_thing_here(std::size_t i) const {
  if (i + 1 >= count_) return false;
  const auto& next = words_[i + 1];
  if (word(i + 1) == "with") return kWithSomebody.has(word(i));
  if (next.apart || !is_digit(*next.begin) || !kNumbered.has(word(i))) return false;
  if (i + 2 >= count_ || words_[i + 2].apart || next.begin[next.size] == ')') return true;
  return kBehindThings.has(word(i + 2));
}

bool Sentence::acts(std::size_t i, bool needs_object) const {
  if (i + 1 >= count_ || words_[i + 1].apart) return false;
  const SmallWord here = word(i);
  if (here == "have") return has_it_done(i);
  if (kNoVerbs.has(here)) return false;
  const bool names = words_[i].capital && words_[i + 1].capital;
  if (names && kGivenNames.has(here)) return false;
  if (kMoreVerbs.has(here)) return has_object(i);
  if (fetches(i)) return true;
  const auto* verb = infer::find_verb(here);
  if (verb == nullptr || verb->act == infer::Act::kRead || verb->act == infer::Act::kUnknown) {
    return false;
  }
  const bool certain = verb->use == infer::Use::kVerb && verb->weight != infer::Weight::kWeak;
  return (certain && !needs_object) || has_object(i);
}

// "Have the card blocked": an object, and what becomes of it.
bool Sentence::has_it_done(std::size_t i) const {
  for (auto at = i + 1; at <= i + kDoneWithin && at < count_; ++at) {
    const SmallWord here = word(at);
    if (kNotDone.has(here) || kNeverObjects.has(here) || kDirections.has(here)) return false;
    if (at > i + 1 && !verb_of_participle(here).empty()) return true;
  }
  return false;
}

// "Get the page http://…": nothing but what leads to an address stands between.
bool Sentence::fetches(std::size_t i) const {
  if (!kFetches.has(word(i))) return false;
  for (auto at = i + 1; at <= i + kPageWithin && at < count_; ++at) {
    if (is_address(at)) return true;
    if (words_[at].apart || !kOfPages.has(word(at))) return false;
  }
  return false;
}

// Where a URL begins, or a host with a path behind it; not the name of a file.
bool Sentence::is_address(std::size_t i) const {
  if (kAddressBegins.has(word(i))) return i + 1 < count_;
  const auto joined_by = [&](std::size_t at) {
    const char* end = words_[at].text().end();
    return at + 1 < count_ && words_[at + 1].begin == end + 1 ? *end : '\0';
  };
  bool has_dot = false;
  auto at = i;
  for (; joined_by(at) == '.' || joined_by(at) == '-'; ++at) has_dot |= joined_by(at) == '.';
  return has_dot && joined_by(at) == '/';
}

bool Sentence::has_object(std::size_t i) const {
  const SmallWord next = word(i + 1);
  if (kNeverObjects.has(next)) return false;
  if (words_[i + 1].pointed || kObjects.has(next)) return true;
  if (next == "to" || next == "with") return true;
  if (kDirections.has(next)) return false;
  for (auto at = i + 2; at <= i + kObjectWithin && at + 1 < count_; ++at) {
    if (kDirections.has(word(at))) return true;
  }
  return has_object_behind_noun(i);
}

// "Pay employee E-118 a bonus", "Make kim-b a member": a noun or a name, and then what points. One
// capital at the end of all may be a day: "Pay day Friday".
bool Sentence::has_object_behind_noun(std::size_t i) const {
  if (kNumbered.has(word(i))) return false;
  for (auto at = i + 2; at < i + kObjectWithin && at < count_; ++at) {
    const auto& here = words_[at];
    if ((here.apart && !is_hyphened(at)) || kNeverObjects.has(word(at))) return false;
    if (here.pointed && (!here.capital || at + 1 < count_)) return true;
    if (kArticles.has(word(at)) && at + 1 < count_) return true;
  }
  return false;
}

constexpr std::size_t kGlance = 64;  // bytes that are looked at together

// Of such bytes: which are of words, and whether a clause may begin behind one.
struct Glance {
  std::uint64_t words = 0;
  bool breaks = false;
};

Glance glance_at(std::string_view text) {
  std::array<char, kGlance> last;
  const char* bytes = text.data();
  if (text.size() < kGlance) {
    last.fill(0);
    std::memcpy(last.data(), bytes, text.size());
    bytes = last.data();
  }
  Glance out;
  base::Block breaks{};
  for (std::size_t i = 0; i < kGlance; i += base::kBlockSize) {
    const auto block = base::load_block(bytes + i);
    const base::Block words = base::letters_in(block) | base::digits_in(block) | (block > 0x7F) |
                              (block == '@') | (block == '_');
    out.words |= std::uint64_t{base::bits_of(words)} << i;
    // From the quotation mark to the dash, some that break nothing among them; and < and >.
    breaks |=
        ((block - '\'') <= '-' - '\'') | (block == '"') | ((block | 2) == '>') | (block == '|');
  }
  out.breaks = base::any(breaks);
  return out;
}

bool may_begin_order(std::string_view word) {
  const SmallWord small(word);
  return small == "have" || kOpeners.has(small) || kMoreVerbs.has(small) || kFetches.has(small) ||
         infer::find_verb(small) != nullptr;
}

std::string_view word_from(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, [](char c) {
    return is_letter_or_digit(c) || static_cast<unsigned char>(c) > 0x7F || c == '@' || c == '_';
  });
  return {text.begin(), end};
}

// Whether the word that a text begins with does.
bool may_lead(std::string_view text) {
  const char second = text.size() > 1 ? text[1] : ' ';
  return kLeadWords.may_begin(text[0], second) && kLeadWords.has(SmallWord(word_from(text)));
}

// False: the sentence is one clause that begins with no verb, nor with what may stand before one,
// and no word in it leads to one. Most are, and that is sooner seen than all their words read.
bool may_direct(std::string_view sentence) {
  bool is_first = true;
  std::uint64_t goes_on = 0;  // 1: the last byte looked at is of a word
  for (std::size_t at = 0; at < sentence.size(); at += kGlance) {
    const auto [words, breaks] = glance_at(sentence.substr(at));
    if (breaks) return true;
    for (auto begins = words & ~(words << 1U | goes_on); begins != 0; begins &= begins - 1) {
      const auto rest = sentence.substr(at + static_cast<std::size_t>(std::countr_zero(begins)));
      if (may_lead(rest) || (is_first && may_begin_order(word_from(rest)))) return true;
      is_first = false;
    }
    goes_on = words >> (kGlance - 1);
  }
  return false;
}

}  // namespace

bool directs(std::string_view sentence) {
  return may_direct(sentence) && Sentence(sentence).directs();
}

}  // namespace touchstone::flow
