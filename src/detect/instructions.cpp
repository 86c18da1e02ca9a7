#include "detect/instructions.hpp"

#include <algorithm>

#include "detect/ascii.hpp"
#include "detect/looks.hpp"
#include "detect/passage.hpp"
#include "detect/unicode.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kBehindTrigger = 700;
constexpr std::size_t kAheadOfTrigger = 1'000;

// The families of passages as rules of content.
std::string_view rule_of(Family family) {
  switch (family) {
    case Family::kHidden: return "hidden-characters";
    case Family::kEncoded: return "encoded-instructions";
    case Family::kMarkup: return "impersonation";
    case Family::kSecrecy: return "secrecy";
    case Family::kOtherTool: return "tool-bait";
    case Family::kSending:
    case Family::kConversation: return "exfiltration";
    default: return "override";
  }
}

// Line breaks that are spelled out would hide the word behind them. Each byte keeps its place.
std::string without_escapes(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (is_escape_letter(text, i)) out[i - 1] = out[i] = '\n';
  }
  return out;
}

void add_suspicion(const Suspicion& suspicion, std::size_t begin, std::size_t end, Finds& finds) {
  if (suspicion.points < kAlarm) return;
  const auto confidence = suspicion.points >= kCertain ? Confidence::kCertain : Confidence::kLikely;
  const bool is_hidden = suspicion.families.front() == Family::kHidden;
  finds.add(is_hidden ? ContentKind::kHidden : ContentKind::kInjection, confidence,
            rule_of(suspicion.families.front()), begin, end);
}

// As it looks; and as it stands if something in it is spelled out, for that is a sign itself.
void examine_window(std::string_view text, std::size_t begin, std::size_t end, Finds& finds) {
  const auto part = text.substr(begin, end - begin);
  const Looks looks(part);
  for (const auto& it : examine_result(looks.text())) {
    add_suspicion(it, begin + looks.origin(it.passage_begin), begin + looks.origin(it.passage_end),
                  finds);
  }
  if (!looks.was_spelled()) return;
  for (const auto& it : examine_result(without_escapes(part))) {
    add_suspicion(it, begin + it.passage_begin, begin + it.passage_end, finds);
  }
}

}  // namespace

void find_instructions(std::string_view text, std::span<const std::size_t> triggers, Finds& finds) {
  std::size_t examined = 0;
  for (std::size_t i = 0; i < triggers.size();) {
    const auto begin = triggers[i] > kBehindTrigger ? triggers[i] - kBehindTrigger : 0;
    auto end = std::min(text.size(), triggers[i] + kAheadOfTrigger);
    for (++i; i < triggers.size() && triggers[i] < end; ++i) {
      end = std::min(text.size(), triggers[i] + kAheadOfTrigger);
    }
    examined += end - begin;
    if (examined > kMaxExamined) {
      return finds.add_unread(begin, std::min(text.size(), triggers.back() + kAheadOfTrigger));
    }
    examine_window(text, begin, end, finds);
  }
}

void find_hidden_text(std::string_view text, Finds& finds) {
  Marks marks;
  find_hidden(text, marks);
  for (const auto& mark : marks) {
    if (mark.points < kAlarm) continue;
    finds.add(ContentKind::kHidden, Confidence::kLikely, "hidden-characters", mark.begin, mark.end);
  }
}

}  // namespace touchstone::detect
