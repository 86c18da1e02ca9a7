// Lane: a thread with a connection of its own, and what waits for it.
//
// All that waits goes into one transaction, up to kMaxGroup, so that many writers share one trip to
// the disk. A job that fails does so alone: all are then done again, each in a savepoint of its
// own, so a job may run twice and must leave nothing behind but in the database. Nobody hears of a
// job before the transaction is on the disk. Bounded: what does not fit fails at once, on the
// caller's thread. The destructor lets everything that waits be done.
//
// A transaction costs more than what is in it, and one thread woken for each job more than both. So
// with a Later, what a loop asks for in one turn is begun together, at the turn's end; and where a
// few have come together others are on their way, so the next transaction of a lane that writes
// waits for kEnough, or for kGather.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "store/database.hpp"
#include "store/store.hpp"

namespace touchstone::store {

class Job {
 public:
  virtual ~Job() = default;
  // Why what it did must be undone, or nothing. May be called twice.
  virtual const base::Error* run(Database& database) = 0;
  virtual void finish(const base::Error* failed) = 0;  // once; `failed`: all of it is undone
};

template <typename T>
class JobFor final : public Job {
 public:
  using Work = std::function<base::Result<T>(Database&)>;

  JobFor(Work work, Done<T> done) : work_(std::move(work)), done_(std::move(done)) {}
  const base::Error* run(Database& database) override {
    result_ = work_(database);
    return *result_ ? nullptr : &result_->error();
  }
  void finish(const base::Error* failed) override {
    if (failed != nullptr) return done_(tl::unexpected(*failed));
    done_(std::move(*result_));
  }

 private:
  Work work_;
  Done<T> done_;
  std::optional<base::Result<T>> result_;
};

class Lane {
 public:
  static constexpr std::size_t kMaxGroup = 512;
  static constexpr std::size_t kFew = 3;
  static constexpr std::size_t kEnough = 16;
  static constexpr std::chrono::microseconds kGather{500};

  enum class Kind : std::uint8_t { kReads, kWrites };
  // kMachine: a transaction with such a job waits for the disk itself, if the lane tells them apart
  // (Durability::kConsent).
  enum class Lasts : std::uint8_t { kAsAll, kMachine };
  struct Bounds {
    std::size_t jobs;
    std::size_t bytes;
  };

  // What is done after each transaction, when everybody has heard of it.
  using After = std::function<void(Database&)>;

  Lane(Database database, Kind kind, Bounds bounds, bool tells_apart = false, After after = {});
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Before anything is submitted, or by whoever submits.
  void gather(Later later);

  // `bytes` is about how much memory the job keeps while it waits.
  template <typename T>
  void submit(typename JobFor<T>::Work work, Done<T> done, std::size_t bytes,
              Lasts lasts = Lasts::kAsAll) {
    submit(std::make_unique<JobFor<T>>(std::move(work), std::move(done)), bytes, lasts);
  }

 private:
  struct Waiting {
    std::unique_ptr<Job> job;
    std::size_t bytes;
    Lasts lasts;
  };
  using Group = std::vector<Waiting>;

  // What the thread waits with. Outlives the lane if somebody still means to ring.
  struct Bell {
    std::mutex mutex;  // also of what waits
    std::condition_variable rung;
    bool due = false;  // what waits is to be begun
    void ring();
  };
  // Rings when it goes: also if the loop that it was left with ends and forgets it.
  struct Ringer {
    std::shared_ptr<Bell> bell;
    explicit Ringer(std::shared_ptr<Bell> which) : bell(std::move(which)) {}
    Ringer(const Ringer&) = delete;
    Ringer& operator=(const Ringer&) = delete;
    ~Ringer() { bell->ring(); }
  };

  void submit(std::unique_ptr<Job> job, std::size_t bytes, Lasts lasts);
  void begin_soon();
  void work();
  [[nodiscard]] Group next_group();  // empty: there is nothing and never will be
  void wait_for_enough(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] base::Result<void> prepare(const Group& group);
  [[nodiscard]] base::Result<void> run(const Group& group);
  [[nodiscard]] base::Result<void> in_transaction(const std::function<base::Result<void>()>& work);
  [[nodiscard]] base::Result<void> run_alone(Job& job);

  Database database_;
  const Kind kind_;
  const Bounds bounds_;
  const bool tells_apart_;
  const After after_;
  Later later_;
  const std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool ending_ = false;
  bool gathers_ = false;    // there is a Later, which belongs to whoever submits
  bool busy_ = false;       // a few came together the last time
  bool gathering_ = false;  // the thread begins by itself, soon
  std::thread thread_;      // last: it uses all of the above
};

}  // namespace touchstone::store
