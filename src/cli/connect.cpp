// `touchstone connect`: the small bridge that desktop clients start. Lines in, lines out.
#include <csignal>

#include <fmt/format.h>

#include "cli/bridge.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"

namespace touchstone::cli {

int connect(const RunOptions& options, Io& io) {
  config::Config bare;
  bare.socket = options.socket;
  if (options.socket.empty() && !options.config.empty()) {
    auto origin = find_config(options.config, io.err);
    if (!origin) return kExitFailed;
    bare.socket = origin->config.socket;
  } else if (options.socket.empty()) {
    bare.socket = usual_config().socket;
  }
  {
    std::signal(SIGPIPE, SIG_IGN);
    net::Loop loop;
    base::SystemRandom random;
    Bridge bridge(loop, socket_path(bare), random, io.err);
    base::Result<void> connected;
    loop.spawn(bridge.run(connected));
    loop.run();
    loop.end();
    if (connected) return kExitClean;
    // That nobody listens is the usual case; anything else a person should know.
    if (!connected.error().remedy.empty()) io.err << base::to_string(connected.error()) << '\n';
  }
  io.err << fmt::format("no gateway runs at {}; this is one for this client alone\n",
                        socket_path(bare));
  return run_stdio(options, io);
}

}  // namespace touchstone::cli
