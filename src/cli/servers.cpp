// `touchstone servers`: how the servers of the gateway that runs do.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/host.hpp"
#include "cli/live.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/table.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

std::string text_in(json::View server, std::string_view key) {
  return printable(server.find(key).as_string().value_or("-"));
}

std::string state_of(json::View server) {
  const auto silent = server.find("silentMs").as_int();
  if (!silent) return text_in(server, "state");
  return fmt::format("{}, no answer for {} s", text_in(server, "state"), *silent / 1000);
}

void print_servers(json::View servers, Io& io) {
  Table table(0, io.terminal.width);
  table.add({std::string("server"), std::string("transport"), std::string("state"),
             std::string("since"), std::string("restarts"), std::string("last error")});
  for (const json::View server : servers.elements()) {
    table.add({text_in(server, "name"), text_in(server, "transport"), state_of(server),
               text_in(server, "since"),
               fmt::format("{}", server.find("restarts").as_int().value_or(0)),
               text_in(server, "lastError")});
  }
  table.print(io.out);
}

}  // namespace

int servers(const ServersOptions& options, Io& io) {
  const auto socket = socket_meant(options.socket, options.config);
  if (!socket) return report(io, socket.error());
  auto text = status_of_gateway(*socket);
  if (!text) return report(io, text.error());
  json::Parser parser;
  const auto status = parser.parse(json::Text(std::move(*text)));
  if (!status) return report(io, {"the gateway's answer cannot be read", *socket, "restart it"});
  const json::View all = status->root().find("servers");
  if (options.format == Format::kJson) {
    io.out << all.raw() << '\n';
  } else {
    print_servers(all, io);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
