// For tests: memories, arguments and properties in a line each.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "flow/memory.hpp"
#include "json/string.hpp"
#include "json/test_support.hpp"

namespace touchstone::flow {

inline SourceId source_of(Memory& memory, std::string uri, Author author = Author::kUnknown) {
  return memory.intern({.uri = std::move(uri), .author = author, .classes = {}});
}

inline Flows traced(const Memory& memory, std::string_view arguments) {
  return memory.trace(json::document(arguments).root());
}

// {"text": …}
inline std::string text_argument(std::string_view text) {
  return "{\"text\":" + json::quoted(text) + "}";
}

inline const Carried* carried(const Flows& flows, std::string_view text) {
  const auto found = std::ranges::find(flows.values, text, &Carried::text);
  return found == flows.values.end() ? nullptr : &*found;
}

inline bool has_untrusted_destination(const Flows& flows) {
  return std::ranges::any_of(flows.values, &Carried::untrusted_destination);
}

// At most `most` words of letters; cheap to draw, however long.
inline std::string any_words(unsigned most, unsigned alphabet = 26) {
  auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto draw = [&](unsigned below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return static_cast<unsigned>(seed >> 33U) % below;
  };
  std::string out;
  for (auto words = draw(most + 1); words > 0; --words) {
    for (auto letters = 1 + draw(8); letters > 0; --letters) {
      out += static_cast<char>('a' + draw(alphabet));
    }
    out += ' ';
  }
  return out;
}

}  // namespace touchstone::flow
