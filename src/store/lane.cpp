#include "store/lane.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace touchstone::store {

Lane::Lane(Database database, Kind kind, Bounds bounds, bool tells_apart, After after)
    : database_(std::move(database)),
      kind_(kind),
      bounds_(bounds),
      tells_apart_(tells_apart),
      after_(std::move(after)),
      thread_([this] { work(); }) {}

Lane::~Lane() {
  {
    const std::lock_guard lock(bell_->mutex);
    ending_ = true;
  }
  bell_->ring();
  thread_.join();
}

void Lane::gather(Later later) {
  later_ = std::move(later);
  const std::lock_guard lock(bell_->mutex);
  gathers_ = static_cast<bool>(later_);
}

void Lane::Bell::ring() {
  {
    const std::lock_guard lock(mutex);
    due = true;
  }
  rung.notify_one();
}

void Lane::begin_soon() {
  auto ringer = std::make_shared<Ringer>(bell_);
  if (later_) later_([ringer = std::move(ringer)] {});
}

void Lane::submit(std::unique_ptr<Job> job, std::size_t bytes, Lasts lasts) {
  std::unique_lock lock(bell_->mutex);
  if (waiting_.size() < bounds_.jobs && waiting_bytes_ + bytes <= bounds_.bytes) {
    const bool is_first = waiting_.empty();  // for the others somebody has seen to it
    waiting_bytes_ += bytes;
    waiting_.push_back({std::move(job), bytes, lasts});
    const bool gathering = gathering_;
    const bool is_enough = waiting_.size() == kEnough;
    lock.unlock();
    if (gathering && is_enough) bell_->rung.notify_one();
    if (!gathering && is_first) begin_soon();
    return;
  }
  lock.unlock();
  const base::Error full{
      fmt::format("the store is behind: {} requests or {} MiB wait for the disk", bounds_.jobs,
                  bounds_.bytes >> 20U),
      {},
      "see whether the disk is slow; a gateway of this size may want a faster one"};
  job->finish(&full);
}

void Lane::work() {
  while (true) {
    const auto group = next_group();
    if (group.empty()) return;
    const auto done = run(group);
    for (const auto& waiting : group) waiting.job->finish(done ? nullptr : &done.error());
    if (after_) after_(database_);
  }
}

void Lane::wait_for_enough(std::unique_lock<std::mutex>& lock) {
  gathering_ = true;
  bell_->rung.wait_for(lock, kGather, [this] { return waiting_.size() >= kEnough || ending_; });
  gathering_ = false;
  bell_->due = bell_->due || !waiting_.empty();  // nobody else rings for these
}

Lane::Group Lane::next_group() {
  std::unique_lock lock(bell_->mutex);
  if (busy_) wait_for_enough(lock);
  bell_->rung.wait(lock, [this] { return (bell_->due && !waiting_.empty()) || ending_; });
  Group group;
  while (!waiting_.empty() && group.size() < kMaxGroup) {
    waiting_bytes_ -= waiting_.front().bytes;
    group.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  bell_->due = !waiting_.empty();
  busy_ = gathers_ && kind_ == Kind::kWrites && group.size() >= kFew;
  return group;
}

base::Result<void> Lane::prepare(const Group& group) {
  if (auto there = database_.check_place(); !there) return there;
  if (!tells_apart_ || kind_ == Kind::kReads) return {};
  const bool lasting = std::ranges::any_of(
      group, [](const Waiting& waiting) { return waiting.lasts == Lasts::kMachine; });
  return database_.wait_for_disk(lasting);
}

// Nearly always all of them succeed. If one does not, all are done again, each for itself.
base::Result<void> Lane::run(const Group& group) {
  if (auto ready = prepare(group); !ready) return ready;
  bool one_failed = false;
  auto done = in_transaction([&]() -> base::Result<void> {
    for (const auto& waiting : group) {
      const auto* failed = waiting.job->run(database_);
      one_failed = failed != nullptr && kind_ == Kind::kWrites;
      if (one_failed) return tl::unexpected(*failed);
    }
    return {};
  });
  if (!one_failed) return done;
  return in_transaction([&]() -> base::Result<void> {
    for (const auto& waiting : group) {
      if (auto ran = run_alone(*waiting.job); !ran) return ran;
    }
    return {};
  });
}

base::Result<void> Lane::in_transaction(const std::function<base::Result<void>()>& work) {
  const auto begun = database_.run(kind_ == Kind::kWrites ? "BEGIN IMMEDIATE" : "BEGIN");
  if (!begun) return tl::unexpected(begun.error());
  auto done = kind_ == Kind::kWrites ? database_.look_around() : base::Result<void>();
  if (done) done = work();
  if (done) {
    if (const auto kept = database_.run("COMMIT"); !kept) done = tl::unexpected(kept.error());
  }
  if (database_.in_transaction()) static_cast<void>(database_.run("ROLLBACK"));
  if (!done) database_.tell_undone();
  return done;
}

// Fails if the whole transaction is lost, as on a full disk.
base::Result<void> Lane::run_alone(Job& job) {
  auto done = database_.run("SAVEPOINT job");
  if (!done) return tl::unexpected(done.error());
  const auto* failed = job.run(database_);
  if (failed != nullptr) database_.tell_undone();
  if (failed != nullptr && !database_.in_transaction()) return tl::unexpected(*failed);
  if (failed != nullptr) done = database_.run("ROLLBACK TO job");
  if (done) done = database_.run("RELEASE job");
  if (!done) return tl::unexpected(done.error());
  return {};
}

}  // namespace touchstone::store
