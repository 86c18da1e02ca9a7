// clean_uri: a URI that says where data comes from, without what in it opens a door.
//
// Signed URLs and URLs with tokens are everyday attribution, and attribution is kept, shown and
// passed on. So user names are dropped, and what the detectors take for a secret is a digest,
// "sha256:" and 64 digits: in a path what was found, of a query, a fragment or the parameters of a
// path all of it, which is also done for the names that signed URLs give to what they are signed
// with (access_token, X-Amz-Signature, sig, …), since such a value need not look like one. All else
// stays as it is, so that rules can ask where a URI begins. The same URI always becomes the same
// one, and what is clean stays as it is: clean_uri(clean_uri(x)) is clean_uri(x).
//
// Any bytes; what comes back has at most kMaxUri of them. Pure; an engine and its scratch as in
// content.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "detect/content.hpp"

namespace touchstone::detect {

// Of a longer one, or of one that is hidden at many places, scheme and host are left.
inline constexpr std::size_t kMaxUri = 4'096;

[[nodiscard]] std::string clean_uri(std::string_view uri, const ContentEngine& engine,
                                    ContentEngine::Scratch& scratch);

// What stands for a text that nobody may read: "sha256:…".
[[nodiscard]] std::string digest_in_place(std::string_view text);

// Is there a credential by its name among the parameters ("a=1&sig=…"), spelled in whichever way?
[[nodiscard]] bool names_credential(std::string_view parameters);

}  // namespace touchstone::detect
