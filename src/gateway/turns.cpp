#include "gateway/turns.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::gateway {

using config::Writes;

Turn& Turn::operator=(Turn&& other) noexcept {
  if (this == &other) return *this;
  release();
  turns_ = std::move(other.turns_);
  server_ = other.server_;
  want_ = other.want_;
  return *this;
}

void Turn::release() {
  if (const auto turns = std::exchange(turns_, nullptr)) turns->end(*this);
}

Turns::Yards::iterator Turns::yard(std::string_view server) {
  const auto it = yards_.find(server);
  return it != yards_.end() ? it : yards_.emplace(std::string(server), Yard()).first;
}

bool Turns::may_begin(const Yard& yard, const Want& want, const Ahead& ahead) const {
  if (want.heavy && (heavy_ >= most_heavy_ || yard.heavy >= want.most_heavy)) return false;
  if (want.writes == Writes::kParallel) return true;
  const bool free_of_writes = yard.writes == 0 && ahead.writes == 0;
  if (want.writes == Writes::kSerial) return !want.changes || free_of_writes;
  return free_of_writes && (!want.changes || (yard.reads == 0 && ahead.calls == 0));
}

Turn Turns::begin(Yards::iterator yard, const Want& want) {
  ++(want.changes ? yard->second.writes : yard->second.reads);
  yard->second.heavy += want.heavy ? 1 : 0;
  heavy_ += want.heavy ? 1 : 0;
  Turn turn;
  turn.turns_ = shared_from_this();
  turn.server_ = yard->first;
  turn.want_ = want;
  return turn;
}

void Turns::end(const Turn& turn) {
  Yard& yard = yards_.find(turn.server_)->second;
  --(turn.want_.changes ? yard.writes : yard.reads);
  yard.heavy -= turn.want_.heavy ? 1 : 0;
  heavy_ -= turn.want_.heavy ? 1 : 0;
  go_on();
}

Turn Turns::take(std::string_view server, const Want& want) {
  if (want.is_free()) return {};
  const auto it = yard(server);
  return may_begin(it->second, want, it->second.waiting) ? begin(it, want) : Turn();
}

bool Turns::wait(std::string_view server, const Want& want, Waiter& waiter) {
  const auto it = yard(server);
  Ahead& waiting = it->second.waiting;
  if (waiting.calls >= kMaxWaiting) return false;
  ++waiting.calls;
  waiting.writes += want.changes ? 1 : 0;
  queue_.push_back({it, want, &waiter});
  return true;
}

void Turns::leave(const Waiter& waiter) {
  const auto it = std::ranges::find(queue_, &waiter, &Place::waiter);
  if (it == queue_.end()) return;
  --it->yard->second.waiting.calls;
  it->yard->second.waiting.writes -= it->want.changes ? 1 : 0;
  queue_.erase(it);
  go_on();  // it may have stood in the way of others
}

// In the order of arrival; who cannot begin yet stands in the way of those behind as far as
// may_begin says.
void Turns::go_on() {
  for (const Place& place : queue_) place.yard->second.ahead = {};
  for (auto it = queue_.begin(); it != queue_.end();) {
    Yard& yard = it->yard->second;
    const std::size_t write = it->want.changes ? 1 : 0;
    if (!may_begin(yard, it->want, yard.ahead)) {
      ++yard.ahead.calls;
      yard.ahead.writes += write;
      ++it;
      continue;
    }
    --yard.waiting.calls;
    yard.waiting.writes -= write;
    it->waiter->begin(begin(it->yard, it->want));
    it = queue_.erase(it);
  }
}

void Turns::set_most_heavy(std::uint32_t most) {
  most_heavy_ = most;
  go_on();
}

std::size_t Turns::waiting(std::string_view server) const {
  const auto it = yards_.find(server);
  return it == yards_.end() ? 0 : it->second.waiting.calls;
}

void Turns::forget_idle() {
  std::erase_if(yards_, [](const auto& entry) {
    const Yard& yard = entry.second;
    return yard.reads + yard.writes == 0 && yard.waiting.calls == 0;
  });
}

}  // namespace touchstone::gateway
