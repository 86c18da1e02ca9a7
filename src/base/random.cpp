#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include <sys/random.h>

#include "base/text.hpp"

namespace touchstone::base {
namespace {

void fill_from_system(std::span<unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) std::abort();  // no randomness, no sessions: there is no safe way on
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

// For the few bytes that each call wants. What was handed out is not kept.
class Reserve {
 public:
  static constexpr std::size_t kFew = 32;
  void hand_out(std::span<unsigned char> into) {
    if (left_ < into.size()) {
      fill_from_system(bytes_);
      left_ = bytes_.size();
    }
    left_ -= into.size();
    const auto taken = std::span(bytes_).subspan(left_, into.size());
    std::ranges::copy(taken, into.begin());
    std::ranges::fill(taken, 0);
  }

 private:
  std::array<unsigned char, 256> bytes_{};  // as much as the system gives without being interrupted
  std::size_t left_ = 0;
};

}  // namespace

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
  if (bytes.size() > Reserve::kFew) return fill_from_system(bytes);
  thread_local Reserve reserve;
  reserve.hand_out(bytes);
}

}  // namespace touchstone::base
