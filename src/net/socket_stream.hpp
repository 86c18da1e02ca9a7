// SocketStream: a Stream over a connected socket, TCP or Unix.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <sys/socket.h>

#include "net/fault.hpp"
#include "net/stream.hpp"

namespace touchstone::net {

template <typename Protocol>
class SocketStream final : public Stream {
 public:
  using Socket = asio::basic_stream_socket<Protocol, Executor>;
  explicit SocketStream(Socket socket) : socket_(std::move(socket)) {
    boost::system::error_code ignored;
    socket_.non_blocking(true, ignored);
  }
  ~SocketStream() override { unwatch(); }

  Task<base::Result<std::size_t>> read_some(std::span<char> into) override {
    const auto buffer = asio::buffer(into.data(), into.size());
    const auto [failed, size] = co_await socket_.async_read_some(buffer, kAwait);
    if (failed == asio::error::eof) co_return std::size_t{0};
    if (failed) co_return fault(failed, "read");
    co_return size;
  }

  // Mostly the system takes all of it at once. But first whatever else is ready has its turn: so
  // what several connections have to say goes out together, and a peer that serves them is woken
  // once and not for each.
  Task<base::Result<void>> write(std::string_view first, std::string_view second) override {
    using boost::system::error_code;
    error_code failed;
    (void)co_await asio::post(socket_.get_executor(), kAwait);
    std::array<asio::const_buffer, 2> parts = {asio::buffer(first), asio::buffer(second)};
    std::size_t sent = socket_.send(parts, 0, failed);
    if (failed && failed != asio::error::would_block) co_return fault(failed, "write");
    if (!failed && sent == first.size() + second.size()) co_return base::Result<void>();
    for (asio::const_buffer& part : parts) {
      const std::size_t done = std::min(sent, part.size());
      part += done;
      sent -= done;
    }
    const auto [broken, size] = co_await asio::async_write(socket_, parts, kAwait);
    if (broken) co_return fault(broken, "write");
    co_return base::Result<void>();
  }

  void watch(std::function<void()> gone) override {
    watch_->gone = std::move(gone);
    if (std::exchange(watch_->waiting, true)) return;
    socket_.async_wait(Socket::wait_read, [watch = watch_, fd = socket_.native_handle()](
                                              const boost::system::error_code& failed) {
      watch->waiting = false;
      const auto act = std::exchange(watch->gone, nullptr);
      if (act && !failed && has_ended(fd)) act();
    });
  }

  // The wait itself stays and costs nothing: the next watch() takes it over.
  void unwatch() override { watch_->gone = nullptr; }

  [[nodiscard]] bool is_quiet() const override {
    char byte = 0;
    // basic_stream_socket has no const native_handle().
    const int fd = const_cast<Socket&>(socket_).native_handle();
    return ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
  }

  void close() override {
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_both, ignored);
    socket_.close(ignored);
    unwatch();
  }

  void close_write() override {
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }

  [[nodiscard]] bool is_open() const override { return socket_.is_open(); }

 private:
  struct Watch {
    std::function<void()> gone;
    bool waiting = false;
  };
  static bool has_ended(int fd) {
    char byte = 0;
    const ssize_t size = ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    // A peer that crashed, or closed with bytes unread, leaves an error and no end.
    return size == 0 || (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
  }

  Socket socket_;
  std::shared_ptr<Watch> watch_ = std::make_shared<Watch>();  // outlives the stream in a wait
};

}  // namespace touchstone::net
