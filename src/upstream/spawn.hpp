// spawn(): starts a program, apart from us in every way that matters.
//
// The child gets three pipes and nothing else that we have open; default signal handling; its
// environment exactly as given; a session and process group of its own, so that it has no terminal
// and can be signalled with everything it starts; and the kernel kills it when we die.
//
// Returns when the program has been executed or could not be, which takes about a millisecond.
// Not covered: the kernel's kill reaches the child alone, not what it started (Process kills the
// group on every end that we live to see); it is dropped when the program is set-user-id; and it
// comes when the *thread* that called spawn() ends, so call it from one that lives as long as we
// do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/error.hpp"
#include "upstream/environment.hpp"

namespace touchstone::upstream {

struct Program {
  std::string command;  // a name to be found in the environment's PATH, or a path from `cwd`
  std::vector<std::string> args;
  Environment environment;
  std::string cwd;    // empty: ours
  std::string where;  // of the config, for messages
};

// All descriptors close on exec, and are the caller's to close.
struct Spawned {
  pid_t pid = 0;  // and the number of its process group
  int pidfd = -1;
  int input = -1, output = -1, errors = -1;  // our ends of its stdin, stdout, stderr
};

[[nodiscard]] base::Result<Spawned> spawn(const Program& program);

// The file that `command` names: itself if it has a slash, else the first program of this name in
// `path`. Entries that are not absolute are passed over: they would mean another folder in the
// child. Empty if there is none.
[[nodiscard]] std::string find_program(std::string_view command, std::string_view path);

}  // namespace touchstone::upstream
