#include "bench/connection.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace touchstone::bench {
namespace {

constexpr std::size_t kShown = 200;  // of an answer, in a fault

int connect_to(const Target& target) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(target.port);
  if (::inet_pton(AF_INET, target.host.c_str(), &address.sin_addr) != 1) return -1;
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  ::close(fd);
  return -1;
}

}  // namespace

Connection::Connection(const Target& target, const std::vector<std::string>& command)
    : target_(target) {
  if (!target.lines) {
    fd_ = connect_to(target);
    return;
  }
  std::array<int, 2> ends = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  fd_ = ends[0];
  child_.emplace(command, ends[1]);
  ::close(ends[1]);
}

Connection::~Connection() {
  if (fd_ >= 0) ::close(fd_);
}

Connection::Event Connection::open_session() {
  if (target_.modern) {
    call_ = EchoCall(target_, "");
    stage_ = Stage::kReady;
    return Event::kOpened;
  }
  stage_ = Stage::kInitialize;
  handshake_ = initialize_request(target_);
  return send(handshake_);
}

Connection::Event Connection::call(std::uint64_t number) { return send(call_.write(number)); }

Connection::Event Connection::close_session() {
  if (session_.empty()) return Event::kClosed;
  stage_ = Stage::kClosing;
  handshake_ = end_of_session(target_, session_);
  return send(handshake_);
}

Connection::Event Connection::send(std::string_view bytes) {
  unsent_ = bytes;
  return flush();
}

Connection::Event Connection::flush() {
  const auto sent = ::send(fd_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return broken(std::strerror(errno));
  if (sent > 0) unsent_.remove_prefix(static_cast<std::size_t>(sent));
  return Event::kNone;
}

Connection::Event Connection::readable() {
  static std::array<char, std::size_t{256} << 10> input;
  const auto got = ::recv(fd_, input.data(), input.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Event::kNone;
  if (got < 0) return broken(std::strerror(errno));
  if (got == 0) return broken("closed by the other side");
  const std::string_view bytes(input.data(), static_cast<std::size_t>(got));
  if (target_.lines) {
    lines_ += bytes;
  } else {
    http_.append(bytes);
  }
  return next_message();
}

Connection::Event Connection::next_message() {
  if (target_.lines) {
    if (!lines_.ends_with('\n')) return Event::kNone;
    const auto event = take("200", lines_);
    lines_.clear();
    return event;
  }
  const auto state = http_.advance();
  if (state == HttpReader::State::kNeedsMore) return Event::kNone;
  if (state == HttpReader::State::kBad) return broken("not HTTP/1.1");
  if (stage_ == Stage::kInitialize) session_ = http_.header("mcp-session-id");
  const auto event = take(http_.start_line().substr(0, 12).substr(9), http_.body());
  http_.next();
  return event;
}

// `status` is the HTTP status; whatever is not 200 or 202 is a refusal.
Connection::Event Connection::take(std::string_view status, std::string_view body) {
  const bool fine = status == "200" || status == "202";
  switch (stage_) {
    case Stage::kInitialize:
      if (!fine || body.find("\"protocolVersion\"") == std::string_view::npos) break;
      handshake_ = initialized_notification(target_, session_);
      stage_ = Stage::kInitialized;
      if (const auto event = send(handshake_); event != Event::kNone) return event;
      if (!target_.lines) return Event::kNone;
      [[fallthrough]];  // over lines nobody answers a notification
    case Stage::kInitialized:
      if (!fine) break;
      call_ = EchoCall(target_, session_);
      stage_ = Stage::kReady;
      return Event::kOpened;
    case Stage::kReady:
      if (fine && call_.is_answered_by(body)) return Event::kAnswered;
      break;
    case Stage::kClosing: return Event::kClosed;
  }
  fault_ = fmt::format("status {}: {}", status, body.substr(0, kShown));
  return Event::kRefused;
}

Connection::Event Connection::broken(std::string what) {
  fault_ = std::move(what);
  return Event::kBroken;
}

}  // namespace touchstone::bench
