// Settings: what of a config decides which calls pass, one by one, to be compared and put on
// record: overrides, trust, declassifiers, what servers are told, and the policy. Values; pure.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "config/config.hpp"
#include "json/document.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {

// A record has a bound, so beyond these the rest is one setting: how many they are, and a digest.
inline constexpr std::size_t kMaxSettings = 4'000;
inline constexpr std::size_t kMaxSettingBytes = 256;  // longer texts are known by their digest
inline constexpr std::size_t kMaxChangesTold = 500;   // in one record; the rest is counted

struct Setting {
  std::string server;  // empty: of the whole gateway
  std::string tool;    // or a pattern of tools; empty: of the whole server
  std::string field;   // an annotation's, or `trust`, `policy`, …

  friend auto operator<=>(const Setting&, const Setting&) = default;
};
using Settings = std::map<Setting, std::string>;  // with its value as JSON

[[nodiscard]] Settings settings_of(const config::Config& config, std::string_view policy_version);

// A list of them, and what it says.
void write(json::Writer& out, const Settings& settings);
[[nodiscard]] Settings read_settings(json::View list);

// What is there now and was not, or was other: a list of {server, tool, field, before, after}, of
// which the one that was not there is left out.
void write_changes(json::Writer& out, const Settings& before, const Settings& after);

}  // namespace touchstone::gateway
