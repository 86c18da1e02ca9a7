// What a grant is bound to: the digests that a ticket keeps and a later call is compared by.
//
// The arguments are compared in canonical form (RFC 8785), so that another order of keys or another
// spelling of a number is the same call. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "json/document.hpp"
#include "policy/decide.hpp"
#include "policy/policy.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

// Of the arguments; absent ones count as none, {}.
[[nodiscard]] std::string arguments_digest(json::View arguments);
[[nodiscard]] std::string shape_digest(std::string_view shape_text);  // Shape::text
// Of the policy in force: what its rules say (policy::text_of_rules), and the version of the
// program, which says what facts mean.
[[nodiscard]] std::string policy_version(const policy::Policy& policy);

// Who asks, and about what; the digests are made of the rest. `pin` is the digest of the tool's
// definition as it is pinned.
struct CallName {
  std::string principal;
  std::string session;
  std::string server;
  std::string tool;
};
// A result is asked about for itself: a yes to the call is none to what came of it, and one to this
// result none to another.
void bind_to_result(store::Binding& binding, json::View result);
// A yes covers what these rules ask about, and nothing that another one asks about later.
void bind_to_rules(store::Binding& binding, const policy::Decision& decision);
[[nodiscard]] store::Binding bind(CallName call, json::View arguments, std::string_view shape_text,
                                  std::string pin, std::string policy);

}  // namespace touchstone::approval
