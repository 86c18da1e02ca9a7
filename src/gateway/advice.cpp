#include "gateway/advice.hpp"

#include <filesystem>

#include "base/text.hpp"

namespace touchstone::gateway {
namespace {

std::string absolute_path(const std::string& file) {
  if (file.empty()) return {};
  std::error_code failed;
  const auto path = std::filesystem::absolute(file, failed);
  return failed ? std::string() : path.string();
}

std::string option_for(const std::string& file) {
  return file.empty() ? "" : " --config " + base::shell_word(file);
}

}  // namespace

std::string config_file_for_people(const config::Config& config) {
  return config.tokens.empty() ? absolute_path(config.source) : std::string();
}

std::string config_option_for_people(const config::Config& config) {
  return option_for(config_file_for_people(config));
}

std::string config_option(const config::Config& config) {
  return option_for(absolute_path(config.source));
}

}  // namespace touchstone::gateway
