// Names and values taken apart into words, and what the words of an action say together.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "infer/act.hpp"
#include "resolve/verdict.hpp"

namespace touchstone::resolve {

inline constexpr std::size_t kMaxWords = 16;  // of one name; the rest is left out
inline constexpr std::size_t kMaxName = 200;  // bytes of a name that are looked at

// In lower case, split at _ - . / : space and where camelCase or digits change:
// "listIssues" is list, issues; "HTTPMethod" is http, method.
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

// What a call does whose action is called `value`. The first word decides; a later one may only
// make it worse ("get_and_delete", "read_write"), and words that do not tell much ("load",
// "export") decide nothing.
[[nodiscard]] Verdict verdict_on_action(std::string_view value);

// A name says that something is changed, sent or run by what is called so: the reason, or empty.
// For names of tools ("delete_files"), where "manage" and the like say nothing either way.
// Acts in `expected` are what such a tool is for: `run_command` runs.
[[nodiscard]] std::string change_in_tool_name(std::string_view name,
                                              std::span<const infer::Act> expected = {});
// For names of parameters ("delete_after", "remove").
[[nodiscard]] bool is_change_flag(std::string_view name);

}  // namespace touchstone::resolve
