// Which word of a name is its verb.
#include <algorithm>
#include <array>
#include <optional>

#include "infer/mention.hpp"
#include "infer/objects.hpp"

namespace touchstone::infer {
namespace {

struct Place {
  const Verb* verb;
  std::size_t index;
};

// `can_i_deploy`, `is_open`, `what_changed`: a name that asks.
bool is_question_word(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords{"are", "can",  "did",   "does",  "has", "how",
                                                    "is",  "what", "where", "which", "who", "why"};
  return std::ranges::binary_search(kWords, word);
}
// What things are taken back from: `restore_from_trash`.
bool keeps_old_things(std::string_view word) {
  return word == "trash" || word == "archive" || word == "backup" || word == "snapshot";
}
constexpr Verb kAsks{"ask", Act::kRead, Weight::kStrong, Use::kVerb};

class NameReader {
 public:
  NameReader(const Words& name, std::size_t skip, const Verb* told)
      : name_(name), first_(skip), told_(told) {
    if (is_question_word(name[skip])) places_.push_back({&kAsks, skip});
    for (std::size_t i = skip + 1; i < name.size(); ++i) {
      if (name[i - 1] == "can" && name[i] == "i") places_.push_back({&kAsks, i});
    }
    for (std::size_t i = skip; i < name.size(); ++i) {
      if (i > skip && name[i - 1] == "from" && keeps_old_things(name[i])) continue;
      const auto pair = is_behind_look(i) ? Inflected() : find_pair(name[i], name[i + 1]);
      if (pair) {
        places_.push_back({pair.verb, i++});
      } else if (const auto* verb = find_verb(name[i])) {
        places_.push_back({verb, i});
      }
    }
  }

  [[nodiscard]] std::optional<Place> main_verb() const {
    const auto verb = by_place();
    const auto state = state_at_end();
    if (!state || !verb) return verb ? verb : state;
    const bool deed = verb->verb->weight == Weight::kStrong || is_done_to(*verb, *state);
    return deed ? verb : state;
  }

  // Verbs that the name itself joins: `get_or_create`, `search_and_replace`, `fetch_then_delete`.
  template <typename Take>
  void each_joined(Take take) const {
    for (const auto& place : places_) {
      if (place.index <= first_ || place.verb->use == Use::kState) continue;
      if (joins(place.index)) take(place);
    }
  }

 private:
  // `get_top_up_history`: behind a verb that looks, two words are a thing.
  [[nodiscard]] bool is_behind_look(std::size_t i) const {
    const bool looks = !places_.empty() && places_.front().verb->act == Act::kRead;
    return looks && i > first_ && !joins(i);
  }

  [[nodiscard]] bool joins(std::size_t index) const {
    const auto before = index > first_ ? name_[index - 1] : std::string_view();
    return before == "or" || before == "and" || before == "then";
  }

  [[nodiscard]] std::optional<Place> by_place() const {
    const auto first = at(first_);
    const auto last = joins(name_.size() - 1) ? std::nullopt : at(name_.size() - 1);
    const bool ends_in_verb = last && is_plain(*last) && last->verb->weight == Weight::kStrong;
    if (first && is_plain(*first) && first->verb->weight == Weight::kStrong) return first;
    if (first && first->verb->weight == Weight::kStrong) return ends_in_verb ? last : first;
    if (const auto plain = leftmost(is_strong_plain)) return plain;
    const auto told = leftmost([&](const Place& place) { return place.verb == told_; });
    if (told && is_strong(*told)) return told;
    if (first && last && is_plain(*first) && is_done_to_noun(*first, *last)) return first;
    if (last && is_plain(*last)) return last;  // the first is a field of work: `deploy_plan_draw`
    if (const auto plain = leftmost(is_plain)) return plain;
    if (told) return told;
    if (last && is_strong(*last)) return last;  // `pull_request_read`
    if (first && first->verb->use != Use::kState) return first;
    if (const auto strong = leftmost(is_strong)) return strong;
    if (last && last->verb->use != Use::kState) return last;
    return leftmost([](const Place& place) { return place.verb->use != Use::kState; });
  }

  [[nodiscard]] std::optional<Place> state_at_end() const {
    const auto last = at(name_.size() - 1);
    if (ends_in_guidance()) return Place{&kAsks, name_.size() - 1};
    return last && last->verb->use == Use::kState ? last : std::nullopt;
  }

  // `rotate_logs`, `bump_version`: what a name begins with is done to what it ends in. But
  // `deploy_status` asks how that went.
  [[nodiscard]] bool is_done_to(const Place& verb, const Place& state) const {
    constexpr std::array<std::string_view, 8> kThings{
        "docs", "documentation", "history", "logs", "metrics", "options", "schema", "summary"};
    if (state.verb->weight == Weight::kWeak) return true;
    const auto act = verb.verb->act;
    const bool writes = act == Act::kChange || act == Act::kDestroy || act == Act::kSend;
    return writes && verb.index == first_ && is_plain(verb) &&
           std::ranges::find(kThings, name_[state.index]) != kThings.end();
  }

  // `migration_guide`; but in `unpublish_documentation` that is what it is done to.
  [[nodiscard]] bool ends_in_guidance() const {
    const auto word = name_[name_.size() - 1];
    const auto first = at(first_);
    const bool object = word == "documentation" || word == "information";
    return is_guidance(word) && !(object && first && is_plain(*first));
  }

  // `make_offer`: a look that is no clear one is hardly the verb behind a deed.
  static bool is_done_to_noun(const Place& first, const Place& last) {
    const auto deed = first.verb->act;
    return deed != Act::kRead && deed != Act::kRun && last.verb->act == Act::kRead &&
           !is_strong(last);
  }
  static bool is_plain(const Place& place) { return place.verb->use == Use::kVerb; }
  static bool is_strong_plain(const Place& place) { return is_plain(place) && is_strong(place); }
  static bool is_strong(const Place& place) {
    return place.verb->weight == Weight::kStrong && place.verb->use != Use::kState;
  }

  [[nodiscard]] std::optional<Place> at(std::size_t index) const {
    return leftmost([index](const Place& place) { return place.index == index; });
  }
  template <typename Test>
  [[nodiscard]] std::optional<Place> leftmost(Test test) const {
    const auto found = std::ranges::find_if(places_, test);
    return found == places_.end() ? std::nullopt : std::optional(*found);
  }

  const Words& name_;
  std::size_t first_;
  const Verb* told_;  // by the description
  std::vector<Place> places_;
};

}  // namespace

void find_in_name(const Words& name, std::size_t skip, Where where, std::vector<Mention>& out,
                  const Verb* told) {
  if (name.size() <= skip) return;
  const NameReader reader(name, skip, told);
  const auto add = [&](const Place& place) {
    if (out.size() >= kMaxMentions) return;
    out.push_back({place.verb, where, &name, place.index, false});
  };
  const auto main = reader.main_verb();
  if (main) add(*main);
  reader.each_joined([&](const Place& place) {
    if (main && place.index != main->index) add(place);
  });
}

}  // namespace touchstone::infer
