#include "detect/content_literals.hpp"

#include <algorithm>

#include "base/seal.hpp"
#include "detect/ascii.hpp"
#include "detect/carrier.hpp"
#include "detect/concealed.hpp"
#include "detect/foreign.hpp"

namespace touchstone::detect {
namespace {

std::size_t index_of(AssignedKind kind) { return static_cast<std::size_t>(kind); }

std::string joined_by(std::string_view words, std::string_view sign) {
  std::string out;
  for (const char c : words) out += c == ' ' ? std::string(sign) : std::string(1, c);
  return out;
}

// How names of fields spell words that a text has blanks between, and how those end that are short
// and have a colon in a text.
std::vector<std::string> names_of(std::string_view words) {
  constexpr std::size_t kMaxShort = 4;
  if (words.ends_with(':')) {
    if (words.size() > kMaxShort + 1) return {};
    const std::string word(words.substr(0, words.size() - 1));
    return {word + '"', word + '='};
  }
  const bool is_phrase = words.find(' ') != std::string_view::npos && words.front() != ' ' &&
                         is_ascii_alnum(words.front()) && is_ascii_alnum(words.back());
  if (!is_phrase) return {};
  return {joined_by(words, "_"), joined_by(words, "-"), joined_by(words, "")};
}

}  // namespace

ContentLiterals::ContentLiterals(const TokenConfirmer& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    add(tokens.rule(i).literals, ' ', false, LiteralRole::kToken, i);
  }
  for (std::size_t i = 0; i < keyed_secrets().size(); ++i) {
    add(keyed_secrets()[i].words, ' ', true, LiteralRole::kKeyed, i);
  }
  for (std::size_t i = 0; i < topics().size(); ++i) {
    add(topics()[i].words, '|', topics()[i].any_case, LiteralRole::kTopic, i);
    if (topics()[i].any_case) add_names(topics()[i].words, LiteralRole::kTopicOfKey, i);
  }
  for (std::size_t i = 0; i < content_phrases().size(); ++i) {
    const auto& phrase = content_phrases()[i];
    add(phrase.words, '|', phrase.any_case, LiteralRole::kPhrase, i);
    if (phrase.any_case) add_names(phrase.words, LiteralRole::kPhraseOfKey, i);
  }
  add(key_words(), '|', true, LiteralRole::kAssigned, index_of(AssignedKind::kKey));
  add(password_words(), '|', true, LiteralRole::kAssigned, index_of(AssignedKind::kPassword));
  for (std::size_t i = 0; i < command_rules().size(); ++i) {
    add(command_rules()[i].programs, '|', false, LiteralRole::kCommand, i);
  }
  for (std::size_t i = 0; i < trigger_rules().size(); ++i) {
    add(trigger_rules()[i].word, '|', true, LiteralRole::kTrigger, i);
  }
  add(instruction_triggers(), '|', true, LiteralRole::kInstruction, 0);
  for (std::size_t i = 0; i < foreign_rules().size(); ++i) {
    add(foreign_rules()[i].words, '|', true, LiteralRole::kForeign, i);
  }
  add(concealed_literals(), '|', true, LiteralRole::kConcealed, 0);
  add(carrier_literals(), '|', true, LiteralRole::kCarrier, 0);
  add(spelled_triggers(), '|', true, LiteralRole::kSpelled, 0);
  add(hidden_triggers(), '|', false, LiteralRole::kHidden, 0);
}

void ContentLiterals::add(std::string_view words, char between, bool any_case, LiteralRole role,
                          std::size_t index) {
  while (!words.empty()) {
    const auto end = std::min(words.find(between), words.size());
    const std::string word(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word.empty()) continue;
    const auto [place, is_new] = places_.try_emplace({word, any_case}, all_.size());
    if (is_new) all_.push_back({word, any_case, {}});
    all_[place->second].uses.push_back({role, static_cast<std::uint16_t>(index)});
  }
}

void ContentLiterals::add_names(std::string_view words, LiteralRole role, std::size_t index) {
  while (!words.empty()) {
    const auto end = std::min(words.find('|'), words.size());
    for (const auto& name : names_of(words.substr(0, end))) {
      if (!has(name)) add(name, '|', true, role, index);
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::string ContentLiterals::digest() const {
  std::string all;
  for (const auto& literal : all_) all += literal.text + (literal.any_case ? "\1\0" : "\2\0");
  return base::sha256(all);
}

}  // namespace touchstone::detect
