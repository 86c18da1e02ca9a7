// The compiled content patterns on disk, so that a start need not compile them: a thin edge around
// detect::ContentEngine, which does no files.
//
// The cache is a convenience: what cannot be read, is not ours, was made by another version or on
// another machine is compiled anew and replaced, and a folder that cannot be written costs time and
// nothing else. The file takes its place in one step and is its owner's alone. Any thread; several
// processes at once do no harm.
#pragma once

#include <string>

#include "base/error.hpp"
#include "detect/content.hpp"

namespace touchstone::cli {

// $XDG_CACHE_HOME/touchstone/content.db, or that of ~/.cache; empty without a home.
[[nodiscard]] std::string content_cache_path();

// From the file, or compiled and then kept there. An empty path: compiled.
[[nodiscard]] base::Result<detect::ContentEngine> cached_content_engine(const std::string& path);

}  // namespace touchstone::cli
