#include "net/waiting.hpp"

#include <utility>

namespace touchstone::net {

asio::execution_context::id Waiting::id;

void Waiting::Place::enter(const Executor& executor) {
  auto& waiting = asio::use_service<Waiting>(asio::query(executor, asio::execution::context));
  before_ = &waiting.first_;
  after_ = std::exchange(waiting.first_, this);
  if (after_ != nullptr) after_->before_ = &after_;
}

void Waiting::Place::leave() {
  if (before_ == nullptr) return;
  *before_ = after_;
  if (after_ != nullptr) after_->before_ = before_;
  before_ = nullptr;
}

// What one coroutine frees as it goes may free others: the list is looked at anew each time.
void Waiting::shutdown() {
  while (first_ != nullptr) {
    Place& place = *first_;
    place.leave();
    place.abandon();
  }
}

}  // namespace touchstone::net
