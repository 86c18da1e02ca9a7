// Builds the node table of a document from the places of its words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "json/document.hpp"
#include "json/grammar.hpp"

namespace touchstone::json {

// Fills data.nodes for the valid JSON text data.text. `words` holds the offset of every bracket,
// colon and comma and of the first byte of every string, number and literal, in order. The fault,
// if there is one, is a bracket too deep or a key that occurs twice.
[[nodiscard]] std::optional<Fault> build_nodes(DocumentData& data,
                                               std::span<const std::uint32_t> words,
                                               std::uint32_t max_depth);

}  // namespace touchstone::json
