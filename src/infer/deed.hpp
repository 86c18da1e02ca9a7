// Deeds: what a verb says together with what it is done to.
//
// "Run a check" looks, "resolve an incident" closes it, "create a summary" may keep nothing.
#pragma once

#include "infer/mention.hpp"

namespace touchstone::infer {

inline constexpr float kStartedJob = 4.5F;  // "starts an analysis": it runs on after the call

// Log odds (ballot.hpp) that it does more than read.
[[nodiscard]] float writing_weight(const Mention& mention);

// Has something begin: start, trigger, launch.
[[nodiscard]] bool starts(std::string_view verb);
// Bookkeeping of small things: what it is done to is still there, whole, at another place or with
// another mark.
[[nodiscard]] bool keeps_things(const Mention& mention);
// "Provides documentation".
[[nodiscard]] bool gives_guidance(const Mention& mention);
// To resolve an incident is to close it, to capture a payment to take it; to resolve a name is to
// look it up.
[[nodiscard]] bool is_settling(const Mention& mention);
// "Take a screenshot" looks, if nothing keeps the picture.
[[nodiscard]] bool takes_picture(const Mention& mention);

}  // namespace touchstone::infer
