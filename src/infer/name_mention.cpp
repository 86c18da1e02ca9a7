// Which word of a name is its verb.
#include <algorithm>
#include <optional>

#include "infer/mention.hpp"

namespace touchstone::infer {
namespace {

struct Place {
  const Verb* verb;
  std::size_t index;
};

class NameReader {
 public:
  NameReader(const Words& name, std::size_t skip) : name_(name), first_(skip) {
    for (std::size_t i = skip; i < name.size(); ++i) {
      if (const auto* verb = find_verb(name[i])) places_.push_back({verb, i});
    }
  }

  [[nodiscard]] std::optional<Place> main_verb() const {
    const auto verb = by_place();
    const auto state = state_at_end();
    if (!state || (verb && verb->verb->weight == Weight::kStrong)) return verb ? verb : state;
    return state;
  }

  // Verbs that the name itself joins: `get_or_create`, `search_and_replace`.
  template <typename Take>
  void each_joined(Take take) const {
    for (const auto& place : places_) {
      if (place.index <= first_ || place.verb->use == Use::kState) continue;
      const auto before = name_[place.index - 1];
      if (before == "or" || before == "and") take(place);
    }
  }

 private:
  [[nodiscard]] std::optional<Place> by_place() const {
    const auto first = at(first_);
    const auto last = at(name_.size() - 1);
    const bool ends_in_verb = last && is_plain(*last) && last->verb->weight == Weight::kStrong;
    if (first && is_plain(*first) && first->verb->weight != Weight::kWeak) return first;
    if (first && first->verb->weight == Weight::kStrong) return ends_in_verb ? last : first;
    if (const auto plain = leftmost(is_plain)) return plain;
    if (first && first->verb->use != Use::kState) return first;
    if (const auto strong = leftmost(is_strong)) return strong;
    if (last && last->verb->use != Use::kState) return last;
    return leftmost([](const Place& place) { return place.verb->use != Use::kState; });
  }

  [[nodiscard]] std::optional<Place> state_at_end() const {
    const auto last = at(name_.size() - 1);
    return last && last->verb->use == Use::kState ? last : std::nullopt;
  }

  static bool is_plain(const Place& place) { return place.verb->use == Use::kVerb; }
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
  std::vector<Place> places_;
};

}  // namespace

void find_in_name(const Words& name, std::size_t skip, Where where, std::vector<Mention>& out) {
  if (name.size() <= skip) return;
  const NameReader reader(name, skip);
  const auto add = [&](const Place& place) {
    if (out.size() >= kMaxMentions) return;
    out.push_back({place.verb, where, name[place.index], name[place.index + 1], false});
  };
  const auto main = reader.main_verb();
  if (main) add(*main);
  reader.each_joined([&](const Place& place) {
    if (main && place.index != main->index) add(place);
  });
}

}  // namespace touchstone::infer
