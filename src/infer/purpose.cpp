#include "infer/purpose.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace touchstone::infer {
namespace {

// Texts of parameters are often copied from a tool that reads, so they reassure only where
// something else did.
constexpr float kToRead = -1.3F;
constexpr float kToWrite = 1.5F;
constexpr float kQuestion = -1.3F;

// "Page to delete", "names of entities to retrieve": a clear verb that ends its phrase. Behind it
// nothing may follow, for "to get started" and "to add context" say something else.
const Verb* purpose_of(const Words& text) {
  for (std::size_t i = 1; i + 1 < text.size() && text.gap(i) < Gap::kSentence; ++i) {
    if (text[i] != "to" || text.gap(i + 1) > Gap::kSpace) continue;
    if (text.gap(i + 2) < Gap::kClause) continue;
    const auto* verb = find_verb(text[i + 1]);
    if (verb != nullptr && verb->weight != Weight::kWeak && verb->use != Use::kState) return verb;
  }
  return nullptr;
}

bool is_question_for(const Parameter& parameter) {
  constexpr std::array<std::string_view, 2> kNames{"query", "question"};
  if (parameter.words.size() != 1) return false;
  if (std::ranges::find(kNames, parameter.words[0]) == kNames.end()) return false;
  for (std::size_t i = 0; i < parameter.text.size(); ++i) {
    if (singular(parameter.text[i]) == "question") return true;
  }
  return false;
}

void weigh_one(const Parameter& parameter, bool writes, std::string_view verb, Ballot& ballot) {
  ballot.add(writes ? kToWrite : kToRead,
             fmt::format("parameter `{}` is what to {}", parameter.name, verb),
             parameter.pointer + "/description");
}

}  // namespace

void weigh_purposes(const Reading& reading, Ballot& writes) {
  bool read_told = false;
  bool write_told = false;
  std::size_t asked = 0;
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested) continue;
    ++asked;
    if (!parameter.required) continue;
    const auto* verb = purpose_of(parameter.text);
    if (verb == nullptr || verb->act == Act::kRun) continue;
    const bool changes = verb->act != Act::kRead;
    bool& told = changes ? write_told : read_told;
    if (!changes && writes.total() >= 0) continue;
    if (!std::exchange(told, true)) weigh_one(parameter, changes, verb->word, writes);
  }
  if (writes.total() >= 0 || asked != 1 || !is_question_for(reading.parameters.front())) return;
  writes.add(kQuestion,
             fmt::format("parameter `{}` is a question, and all it takes",
                         reading.parameters.front().name),
             reading.parameters.front().pointer);
}

}  // namespace touchstone::infer
