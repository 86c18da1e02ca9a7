#include "gateway/held_outcomes.hpp"

#include <algorithm>
#include <utility>

#include "approval/binding.hpp"

namespace touchstone::gateway {

bool HeldOutcomes::keep(Held held) {
  forget(held.call);
  if (held.content.size() > kMostBytes) return false;
  bytes_ += held.content.size();
  held_.push_back(std::move(held));
  while (held_.size() > kMost || bytes_ > kMostBytes) {
    bytes_ -= held_.front().content.size();
    held_.pop_front();
  }
  return true;
}

const HeldOutcomes::Held* HeldOutcomes::find(const store::Binding& call, store::Time now) const {
  const auto it = std::ranges::find(held_, call, &Held::call);
  return it == held_.end() || it->until <= now ? nullptr : &*it;
}

void HeldOutcomes::forget(const store::Binding& call) {
  const auto it = std::ranges::find(held_, call, &Held::call);
  if (it == held_.end()) return;
  bytes_ -= it->content.size();
  held_.erase(it);
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
