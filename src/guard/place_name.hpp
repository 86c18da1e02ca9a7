// Place names: one spelling for a place, however a call writes it.
//
// By letters alone: links, mounts and working folders cannot be known here. Unlike
// resolve::normal_path, which has no answer where a text can be read in two ways, these always have
// one: a label that stays with too many places is better than one that is lost. Pure.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::guard {

// "docs/x/../a.txt", ".\docs\A.txt" and "docs//a.txt" are "docs/a.txt"; file:///a%20b is "/a b".
// Nothing is above the root; "..", where a relative path begins with it, stays. In small letters,
// since many file systems know one of both only.
[[nodiscard]] std::string path_name(std::string_view text);

// The path of a URI, from where its server's things begin: "/a%20b/../C" is "c".
[[nodiscard]] std::string path_name_in_uri(std::string_view path);

// A URI, with its scheme or without: dots as above, and no percent escape of what means the same
// without it; also where a URI may not have it, as a blank.
[[nodiscard]] std::string uri_name(std::string_view text);

[[nodiscard]] bool is_file_uri(std::string_view text);

}  // namespace touchstone::guard
