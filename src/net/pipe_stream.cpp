#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/write.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "net/fault.hpp"
#include "net/listen.hpp"

namespace touchstone::net {
namespace {

// Asio cannot wait on regular files (stdin from a file, stdout into one): those are read and
// written at once, which cannot block for long.
bool can_wait(int fd) {
  const off_t at = ::lseek(fd, 0, SEEK_CUR);
  return at == -1;
}

class PipeStream final : public Stream {
 public:
  PipeStream(Loop& loop, int read_fd, int write_fd)
      : in_(loop.executor()), out_(loop.executor()), read_fd_(read_fd), write_fd_(write_fd) {
    boost::system::error_code ignored;
    if (can_wait(read_fd)) in_.assign(read_fd, ignored);
    if (can_wait(write_fd)) out_.assign(write_fd, ignored);
  }
  ~PipeStream() override { close(); }

  Task<base::Result<std::size_t>> read_some(std::span<char> into) override {
    if (!in_.is_open()) co_return read_file(into);
    const auto buffer = asio::buffer(into.data(), into.size());
    const auto [failed, size] = co_await in_.async_read_some(buffer, kAwait);
    if (failed == asio::error::eof) co_return std::size_t{0};
    if (failed) co_return fault(failed, "read");
    co_return size;
  }

  Task<base::Result<void>> write(std::string_view first, std::string_view second) override {
    if (!out_.is_open()) co_return write_file(first, second);
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(first), asio::buffer(second)};
    const auto [failed, size] = co_await asio::async_write(out_, parts, kAwait);
    if (failed) co_return fault(failed, "write");
    co_return base::Result<void>();
  }

  void close() override {
    close_one(in_, read_fd_);
    close_one(out_, write_fd_);
  }
  void close_write() override { close_one(out_, write_fd_); }

  [[nodiscard]] bool is_open() const override { return read_fd_ >= 0; }

 private:
  using Descriptor = asio::posix::basic_stream_descriptor<Executor>;

  [[nodiscard]] base::Result<std::size_t> read_file(std::span<char> into) const {
    const ssize_t size = ::read(read_fd_, into.data(), into.size());
    if (size < 0) return base::fail("cannot read", "stdin");
    return static_cast<std::size_t>(size);
  }

  [[nodiscard]] base::Result<void> write_file(std::string_view first,
                                              std::string_view second) const {
    for (std::string_view part : {first, second}) {
      while (!part.empty()) {
        const ssize_t size = ::write(write_fd_, part.data(), part.size());
        if (size <= 0) return base::fail("cannot write", "stdout");
        part.remove_prefix(static_cast<std::size_t>(size));
      }
    }
    return {};
  }

  static void close_one(Descriptor& descriptor, int& fd) {
    boost::system::error_code ignored;
    if (descriptor.is_open()) {
      descriptor.close(ignored);
    } else if (fd >= 0) {
      ::close(fd);
    }
    fd = -1;
  }

  Descriptor in_, out_;
  int read_fd_, write_fd_;
};

}  // namespace

StreamPtr pipe_stream(Loop& loop, int read_fd, int write_fd) {
  return std::make_unique<PipeStream>(loop, read_fd, write_fd);
}

}  // namespace touchstone::net
