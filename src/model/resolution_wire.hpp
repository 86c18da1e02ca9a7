// tools/resolve: reading and writing an answer, in both forms it has on the wire.
//
//   extension  {"name":…,"annotations":{the four core hints, all of them, nothing else}}
//   SEP-1913   {"tool":{"name":…,"annotations":{any fields}}}
//
// A resolution may only narrow what the static definition allows. One that does not, names another
// tool or is malformed is a failure: the static profile stands, and the reason is evidence against
// the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "model/evidence.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"

namespace touchstone::model {

enum class ResolveForm : std::uint8_t { kExtension, kSep1913 };

// The resolved claims, as evidence to fold with the rest. `bound` is the static profile; to hold a
// server to its own word, the profile of its declaration alone, folded as if it were trusted.
[[nodiscard]] base::Result<std::vector<Evidence>> read_resolution(json::View result,
                                                                  std::string_view tool_name,
                                                                  const Profile& bound);

// What such annotations say beyond `bound`, as observed: a server that says so of one call has
// shown that its definition says too little. Empty if they cannot be read.
[[nodiscard]] std::vector<Evidence> excess_in(json::View annotations, const Profile& bound);
// The bound that a server's own word sets: what it declares of the tool, as if it were trusted.
[[nodiscard]] Profile word_on(const Tool& tool);

// The answer that says what `profile` says. `resultType` is added for the extension, which has it.
[[nodiscard]] std::string write_resolution(ResolveForm form, std::string_view tool_name,
                                           const Profile& profile);

}  // namespace touchstone::model
