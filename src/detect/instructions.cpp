#include "detect/instructions.hpp"

#include <algorithm>

#include "detect/ascii.hpp"
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

void examine_window(std::string_view text, std::size_t begin, std::size_t end, Finds& finds) {
  const auto window = without_escapes(text.substr(begin, end - begin));
  for (const auto& suspicion : examine_result(window)) {
    if (suspicion.points < kAlarm) continue;
    const auto confidence =
        suspicion.points >= kCertain ? Confidence::kCertain : Confidence::kLikely;
    const bool is_hidden = suspicion.families.front() == Family::kHidden;
    finds.add(is_hidden ? ContentKind::kHidden : ContentKind::kInjection, confidence,
              rule_of(suspicion.families.front()), begin + suspicion.passage_begin,
              begin + suspicion.passage_end);
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
