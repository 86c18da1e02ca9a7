#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/listen_address.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"

namespace touchstone::cli {
namespace {

void print_banner(const config::Config& config, const Origin& origin, std::uint16_t port, Io& io) {
  const Style style(io.terminal.colour);
  const std::string host =
      config.host.find(':') == std::string::npos ? config.host : "[" + config.host + "]";
  const std::string url = fmt::format("http://{}:{}/mcp", host, port);
  std::string names;
  for (const auto& server : config.servers) names += (names.empty() ? "" : ", ") + server.name;
  io.out << fmt::format("Touchstone {} listening on {}\n\n", TOUCHSTONE_VERSION, style.bold(url));
  io.out << fmt::format("  servers  {}\n", names.empty() ? "none" : names);
  if (!origin.scratch.empty())
    io.out << fmt::format(
        "           built-in demo servers, working in {}; give your own with --config FILE\n",
        origin.scratch);
  io.out << fmt::format("  each     {}/s/<server> has one server alone, under its own names\n\n",
                        url);
  io.out << "Point a client at it:\n\n";
  io.out << fmt::format("  {{\"mcpServers\": {{\"touchstone\": {{\"url\": \"{}\"}}}}}}\n\n", url);
  io.out << "or, if it starts programs:\n\n";
  io.out << "  {\"mcpServers\": {\"touchstone\": {\"command\": \"touchstone\", \"args\": "
            "[\"connect\"]}}}\n\n";
  io.out << "Ctrl-C ends it.\n" << std::flush;
}

}  // namespace

int run_gateway(const RunOptions& options, Io& io) {
  auto origin = find_config(options.config, io.err);
  if (!origin) return kExitFailed;
  if (!options.listen.empty()) {
    if (auto read = read_listen(options.listen, origin->config); !read)
      return report(io, read.error());
  }
  const Origin shown = *origin;
  Host host(std::move(*origin), options.level);
  const auto ready = [&](std::uint16_t port) { print_banner(shown.config, shown, port, io); };
  if (auto served = host.serve_http(ready); !served) return report(io, served.error());
  return kExitClean;
}

int run_stdio(const RunOptions& options, Io& io) {
  auto origin = find_config(options.config, io.err);
  if (!origin) return kExitFailed;
  Host host(std::move(*origin), options.level);
  host.serve_stdio(STDIN_FILENO, STDOUT_FILENO);
  return kExitClean;
}

}  // namespace touchstone::cli
