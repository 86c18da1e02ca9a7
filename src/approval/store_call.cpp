#include "approval/store_call.hpp"

namespace touchstone::approval {

void Crossing::close() {
  const std::lock_guard lock(mutex_);
  loop_ = nullptr;
}

bool Crossing::open() {
  const std::lock_guard lock(mutex_);
  return loop_ != nullptr;
}

void Crossing::cross(const std::function<void()>& load, std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (loop_ == nullptr) return;
  load();
  loop_->post(std::move(work));
}

}  // namespace touchstone::approval
