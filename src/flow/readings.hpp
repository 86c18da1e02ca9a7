// Readings: what a text may say to whoever decodes it, wherever in it and however glued.
//
// For what is searched for byte by byte (find_store.hpp), so nothing has to be readable: every run
// of base64 is decoded from each of its first four digits, every run of hexadecimal digits from
// each of its first two, and escapes are taken away. One inside the other, as deep as kMaxReadings.
// Pure; linear in the text.
#pragma once

#include <functional>
#include <string_view>

namespace touchstone::flow {

inline constexpr int kMaxReadings = 2;

using TakeReading = std::function<void(std::string_view)>;

// Not the text itself. Of what is shorter than `least` bytes, decoded, nothing is told.
void each_reading(std::string_view text, std::size_t least, const TakeReading& take);

}  // namespace touchstone::flow
