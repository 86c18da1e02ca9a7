#include "resolve/words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"

namespace touchstone::resolve {
namespace {

using infer::Act;
using infer::Use;
using infer::Verb;
using infer::Weight;

enum class Letter : std::uint8_t { kGap, kLower, kUpper, kDigit, kOther };

constexpr Letter kind_of(char c) {
  if (c >= 'a' && c <= 'z') return Letter::kLower;
  if (c >= 'A' && c <= 'Z') return Letter::kUpper;
  if (c >= '0' && c <= '9') return Letter::kDigit;
  return std::string_view("_-./: \t").find(c) == std::string_view::npos ? Letter::kOther
                                                                        : Letter::kGap;
}
constexpr auto kLetterKinds = [] {
  std::array<Letter, 256> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = kind_of(static_cast<char>(i));
  return out;
}();

Letter letter(char c) { return kLetterKinds[static_cast<unsigned char>(c)]; }

// A new word begins at `at`, inside a run without gaps.
bool begins(std::string_view name, std::size_t at) {
  const auto before = letter(name[at - 1]);
  const auto here = letter(name[at]);
  if (before == Letter::kUpper && here == Letter::kUpper) {
    return at + 1 < name.size() && letter(name[at + 1]) == Letter::kLower;
  }
  return before != here && before != Letter::kUpper;
}

bool changes(const Verb& verb) { return verb.act != Act::kRead && verb.act != Act::kUnknown; }

// A word that is a verb even where it is not the first: "and_delete", "read_write", not
// "get_comment".
bool acts_anywhere(const Verb& verb) {
  return changes(verb) && (verb.use == Use::kVerb || verb.weight == Weight::kStrong);
}

// They look, but what they have seen lies somewhere else afterwards.
constexpr std::string_view kCarriesOff = "export download capture screenshot extract";

Effect effect_of(const Verb& verb) {
  const bool only_looks = verb.weight != Weight::kWeak && !base::has_word(kCarriesOff, verb.word);
  switch (verb.act) {
    case Act::kRead: return only_looks ? Effect::kRead : Effect::kUnknown;
    case Act::kAdd: return verb.weight == Weight::kStrong ? Effect::kAdd : Effect::kWrite;
    case Act::kChange: return Effect::kWrite;
    case Act::kDestroy: return Effect::kDestroy;
    case Act::kSend: return Effect::kWrite;
    case Act::kRun:
    case Act::kUnknown: return Effect::kUnknown;
  }
  return Effect::kUnknown;
}

// Say that something is done, and nothing of what.
constexpr std::string_view kGeneric =
    "manage handle control process perform use interact operate maintain go make";

// "read_write": two verbs of which the table has only one in that place.
constexpr std::string_view kJoints = "and then or plus also with";

Effect later_effect(const Verb& verb, bool joined) {
  if (!changes(verb)) return Effect::kRead;
  if (joined && verb.act == Act::kDestroy) return Effect::kDestroy;
  return joined || acts_anywhere(verb) ? Effect::kUnknown : Effect::kRead;
}

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  name = name.substr(0, kMaxName);
  for (std::size_t at = 0; at < name.size() && words.size() < kMaxWords;) {
    auto end = at;
    while (end < name.size() && letter(name[end]) != Letter::kGap &&
           (end == at || !begins(name, end))) {
      ++end;
    }
    if (end > at) words.push_back(base::lower_case(name.substr(at, end - at)));
    at = std::max(end, at + (end == at ? 1 : 0));
  }
  return words;
}

Verdict verdict_on_action(std::string_view value) {
  const auto words = words_of(value);
  if (value.size() > kMaxName || words.empty() || words.size() >= kMaxWords) {
    return verdict(Effect::kUnknown, fmt::format("{} is not a known action", shown(value)));
  }
  const auto* first = infer::find_verb(words.front());
  if (first == nullptr) {
    return verdict(Effect::kUnknown, fmt::format("{} is not a known action", shown(value)));
  }
  auto out =
      verdict(effect_of(*first), fmt::format("{} is to {}", shown(value), name_of(first->act)));
  if (out.effect == Effect::kUnknown) {
    out.why = fmt::format("{} does not tell what it does", shown(value));
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto* verb = infer::find_verb(words[i]);
    if (verb == nullptr) continue;
    const auto later = later_effect(*verb, base::has_word(kJoints, words[i - 1]));
    if (later > out.effect)
      out.worsen(later, fmt::format("{} may also {}", shown(value), words[i]));
  }
  return out;
}

std::string change_in_tool_name(std::string_view name, std::span<const Act> expected) {
  const auto words = words_of(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* verb = infer::find_verb(words[i]);
    if (verb == nullptr || !changes(*verb) || base::has_word(kGeneric, words[i])) continue;
    if (std::ranges::find(expected, verb->act) != expected.end()) continue;
    const bool leads = i == 0 && words.size() > 1 && verb->weight != Weight::kWeak;
    if (!acts_anywhere(*verb) && !leads) continue;
    return fmt::format("the tool's own name says {}", shown(words[i]));
  }
  return {};
}

bool is_change_flag(std::string_view name) {
  const auto words = words_of(name);
  return std::ranges::any_of(words, [](const std::string& word) {
    const auto* verb = infer::find_verb(word);
    return verb != nullptr && acts_anywhere(*verb);
  });
}

}  // namespace touchstone::resolve
