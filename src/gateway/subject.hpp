// What the guard is told of a request: who asks, in which session, what of which server.
#pragma once

#include <functional>
#include <string>

#include "gateway/errand.hpp"
#include "gateway/resolver.hpp"
#include "guard/hearer.hpp"
#include "guard/subject.hpp"

namespace touchstone::gateway {

inline constexpr std::size_t kMaxMarker = 256;  // bytes of a session's marker

// All but the few that take nothing of a client's along and bring what is no content: lists, and
// receipts. What servers answer to those is looked at as what they say by themselves.
[[nodiscard]] bool is_guarded(std::string_view method);
// What is known of a server's word that answers nobody: a question, a message.
[[nodiscard]] guard::Subject subject_of_word(const upstream::Server& server,
                                             std::string_view method);

// The same, of a word that comes with the answer to a request.
[[nodiscard]] guard::Subject subject_of_word(const guard::Subject& asked, std::string_view method);

// Which session of an agent the request belongs to: the marker in its _meta, the one in its header,
// the legacy session or stdio connection, or whoever asks. A marker too long to be one is an error.
[[nodiscard]] base::Result<store::SessionName> session_of(const face::Request& request);

// The session of a legacy client, in the store. The id itself is a secret and stays out of it.
[[nodiscard]] std::string client_key(std::string_view session_id);
// How such a session tells what it was opened with; none for one that ends with its connection.
[[nodiscard]] std::function<std::string()> opening_of(const face::Request& request);

// Who asks, and of which session; nothing of what.
[[nodiscard]] base::Result<guard::Subject> subject_of_asker(const face::Request& request);

// Who hears what the server of this errand says while the request is under way.
[[nodiscard]] guard::Hearer hearer_in_call(const face::Request& request, const Errand& errand);
// The same, without what the call brought, for as long as anybody likes.
[[nodiscard]] guard::Hearer lasting_hearer(const face::Request& request, const Errand& errand);
// And what a server says to a client that has not called it.
[[nodiscard]] guard::Hearer hearer_between_calls(face::Session& session,
                                                 const store::SessionName* marked,
                                                 const std::string& name,
                                                 const upstream::Server* server);

// Views point into request, errand and weighed.
[[nodiscard]] base::Result<guard::Subject> subject_of(const face::Request& request,
                                                      const Errand& errand, const Weighed& weighed);

}  // namespace touchstone::gateway
