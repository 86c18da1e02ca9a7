// For tests: reads configs against an environment and files that the test makes up.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "config/load.hpp"

namespace touchstone::config::testing {

struct World {
  std::map<std::string, std::string> environment{{"HOME", "/home/ann"}};
  std::map<std::string, std::string> files;

  [[nodiscard]] Sources sources() const {
    return {.environment = [this](const std::string& name) -> std::optional<std::string> {
              const auto it = environment.find(name);
              return it == environment.end() ? std::nullopt : std::optional(it->second);
            },
            .file = [this](const std::string& path) -> base::Result<std::string> {
              const auto it = files.find(path);
              if (it == files.end()) return base::fail("cannot be opened: No such file", path);
              return it->second;
            },
            .exists = [this](const std::string& path) { return files.contains(path); }};
  }

  [[nodiscard]] Loaded read(std::string_view text,
                            const std::string& source = "/etc/t/touchstone.yaml") const {
    return config::read(text, source, sources());
  }
};

inline std::string all(const std::vector<base::Error>& notes) {
  std::string out;
  for (const auto& note : notes) out += base::to_string(note) + "\n";
  return out;
}

inline std::string problems(std::string_view yaml, const std::string& source = "t.yaml") {
  return all(World().read(yaml, source).problems);
}

inline std::string warnings(std::string_view yaml, const std::string& source = "t.yaml") {
  return all(World().read(yaml, source).warnings);
}

inline Config good(std::string_view text, const std::string& source = "/etc/t/touchstone.yaml") {
  auto loaded = World().read(text, source);
  EXPECT_TRUE(loaded.good()) << text << "\n" << all(loaded.problems);
  return std::move(loaded.config);
}

// One server with these lines; YAML in flow style.
inline std::string server(const std::string& members) {
  return "mcpServers: {s: {" + members + "}}";
}

}  // namespace touchstone::config::testing
