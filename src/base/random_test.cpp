#include "base/random.hpp"

#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace touchstone::base {
namespace {

TEST(SystemRandom, never_gives_the_same_few_bytes_twice) {
  constexpr std::size_t kTimes = 5'000;
  std::set<std::string> seen;
  SystemRandom random;
  for (std::size_t i = 0; i < kTimes; ++i) seen.insert(random.hex(8 + i % 25));
  EXPECT_EQ(seen.size(), kTimes);
}

TEST(SystemRandom, fills_all_that_it_is_asked_for) {
  SystemRandom random;
  for (const std::size_t size : {1U, 31U, 32U, 33U, 255U, 256U, 257U, 4'096U}) {
    std::string any(size, '\0');  // each byte is something else than 0 at least once
    for (int i = 0; i < 40; ++i) {
      std::string bytes(size, '\0');
      random.fill({reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()});
      for (std::size_t at = 0; at < size; ++at) any[at] = static_cast<char>(any[at] | bytes[at]);
    }
    EXPECT_EQ(any.find('\0'), std::string::npos) << size;
  }
}

TEST(SystemRandom, gives_each_thread_its_own) {
  std::string one, other;
  const auto draw = [](std::string& into) { into = SystemRandom().hex(16); };
  std::thread first(draw, std::ref(one)), second(draw, std::ref(other));
  first.join();
  second.join();
  EXPECT_NE(one, other);
}

}  // namespace
}  // namespace touchstone::base
