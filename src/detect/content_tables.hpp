// The tables of the content detectors: what literal points at what. For content.cpp, which compiles
// the literals, and the confirm_*.cpp, which look at what they point at.
//
// To add a secret, add a row to a patterns_secrets_*.cpp. A literal needs three characters or more:
// shorter ones stop the pass too often. Formats are those that issuers document or that their
// tokens show; nothing is taken from other programs' rules.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "detect/content.hpp"

namespace touchstone::detect {

// Beyond a shape: what the whole token, or the part after the literal, must be.
using TokenCheck = bool (*)(std::string_view token, std::string_view body);

// A value that gives itself away: "ghp_" and 36 letters and digits.
struct TokenRule {
  std::string_view id;
  std::string_view literals;     // one of these, between blanks
  std::string_view shape;        // of what follows
  std::string_view before = {};  // shape of what stands before, if anything belongs to it
  TokenCheck check = nullptr;    // absent: must not be a placeholder, and varied enough
  Confidence confidence = Confidence::kCertain;
  ContentKind kind = ContentKind::kSecret;
};

// A value of a shape, assigned to something with this word in its name: datadog_api_key = "…".
struct KeyedRule {
  std::string_view id;
  std::string_view words;      // in any case, between blanks
  std::string_view shape;      // of the whole value
  std::string_view also = {};  // one of these must be in the name, too
};

// A password that a program takes as an argument.
enum class ArgumentForm : std::uint8_t {
  kGlued,         // -pPASSWORD
  kNext,          // -p PASSWORD, or glued
  kUserPassword,  // -u USER:PASSWORD, or glued
  kNetrc,         // HOST login USER password PASSWORD, on one line or several
};
struct CommandRule {
  std::string_view programs;  // as they are spelled, between bars, with the blank after them
  std::string_view options;   // one of these, between blanks
  ArgumentForm form;
};

// What a number near certain words is about. Bits.
enum class Topic : std::uint32_t {
  kNone = 0,
  kPhone = 1U << 0U,
  kSocial = 1U << 1U,  // social security and national identity numbers
  kTax = 1U << 2U,
  kPassport = 1U << 3U,
  kLicence = 1U << 4U,  // to drive
  kHealth = 1U << 5U,
  kBank = 1U << 6U,
  kCard = 1U << 7U,
  kVehicle = 1U << 8U,
  kBirth = 1U << 9U,
};
using Topics = std::uint32_t;
[[nodiscard]] constexpr Topics bits_of(Topic topic) { return static_cast<Topics>(topic); }

struct TopicRule {
  Topic topic;
  std::string_view words;  // between bars; with one blank between them, or as names have it
  bool any_case = true;
};

// A phrase after which a name stands, or in which an address ends; words for streets that have the
// number before them and their name behind, or both behind.
enum class PhraseKind : std::uint8_t {
  kName,
  kHonorific,
  kStreet,
  kStreetAfter,
  kStreetBefore,
  kBirth,
  kCardCode
};
struct ContentPhrase {
  PhraseKind kind;
  std::string_view words;  // between bars; as they are spelled
  bool any_case = true;
};

// A phrase around a word after which instructions are looked for. All in any case; words of a
// phrase with one blank between them here, and with any gap (gap.hpp) in a text.
struct TriggerRule {
  std::string_view word;
  std::string_view before;  // one of these phrases, between bars, must end before it,
  std::string_view after;   // and one of these begin after it; none of them: anything may
};

[[nodiscard]] std::span<const TokenRule> secrets_of_code();
[[nodiscard]] std::span<const TokenRule> secrets_of_clouds();
[[nodiscard]] std::span<const TokenRule> secrets_of_services();
[[nodiscard]] std::span<const KeyedRule> keyed_secrets();
[[nodiscard]] std::string_view key_words();       // between bars: "api_key", "token"…
[[nodiscard]] std::string_view password_words();  // the same: "password", in many languages
[[nodiscard]] std::span<const CommandRule> command_rules();
[[nodiscard]] std::span<const TopicRule> topics();
[[nodiscard]] std::span<const ContentPhrase> content_phrases();
[[nodiscard]] std::span<const TriggerRule> trigger_rules();
[[nodiscard]] std::string_view instruction_triggers();  // between bars, in any case
[[nodiscard]] std::string_view spelled_triggers();      // the same: how escapes of letters begin
[[nodiscard]] std::string_view hidden_triggers();       // between bars, bytes of characters

}  // namespace touchstone::detect
