// `touchstone connect`: to the gateway that runs, wherever its config says, or to one of its own.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace touchstone::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHello =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})";

// A home with a config in the usual place, whose socket is not in the usual place.
class Connect : public ::testing::Test {
 protected:
  Connect() {
    std::string pattern = fs::temp_directory_path() / "connect-XXXXXX";
    home_ = ::mkdtemp(pattern.data());
    fs::create_directories(home_ + "/.config/touchstone");
    std::ofstream(home_ + "/.config/touchstone/touchstone.yaml") << fmt::format(
        "listen: 127.0.0.1:0\nsocket: {0}/own.sock\npins: \":memory:\"\n"
        "mcpServers:\n  echo: {{command: {1}, args: [demo-server, echo]}}\n",
        home_, TOUCHSTONE_PROGRAM);
  }
  ~Connect() override { fs::remove_all(home_); }

  // What a shell says to this, in that home and with nothing else in the environment.
  [[nodiscard]] std::string shell(const std::string& script) const {
    const std::string command =
        fmt::format("cd {0} && env -i HOME={0} PATH=/usr/bin:/bin sh -c '{1}' 2>&1", home_, script);
    std::string out;
    std::array<char, 4'096> buffer{};
    FILE* pipe = ::popen(command.c_str(), "r");
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      out.append(buffer.data(), size);
    ::pclose(pipe);
    return out;
  }
  // Connects, says hello and waits a little for the answer.
  [[nodiscard]] static std::string greeting(const std::string& options = {}) {
    return fmt::format("(echo \"$HELLO\"; sleep 3) | {} connect {}", TOUCHSTONE_PROGRAM, options);
  }
  [[nodiscard]] static std::string with_hello(const std::string& script) {
    return fmt::format("HELLO=$(cat hello); {}", script);
  }
  void write_hello() const { std::ofstream(home_ + "/hello") << kHello; }
  std::string home_;
};

TEST_F(Connect, finds_the_socket_of_the_config_in_the_usual_place) {
  write_hello();
  const std::string out = shell(with_hello(fmt::format(
      "{} run >run.out 2>&1 & run=$!; i=0; while [ ! -S own.sock ] && [ $i -lt 100 ]; do "
      "sleep 0.1; i=$((i+1)); done; {}; kill $run; wait $run",
      TOUCHSTONE_PROGRAM, greeting())));
  EXPECT_NE(out.find("\"serverInfo\""), std::string::npos) << out;
  EXPECT_EQ(out.find("no gateway runs"), std::string::npos) << out;
}

TEST_F(Connect, is_a_gateway_of_its_own_where_none_runs) {
  write_hello();
  const std::string out = shell(with_hello(greeting()));
  EXPECT_NE(out.find(fmt::format("no gateway runs at {}/own.sock", home_)), std::string::npos)
      << out;
  EXPECT_NE(out.find("\"serverInfo\""), std::string::npos) << out;
}

}  // namespace
}  // namespace touchstone::program
