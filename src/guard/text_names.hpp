// Text names: the files that a text for people shows by name, with what is in them.
//
// Who searches a folder names no file, but the text does: "/a/x.txt:7:…" of a grep, "=== x.txt ==="
// or "File: x.txt" before a content, a line with nothing but a path and the content below it. A
// list of files has names and no content, and names alone bring nothing. Linear in the text. Pure.
#pragma once

#include <functional>
#include <string_view>

namespace touchstone::guard {

inline constexpr std::size_t kMaxNameInText = 256;  // bytes; longer: it is content

struct NameInText {
  std::string_view name;
  bool surely = false;  // no list of files has it so
};

// In their order; the same name may come again, though not twice in a row. Until `take` says false.
void each_name_in_text(std::string_view text, const std::function<bool(NameInText)>& take);

// By its spelling: a path, or a name with an ending.
[[nodiscard]] bool looks_like_file(std::string_view name);
// Is each line of it a file, a folder, or what `ls -l` says of one?
[[nodiscard]] bool shows_names_only(std::string_view text);

}  // namespace touchstone::guard
