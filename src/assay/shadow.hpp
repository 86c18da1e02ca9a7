// shadows(): what is wrong with tools only because of other servers' tools: names that pass for
// theirs, texts that speak of them.
//
// Of two names that look alike the one that comes later in the list is told: it imitates. Pure; any
// thread. Time grows with the size of the definitions, not with the square of their number.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "detect/known_tools.hpp"
#include "detect/poison.hpp"
#include "model/finding.hpp"
#include "model/tool.hpp"

namespace touchstone::assay {

inline constexpr std::size_t kMaxMentions = 16;  // told of one definition

// What a definition (of a prompt, a server's words about itself) says of other servers' tools.
[[nodiscard]] std::vector<model::Finding> mentions_in(const detect::Definition& definition,
                                                      const detect::KnownTools& everybody);

// For each tool its findings, of kind shadow. Tools without a server are all of one.
[[nodiscard]] std::vector<std::vector<model::Finding>> shadows(
    std::span<const model::Tool* const> tools, const detect::KnownTools& everybody);

}  // namespace touchstone::assay
