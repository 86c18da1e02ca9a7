#include <unistd.h>

#include "cli/banner.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/listen_address.hpp"
#include "cli/report_error.hpp"

namespace touchstone::cli {
namespace {

int report_all(Io& io, const std::vector<base::Error>& errors) {
  for (const auto& error : errors) (void)report(io, error);
  return kExitFailed;
}

void warn_of(Io& io, const std::vector<base::Error>& warnings) {
  for (const auto& warning : warnings)
    io.err << "touchstone: warning: " << base::to_string(warning) << '\n';
}

}  // namespace

int run_gateway(const RunOptions& options, Io& io) {
  sweep_scratch();
  auto origin = find_config(options.config, io.err);
  if (!origin) return kExitFailed;
  if (!options.listen.empty()) {
    if (auto read = read_listen(options.listen, origin->config); !read)
      return report(io, read.error());
    origin->listen_is_given = true;
  }
  const Origin shown = *origin;
  auto means = open_means(origin->config, origin->policy_where);
  if (!means) return report_all(io, means.error());
  warn_of(io, means->warnings);
  Host host(std::move(*origin), std::move(*means), options.level);
  const auto ready = [&](std::uint16_t port) { print_banner(shown, port, own_program(), io); };
  if (auto served = host.serve_http(ready); !served) return report(io, served.error());
  return kExitClean;
}

int run_stdio(const RunOptions& options, Io& io) {
  sweep_scratch();
  auto origin = find_config(options.config, io.err);
  if (!origin) return kExitFailed;
  auto means = open_means(origin->config, origin->policy_where);
  if (!means) return report_all(io, means.error());
  warn_of(io, means->warnings);
  Host host(std::move(*origin), std::move(*means), options.level);
  host.serve_stdio(STDIN_FILENO, STDOUT_FILENO);
  return kExitClean;
}

}  // namespace touchstone::cli
