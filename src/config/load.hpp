// Reading a config: a file in YAML or JSON (with comments) in, a Config out.
//
// All problems are found in one go, each with file, line, key and what to do; an unknown key is an
// error with the nearest known one as remedy, except inside `mcpServers` entries, where keys that
// other clients use (alwaysAllow, autoApprove, disabledTools…) are warnings: such a file must load
// as it is. No implicit typing: `port: yes` is not a number, `name: on` is the string "on".
//
// ${NAME} and ${NAME:-default} are replaced from the environment, ${file:PATH} by a file's content
// without its last newline (relative to the config's folder), $${ is a plain ${. Only in values of
// strings. A variable that is not set and has no default is an error; in a disabled server it is a
// warning.
//
// How it works: tree.hpp turns the text into Nodes, key.hpp says which keys there are, reader.hpp
// brings the two together. No state, no threads; only Sources touch the world.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"

namespace touchstone::config {

// Where expansion takes values from; tests bring their own.
struct Sources {
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::function<base::Result<std::string>(const std::string& path)> file;  // at most 1 MiB
  std::function<bool(const std::string& path)> exists;                     // for find_file()
};
[[nodiscard]] Sources real_sources();

struct Loaded {
  Config config;
  std::vector<base::Error> problems;  // errors: the config must not be used
  std::vector<base::Error> warnings;
  bool legible = true;       // false: not even YAML or JSON, or not there; `problems` has one entry
  std::string policy_where;  // of the key `policy`: "touchstone.yaml:3:9 (policy)"; empty: no key
  Pairs written;             // texts with ${…} as they stand in the file, by key; for show()
  [[nodiscard]] bool good() const { return problems.empty(); }
};

// `source` is the path, for messages and as the base of relative paths.
[[nodiscard]] Loaded read(std::string_view text, const std::string& source, const Sources& sources);
[[nodiscard]] Loaded load(const std::string& path, const Sources& sources);

// The first that exists of ./touchstone.{yaml,yml,json} and
// $XDG_CONFIG_HOME/touchstone/touchstone.{yaml,yml,json}; empty if none does.
[[nodiscard]] std::string find_file(const Sources& sources);
[[nodiscard]] std::vector<std::string> usual_files(const Sources& sources);  // where it looks

// The JSON Schema (2020-12) of the file, from the same table that read() uses.
[[nodiscard]] std::string schema();

// The config as it is in force, defaults and all, as YAML or JSON that read() takes. Secrets (env
// values, header values, tokens, and what in an argument or a URL goes by the name of one) are
// shown as "***" unless `reveal`; other texts that had a ${…} are shown as `written` (from Loaded),
// so that a secret in them stays hidden too.
[[nodiscard]] std::string show(const Config& config, bool as_json, bool reveal = false,
                               const Pairs& written = {});

}  // namespace touchstone::config
