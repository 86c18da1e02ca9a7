#include "store/log_keeper.hpp"

namespace touchstone::store {

LogKeeper::~LogKeeper() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    state_ = State::kEnding;
  }
  changed_.notify_all();
  thread_.join();
}

bool LogKeeper::tell(std::size_t pages) {
  if (pages < pages_) return false;
  std::unique_lock lock(mutex_);
  if (state_ == State::kIdle) {
    state_ = State::kAsked;
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
  }
  if (pages >= kMostLogs * pages_) changed_.wait(lock, [this] { return state_ != State::kAsked; });
  if (state_ != State::kMoved) return false;
  state_ = State::kIdle;
  return true;
}

void LogKeeper::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return state_ == State::kAsked || state_ == State::kEnding; });
    if (state_ == State::kEnding) return;
    lock.unlock();
    move_twice();
    lock.lock();
    if (state_ == State::kAsked) state_ = State::kMoved;
    changed_.notify_all();
  }
}

// What fails here is done by the writer, or next time: the log has it still.
void LogKeeper::move_twice() {
  if (!database_) {
    auto opened = open_();
    if (!opened) return;
    database_.emplace(std::move(*opened));
  }
  for (int pass = 0; pass < 2; ++pass) static_cast<void>(database_->move_log());
}

}  // namespace touchstone::store
