#include "bench/child.hpp"

#include <array>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::bench {
namespace {

constexpr int kPollMs = 1;

void redirect(posix_spawn_file_actions_t& actions, int input, int stream) {
  if (stream >= 0) {
    posix_spawn_file_actions_adddup2(&actions, stream, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, stream, STDOUT_FILENO);
    return;
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

}  // namespace

Child::Child(const std::vector<std::string>& command, int stream) {
  std::array<int, 2> ends = {-1, -1};
  if (stream < 0 && ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  input_ = ends[1];
  std::vector<char*> words;
  for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  redirect(actions, ends[0], stream);
  if (posix_spawnp(&pid_, words[0], &actions, &attributes, words.data(), environ) != 0) pid_ = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (ends[0] >= 0) ::close(ends[0]);
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      reaped_(other.reaped_) {}

bool Child::has_ended() {
  if (!reaped_ && pid_ > 0) reaped_ = ::waitpid(pid_, nullptr, WNOHANG) == pid_;
  return reaped_ || pid_ <= 0;
}

Child::~Child() {
  if (input_ >= 0) ::close(input_);
  if (pid_ <= 0) return;
  // While it is not reaped its id, and so that of its group, cannot belong to anybody else.
  if (!has_ended()) ::kill(-pid_, SIGTERM);
  for (int waited = 0; !has_ended() && waited < kPatienceMs; waited += kPollMs) {
    ::usleep(kPollMs * 1000);
  }
  if (has_ended()) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

}  // namespace touchstone::bench
