// LogKeeper: moves what is in SQLite's log into the file itself, on a thread and a connection of
// its own. That waits for the disk twice, and no call shall.
//
// The log begins anew only when nothing is left in it to be moved, and while calls are made there
// always is something. So the keeper moves nearly all of it, twice, and the writer the rest: few
// pages. A log that grows all the same, since the disk is slow, has the writer wait at kMostLogs
// times its size. The connection is opened when it is needed first; if that fails, the writer moves
// everything.
//
// tell() is the writing thread's; the rest is the keeper's own.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.hpp"
#include "store/database.hpp"

namespace touchstone::store {

class LogKeeper {
 public:
  using Open = std::function<base::Result<Database>()>;
  static constexpr std::size_t kMostLogs = 4;

  // `pages`: how long the log may be before it is moved.
  LogKeeper(Open open, std::size_t pages) : open_(std::move(open)), pages_(pages) {}
  ~LogKeeper();
  LogKeeper(const LogKeeper&) = delete;
  LogKeeper& operator=(const LogKeeper&) = delete;

  // After a transaction: how long the log is now. True: the writer shall move what is left.
  [[nodiscard]] bool tell(std::size_t pages);

 private:
  enum class State : std::uint8_t { kIdle, kAsked, kMoved, kEnding };

  void work();
  void move_twice();

  const Open open_;
  const std::size_t pages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::kIdle;
  std::optional<Database> database_;  // of the thread
  std::thread thread_;                // since it was asked first
};

}  // namespace touchstone::store
