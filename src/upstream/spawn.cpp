#include "upstream/spawn.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::upstream {
namespace {

// What the child could not do, told through a pipe that closes by itself when it executes.
enum class Step : int { kNone, kSetUp, kFolder, kExecute };
struct Failure {
  Step step = Step::kNone;
  int code = 0;
};

class Pipe {
 public:
  Pipe() { ok_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() { close_read(), close_write(); }
  Pipe(const Pipe&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  [[nodiscard]] int take_read() { return std::exchange(ends_[0], -1); }
  [[nodiscard]] int take_write() { return std::exchange(ends_[1], -1); }
  void close_read() { close_one(ends_[0]); }
  void close_write() { close_one(ends_[1]); }

 private:
  static void close_one(int& fd) {
    if (fd >= 0) ::close(std::exchange(fd, -1));
  }
  std::array<int, 2> ends_ = {-1, -1};
  bool ok_ = false;
};

// Everything that needs memory, made before the fork: after it only system calls are safe.
struct Plan {
  const char* file;
  std::vector<char*> argv, envp;
  const char* cwd;
  int input, output, errors, report;
  pid_t parent;
};

std::vector<char*> pointers(const std::vector<std::string>& strings, const std::string* first) {
  std::vector<char*> out;
  if (first != nullptr) out.push_back(const_cast<char*>(first->c_str()));
  for (const auto& string : strings) out.push_back(const_cast<char*>(string.c_str()));
  out.push_back(nullptr);
  return out;
}

// Above 2, so that putting one in place does not overwrite another.
bool lift(int& fd) {
  fd = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  return fd >= 0;
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool set_up(Plan& plan) {
  if (::setsid() < 0) return false;
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
  if (::getppid() != plan.parent) ::_exit(127);  // died before the line above
  if (!lift(plan.input) || !lift(plan.output) || !lift(plan.errors) || !lift(plan.report))
    return false;
  if (::dup2(plan.input, 0) < 0 || ::dup2(plan.output, 1) < 0 || ::dup2(plan.errors, 2) < 0)
    return false;
  reset_signals();
  return ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

[[noreturn]] void become(Plan& plan) {
  Failure failure;
  if (!set_up(plan)) {
    failure.step = Step::kSetUp;
  } else if (plan.cwd != nullptr && ::chdir(plan.cwd) != 0) {
    failure.step = Step::kFolder;
  } else {
    ::execve(plan.file, plan.argv.data(), plan.envp.data());
    failure.step = Step::kExecute;
  }
  failure.code = errno;
  [[maybe_unused]] const auto told = ::write(plan.report, &failure, sizeof failure);
  ::_exit(127);
}

// No handler of ours may run in the child, so signals wait until it has put them back.
pid_t fork_quietly(Plan& plan) {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) become(plan);
  const int failed = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = failed;
  return pid;
}

Failure read_report(int fd) {
  Failure failure;
  ssize_t size = 0;
  do size = ::read(fd, &failure, sizeof failure);
  while (size < 0 && errno == EINTR);
  return size == sizeof failure ? failure : Failure{};
}

std::string in_words(const Program& program) { return "cannot start '" + program.command + "'"; }

tl::unexpected<base::Error> refuse(const Program& program, std::string_view why,
                                   std::string remedy) {
  return base::fail(in_words(program) + ": " + std::string(why), program.where, std::move(remedy));
}

tl::unexpected<base::Error> explain(const Program& program, const Failure& failure) {
  const std::string reason = std::strerror(failure.code);
  if (failure.step == Step::kFolder)
    return refuse(program, program.cwd + ": " + reason, "correct `cwd`");
  if (failure.code == ENOENT)
    return refuse(program, "no such file", "correct `command`, or install what it names");
  if (failure.code == EACCES)
    return refuse(program, "not allowed", "make the file executable (chmod +x)");
  if (failure.code == ENOEXEC)
    return refuse(program, "not a program", "give a script a first line such as #!/bin/sh");
  return refuse(program, reason, "");
}

tl::unexpected<base::Error> out_of_means(const Program& program) {
  return refuse(program, std::strerror(errno), "raise the limits on processes and open files");
}

bool is_program(const std::string& file) {
  struct stat found = {};
  return ::stat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(std::string_view command, std::string_view path) {
  if (command.find('/') != std::string_view::npos) return std::string(command);
  if (command.empty()) return {};
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(path.size(), folder.size() + 1));
    if (!folder.starts_with('/')) continue;
    const std::string file = std::string(folder).append("/").append(command);
    if (is_program(file)) return file;
  }
  return {};
}

base::Result<Spawned> spawn(const Program& program) {
  const std::string_view path = value_of(program.environment, "PATH");
  const std::string file = find_program(program.command, path);
  if (file.empty()) {
    return refuse(program, "not found in PATH (" + std::string(path) + ")",
                  "install it, or give its full path as `command`");
  }
  Pipe input, output, errors, report;
  if (!input.ok() || !output.ok() || !errors.ok() || !report.ok()) return out_of_means(program);
  Plan plan{file.c_str(),
            pointers(program.args, &program.command),
            pointers(program.environment, nullptr),
            program.cwd.empty() ? nullptr : program.cwd.c_str(),
            input.read_end(),
            output.write_end(),
            errors.write_end(),
            report.write_end(),
            ::getpid()};
  const pid_t pid = fork_quietly(plan);
  if (pid < 0) return out_of_means(program);
  report.close_write();
  const Failure failure = read_report(report.read_end());
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U));
  if (failure.step != Step::kNone || pidfd < 0) {
    const auto why =
        failure.step != Step::kNone ? explain(program, failure) : out_of_means(program);
    if (pidfd >= 0) ::close(pidfd);
    ::kill(-pid, SIGKILL);
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    return why;
  }
  ::fcntl(pidfd, F_SETFD, FD_CLOEXEC);
  return Spawned{pid, pidfd, input.take_write(), output.take_read(), errors.take_read()};
}

}  // namespace touchstone::upstream
