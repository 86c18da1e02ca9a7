// For tests: a loop with everything a link needs, a listener that writes down what it hears, and
// servers made of a few lines of shell.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "config/config.hpp"
#include "rpc/write.hpp"
#include "upstream/context.hpp"
#include "upstream/hearing.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

class Notes final : public Listener {
 public:
  void heard(rpc::Message message, CallId related) override {
    heard_.push_back(std::string(message.method()) + "@" + std::to_string(related));
    ++count;
  }
  void asked(rpc::Message message, CallId related) override {
    heard_.push_back(std::string(message.method()) + "?" + std::string(message.raw_id()) + "@" +
                     std::to_string(related));
  }
  void ended(const base::Error& why) override { ends.push_back(why); }

  [[nodiscard]] const std::vector<std::string>& all() const { return heard_; }
  std::size_t count = 0;
  std::vector<base::Error> ends;

 private:
  std::vector<std::string> heard_;
};

class World {
 public:
  World() : World(::memfd_create("log", MFD_CLOEXEC)) {}
  ~World() { ::close(log_fd_); }
  World(const World&) = delete;

  // Runs until the task is done; a test that hangs fails instead.
  void run(Task<void> task) {
    bool done = false;
    const auto watchdog = loop.after(std::chrono::seconds(60), [this] { loop.stop(); });
    loop.context().restart();
    loop.spawn(wrap(loop, std::move(task), done));
    loop.run();
    EXPECT_TRUE(done) << "nothing more happened";
  }
  // Lets the loop run until `holds`, for at most twenty seconds.
  Task<bool> until(std::function<bool()> holds) {
    const auto latest = net::Clock::now() + std::chrono::seconds(20);
    while (!holds() && net::Clock::now() < latest) {
      ::usleep(1'000);
      co_await loop.turn();
    }
    co_return holds();
  }
  [[nodiscard]] std::string logged() const {
    std::string text(static_cast<std::size_t>(::lseek(log_fd_, 0, SEEK_END)), '\0');
    [[maybe_unused]] const auto size = ::pread(log_fd_, text.data(), text.size(), 0);
    return text;
  }
  std::shared_ptr<Hearing> hearing() {
    auto hearing = std::make_shared<Hearing>(loop, notes);
    hearing->release();
    return hearing;
  }

  net::Loop loop;
  net::Dialler dialler{loop};
  base::Log log;
  json::Parser parser;
  Context context{loop, dialler, log, parser};
  Notes notes;

 private:
  explicit World(int log_fd) : log(log_fd, base::Level::kDebug), log_fd_(log_fd) {}
  static Task<void> wrap(net::Loop& loop, Task<void> task, bool& done) {
    co_await std::move(task);
    done = true;
    loop.stop();
  }
  int log_fd_;
};

// A request with an id of the link's own, and how long to wait for the answer.
inline Outgoing call(Link& link, std::string_view method = "tools/call",
                     net::Duration timeout = std::chrono::seconds(30)) {
  const CallId id = link.next_id();
  return {rpc::request(std::to_string(id), method), id, {}, timeout};
}

inline config::Server shell_server(std::string script) {
  config::Server server;
  server.name = "it";
  server.command = "/bin/sh";
  server.args = {"-c", std::move(script)};
  return server;
}

// True if the process has ended, reaped or not.
inline bool has_ended(pid_t pid, int wait_ms = 0) {
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U));
  if (fd < 0) return true;
  pollfd entry{fd, POLLIN, 0};
  const bool ended = ::poll(&entry, 1, wait_ms) == 1;
  ::close(fd);
  return ended;
}

}  // namespace touchstone::upstream
