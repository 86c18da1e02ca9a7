// `touchstone connect`: the small bridge that desktop clients start. Lines in, lines out.
#include <csignal>

#include <fmt/format.h>

#include "cli/bridge.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

base::Error nobody_there(const std::string& path, const base::Error& why) {
  return {fmt::format("no gateway answers at the socket that --socket names: {}", why.what), path,
          "start it with `touchstone run`, mend the path, or leave --socket out: then this is a "
          "gateway itself if none runs"};
}

}  // namespace

int connect(const RunOptions& options, Io& io) {
  const auto path = socket_meant(options.socket, options.config);
  if (!path) return report(io, path.error());
  {
    std::signal(SIGPIPE, SIG_IGN);
    net::Loop loop;
    base::SystemRandom random;
    Bridge bridge(loop, *path, random, io.err);
    base::Result<void> connected;
    loop.spawn(bridge.run(connected));
    loop.run();
    loop.end();
    if (connected) return kExitClean;
    // That nobody listens is the usual case; anything else a person should know.
    const bool is_usual = connected.error().remedy.empty();
    if (!is_usual) (void)report(io, connected.error());
    // Whoever names a socket means that gateway, with its servers and its policy, and no other.
    if (!options.socket.empty())
      return is_usual ? report(io, nobody_there(*path, connected.error())) : int{kExitFailed};
  }
  io.err << fmt::format("no gateway runs at {}; this is one for this client alone\n", *path);
  return run_stdio(options, io);
}

}  // namespace touchstone::cli
