#include "net/fd_watch.hpp"

#include <utility>

#include <boost/asio/posix/basic_stream_descriptor.hpp>

namespace touchstone::net {

struct FdWatch::State {
  explicit State(Loop& loop) : descriptor(loop.executor()) {}
  asio::posix::basic_stream_descriptor<Executor> descriptor;
  std::function<void()> readable;
};

FdWatch::FdWatch(Loop& loop, int fd, std::function<void()> readable)
    : state_(std::make_shared<State>(loop)) {
  boost::system::error_code ignored;
  state_->readable = std::move(readable);
  state_->descriptor.assign(fd, ignored);
  using Descriptor = asio::posix::basic_stream_descriptor<Executor>;
  const auto told = [state = state_](const boost::system::error_code& failed) {
    const auto act = std::exchange(state->readable, nullptr);
    if (!failed && act) act();
  };
  state_->descriptor.async_wait(Descriptor::wait_read, told);
}

FdWatch& FdWatch::operator=(FdWatch&& other) noexcept {
  if (this == &other) return *this;
  stop();
  state_ = std::move(other.state_);
  return *this;
}

void FdWatch::stop() {
  if (!state_) return;
  boost::system::error_code ignored;
  state_->readable = nullptr;
  state_->descriptor.close(ignored);
  state_.reset();
}

}  // namespace touchstone::net
