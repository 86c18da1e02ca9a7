#include "upstream/process.hpp"

#include <csignal>
#include <cstring>
#include <utility>

#include <sys/wait.h>

#include "net/listen.hpp"

namespace touchstone::upstream {

std::string in_words(const Exit& exit) {
  if (exit.signal == 0) return "exited with status " + std::to_string(exit.status);
  const char* const name = ::sigabbrev_np(exit.signal);
  return "was ended by signal " + (name != nullptr ? "SIG" + std::string(name) : "") +
         (name != nullptr ? "" : std::to_string(exit.signal));
}

// Outlives the Process until the child is reaped.
struct Process::Child {
  pid_t pid;
  Gone gone;

  // Safe only before reaping: then the number is still the group's.
  void signal(int number) const {
    if (pid > 0) ::kill(-pid, number);
  }

  void reap() {
    signal(SIGKILL);  // what it left behind
    siginfo_t info = {};
    ::waitid(P_PID, static_cast<id_t>(std::exchange(pid, 0)), &info, WEXITED);
    const bool by_itself = info.si_code == CLD_EXITED;
    const Exit exit{by_itself ? info.si_status : 0, by_itself ? 0 : info.si_status};
    if (const auto tell = std::exchange(gone, nullptr)) tell(exit);
  }
};

base::Result<std::unique_ptr<Process>> Process::start(net::Loop& loop, const Program& program,
                                                      Gone gone) {
  // Writing to a child that has gone must be an error, not our end.
  ::signal(SIGPIPE, SIG_IGN);
  auto spawned = spawn(program);
  if (!spawned) return tl::unexpected(std::move(spawned.error()));
  return std::unique_ptr<Process>(new Process(loop, *spawned, std::move(gone)));
}

Process::Process(net::Loop& loop, const Spawned& spawned, Gone gone)
    : loop_(loop),
      child_(std::make_shared<Child>(Child{spawned.pid, std::move(gone)})),
      watch_(loop, spawned.pidfd, [child = child_] { child->reap(); }),
      pipes_(net::pipe_stream(loop, spawned.output, spawned.input)),
      errors_(net::pipe_stream(loop, spawned.errors, -1)) {}

Process::~Process() {
  child_->gone = nullptr;
  child_->signal(SIGKILL);
  watch_.let_go();
}

pid_t Process::pid() const { return child_->pid; }

void Process::kill() { child_->signal(SIGKILL); }

void Process::end() {
  if (std::exchange(ending_, true)) return;
  pipes_->close_write();
  next_step_ = loop_.after(kGrace, [this] {
    child_->signal(SIGTERM);
    next_step_ = loop_.after(kGrace, [this] { kill(); });
  });
}

}  // namespace touchstone::upstream
