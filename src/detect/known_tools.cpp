#include "detect/known_tools.hpp"

#include <algorithm>

namespace touchstone::detect {

void NamesAsked::note(std::string_view name, bool is_foreign) {
  if (std::ranges::find(answers, name, &Answer::name) != answers.end()) return;
  is_whole = is_whole && answers.size() < kMax;
  if (is_whole) answers.push_back({std::string(name), is_foreign});
}

bool NamesAsked::holds(std::string_view server, const KnownTools* known) const {
  return is_whole && std::ranges::all_of(answers, [&](const Answer& answer) {
           const bool is_foreign = known != nullptr && known->is_foreign(server, answer.name);
           return is_foreign == answer.is_foreign;
         });
}

}  // namespace touchstone::detect
