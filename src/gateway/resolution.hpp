// Resolution: what one call of a tool is, by its arguments, before it is made.
//
// Our own rules always speak; a server that answers tools/resolve is asked as well, by those who
// ask us and before calls whose tier its answer could lower. Its answer counts only within what it
// declared; one that goes beyond is evidence against it, of this call and of the tool from then on.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gateway/catalogue.hpp"
#include "gateway/errand.hpp"
#include "model/resolution_wire.hpp"
#include "resolve/resolve.hpp"

namespace touchstone::gateway {

// Does the server offer tools/resolve, in either form? Known once it was met.
[[nodiscard]] bool answers_resolve(const upstream::Server& server);
// Does the definition say that this tool can be resolved?
[[nodiscard]] bool is_marked_resolvable(json::View definition);
// The extension's for a client that declares the extension. Any other has read of the method in our
// capabilities, as SEP-1913 has it.
[[nodiscard]] model::ResolveForm form_for(const mcp::Terms& terms);

// A server's answer as evidence, within what it declared; or how it went beyond.
[[nodiscard]] base::Result<std::vector<model::Evidence>> held_to_its_word(const Offer& offer,
                                                                          json::View result);

// What the rules say of these arguments.
[[nodiscard]] resolve::Resolution by_rules(const Assay& assay, const Offer& offer,
                                           json::View arguments);
// The profile of the call, to judge by; nothing if it is the tool's own, as it mostly is.
[[nodiscard]] std::optional<model::Profile> judged(const Assay& assay, const Offer& offer,
                                                   const resolve::Resolution& resolution);
// The profile of the call for a client that has seen the static one.
[[nodiscard]] model::Profile told(const Assay& assay, const Offer& offer,
                                  const resolve::Resolution& resolution);

}  // namespace touchstone::gateway
