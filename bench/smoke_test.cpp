// The two programs together, as bench/run uses them.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/child.hpp"
#include "json/test_support.hpp"

namespace touchstone::bench {
namespace {

using testing::HasSubstr;

struct Outcome {
  int code = -1;
  std::string out;  // and what it complained about
  [[nodiscard]] std::int64_t number(std::string_view key) const {
    const auto document = json::document(out);
    // "123.4" for us is 123: as_int() takes whole numbers only.
    const auto raw = std::string(document.root().find(key).raw());
    return raw.empty() ? -1 : std::stoll(raw);
  }
};

Outcome load(const std::string& arguments) {
  const auto command = fmt::format("{} {} 2>&1 </dev/null", BENCH_LOAD, arguments);
  FILE* pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own fixed words
  Outcome outcome;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) outcome.out.push_back(static_cast<char>(c));
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

// Below the ports that the kernel gives to connections. Tests run beside each other.
int port_for(int which) { return 20000 + (getpid() * 17 + which) % 10000; }

class Bench : public testing::Test {
 protected:
  void SetUp() override {
    for (int attempt = 0; attempt < 10; ++attempt) {
      port_ = port_for(attempt);
      server_ = std::make_unique<Child>(
          std::vector<std::string>{BENCH_ECHO_SERVER, "--http", std::to_string(port_)});
      for (int waited = 0; waited < 2000 && !server_->has_ended(); ++waited) {
        if (load(url() + " --hold 1").code == 0) return;
        usleep(1000);
      }
    }
    FAIL() << "echo_server does not come up";
  }
  [[nodiscard]] std::string url() const {
    return fmt::format("--url http://127.0.0.1:{}/mcp", port_);
  }

  int port_ = 0;
  std::unique_ptr<Child> server_;
};

TEST_F(Bench, at_maximum_every_connection_calls_again_and_again) {
  const auto outcome = load(url() + " --connections 4 --seconds 0.2 --warm-up 0.05");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_GT(outcome.number("calls"), 4);
  EXPECT_EQ(outcome.number("errors"), 0);
  EXPECT_GT(outcome.number("p50_us"), 0);
  EXPECT_LE(outcome.number("p50_us"), outcome.number("p99_us"));
  EXPECT_LE(outcome.number("p99_us"), outcome.number("max_us"));
}

TEST_F(Bench, modern_calls_need_no_session) {
  const auto outcome = load(url() + " --modern --connections 2 --seconds 0.2");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_GT(outcome.number("calls"), 2);
}

TEST_F(Bench, large_texts_come_back_whole) {
  const auto outcome = load(url() + " --size 65536 --connections 2 --seconds 0.2");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_GT(outcome.number("calls"), 2);
}

TEST_F(Bench, a_fixed_rate_is_kept) {
  const auto outcome = load(url() + " --connections 4 --seconds 0.5 --rate 200");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_EQ(outcome.number("calls") + outcome.number("missed"), 100);
}

TEST_F(Bench, an_answer_that_is_no_echo_fails_the_run) {
  const auto outcome = load(url() + " --tool other --seconds 0.05");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("-32602"));
}

TEST_F(Bench, sessions_are_held_with_and_without_their_connections) {
  EXPECT_EQ(load(url() + " --hold 100").number("held"), 100);
  EXPECT_EQ(load(url() + " --hold 100 --keep").number("held"), 100);
}

TEST(BenchPrograms, a_stdio_server_is_driven_directly) {
  const auto outcome =
      load("--stdio --connections 2 --seconds 0.2 -- " BENCH_ECHO_SERVER " --stdio");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_GT(outcome.number("calls"), 2);
}

TEST(BenchPrograms, startup_is_timed_until_somebody_listens) {
  const auto port = port_for(5000);
  const auto outcome = load(fmt::format(
      "--url http://127.0.0.1:{0}/mcp --startup 3 -- {1} --http {0}", port, BENCH_ECHO_SERVER));
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_EQ(outcome.number("times"), 3);
}

TEST(BenchPrograms, nobody_there_is_said_clearly) {
  const auto outcome = load(fmt::format("--url http://127.0.0.1:{}/mcp", port_for(6000)));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("cannot connect"));
}

TEST(BenchPrograms, a_server_that_does_not_start_is_said_clearly) {
  const auto outcome =
      load(fmt::format("--url http://127.0.0.1:{}/mcp --startup 1 -- /bin/false", port_for(7000)));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("did not start"));
}

}  // namespace
}  // namespace touchstone::bench
