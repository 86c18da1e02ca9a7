#include "detect/carrier_words.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "detect/ascii.hpp"

namespace touchstone::detect {
namespace {

enum Meaning : unsigned {
  kWhole = 1U,          // says all by itself
  kWholeIfLoaded = 2U,  // the same, where no click is needed
  kTalk = 4U,           // a conversation,
  kOfTalk = 8U,         // and what there is of one
  kOwned = 16U,         // not for others,
  kOfUser = 32U,        // or the user's,
  kThing = 64U,         // what may be either
  kSystemWord = 128U,   //
  kOfSystem = 256U,     // the prompt of the system
  kData = 512U,
  kFiller = 1024U,  // means nothing here
  kEncodedWord = 2048U,
};

struct Meant {
  unsigned meaning;
  std::string_view words;  // between blanks
};
// clang-format off
constexpr Meant kMeant[] = {
    {kWhole, "conversation conversations dialogue transcript transcripts chathistory chatlog userdata systemprompt secrets credentials passwords memories exfil exfiltrate exfiltrated stolen"},
    {kWholeIfLoaded, "summary"},
    {kTalk, "chat message conversation conversations session dialog dialogue"},
    {kOfTalk, "history log logs messages context summary transcript"},
    {kOwned, "secret secrets private personal sensitive confidential stolen"},
    {kOfUser, "user users customer customers"},
    {kThing, "data info information details emails messages files documents notes history contents"},
    {kEncodedWord, "base64 b64 encoded urlencoded"},
    {kSystemWord, "system hidden"},
    {kOfSystem, "prompt instructions message"},
    {kData, "data"},
    {kFiller, "insert here your my the of and all full entire whole complete this our current previous last above base64 b64 encoded urlencoded as with from in to s put paste replace value extracted collected content contents text goes"},
};
// clang-format on

bool is_listed(std::string_view words, std::string_view word) {
  for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

unsigned meaning_of(std::string_view word) {
  unsigned out = 0;
  for (const auto& [meaning, words] : kMeant) out |= is_listed(words, word) ? meaning : 0;
  return out;
}

// Where the word that begins here ends: at what is no letter or digit, or before a hump.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  const auto begin = at;
  while (at < text.size() && is_ascii_alnum(text[at])) {
    if (at > begin && is_ascii_upper(text[at]) && is_ascii_lower(text[at - 1])) break;
    ++at;
  }
  return at;
}

}  // namespace

bool speaks_of_private(std::string_view words, LinkUse use) {
  unsigned said = 0;
  for (std::size_t at = 0; at < words.size();) {
    const auto end = end_of_word(words, at);
    if (end == at) {
      ++at;
      continue;
    }
    const auto meaning = meaning_of(base::lower_case(words.substr(at, end - at)));
    if (meaning == 0) return false;
    said |= meaning;
    at = end;
  }
  const auto has = [&](unsigned both) { return (said & both) == both; };
  if (has(kWhole) || has(kTalk | kOfTalk) || has(kOwned | kThing) || has(kSystemWord | kOfSystem) ||
      has(kOfUser | kData)) {
    return true;
  }
  return use == LinkUse::kLoaded &&
         (has(kWholeIfLoaded) || has(kOfUser | kThing) || has(kTalk | kEncodedWord));
}

}  // namespace touchstone::detect
