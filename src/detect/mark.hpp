// Mark: a span of text that a detector noticed, and how much it weighs. Family: what it is a sign
// of.
//
// Every text detector of this module takes a text and returns marks, so that definitions, prompts,
// instructions and results are examined by the same code. One mark alone rarely means anything;
// passage.hpp adds up those that stand together. Values, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace touchstone::detect {

enum class Family : std::uint8_t {
  kHidden,        // characters that a person does not see, or sees in another order
  kEncoded,       // a text in base64, hex, entities…
  kMarkup,        // pretended roles, tool calls, comments, links that carry data away
  kSecrecy,       // the user is not to know
  kOverride,      // other instructions, the user's wish or safeguards are to be ignored
  kOtherTool,     // another tool is to be called, replaced or changed
  kCommand,       // a command is to be run
  kSecretFile,    // files and variables that hold secrets or start programs
  kConversation,  // the conversation, the system prompt or results are to be passed on
  kTampering,     // what the user asked for, or what a tool answered, is to be changed
  kSpeech,        // what the user is to be told
  kSending,       // data is to be sent elsewhere
  kPromotion,     // praise instead of a description
  kAttack,        // the purpose it states is an attack
  kPretext,       // authority and urgency that a description has no need of
};
inline constexpr std::size_t kFamilyCount = 15;

// "secrecy"; for reports and programs.
[[nodiscard]] std::string_view name_of(Family family);
// What a text with such a mark does, to follow "the text": "asks that the user not be told".
[[nodiscard]] std::string_view what_of(Family family);

struct Mark {
  Family family;
  int points;        // below zero: a sign that the rest of the family is harmless here
  std::size_t rule;  // the same for marks that say the same: such count once
  std::size_t begin;
  std::size_t end;

  friend bool operator==(const Mark&, const Mark&) = default;
};
using Marks = std::vector<Mark>;

// Where the detectors number their rules from, so that two never share one.
inline constexpr std::size_t kPhraseRules = 0;
inline constexpr std::size_t kLiteralRules = 10'000;
inline constexpr std::size_t kMarkupRules = 20'000;
inline constexpr std::size_t kUnicodeRules = 30'000;
inline constexpr std::size_t kEncodedRules = 40'000;
inline constexpr std::size_t kPlaceRules = 50'000;

// Marks of one detector in one text. What is beyond tells a person nothing more.
inline constexpr std::size_t kMaxMarks = 512;

}  // namespace touchstone::detect
