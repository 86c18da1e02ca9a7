#include "bench/startup.hpp"

#include <algorithm>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/child.hpp"
#include "bench/engine.hpp"

namespace touchstone::bench {
namespace {

constexpr useconds_t kPauseUs = 100;

bool answers(std::uint16_t port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool fine = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return fine;
}

}  // namespace

std::vector<double> startup_ms(const std::vector<std::string>& command, std::uint16_t port,
                               std::size_t times) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times; ++i) {
    if (answers(port)) return {};
    const auto begin = now_ns();
    Child child(command);
    while (!answers(port)) {
      const double waited = static_cast<double>(now_ns() - begin) / 1e9;
      if (child.has_ended() || waited > kStartSeconds) return {};
      ::usleep(kPauseUs);
    }
    all.push_back(static_cast<double>(now_ns() - begin) / 1e6);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace touchstone::bench
