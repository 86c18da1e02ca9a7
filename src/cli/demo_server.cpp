#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/listen_address.hpp"
#include "cli/report_error.hpp"
#include "demo/demo.hpp"
#include "face/http_face.hpp"
#include "face/stdio_face.hpp"
#include "net/listen.hpp"
#include "net/signals.hpp"

namespace touchstone::cli {
namespace {

// A folder of its own, removed at the end.
class Scratch {
 public:
  Scratch() {
    std::error_code failed;
    path_ = (std::filesystem::temp_directory_path(failed) / "touchstone-demo-XXXXXX").string();
    if (failed || ::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

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
  const Scratch scratch;
  const std::string root = options.root.empty() ? scratch.path() : options.root;
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
