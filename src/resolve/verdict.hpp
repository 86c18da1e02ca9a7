// Verdict: what a call does, as far as one of its arguments tells.
//
// A value without pointers into anything. `kUnknown` is no answer: the static profile stands. It
// lies above everything that reassures, so that a call is never more harmless than its least
// understood part, and below `kDestroy`, which is an answer and must be heard.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone::resolve {

enum class Effect : std::uint8_t {
  kRead,     // changes nothing
  kAdd,      // brings something new, leaves the rest alone
  kWrite,    // changes something; whether it destroys is not known
  kUnknown,  // not understood
  kDestroy,  // takes away or overwrites
};

[[nodiscard]] std::string_view name_of(Effect effect);

struct Verdict {
  Effect effect = Effect::kRead;
  bool idempotent = false;  // of a write: doing it twice is doing it once
  std::string why;          // of the effect, for people

  // Why the call reaches the outside, acts with more rights than usual, or touches what is secret;
  // empty if nothing says so. None of them ever lowers anything.
  std::string open_world;
  std::string privileged;
  std::string sensitive;

  // Takes the effect, and its reason with it, if it is worse than the present one.
  void worsen(Effect to, std::string because);
  // Both happen.
  void join(const Verdict& other);

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

[[nodiscard]] Verdict verdict(Effect effect, std::string why);

// A piece of an argument as it may stand in a reason: quoted, and short.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace touchstone::resolve
