// The end of a gateway: what clients and servers see of it. It runs in a process of its own.
#include "cli/host.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/face_options.hpp"
#include "net/dial.hpp"
#include "upstream/http_server_for_test.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using upstream::answer;
using upstream::HttpServer;
using upstream::json_answer;
using upstream::Reply;
using upstream::result_of;
using upstream::Seen;
using namespace std::chrono_literals;

// A legacy server with sessions that answers everything but calls.
Reply legacy(const Seen& seen) {
  if (seen.method == "GET") return answer(405, "", "");
  if (seen.method == "DELETE") return answer(200, "", "");
  if (seen.is("server/discover")) return answer(400, "", "");
  if (seen.is("initialize")) {
    constexpr const char* kHello =
        R"({"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}})";
    return json_answer(result_of(seen, kHello), "Mcp-Session-Id: abc\r\n");
  }
  if (seen.is("tools/call")) return Reply{"", false, true, 0};
  return answer(202, "", "");
}

std::string post(std::string_view body) {
  return fmt::format(
      "POST /mcp/s/it HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
      "Mcp-Method: tools/call\r\nMcp-Name: x\r\nContent-Length: {}\r\n\r\n{}",
      body.size(), body);
}

constexpr std::string_view kCall =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":{)"
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}}}})";

class HostEnd : public ::testing::Test {
 protected:
  ~HostEnd() override {
    if (child > 0) ::kill(child, SIGKILL), ::waitpid(child, nullptr, 0);
  }
  // The config has this one server.
  void start(const config::Server& server) {
    Origin origin;
    origin.config.servers = {server};
    start(std::move(origin), base::Level::kOff);
  }
  // Sets its number and port.
  void start(Origin origin, base::Level level) {
    int report[2];
    ASSERT_EQ(::pipe(report), 0);
    child = ::fork();
    if (child == 0) {
      origin.config.port = 0;
      origin.config.socket = fmt::format("/tmp/touchstone-test-{}.sock", ::getpid());
      {
        Host host(std::move(origin), std::move(*passing_means()), level);
        (void)host.serve_http([&](std::uint16_t real) {
          [[maybe_unused]] const auto told = ::write(report[1], &real, sizeof real);
        });
      }
      ::_exit(0);
    }
    ASSERT_EQ(::read(report[0], &port, sizeof port), static_cast<ssize_t>(sizeof port));
    ::close(report[0]), ::close(report[1]);
  }
  // What comes back for a call, until the connection ends.
  net::Task<void> client() {
    net::Dialler dialler(loop);
    auto stream = co_await dialler.tcp("127.0.0.1", port, false, 5s);
    const std::string request = post(kCall);
    (void)co_await (*stream)->write(request);
    std::array<char, 4'096> buffer;
    for (;;) {
      const auto size = co_await (*stream)->read_some(buffer);
      if (!size || *size == 0) break;
      got.append(buffer.data(), *size);
    }
    done = true;
  }
  // A call is under way at `server`.
  void call_through(const HttpServer& server) {
    config::Server entry;
    entry.name = entry.prefix = "it";
    entry.transport = config::Transport::kHttp;
    entry.url = server.url();
    start(entry);
    loop.spawn(client());
    const auto calls = [&] {
      return !server.seen().empty() && server.seen().back().is("tools/call");
    };
    ASSERT_TRUE(until(calls));
  }
  bool until(const std::function<bool()>& holds) {
    const auto latest = net::Clock::now() + 20s;
    while (!holds() && net::Clock::now() < latest) {
      loop.context().restart();
      loop.context().run_one_for(std::chrono::milliseconds(20));
    }
    return holds();
  }
  // How the gateway's process ended.
  int end() {
    int status = -1;
    bool over = false;
    const auto ended = [&] {
      over = over || ::waitpid(child, &status, WNOHANG) == child;
      return over;
    };
    EXPECT_TRUE(until(ended));
    child = 0;
    return status;
  }

  net::Loop loop;
  pid_t child = 0;
  std::uint16_t port = 0;
  std::string got;
  bool done = false;
};

TEST_F(HostEnd, answers_calls_and_deletes_sessions_before_it_ends) {
  HttpServer server(loop, legacy);
  call_through(server);
  ::kill(child, SIGTERM);
  EXPECT_TRUE(until([&] { return done; }));
  EXPECT_EQ(end(), 0);
  EXPECT_THAT(got, HasSubstr(R"("id":7,"error")"));
  ASSERT_FALSE(server.seen().empty());
  EXPECT_EQ(server.seen().back().method, "DELETE");
  EXPECT_EQ(server.seen().back().header("mcp-session-id"), "abc");
}

