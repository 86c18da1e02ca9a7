// Where handles stand in the arguments of a call, and the text with contents in their place. Pure.
//
// A handle is `touchstone://value/` and an id of kHandleDigits letters and digits, anywhere in the
// value of a string, however its bytes are escaped; what follows is text again. A shorter id is
// nobody's, and without one the word is only a word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "guard/brought.hpp"
#include "json/document.hpp"

namespace touchstone::gateway {

inline constexpr std::size_t kMaxHandles = 16;  // in the arguments of one call

// Without looking into the strings: false is sure.
[[nodiscard]] bool may_hold_handles(json::View arguments);

// A string of the arguments with handles in it.
struct HandleHolder {
  json::View at;
  std::string pointer;
  std::string text;  // decoded
};

struct HandlesFound {
  std::vector<HandleHolder> holders;
  std::vector<std::string> ids;  // each once
  std::string_view fault;        // why they cannot be opened; empty: they can
};
[[nodiscard]] HandlesFound handles_in(json::View arguments);

// How long the texts are going to be. There is a content for each id.
[[nodiscard]] std::size_t size_with(const std::vector<HandleHolder>& holders,
                                    const std::vector<guard::Brought>& contents);
// The text with contents for its handles, which learn where they stand.
[[nodiscard]] std::string put_in(const HandleHolder& holder, std::vector<guard::Brought>& contents);

// One text for all that is not to be had, so that nobody can find out what exists.
inline constexpr std::string_view kNoSuchHandle =
    "a handle in its arguments is none of this session's, or what it stood for is no longer kept";

}  // namespace touchstone::gateway
