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
    const bool written = co_await write_pieces(writing_, {});
    if (!written) fail();
  }
  busy_ = false;
  std::string().swap(writing_);  // an idle stream keeps no memory
  if (finished_ != nullptr) finished_->keep(true);
}

net::Task<void> Outbox::finish() {
  if (!busy_) co_return;
  net::Promise<bool> finished(loop_.executor());
  finished_ = &finished;
  (void)co_await finished.wait();
  finished_ = nullptr;
}

net::Task<bool> Outbox::write(std::string_view first, std::string_view second) {
  co_await finish();
  co_return co_await write_pieces(first, second);
}

net::Task<bool> Outbox::write_pieces(std::string_view first, std::string_view second) {
  bool good = true;
  do {
    writing_since_ = net::Clock::now();
    const std::string_view head = first.substr(0, kPiece);
    const std::string_view tail =
        head.size() < first.size() ? std::string_view() : second.substr(0, kPiece - head.size());
    const auto written = co_await stream_.write(head, tail);
    good = written.has_value();
    first.remove_prefix(head.size());
    second.remove_prefix(tail.size());
  } while (good && (!first.empty() || !second.empty()));
  writing_since_ = {};
  co_return good;
}

void Outbox::fail() {
  broken_ = true;
  std::string().swap(waiting_);
  stream_.close();
}

}  // namespace touchstone::face
