// Whose answer a text would be that cannot be read as a message.
//
// A server's answer may be spoiled by one bad byte, and its call need not wait until it times out
// if the id can be told all the same. The scan forgives what is wrong inside words (invalid UTF-8,
// control characters, bad escapes, NaN), keys that occur twice, and depth. It forgives nothing
// between words: from there on nobody knows what is inside what, so only what stands before counts,
// and an id in a string, a nested value or a comment is never taken for the message's own.
//
// One pass, one bit of memory for each open bracket, and no more than kDeepest of those.
#pragma once

#include <cstddef>
#include <string_view>

namespace touchstone::rpc {

inline constexpr std::size_t kDeepest = std::size_t{1} << 20;

// The raw id, a valid string or number. Empty unless the text says "jsonrpc":"2.0", has exactly one
// id and no method, and has a result or an error, or its end was seen and so that it is no request.
// Of a message that can be read it is the id of a response, and empty for all others.
[[nodiscard]] std::string_view id_of_broken_answer(std::string_view text);

}  // namespace touchstone::rpc
