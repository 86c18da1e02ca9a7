#include "base/random.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include <sys/random.h>

#include "base/text.hpp"

namespace touchstone::base {

std::string Random::hex(std::size_t bytes) {
  std::vector<unsigned char> raw(bytes);
  fill(raw);
  return base::hex(std::string(raw.begin(), raw.end()));
}

std::uint64_t Random::number() {
  std::array<unsigned char, 6> bytes{};
  fill(bytes);
  std::uint64_t number = 0;
  for (const unsigned char byte : bytes) number = number << 8U | byte;
  return number;
}

void SystemRandom::fill(std::span<unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) std::abort();  // no randomness, no sessions: there is no safe way on
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace touchstone::base
