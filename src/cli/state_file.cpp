#include "cli/state_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "config/load.hpp"

namespace touchstone::cli {

std::string state_file(const config::Config& config, std::string_view stem,
                       std::string_view ending) {
  const auto sources = config::real_sources();
  auto folder = sources.environment("XDG_STATE_HOME").value_or("");
  if (!folder.starts_with('/')) folder = sources.environment("HOME").value_or("") + "/.local/state";
  if (config.source.empty()) return fmt::format("{}/touchstone/{}{}", folder, stem, ending);
  std::error_code ignored;
  const auto source = std::filesystem::absolute(config.source, ignored).lexically_normal();
  return fmt::format("{}/touchstone/{}-{}-{:016x}{}", folder, stem, source.stem().string(),
                     base::hash64(source.string()), ending);
}

std::string store_path(const config::Config& config) {
  return config.store.empty() ? state_file(config, "store", ".db") : config.store;
}

}  // namespace touchstone::cli
