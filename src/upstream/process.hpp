// Process: one child process of ours, from start to reaping.
//
// Everything that belongs to its process group ends with it, on every path: when the child exits by
// itself what it left behind is killed; end() asks first (stdin closes, 2 s, SIGTERM, 2 s,
// SIGKILL); the destructor does not ask. The child is always reaped, by the loop, which must
// outlive the Process.
//
// Not covered: a process that leaves the group on purpose (setsid, a daemon), and what spawn.hpp
// says about our own sudden death.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "net/fd_watch.hpp"
#include "net/loop.hpp"
#include "net/stream.hpp"
#include "upstream/spawn.hpp"

namespace touchstone::upstream {

struct Exit {
  int status = 0;
  int signal = 0;  // or 0: it ended by itself, with `status`
};
[[nodiscard]] std::string in_words(const Exit& exit);  // "exited with status 1"

class Process {
 public:
  using Gone = std::function<void(const Exit&)>;
  static constexpr net::Duration kGrace{2'000};  // after stdin closed, and again after SIGTERM

  // `gone` is called once, from the loop, when the child has ended; not after the destructor.
  [[nodiscard]] static base::Result<std::unique_ptr<Process>> start(net::Loop& loop,
                                                                    const Program& program,
                                                                    Gone gone);
  ~Process();
  Process(const Process&) = delete;

  [[nodiscard]] net::Stream& pipes() { return *pipes_; }    // its stdout is read, its stdin written
  [[nodiscard]] net::Stream& errors() { return *errors_; }  // its stderr is read
  [[nodiscard]] pid_t pid() const;                          // 0 once it has been reaped

  void end();   // orderly, in the background; `gone` tells when it is done
  void kill();  // the whole group, now

 private:
  struct Child;
  Process(net::Loop& loop, const Spawned& spawned, Gone gone);

  net::Loop& loop_;
  std::shared_ptr<Child> child_;
  net::FdWatch watch_;
  net::StreamPtr pipes_, errors_;
  net::Alarm next_step_;
  bool ending_ = false;
};

}  // namespace touchstone::upstream
