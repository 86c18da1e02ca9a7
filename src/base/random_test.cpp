#include "base/random.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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

// A nonce that parent and child both have would give away what both seal.
TEST(SystemRandom, gives_a_forked_child_others) {
  SystemRandom random;
  (void)random.hex(16);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string theirs = random.hex(16);
    ::_exit(::write(ends[1], theirs.data(), theirs.size()) == 32 ? 0 : 1);
  }
  const std::string ours = random.hex(16);
  std::string theirs(32, ' ');
  EXPECT_EQ(::read(ends[0], theirs.data(), theirs.size()), 32);
  EXPECT_NE(ours, theirs);
  ::close(ends[0]);
  ::close(ends[1]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace touchstone::base
