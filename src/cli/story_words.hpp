// The sentences of a story, from what is on record. What servers and clients wrote is not made
// printable here: whoever prints does that. Pure.
#pragma once

#include <string>
#include <vector>

#include "cli/story.hpp"

namespace touchstone::cli {

// Texts of an array, at most `most`, and then how many more there are.
[[nodiscard]] std::vector<std::string> texts_of(json::View array, std::size_t most);
// "untrusted, private, financial", of an object or of the facts below `prefix`; or "".
[[nodiscard]] std::string label_words(json::View object, std::string_view prefix = {});

// A list of lines for each part; none where there is nothing to say.
[[nodiscard]] std::vector<std::string> seen_lines(const Story& story);     // by the session before
[[nodiscard]] std::vector<std::string> carried_lines(const Story& story);  // by the arguments
[[nodiscard]] std::vector<std::string> tool_lines(const Story& story);   // what it is, who says so
[[nodiscard]] std::vector<std::string> asked_lines(const Story& story);  // who was, and the answer
[[nodiscard]] std::vector<std::string> came_lines(const Story& story);   // of it
[[nodiscard]] std::vector<std::string> changed_lines(const Story& story);  // labels, config

}  // namespace touchstone::cli
