#include "gateway/held_outcomes.hpp"

#include <algorithm>
#include <utility>

#include "approval/binding.hpp"

namespace touchstone::gateway {

bool HeldOutcomes::keep(Held held, store::Time now) {
  if (held.name().empty()) return false;
  if (!has_room(held)) std::erase_if(held_, [&](const Held& old) { return old.until <= now; });
  if (!has_room(held)) return false;
  held_.push_back(std::move(held));
  return true;
}

bool HeldOutcomes::has_room(const Held& held) const {
  const auto fits = [&](Room room, auto&& counts) {
    Room taken{1, held.content.size()};
    for (const Held& other : held_) {
      if (!counts(other)) continue;
      ++taken.outcomes;
      taken.bytes += other.content.size();
    }
    return taken.outcomes <= room.outcomes && taken.bytes <= room.bytes;
  };
  return fits(kForAll, [](const Held&) { return true; }) && fits(kForOne, [&](const Held& other) {
           return other.call.principal == held.call.principal;
         });
}

HeldOutcomes::Held* HeldOutcomes::find(std::string_view name) {
  const auto it = std::ranges::find(held_, name, &Held::name);
  return it == held_.end() ? nullptr : &*it;
}

std::vector<std::string> HeldOutcomes::names_of(const store::Binding& call) const {
  std::vector<std::string> names;
  for (const Held& held : held_) {
    if (held.call == call) names.push_back(held.name());
  }
  return names;
}

void HeldOutcomes::forget_others(const store::Binding& call, store::Time session_began) {
  std::erase_if(held_, [&](const Held& held) {
    return held.call == call && held.session_began != session_began;
  });
}

bool HeldOutcomes::may_have(std::string_view server) const {
  return std::ranges::any_of(held_, [&](const Held& held) { return held.call.server == server; });
}

void HeldOutcomes::forget(std::string_view name) {
  std::erase_if(held_, [&](const Held& held) { return held.name() == name; });
}

store::Binding same_call(const guard::Subject& subject) {
  store::Binding call;
  call.principal = subject.principal;
  call.session = subject.session.key;
  call.server = subject.server;
  call.tool = subject.name;
  call.arguments = approval::arguments_digest(subject.arguments);
  call.pin = subject.pin;
  return call;
}

}  // namespace touchstone::gateway