TEST_F(HostEnd, asked_twice_it_ends_at_once_and_still_clean) {
  HttpServer server(loop, [](const Seen& seen) {
    return seen.method == "DELETE" ? Reply{"", false, true, 0} : legacy(seen);
  });
  call_through(server);
  ::kill(child, SIGTERM);
  ::usleep(20'000);  // two signals at once would arrive as one
  ::kill(child, SIGTERM);
  EXPECT_EQ(end(), 0);
}

TEST_F(HostEnd, while_a_server_is_starting_leaves_nothing_behind) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("touchstone-pid-{}", ::getpid());
  config::Server entry;
  entry.name = entry.prefix = "it";
  entry.command = "/bin/sh";
  entry.args = {"-c", fmt::format("sleep 1000 & echo $! >{}; cat >/dev/null", file.string())};
  start(entry);
  loop.spawn(client());
  ASSERT_TRUE(
      until([&] { return std::filesystem::exists(file) && !std::filesystem::is_empty(file); }));
  ::kill(child, SIGTERM);
  EXPECT_EQ(end(), 0);
  int grandchild = 0;
  std::ifstream(file) >> grandchild;
  ASSERT_GT(grandchild, 0);
  EXPECT_TRUE(until([&] { return ::kill(grandchild, 0) != 0; }));
  std::filesystem::remove(file);
}

class HostReload : public HostEnd {
 protected:
  HostReload() : log(::memfd_create("log", MFD_CLOEXEC)), stderr_before(::dup(STDERR_FILENO)) {
    std::ofstream(file) << "listen: 127.0.0.1:7\nmcpServers: {it: {url: http://127.0.0.1:9/mcp}}\n";
    ::dup2(log, STDERR_FILENO);
  }
  ~HostReload() override {
    ::dup2(stderr_before, STDERR_FILENO);
    ::close(stderr_before), ::close(log);
    std::filesystem::remove(file);
  }
  // What is logged when the file is read again, which says another address than it listens at.
  std::string read_again(bool listen_is_given) {
    auto origin = find_config(file, std::cerr);
    if (!origin) return "the config is no good";
    origin->listen_is_given = listen_is_given;
    start(std::move(*origin), base::Level::kInfo);
    ::kill(child, SIGHUP);
    EXPECT_TRUE(until([&] { return logged().find("read again") != std::string::npos; }))
        << logged();
    ::kill(child, SIGTERM);
    EXPECT_EQ(end(), 0);
    return logged();
  }
  [[nodiscard]] std::string logged() const {
    std::string text(static_cast<std::size_t>(::lseek(log, 0, SEEK_END)), '\0');
    [[maybe_unused]] const auto size = ::pread(log, text.data(), text.size(), 0);
    return text;
  }

  int log, stderr_before;
  std::string file = fmt::format("/tmp/touchstone-test-{}.yaml", ::getpid());
};

TEST_F(HostReload, warns_of_another_listen_address) {
  EXPECT_THAT(read_again(false), HasSubstr("a new listen address takes effect after a restart"));
}

TEST_F(HostReload, does_not_warn_of_what_the_command_line_says_otherwise) {
  EXPECT_THAT(read_again(true), Not(HasSubstr("a new listen address")));
}

TEST(SocketFolder, is_ours_alone_or_not_used) {
  config::Config config;
  ::unsetenv("XDG_RUNTIME_DIR");  // NOLINT(concurrency-mt-unsafe): there is one thread
  const std::string path = socket_path(config);
  const std::string folder = std::filesystem::path(path).parent_path();
  EXPECT_EQ(folder, fmt::format("/tmp/touchstone-{}", ::geteuid()));
  ASSERT_TRUE(make_socket_folder(path));
  ASSERT_TRUE(make_socket_folder(path));
  struct stat found = {};
  ASSERT_EQ(::stat(folder.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0700U);
  ::chmod(folder.c_str(), 0755);
  EXPECT_FALSE(make_socket_folder(path));
  ::chmod(folder.c_str(), 0700);
  EXPECT_TRUE(make_socket_folder("/nowhere/at/all.sock"));
}

TEST(FaceDoor, answers_to_the_listen_address_and_to_where_people_reach_the_page) {
  using ::testing::ElementsAre;
  config::Config config;
  config.host = "192.0.2.1";
  EXPECT_THAT(face_door(config).hosts, ElementsAre("192.0.2.1"));
  config.approvals.page = "off";
  EXPECT_THAT(face_door(config).hosts, ElementsAre("192.0.2.1"));
  config.approvals.page = "https://gw.example:8443/ts";
  EXPECT_THAT(face_door(config).hosts, ElementsAre("192.0.2.1", "gw.example"));
}

}  // namespace
}  // namespace touchstone::cli
