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
  // Connects, says hello and waits for the answer, or until it is of no use.
  [[nodiscard]] static std::string greeting(const std::string& options = {}) {
    return fmt::format(
        "(echo \"$HELLO\"; i=0; while [ ! -e over ] && ! grep -qs serverInfo out && [ $i -lt 200 "
        "]; "
        "do sleep 0.1; i=$((i+1)); done) | ({} connect {} >out 2>&1; touch over); cat out",
        TOUCHSTONE_PROGRAM, options);
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

TEST_F(Connect, to_a_socket_that_was_named_is_to_that_gateway_or_none) {
  write_hello();
  const std::string out = shell(with_hello(greeting("--socket typo.sock")));
  EXPECT_NE(out.find("no gateway answers at the socket that --socket names"), std::string::npos)
      << out;
  EXPECT_NE(out.find("typo.sock"), std::string::npos) << out;
  EXPECT_NE(out.find("try: start it with"), std::string::npos) << out;
  EXPECT_EQ(out.find("\"serverInfo\""), std::string::npos) << out;
}

TEST_F(Connect, servers_asks_the_gateway_of_a_config_or_at_a_socket) {
  std::ofstream(home_ + "/other.yaml") << fmt::format(
      "listen: 127.0.0.1:0\nsocket: {0}/other.sock\npins: \":memory:\"\nstore: \":memory:\"\n"
      "mcpServers:\n  otto: {{command: {1}, args: [demo-server, echo]}}\n",
      home_, TOUCHSTONE_PROGRAM);
  const std::string out = shell(fmt::format(
      "{0} run --config other.yaml >run.out 2>&1 & run=$!; i=0; while [ ! -S other.sock ] && [ $i "
      "-lt 100 ]; do sleep 0.1; i=$((i+1)); done; {0} servers --config other.yaml; {0} servers "
      "--socket other.sock --format json; {0} servers; {0} servers --config none.yaml; kill $run; "
      "wait $run",
      TOUCHSTONE_PROGRAM));
  EXPECT_NE(out.find("\notto "), std::string::npos) << out;
  EXPECT_NE(out.find("\"name\":\"otto\""), std::string::npos) << out;
  EXPECT_NE(out.find("no gateway runs here"), std::string::npos) << out;
  EXPECT_NE(out.find("none.yaml"), std::string::npos) << out;
}

// A gateway with a store, a client behind `connect` on open pipes, and what either may need.
class ConnectAgain : public Connect {
 protected:
  ConnectAgain() {
    fs::create_directories(home_ + "/root");
    std::ofstream(home_ + "/.config/touchstone/touchstone.yaml") << fmt::format(
        "listen: 127.0.0.1:0\nsocket: {0}/own.sock\npins: \":memory:\"\nstore: {0}/store.db\n"
        "approvals: {{wait: 1ms}}\nmcpServers:\n"
        "  web: {{command: {1}, args: [demo-server, web, --root, {0}/root]}}\n"
        "  mail: {{command: {1}, args: [demo-server, mail, --root, {0}/root]}}\n",
        home_, TOUCHSTONE_PROGRAM);
    write("hello", kHello);
    write("ready", R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    write("page", call(2, "web__fetch_page", R"("url":"https://x.example/garden")"));
    write("again", call(4, "web__fetch_page", R"("url":"https://x.example/garden")"));
    write("mail", call(3, "mail__send_mail",
                       R"("to":"a@b.example","subject":"s","body":"Hello from here")"));
  }
  void write(const std::string& name, std::string_view line) const {
    std::ofstream(home_ + "/" + name) << line << '\n';
  }
  static std::string call(int id, std::string_view tool, std::string_view arguments) {
    return fmt::format(
        R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"{}","arguments":{{{}}}}}}})",
        id, tool, arguments);
  }
  // The client shakes hands and has read a page; then `script`; then all end, and this is told:
  // what the client was told, what the bridge said, and the sessions.
  [[nodiscard]] std::string play(const std::string& script) const {
    return shell(fmt::format(
        "until_there() {{ i=0; while ! \"$@\" && [ $i -lt 200 ]; do sleep 0.1; i=$((i+1)); done; "
        "}}; "
        "start() {{ rm -f own.sock; {0} run >>run.out 2>&1 & run=$!; until_there test -S own.sock; "
        "}}; "
        "say() {{ cat $1 >&3; until_there grep -q $2 out; }}; "
        "mkfifo in; start; {0} connect <in >out 2>err & sleep 0.1; exec 3>in; "
        "until_there test -S own.sock; say hello serverInfo; cat ready >&3; say page id.:2; "
        "{1}; exec 3>&-; sleep 0.3; kill $run; wait; cat out err; {0} sessions list",
        TOUCHSTONE_PROGRAM, script));
  }
  static std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
      ++found;
    return found;
  }
};

TEST_F(ConnectAgain, a_client_keeps_its_session_and_label_when_the_gateway_is_killed) {
  const std::string out = play("kill -9 $run; start; say mail id.:3");
  EXPECT_EQ(count(out, "\"serverInfo\""), 1U) << out;
  EXPECT_NE(out.find("has gone; waiting"), std::string::npos) << out;
  EXPECT_NE(out.find("touchstone approvals allow"), std::string::npos) << out;
  EXPECT_EQ(count(out, "marker:"), 1U) << out;
}

TEST_F(ConnectAgain, a_request_that_nobody_will_answer_gets_an_error_and_the_next_an_answer) {
  const std::string out = play(
      "kill -STOP $run; cat mail >&3; sleep 2; kill -9 $run; until_there grep -q id.:3 out; "
      "start; say again id.:4");
  EXPECT_EQ(count(out, "the gateway went away before it answered"), 1U) << out;
  EXPECT_EQ(count(out, "\"id\":3,\"error\""), 1U) << out;
  EXPECT_EQ(count(out, "\"id\":4,\"result\""), 1U) << out;
}

}  // namespace
}  // namespace touchstone::program
