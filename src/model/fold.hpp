// fold(): evidence in, profile out.
//
// Sources, strongest first: operator, observed, resolved, declared, inferred, default. The rules,
// in words (fold.cpp has them in the same order):
//
//  - An operator's word decides; on this very tool before a wildcard. Without a value it takes back
//    what everybody else said: the default counts.
//  - An observation proves only the risky side. One write disproves read-only for ever; quiet calls
//    prove nothing.
//  - A server's risky claim counts at once. Its reassuring claim counts if the server is trusted,
//  or
//    if it is standard and nothing inferred contradicts it; from an untrusted server, never.
//  - A resolution speaks for these arguments and replaces the static declaration; the caller has
//    checked that it only narrows (resolution_wire.hpp). Untrusted servers' resolutions are just
//    more claims.
//  - An inferred value raises risk when it is heard (kHeard) and lowers it only when it is at least
//    as sure as `inference_trust`, never for an untrusted server, whose words are its own. Against
//    what a standard server declares of a flag it must be surer (kOverrules): half a doubt does not
//    make an honest author a liar.
//  - What follows from a believed claim counts as said with it: a tool that only reads destroys
//    nothing and may be called again, one whose outcomes are benign destroys nothing, and one whose
//    outcomes last does not only read. It never silences what anyone says about the field itself,
//    so read-only *and* destructive is destructive, unless a stronger source says the first.
//
//  - Where a server or an operator denies that a tool only reads, what its words reassure of
//    because they say so (destructive, idempotent, outcomes) is not heard.
//
// For sets "risky" is the vocabulary's last member. A set that leaves it out but is not believed
// keeps what it tells (telling members) and gets the risky member back: it may be all of these.
//
// Hence, and the tests prove it: with Trust::kUntrusted no evidence except an operator's ever
// lowers a field or the risk; and risky evidence lowers nothing for anyone.
#pragma once

#include <string_view>
#include <vector>

#include "model/evidence.hpp"
#include "model/profile.hpp"

namespace touchstone::model {

struct FoldOptions {
  Trust trust = Trust::kStandard;
  float inference_trust = 0.8F;
  std::string_view tool_name = {};  // the title of a tool that has none
};

[[nodiscard]] Profile fold(std::vector<Evidence> evidence, const FoldOptions& options);

}  // namespace touchstone::model
