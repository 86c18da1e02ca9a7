// resolve(): what a tool is for exactly these arguments.
//
// The answer is evidence: of kind `resolved` from what is built in, the operator's word from rules
// of the config. What is not understood says nothing, and the static profile stands. Reassuring
// evidence only ever narrows (profile_for_call); what is worse than the definition says is heard as
// well: `action: delete` of a tool that calls itself read-only, a path to a private key.
//
// Read-only needs all of this: a parameter that says what the call does and is wholly understood;
// every argument known from the schema; no argument that speaks of change, hides another action or
// holds code; and a tool whose own name does not say that it changes things.
//
// Pure: no side effects, no clock, nothing remembered.
#pragma once

#include <string>
#include <vector>

#include "json/document.hpp"
#include "model/evidence.hpp"
#include "model/fold.hpp"
#include "model/profile.hpp"
#include "resolve/plan.hpp"
#include "resolve/verdict.hpp"

namespace touchstone::resolve {

inline constexpr std::size_t kMaxArguments = 256;   // of one call
inline constexpr std::size_t kMaxValues = 1'024;    // looked at inside of one call
inline constexpr std::size_t kMaxListLength = 256;  // members of one list of paths or addresses

// What one argument told, for people.
struct Note {
  std::string argument;  // its name; empty for the call as a whole
  std::string text;

  friend bool operator==(const Note&, const Note&) = default;
};

struct Resolution {
  Effect effect = Effect::kUnknown;
  std::vector<model::Evidence> evidence;
  // What the server itself says of the call, within what it declared. It replaces the declaration
  // and no more: our own words give way to it only if the server is trusted.
  std::vector<model::Evidence> claimed;
  std::vector<Note> notes;
};

// `settings` are those that the plan was made with. `arguments` is the object of the call, absent
// if it has none.
[[nodiscard]] Resolution resolve(const Plan& plan, const Settings& settings, json::View arguments);

// The static profile, narrowed (or raised) for this call. Where the resolution reassures or names
// one place, what was inferred from the definition alone gives way: that said what is possible, and
// this says which of it. Reassurance that does not narrow is left out, and an untrusted server's
// tools are not lowered.
[[nodiscard]] model::Profile profile_for_call(const model::Profile& static_profile,
                                              const Resolution& resolution,
                                              const model::FoldOptions& options);

// The same without what goes beyond the static profile: an answer to tools/resolve must stay within
// what the client saw in the list, or it counts as a failure.
[[nodiscard]] model::Profile answer_for_client(const model::Profile& static_profile,
                                               const Resolution& resolution,
                                               const model::FoldOptions& options);

}  // namespace touchstone::resolve
