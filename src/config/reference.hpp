// The reference of all keys, for docs/configuration.md and people: made from the table.
#pragma once

#include <string>
#include <vector>

namespace touchstone::config {

struct ReferenceRow {
  std::string key;
  std::string type;    // "duration, 1ms to 720h", "trusted, standard or untrusted", …
  std::string absent;  // the default, or what an absent key means
  std::string meaning;
};

struct ReferenceSection {
  std::string title;
  std::string about;
  std::vector<ReferenceRow> rows;
  std::vector<std::string> foreign;  // keys of other clients that draw a warning only
};

[[nodiscard]] std::vector<ReferenceSection> reference();

}  // namespace touchstone::config
