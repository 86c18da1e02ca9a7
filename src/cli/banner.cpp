#include "cli/banner.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "cli/style.hpp"
#include "json/string.hpp"

namespace touchstone::cli {
namespace {

std::string url_of(std::string_view host, std::uint16_t port) {
  const bool is_v6 = host.find(':') != std::string_view::npos;
  return fmt::format("http://{}{}{}:{}/mcp", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}

// "Every address" is nothing a client can call.
std::string_view callable(std::string_view host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

std::string by_url(const config::Config& config, std::uint16_t port) {
  std::string entry = fmt::format("\"url\": \"{}\"", url_of(callable(config.host), port));
  if (!config.tokens.empty())
    entry += fmt::format(R"(, "headers": {{"Authorization": {}}})",
                         json::quoted("Bearer <token of " + config.tokens[0].principal + ">"));
  return entry;
}

// With the config, since the bridge serves it by itself when no gateway runs.
std::string by_program(const config::Config& config, const std::string& program) {
  std::string args = R"("connect")";
  if (!config.source.empty()) {
    std::error_code failed;
    const auto path = std::filesystem::absolute(config.source, failed);
    args += R"(, "--config", )" + json::quoted(failed ? config.source : path.string());
  }
  return fmt::format(R"("command": {}, "args": [{}])", json::quoted(program), args);
}

std::string names_of(const std::vector<config::Server>& servers) {
  std::string names;
  for (const auto& server : servers) names += (names.empty() ? "" : ", ") + server.name;
  return names.empty() ? "none" : names;
}

std::string policy_line(const config::Config& config) {
  if (config.policy == config::kOff) return "off: nothing is labelled, decided or recorded";
  return config.policy + "; see what it does with `touchstone decisions tail`";
}

}  // namespace

void print_banner(const Origin& origin, std::uint16_t port, const std::string& program, Io& io) {
  const config::Config& config = origin.config;
  const Style style(io.terminal.colour);
  const std::string url = url_of(config.host, port);
  const auto entry = [&](const std::string& body) {
    io.out << fmt::format("  {{\"mcpServers\": {{\"touchstone\": {{{}}}}}}}\n\n", body);
  };
  io.out << fmt::format("Touchstone {} listening on {}\n\n", TOUCHSTONE_VERSION, style.bold(url));
  io.out << fmt::format("  servers  {}\n", names_of(config.servers));
  if (origin.scratch)
    io.out << fmt::format(
        "           built-in demo servers, working in {}; give your own with --config FILE\n",
        origin.scratch->path());
  io.out << fmt::format("  policy   {}\n", policy_line(config));
  io.out << fmt::format("  each     {}/s/<server> has one server alone, under its own names\n\n",
                        url);
  io.out << "Point a client at it:\n\n";
  entry(by_url(config, port));
  io.out << "or, if it starts programs:\n\n";
  entry(by_program(config, program));
  io.out << "Ctrl-C ends it.\n" << std::flush;
}

std::string own_program() {
  constexpr std::string_view kName = "touchstone";
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return std::string(kName);
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  for (std::string_view rest = path != nullptr ? path : ""; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const auto found = std::filesystem::path(folder) / kName;
    if (!std::filesystem::exists(found, failed)) continue;
    return std::filesystem::equivalent(found, self, failed) ? std::string(kName) : self.string();
  }
  return self.string();
}

}  // namespace touchstone::cli
