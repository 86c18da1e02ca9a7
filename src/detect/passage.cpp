#include "detect/passage.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/encoded.hpp"
#include "detect/excerpt.hpp"
#include "detect/literals.hpp"
#include "detect/markup.hpp"
#include "detect/rules.hpp"
#include "detect/unicode.hpp"
#include "json/utf8.hpp"

namespace touchstone::detect {
namespace {

// Sentences that are read together.
constexpr std::uint32_t kPassage = 4;
// Marks of one passage that are added up; what more there is cannot change the verdict.
constexpr std::size_t kMaxTogether = 48;
// What one family can add, so that one odd word said five times is not five signs.
constexpr int kFamilyCap = 12;
// Nothing is poison because it is urgent.
constexpr int kPretextCap = 5;
constexpr std::size_t kMaxFamiliesTold = 3;

enum PlaceRule : std::size_t { kSideChannel = kPlaceRules, kSpeakingComment };

int cap_of(Family family) {
  if (family == Family::kHidden || family == Family::kEncoded) return 2 * kFamilyCap;
  return family == Family::kPretext ? kPretextCap : kFamilyCap;
}

struct PlacedMark {
  Mark mark;
  std::uint32_t sentence;
};
using Placed = std::vector<PlacedMark>;

// The marks of a passage, added up.
class Tally {
 public:
  void add(const Mark& mark) {
    if (std::ranges::find(rules_, mark.rule) != rules_.end()) return;
    rules_.push_back(mark.rule);
    auto& points = points_[static_cast<std::size_t>(mark.family)];
    auto& excuse = excuses_[static_cast<std::size_t>(mark.family)];
    if (mark.points > 0) points += mark.points;
    excuse = std::min(excuse, mark.points);  // one good reason is enough, and two are no better
  }
  [[nodiscard]] int points(Family family) const {
    const auto index = static_cast<std::size_t>(family);
    return std::max(0, std::min(points_[index], cap_of(family)) + excuses_[index]);
  }
  [[nodiscard]] int total() const {
    int sum = 0;
    for (std::size_t i = 0; i < kFamilyCount; ++i) sum += points(static_cast<Family>(i));
    return sum;
  }
  [[nodiscard]] std::vector<Family> families() const {
    std::vector<Family> out;
    for (std::size_t i = 0; i < kFamilyCount; ++i) {
      if (points(static_cast<Family>(i)) > 0) out.push_back(static_cast<Family>(i));
    }
    std::ranges::stable_sort(out, std::greater(), [this](Family f) { return points(f); });
    return out;
  }

 private:
  std::vector<std::size_t> rules_;
  std::array<int, kFamilyCount> points_{};
  std::array<int, kFamilyCount> excuses_{};
};

struct Window {
  std::size_t first = 0;  // of the placed marks
  std::size_t last = 0;   // one beyond
  int points = 0;
};

Window window_from(const Placed& marks, std::size_t first) {
  Tally tally;
  auto last = first;
  const auto bound = std::min(marks.size(), first + kMaxTogether);
  for (; last < bound && marks[last].sentence < marks[first].sentence + kPassage; ++last) {
    tally.add(marks[last].mark);
  }
  return {first, last, tally.total()};
}

bool overlap(const Window& a, const Window& b) { return a.first < b.last && b.first < a.last; }

model::Severity severity_of(int points) {
  if (points >= kCertain) return model::Severity::kError;
  return points >= kAlarm ? model::Severity::kWarning : model::Severity::kNote;
}

std::string reason_of(const std::vector<Family>& families, std::string_view quoted) {
  std::vector<std::string> what;
  for (const auto family : families) {
    if (what.size() < kMaxFamiliesTold) what.emplace_back(what_of(family));
  }
  return fmt::format("the text {}: \"{}\"", base::list_in_words(what), quoted);
}

// Documents name files, commands and products, and carry encoded things; that is no sign there.
bool is_usual_in_results(const Mark& mark) {
  switch (mark.family) {
    case Family::kSecretFile:
    case Family::kCommand:
    case Family::kPromotion:
    case Family::kAttack:
    case Family::kPretext: return true;
    case Family::kEncoded: return mark.points < kAlarm;
    default: return false;
  }
}

class Examiner {
 public:
  Examiner(std::string_view text, const Surroundings& around, const RuleSet& rules, bool is_result)
      : text_(text), around_(around), rules_(rules), is_result_(is_result) {}

  std::vector<Suspicion> prose(int depth) {
    words_ = cut(text_, rules_.vocabulary());
    rules_.find(
        words_, [this](const Word& word) { return whose(word); }, marks_);
    find_literals(text_, marks_);
    return value(depth);
  }
  std::vector<Suspicion> value(int depth) {
    if (words_.sentences.empty()) words_.sentences.push_back(0);
    find_hidden(text_, marks_);
    find_markup(text_, marks_);
    find_encoded(depth);
    find_comments();
    find_place();
    if (is_result_) std::erase_if(marks_, is_usual_in_results);
    return verdicts();
  }

 private:
  [[nodiscard]] Whose whose(const Word& word) const {
    const auto name = text_.substr(word.begin, word.end - word.begin);
    if (name == around_.own) return Whose::kOwn;
    const bool is_foreign =
        around_.known != nullptr && around_.known->is_foreign(around_.server, name);
    if (around_.asked != nullptr) around_.asked->note(name, is_foreign);
    return is_foreign ? Whose::kForeign : Whose::kUnknown;
  }
  void find_encoded(int depth);
  void find_comments();
  void find_place();
  [[nodiscard]] Placed placed() const;
  [[nodiscard]] std::vector<Suspicion> verdicts() const;
  [[nodiscard]] Suspicion verdict(const Placed& marks, const Window& window) const;

