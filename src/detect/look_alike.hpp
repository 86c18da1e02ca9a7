// look_alikes(): names of different servers' tools that a person or a model may take for one
// another.
//
// A server that names its tool like another's gets calls that were meant for the other: shadowing
// if the name is the same, squatting if it only looks so. Pure; any thread. Time grows with the
// number of names, not with its square.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::detect {

struct NamedTool {
  std::string_view server;
  std::string_view name;
};

enum class Likeness : std::uint8_t {
  kSame,       // letter for letter
  kWriting,    // but for case, hyphens and underscores: get_file, getFile
  kHomoglyph,  // other letters that look the same
  kSpelling,   // one letter more, less, other or swapped
};
[[nodiscard]] std::string_view name_of(Likeness likeness);

struct LookAlike {
  std::size_t first;   // the one that came earlier
  std::size_t second;  // the one that looks like it
  Likeness likeness;   // the closest that holds
  std::string reason;  // one sentence, no full stop, safe to print

  friend bool operator==(const LookAlike&, const LookAlike&) = default;
};

// Names shorter than this differ by one letter all the time.
inline constexpr std::size_t kMinSpelling = 6;
// Longer names are compared, but not by spelling.
inline constexpr std::size_t kMaxSpelling = 64;

// Tools that come one after the other. Owns its texts.
class LookAlikes {
 public:
  LookAlikes();
  ~LookAlikes();
  LookAlikes(LookAlikes&&) noexcept;
  LookAlikes& operator=(LookAlikes&&) noexcept;

  // One more. What it looks like, if anything: the earliest other server's tool that it resembles
  // most. Tools are counted in the order they came.
  std::optional<LookAlike> add(std::string_view server, std::string_view name);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same for all of them at once.
[[nodiscard]] std::vector<LookAlike> look_alikes(std::span<const NamedTool> tools);

}  // namespace touchstone::detect
