#include "cli/store_file.hpp"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "base/text.hpp"
#include "cli/state_file.hpp"
#include "config/load.hpp"
#include "store/sqlite_store.hpp"
#include "tree/units.hpp"

namespace touchstone::cli {
namespace {

std::string config_file(const StoreOptions& options, const config::Sources& sources) {
  return options.config.empty() ? config::find_file(sources) : options.config;
}

base::Result<std::string> find_store(const StoreOptions& options) {
  if (!options.store.empty()) return options.store;
  const auto sources = config::real_sources();
  const auto file = config_file(options, sources);
  if (file.empty()) return store_path({});
  const auto loaded = config::load(file, sources);
  if (!loaded.good()) return tl::unexpected(loaded.problems.front());
  return store_path(loaded.config);
}

std::optional<store::Time> time_by(const char* format, const std::string& text) {
  std::tm parts{};
  const char* end = ::strptime(text.c_str(), format, &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return store::from_ms(::timegm(&parts) * std::int64_t{1'000});
}

}  // namespace

base::Result<std::unique_ptr<store::Store>> open_store(const StoreOptions& options) {
  const auto path = find_store(options);
  if (!path) return tl::unexpected(path.error());
  if (*path == config::kInMemory) {
    return base::fail("the store is in the memory of the gateway, where no other program sees it",
                      options.config, "`store: FILE` in the config, and a restart of the gateway");
  }
  std::error_code failed;
  if (!std::filesystem::exists(*path, failed)) {
    return base::fail("there is no store yet: no gateway with this config has run", *path,
                      "touchstone run, or name another with --config or --store");
  }
  return store::open_sqlite({.path = *path});
}

std::optional<store::Span> session_idle(const StoreOptions& options) {
  if (!options.store.empty() && options.config.empty()) return std::nullopt;
  const auto sources = config::real_sources();
  const auto file = config_file(options, sources);
  if (file.empty()) return config::Config().session_idle;
  const auto loaded = config::load(file, sources);
  return loaded.good() ? std::optional<store::Span>(loaded.config.session_idle) : std::nullopt;
}

store::Time now() { return std::chrono::floor<store::Span>(std::chrono::system_clock::now()); }

std::string who() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread, before any other asks
  const auto* entry = ::getpwuid(::geteuid());
  return entry != nullptr && *entry->pw_name != '\0' ? entry->pw_name
                                                     : fmt::format("user {}", ::geteuid());
}

std::string store_words(const StoreOptions& options) {
  if (!options.store.empty()) return " --store " + base::shell_word(options.store);
  return options.config.empty() ? "" : " --config " + base::shell_word(options.config);
}

base::Result<store::Time> parse_since(const std::string& text, store::Time now) {
  if (const auto ago = tree::parse_duration(text)) return now - *ago;
  for (const auto* format : {"%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"}) {
    if (const auto time = time_by(format, text)) return *time;
  }
  return base::fail("not a time", text, "2h for two hours ago, or 2026-03-01T12:00:00Z");
}

}  // namespace touchstone::cli