  std::string_view text_;
  const Surroundings& around_;
  const RuleSet& rules_;
  bool is_result_;
  Words words_;
  Marks marks_;
};

// What is encoded counts by what it says. An encoded text that says nothing bad is merely odd.
void Examiner::find_encoded(int depth) {
  if (depth >= kMaxDepth) return;
  auto inside = decode_inside(text_);
  const auto is_smuggling = [](const Mark& mark) {
    return mark.family == Family::kHidden && mark.points > kCertain;
  };
  if (const auto mark = std::ranges::find_if(marks_, is_smuggling); mark != marks_.end()) {
    inside.push_back({smuggled(text_), mark->begin, mark->end});
  }
  for (const auto& item : inside) {
    const auto found = Examiner(item.text, around_, rules_, is_result_).prose(depth + 1);
    int worst = kNoteworthy - 1;
    for (const auto& suspicion : found) worst = std::max(worst, suspicion.points + kNoteworthy);
    marks_.push_back({Family::kEncoded, worst, kEncodedRules, item.begin, item.end});
  }
}

// A comment that says anything suspicious was written to be read by the model alone.
void Examiner::find_comments() {
  const auto speaks = [](const Mark& mark) {
    return mark.points > 0 && mark.family != Family::kPretext && mark.family != Family::kMarkup;
  };
  for (std::size_t i = 0, count = marks_.size(); i < count; ++i) {
    const auto comment = marks_[i];
    if (comment.rule != kCommentRule) continue;
    const bool is_bad = std::any_of(marks_.begin(), marks_.end(), [&](const Mark& mark) {
      return speaks(mark) && mark.begin >= comment.begin && mark.end <= comment.end;
    });
    if (!is_bad) continue;
    marks_.push_back({Family::kMarkup, kAlarm, kSpeakingComment, comment.begin, comment.end});
    return;
  }
}

void Examiner::find_place() {
  if (!around_.is_side_channel) return;
  const auto asks = std::ranges::find(marks_, Family::kConversation, &Mark::family);
  if (asks == marks_.end()) return;
  marks_.push_back({Family::kConversation, 4, kSideChannel, asks->begin, asks->end});
}

Placed Examiner::placed() const {
  Placed out;
  out.reserve(marks_.size());
  for (const auto& mark : marks_) out.push_back({mark, words_.sentence_at(mark.begin)});
  std::ranges::stable_sort(out, {}, [](const PlacedMark& item) { return item.mark.begin; });
  return out;
}

// The heaviest passages that do not overlap.
std::vector<Suspicion> Examiner::verdicts() const {
  const auto marks = placed();
  std::vector<Window> windows;
  for (std::size_t first = 0; first < marks.size(); ++first) {
    const auto window = window_from(marks, first);
    if (window.points >= kNoteworthy) windows.push_back(window);
  }
  std::ranges::stable_sort(windows, std::greater(), &Window::points);
  std::vector<Window> chosen;
  for (const auto& window : windows) {
    if (chosen.size() == (is_result_ ? kMaxResultSuspicions : kMaxSuspicions)) break;
    if (std::ranges::none_of(chosen, [&](const Window& other) { return overlap(window, other); })) {
      chosen.push_back(window);
    }
  }
  std::ranges::sort(chosen, {}, &Window::first);
  std::vector<Suspicion> out;
  for (const auto& window : chosen) out.push_back(verdict(marks, window));
  return out;
}

Suspicion Examiner::verdict(const Placed& marks, const Window& window) const {
  Tally tally;
  for (auto i = window.first; i < window.last; ++i) tally.add(marks[i].mark);
  auto families = tally.families();
  const Mark* heaviest = nullptr;
  for (auto i = window.first; i < window.last; ++i) {
    const auto& mark = marks[i].mark;
    if (mark.family != families.front()) continue;
    if (heaviest == nullptr || mark.points > heaviest->points) heaviest = &mark;
  }
  auto reason = reason_of(families, excerpt(text_, heaviest->begin, heaviest->end));
  auto passage_end = heaviest->end;
  for (auto i = window.first; i < window.last; ++i) {
    passage_end = std::max(passage_end, marks[i].mark.end);
  }
  return {severity_of(window.points),
          window.points,
          std::move(families),
          heaviest->begin,
          heaviest->end,
          std::move(reason),
          marks[window.first].mark.begin,
          passage_end};
}

}  // namespace

std::vector<Suspicion> examine(std::string_view text, const Surroundings& around) {
  return Examiner(text.substr(0, kMaxText), around, phrase_rules(), false).prose(0);
}

std::vector<Suspicion> examine_result(std::string_view text) {
  const Surroundings around;
  return Examiner(text.substr(0, kMaxText), around, result_rules(), true).prose(0);
}

std::vector<Suspicion> examine_concealed(std::string_view text) {
  const Surroundings around;
  return Examiner(text.substr(0, kMaxText), around, concealed_rules(), true).prose(0);
}

std::vector<Suspicion> examine_value(std::string_view text) {
  const Surroundings around;
  return Examiner(text.substr(0, kMaxText), around, phrase_rules(), false).value(0);
}

}  // namespace touchstone::detect
