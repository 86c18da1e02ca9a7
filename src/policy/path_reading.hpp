// Ways to read a text as a path. Servers differ: some take the URI of a file, some undo percent
// escapes (once, or as often as they find any), some take a backslash for a slash, some cut off
// blanks. What all of them would open counts. Internal to src/policy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::policy {

inline constexpr std::size_t kLongestPath = 16'384;  // bytes; four times what Linux opens

// There is one way, which is as it is written.
[[nodiscard]] bool reads_as_written(std::string_view path);
// So is an absolute path that is also the shortest way to write it, but for a slash at its end: no
// part is empty or begins with a dot. It is below another such if it begins with it.
[[nodiscard]] bool is_plain(std::string_view path);
// All ways, for a path with slashes. None if it cannot be told: it has a NUL in it, or bytes that
// some take for a slash, is escaped too often, or is too long to be a path.
[[nodiscard]] std::vector<std::string> path_readings(std::string_view path);
// Names of folders on its way need not stand in the text.
[[nodiscard]] bool hides_names(std::string_view path);

}  // namespace touchstone::policy
