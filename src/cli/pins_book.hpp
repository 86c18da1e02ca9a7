// What the pins commands share: the store a person means, what waits in it, and by which name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "config/config.hpp"
#include "pin/book.hpp"

namespace touchstone::cli {

// Where a gateway with this config keeps its pins; kInMemory if it keeps none.
[[nodiscard]] std::string pins_path(const config::Config& config);

// The store that the options name, directly or by a config. Fails if it is not kept in a file.
[[nodiscard]] base::Result<std::string> find_pins(const PinsOptions& options);

// Something that waits, and what is different in it.
struct Waiting {
  std::string server;
  pin::Key key;
  pin::Drift drift;    // its grade is the worse of what is found now and what was found then
  std::string digest;  // of the definition that waits
  std::string seen;
  bool rejected = false;
  std::string store = {};  // how the command line names the store: " --config FILE", or ""
  bool exact = false;      // asked for with a digest that means this definition and no other
};

// "read_file@3fa2b4c5d6e7" is the definition of read_file whose digest begins so. Whatever follows
// the last @ and looks like a digest is one: a server must not be able to choose a tool's name that
// says which definition is meant.
struct Wanted {
  std::string label;
  std::string digest;  // its beginning, or "": whichever waits
};
[[nodiscard]] Wanted wanted_of(std::string_view name);
inline constexpr std::size_t kMinDigest = 12;  // hexadecimal digits

// All that waits at the servers and under the names that the options ask for, the worst first. What
// was rejected is among it only if it was named. Fails on a server, name or digest that is not
// there.
[[nodiscard]] base::Result<std::vector<Waiting>> find_waiting(const pin::Book& book,
                                                              const PinsOptions& options);

// Fails unless each of these waits in the book just as it was when it was looked at.
[[nodiscard]] base::Result<void> check_unchanged(const pin::Book& book,
                                                 const std::vector<Waiting>& seen);

}  // namespace touchstone::cli
