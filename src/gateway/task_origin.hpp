// TaskOrigin: the call that began a task. What comes of the task is what comes of that call, and is
// judged as such, however it is fetched, as long as this process lives; after that nobody knows
// which call it was, and its outcome is judged as that of the worst tool.
#pragma once

#include <string>

#include "gateway/knowledge.hpp"
#include "guard/decided.hpp"

namespace touchstone::gateway {

struct TaskOrigin {
  std::string tool = {};    // its name at the server; empty: nobody saw the task begin
  std::string digest = {};  // of its definition
  KnownPtr known = {};      // none: it was not listed
  guard::DecidedPtr decided = {};
};

}  // namespace touchstone::gateway
