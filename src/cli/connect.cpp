// `touchstone connect`: the small bridge that desktop clients start. Bytes in, bytes out.
#include <array>
#include <csignal>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "net/dial.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

net::Task<void> copy(net::Stream& from, net::Stream& to) {
  std::vector<char> buffer(kPiece);
  for (;;) {
    const auto size = co_await from.read_some(buffer);
    if (!size || *size == 0) co_return;
    const auto written = co_await to.write({buffer.data(), *size});
    if (!written) co_return;
  }
}

net::Task<void> there(net::Stream& client, net::Stream& gateway) {
  co_await copy(client, gateway);
  gateway.close_write();  // it may still answer
}

net::Task<void> back(net::Loop& loop, net::Stream& client, net::Stream& gateway) {
  co_await copy(gateway, client);
  loop.stop();
}

net::Task<void> bridge(net::Loop& loop, std::string path, base::Result<void>& connected,
                       net::StreamPtr& client, net::StreamPtr& gateway) {
  net::Dialler dialler(loop);
  auto stream = co_await dialler.unix_socket(std::move(path));
  if (!stream) {
    connected = tl::unexpected(std::move(stream.error()));
    co_return loop.stop();
  }
  gateway = std::move(*stream);
  client = net::pipe_stream(loop, STDIN_FILENO, STDOUT_FILENO);
  loop.spawn(there(*client, *gateway));
  loop.spawn(back(loop, *client, *gateway));
}

}  // namespace

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
    net::StreamPtr client, gateway;
    base::Result<void> connected;
    loop.spawn(bridge(loop, socket_path(bare), connected, client, gateway));
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
