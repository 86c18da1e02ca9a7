// Memory::wished: prose that wants a call made, in whatever grammar.
//
// A model has the values of a call from its user, from records, or from somebody's prose. Where one
// stretch of prose has all of those that nobody vouches for (or all that content has shown, if
// somebody vouches for each), and says besides what the tool does, it may be where the call is
// from.
#include <algorithm>
#include <ranges>

#include "flow/fold.hpp"
#include "flow/letters.hpp"
#include "flow/memory.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxWished = 16;   // values; a call with more of them is no short order's
constexpr std::size_t kLeastWished = 3;  // bytes of them all; less stands everywhere

// Its normal form folds as it stands in texts; addresses and accounts are destinations anyway.
bool is_in_words(const Carried& value) {
  return value.kind == Kind::kText || names_a_thing(value.kind) || value.kind == Kind::kHandle;
}

// One word of letters may be any word: a state, a choice.
bool identifies(const std::string& folded) {
  return std::ranges::any_of(folded, is_digit) || folded.find(' ') + 1 < folded.size();
}

}  // namespace

std::vector<std::string> Memory::wished(const Doing& doing, const Flows& flows) const {
  Doing call = doing;
  const auto take = [&](const auto& which) {
    for (const auto& value : flows.values) {
      const bool is_shown = value.whole && is_in_words(value) && !value.seen.empty() &&
                            !value.seen.supplied() && which(value);
      if (!is_shown) continue;
      auto text = folded(value.text);
      if (std::ranges::find(call.values, text) == call.values.end())
        call.values.push_back(std::move(text));
    }
  };
  take([](const Carried& value) { return !value.seen.vouched(); });
  if (call.values.empty()) take([](const Carried&) { return true; });
  if (std::ranges::any_of(call.values, identifies))
    std::erase_if(call.values, [](const std::string& text) { return !identifies(text); });
  std::size_t bytes = 0;
  for (const auto& text : call.values) bytes += text.size() - 1;
  if (bytes < kLeastWished || call.values.size() > kMaxWished) return {};
  if (!texts_.wishes_for(call, sources_)) return {};
  for (auto& text : call.values) text.pop_back();
  return std::move(call.values);
}

}  // namespace touchstone::flow
