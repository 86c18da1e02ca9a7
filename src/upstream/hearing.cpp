#include "upstream/hearing.hpp"

#include <utility>

namespace touchstone::upstream {

void Hearing::message(rpc::Message message, CallId related) {
  if (!holds_) return hand_over(std::move(message), related);
  held_bytes_ += message.text().size();
  if (held_bytes_ <= kMaxHeld) held_.push_back({std::move(message), related});
}

void Hearing::ended(const base::Error& why) {
  if (std::exchange(told_end_, true)) return;
  if (holds_) {
    held_end_ = why;
  } else if (listener_ != nullptr) {
    listener_->ended(why);
  }
}

void Hearing::release() {
  loop_.post([self = shared_from_this()] { self->deliver(); });
}

void Hearing::deliver() {
  holds_ = false;
  for (auto& held : std::exchange(held_, {})) hand_over(std::move(held.message), held.related);
  if (held_end_ && listener_ != nullptr) listener_->ended(*held_end_);
}

void Hearing::hand_over(rpc::Message message, CallId related) {
  if (listener_ == nullptr) return;
  if (message.is_request()) {
    listener_->asked(std::move(message), related);
  } else {
    listener_->heard(std::move(message), related);
  }
}

}  // namespace touchstone::upstream
