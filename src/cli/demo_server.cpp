#include <csignal>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/listen_address.hpp"
#include "cli/report_error.hpp"
#include "cli/scratch.hpp"
#include "demo/demo.hpp"
#include "face/http_face.hpp"
#include "face/stdio_face.hpp"
#include "net/listen.hpp"
#include "net/signals.hpp"

namespace touchstone::cli {
namespace {

net::Task<void> serve_one(net::Loop& loop, face::Handler& handler, base::Random& random) {
  auto stream = net::pipe_stream(loop, STDIN_FILENO, STDOUT_FILENO);
  face::StdioOptions options;
  co_await face::serve_stdio(loop, std::move(stream), handler, random, std::move(options));
  loop.stop();
}

int serve_http(const std::string& listen, net::Loop& loop, face::Handler& handler,
               base::Random& random, Io& io) {
  config::Config address;
  if (auto read = read_listen(listen, address); !read) return report(io, read.error());
  const base::Log log(STDERR_FILENO);
  face::HttpFace http(loop, handler, random, log, {}, {});
  auto tcp = net::listen_tcp(loop, address.host, address.port,
                             [&](net::StreamPtr stream) { http.serve(std::move(stream)); });
  if (!tcp) return report(io, tcp.error());
  io.err << fmt::format("listening on http://{}:{}/mcp\n", address.host, (*tcp)->port())
         << std::flush;
  loop.run();
  return kExitClean;
}

}  // namespace

int demo_server(const DemoServerOptions& options, Io& io) {
  std::signal(SIGPIPE, SIG_IGN);
  std::shared_ptr<const Scratch> scratch;
  if (options.root.empty()) {
    auto made = Scratch::make();
    if (!made) return report(io, made.error());
    scratch = std::move(*made);
  }
  const std::string root = scratch ? scratch->path() : options.root;
  net::Loop loop;
  base::SystemRandom random;
  auto handler = demo::make(options.name, {loop, random, root});
  if (!handler) return report(io, handler.error());
  const net::Signals signals(loop, {SIGINT, SIGTERM}, [&](int) { loop.stop(); });
  if (!options.listen.empty()) return serve_http(options.listen, loop, **handler, random, io);
  loop.spawn(serve_one(loop, **handler, random));
  loop.run();
  return kExitClean;
}

}  // namespace touchstone::cli
