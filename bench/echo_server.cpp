// echo_server: the MCP server behind the gateways that are measured. Fast, and nothing else.
//
//   echo_server --http PORT    Streamable HTTP on 127.0.0.1, one thread, any path; it ends with the
//                              process that started it
//   echo_server --stdio        JSON lines, until standard input ends
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/echo_answer.hpp"
#include "bench/http_reader.hpp"

namespace touchstone::bench {
namespace {

std::array<char, std::size_t{256} << 10> g_input;

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int serve_stdio() {
  json::Parser parser;
  std::string pending;
  for (;;) {
    const auto got = ::read(STDIN_FILENO, g_input.data(), g_input.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    pending.append(g_input.data(), static_cast<std::size_t>(got));
    std::string out;
    std::size_t begin = 0;
    for (auto end = pending.find('\n'); end != std::string::npos; end = pending.find('\n', begin)) {
      const auto answer = echo_answer(parser, std::string_view(pending).substr(begin, end - begin));
      if (!answer.body.empty()) out.append(answer.body).push_back('\n');
      begin = end + 1;
    }
    pending.erase(0, begin);
    if (!write_all(STDOUT_FILENO, out)) return 1;
  }
}

struct Peer {
  HttpReader reader;
  std::string out;
  bool stuck = false;  // the socket takes no more for now
};

class HttpServer {
 public:
  bool listen_on(std::uint16_t port);
  [[noreturn]] void serve();

 private:
  void accept_all();
  bool take(int fd, Peer& peer);
  bool flush(int fd, Peer& peer) const;
  void respond(const HttpReader& request, std::string& out);
  void drop(int fd);
  void watch(int operation, int fd, std::uint32_t events) const;

  json::Parser parser_;
  std::unordered_map<int, Peer> peers_;
  int listener_ = -1;
  int epoll_ = -1;
  std::uint64_t sessions_ = 0;
};

bool HttpServer::listen_on(std::uint16_t port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_, SOMAXCONN) != 0) {
    return false;
  }
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  watch(EPOLL_CTL_ADD, listener_, EPOLLIN);
  return true;
}

void HttpServer::watch(int operation, int fd, std::uint32_t events) const {
  epoll_event event = {};
  event.events = events;
  event.data.fd = fd;
  ::epoll_ctl(epoll_, operation, fd, &event);
}

void HttpServer::serve() {
  std::array<epoll_event, 256> events = {};
  for (;;) {
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const auto& event = events[static_cast<std::size_t>(i)];
      if (event.data.fd == listener_) {
        accept_all();
        continue;
      }
      const auto peer = peers_.find(event.data.fd);
      if (peer == peers_.end()) continue;
      const bool fine = (event.events & EPOLLOUT) != 0 ? flush(peer->first, peer->second)
                                                       : take(peer->first, peer->second);
      if (!fine) drop(peer->first);
    }
  }
}

void HttpServer::accept_all() {
  for (;;) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    peers_.try_emplace(fd);
    watch(EPOLL_CTL_ADD, fd, EPOLLIN);
  }
}

bool HttpServer::take(int fd, Peer& peer) {
  const auto got = ::recv(fd, g_input.data(), g_input.size(), 0);
  if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR);
  peer.reader.append({g_input.data(), static_cast<std::size_t>(got)});
  auto state = peer.reader.advance();
  for (; state == HttpReader::State::kComplete; state = peer.reader.advance()) {
    respond(peer.reader, peer.out);
    peer.reader.next();
  }
  return state != HttpReader::State::kBad && flush(fd, peer);
}

bool HttpServer::flush(int fd, Peer& peer) const {
  if (peer.out.empty()) return true;
  const auto sent = ::send(fd, peer.out.data(), peer.out.size(), MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
  if (sent > 0) peer.out.erase(0, static_cast<std::size_t>(sent));
  const bool stuck = !peer.out.empty();
  if (stuck != std::exchange(peer.stuck, stuck)) {
    watch(EPOLL_CTL_MOD, fd, stuck ? EPOLLOUT : EPOLLIN);
  }
  return true;
}

void HttpServer::respond(const HttpReader& request, std::string& out) {
  if (!request.start_line().starts_with("POST ")) {
    const bool ends_session = request.start_line().starts_with("DELETE ");
    out += ends_session ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n";
    return;
  }
  const auto answer = echo_answer(parser_, request.body());
  if (answer.body.empty()) {
    out += "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    return;
  }
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {}\r\nContent-Type: application/json\r\n",
                 answer.unknown_method ? "404 Not Found" : "200 OK");
  if (answer.opens_session) {
    fmt::format_to(std::back_inserter(out), "Mcp-Session-Id: echo-{:016x}\r\n", ++sessions_);
  }
  fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n\r\n", answer.body.size());
  out += answer.body;
}

void HttpServer::drop(int fd) {
  ::close(fd);
  peers_.erase(fd);
}

int serve_http(std::string_view port_text) {
  std::uint16_t port = 0;
  const auto end = port_text.data() + port_text.size();
  if (std::from_chars(port_text.data(), end, port).ptr != end || port == 0) {
    fmt::print(stderr, "echo_server: '{}' is not a port\n", port_text);
    return 2;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  HttpServer server;
  if (!server.listen_on(port)) {
    fmt::print(stderr, "echo_server: cannot listen on port {}\n", port);
    return 1;
  }
  server.serve();
}

}  // namespace
}  // namespace touchstone::bench

// NOLINTNEXTLINE(bugprone-exception-escape): out of memory ends it, as it should
int main(int count, char** words) {
  const std::string_view mode = count > 1 ? words[1] : "";
  if (mode == "--stdio") return touchstone::bench::serve_stdio();
  if (mode == "--http" && count > 2) return touchstone::bench::serve_http(words[2]);
  std::fputs("usage: echo_server --http PORT | --stdio\n", stderr);
  return 2;
}
