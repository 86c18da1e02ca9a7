#include "upstream/environment.hpp"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace touchstone::upstream {
namespace {

constexpr std::array<std::string_view, 10> kHarmless = {
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR"};

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

bool is_granted(std::string_view name, const config::Server& server) {
  return name.starts_with("LC_") || std::ranges::find(kHarmless, name) != kHarmless.end() ||
         std::ranges::find(server.inherit, name) != server.inherit.end();
}

// Old shells take a value that begins like this for a function, and run what follows it.
bool is_shell_function(std::string_view variable) {
  return variable.substr(name_of(variable).size()).starts_with("=()");
}

void set(Environment& environment, std::string_view name, std::string variable) {
  std::erase_if(environment, [&](const std::string& old) { return name_of(old) == name; });
  environment.push_back(std::move(variable));
}

}  // namespace

Environment clean_environment(const config::Server& server, const char* const* ours) {
  Environment environment;
  if (ours == nullptr) ours = environ;
  for (; ours != nullptr && *ours != nullptr; ++ours) {
    const std::string_view variable = *ours;
    const std::string_view name = name_of(variable);
    if (is_granted(name, server) && !is_shell_function(variable))
      set(environment, name, std::string(variable));
  }
  for (const auto& [name, value] : server.env) {
    std::string variable = name;
    set(environment, name, variable.append("=").append(value));
  }
  return environment;
}

std::string_view value_of(const Environment& environment, std::string_view name) {
  for (const std::string_view variable : environment) {
    const auto found = name_of(variable);
    if (found == name && found.size() < variable.size()) return variable.substr(found.size() + 1);
  }
  return {};
}

}  // namespace touchstone::upstream
