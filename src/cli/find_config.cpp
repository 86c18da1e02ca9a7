#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/host.hpp"
#include "cli/pins_book.hpp"
#include "cli/state_file.hpp"

namespace touchstone::cli {
namespace {

constexpr std::string_view kDemoServers[] = {"files", "web", "mail", "shell", "liar"};

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value != nullptr ? value : "";
}

// Five small servers inside this program, working in a folder of their own.
std::optional<Origin> demo_origin(std::ostream& err) {
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  auto made = Scratch::make();
  if (failed || !made) {
    err << "touchstone: "
        << base::to_string(made ? base::Error{"cannot find this program: " + failed.message(),
                                              "/proc/self/exe", "use --config"}
                                : made.error())
        << '\n';
    return std::nullopt;
  }
  Origin origin;
  origin.scratch = std::move(*made);
  origin.config.pins = config::kInMemory;  // another folder each time, so another identity
  origin.config.store = store_path(origin.config);
  for (const std::string_view name : kDemoServers) {
    config::Server server;
    server.name = server.prefix = name;
    server.command = self.string();
    server.args = {"demo-server", std::string(name), "--root", origin.scratch->path()};
    origin.config.servers.push_back(std::move(server));
  }
  return origin;
}

}  // namespace

std::optional<Origin> find_config(const std::string& path, std::ostream& err) {
  const config::Sources sources = config::real_sources();
  const std::string found = path.empty() ? config::find_file(sources) : path;
  if (found.empty()) return demo_origin(err);
  config::Loaded loaded = config::load(found, sources);
  for (const base::Error& warning : loaded.warnings)
    err << "touchstone: warning: " << base::to_string(warning) << '\n';
  for (const base::Error& problem : loaded.problems)
    err << "touchstone: " << base::to_string(problem) << '\n';
  if (!loaded.good()) return std::nullopt;
  loaded.config.pins = pins_path(loaded.config);
  loaded.config.store = store_path(loaded.config);
  return Origin{std::move(loaded.config), nullptr, std::move(loaded.policy_where)};
}

config::Config usual_config() {
  const config::Sources sources = config::real_sources();
  const std::string file = config::find_file(sources);
  return file.empty() ? config::Config() : config::load(file, sources).config;
}

std::string socket_path(const config::Config& config) {
  if (!config.socket.empty()) return config.socket;
  const std::string runtime = environment("XDG_RUNTIME_DIR");
  if (!runtime.empty()) return runtime + "/touchstone.sock";
  return fmt::format("/tmp/touchstone-{}/touchstone.sock", ::geteuid());
}

base::Result<std::string> socket_meant(const std::string& socket, const std::string& config) {
  if (!socket.empty()) return socket;
  if (config.empty()) return socket_path(usual_config());
  const config::Loaded loaded = config::load(config, config::real_sources());
  if (!loaded.good()) return tl::unexpected(loaded.problems.front());
  return socket_path(loaded.config);
}

base::Result<void> make_socket_folder(const std::string& socket) {
  const std::string folder = std::filesystem::path(socket).parent_path();
  if (folder != fmt::format("/tmp/touchstone-{}", ::geteuid())) return {};
  ::mkdir(folder.c_str(), 0700);  // it may be there
  struct stat found = {};
  const bool ours = ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                    found.st_uid == ::geteuid() && (found.st_mode & 0077U) == 0;
  if (ours) return {};
  return base::fail("not a folder that is ours alone", folder,
                    "remove it, or choose another place with `socket` in the config");
}

}  // namespace touchstone::cli
