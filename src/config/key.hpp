// The table of keys: the one place that says what may stand in a config file.
//
// A row has the key's name, where its value is kept (from which follow its type and, from a new
// Config, its default), what the value must be like, and what it means. Reading, suggestions for
// unknown keys, show(), schema() and the reference in docs/configuration.md all follow from it. A
// new key is a member in config.hpp and a row in key.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.hpp"
#include "config/rules.hpp"

namespace touchstone::config {

using Strings = std::vector<std::string>;

// Two members behind one key: `listen: host:port`.
struct Listen {
  std::string* host;
  std::uint16_t* port;

  friend bool operator==(const Listen&, const Listen&) = default;
};

// Where a value is kept. The alternative is the type of the key.
using Ref =
    std::variant<bool*, float*, std::string*, Strings*, Pairs*, std::uint32_t*, std::size_t*,
                 Milliseconds*, Trust*, Transport*, Isolation*, Start*, OnDrift*, Writes*, Routing*,
                 model::Annotate*, model::Tier*, Listen, std::vector<Token>*, Limits*,
                 std::vector<Server>*, std::vector<View>*, std::vector<Webhook>*,
                 std::vector<resolve::Rule>*, std::vector<resolve::Condition>*, resolve::Sayings*,
                 Overrides*, Declassifiers*, Hours*, Secret*, Approvals*, Webhook*>;

// What has keys. Their sections stand in the same order.
using Owner = std::variant<Config*, Server*, Limits*, View*, resolve::Rule*, Approvals*, Webhook*>;

// Of counts, of sizes in bytes and of durations in milliseconds; both ends are allowed.
struct Bounds {
  std::uint64_t least = 1;
  std::uint64_t most = 1'000'000;
};

struct Key {
  std::string_view name;
  Ref (*at)(Owner owner);
  std::string_view meaning;
  Rule rule = Rule::kAny;
  Bounds bounds = {};
  std::string_view absent = {};  // what an absent key means, where the default does not tell it
  std::string_view alias = {};   // another name for it
};

// A key that other clients use: read past, with a warning.
struct ForeignKey {
  std::string_view name;
  std::string_view remedy;  // ours to use instead, or empty
  bool silent = false;      // not worth a warning
};

// A name that people may expect and that means another of ours: only for the remedy of the error.
struct Hint {
  std::string_view name;
  std::string_view remedy;
};

struct Section {
  std::string_view title;  // for the reference
  std::string_view about;
  std::string_view place;  // "under limits", for a key that stands elsewhere
  std::span<const Key> keys;
  std::span<const ForeignKey> foreign;
  std::span<const Hint> hints;

  [[nodiscard]] const Key* find(std::string_view name) const;  // by name or alias
  [[nodiscard]] const ForeignKey* find_foreign(std::string_view name) const;
  // What to write instead of an unknown key; empty if nothing is near.
  [[nodiscard]] std::string remedy_for(std::string_view unknown) const;
};

[[nodiscard]] const Section& section_of(Owner owner);

}  // namespace touchstone::config
