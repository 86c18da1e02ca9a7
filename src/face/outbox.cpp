#include "face/outbox.hpp"

namespace touchstone::face {

void Outbox::push(std::string_view first, std::string_view second) {
  if (broken_) return;
  if (waiting_.size() + first.size() + second.size() > limit_) return fail();
  waiting_.append(first).append(second);
  if (std::exchange(busy_, true)) return;
  loop_.spawn(write_all());
}

net::Task<void> Outbox::write_all() {
  while (!waiting_.empty() && !broken_) {
    writing_.clear();
    writing_.swap(waiting_);
    const auto written = co_await stream_.write(writing_);
    if (!written) fail();
  }
  busy_ = false;
  writing_ = {};  // an idle stream keeps no memory
  if (finished_ != nullptr) finished_->keep(true);
}

net::Task<void> Outbox::finish() {
  if (!busy_) co_return;
  net::Promise<bool> finished(loop_.executor());
  finished_ = &finished;
  (void)co_await finished.wait();
  finished_ = nullptr;
}

void Outbox::fail() {
  broken_ = true;
  waiting_ = {};
  stream_.close();
}

}  // namespace touchstone::face
