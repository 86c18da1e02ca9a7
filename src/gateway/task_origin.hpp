// TaskOrigin: the call that began a task. What comes of the task is what comes of that call, and is
// judged as such, however it is fetched.
#pragma once

#include <string>

#include "gateway/knowledge.hpp"

namespace touchstone::gateway {

struct TaskOrigin {
  std::string tool = {};    // its name at the server; empty: nobody saw the task begin
  std::string digest = {};  // of its definition
  KnownPtr known = {};      // none: it was not listed
};

}  // namespace touchstone::gateway
