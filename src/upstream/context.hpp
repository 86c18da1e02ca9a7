// Context: what the links of all servers share. Everything in it outlives every link.
#pragma once

#include "base/log.hpp"
#include "json/parser.hpp"
#include "net/dial.hpp"
#include "net/loop.hpp"

namespace touchstone::upstream {

struct Context {
  net::Loop& loop;
  net::Dialler& dialler;
  const base::Log& log;
  json::Parser& parser;
  // How long a server may be silent about `server/discover` before `initialize` is tried too.
  net::Duration patience{5'000};
};

}  // namespace touchstone::upstream
