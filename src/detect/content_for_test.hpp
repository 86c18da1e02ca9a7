// For tests of the content detectors: one engine for all of them, and values of a shape.
#pragma once

#include <algorithm>
#include <charconv>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "detect/content.hpp"
#include "detect/content_rules.hpp"
#include "detect/shape.hpp"

namespace touchstone::detect::content_testing {

inline const ContentEngine& engine() {
  static const auto kEngine = ContentEngine::compile();
  return *kEngine;
}

// Whatever is found has a name that policies know.
inline Detections scan(std::string_view text, Confidence at_least = Confidence::kLikely) {
  auto scratch = engine().make_scratch();
  auto found = engine().scan(text, scratch, {.at_least = at_least});
  for (const auto& item : found.items)
    EXPECT_TRUE(std::ranges::binary_search(content_rules(), item.rule))
        << item.rule << " is missing in content_rules.cpp";
  return found;
}

// "github-token@4-44, …": what was found, and where.
inline std::string told(const Detections& found) {
  std::string out;
  for (const auto& item : found.items) {
    out += (out.empty() ? "" : ", ") + std::string(item.rule) + "@" + std::to_string(item.begin) +
           "-" + std::to_string(item.end);
  }
  return out;
}

inline bool has_rule(const Detections& found, std::string_view rule) {
  return std::ranges::find(found.items, rule, &Detection::rule) != found.items.end();
}

// A text of this shape, varied, the same for the same seed.
inline std::string sample(std::string_view shape, unsigned seed) {
  std::mt19937 random(seed);
  std::string out;
  while (!shape.empty()) {
    auto part = shape.substr(0, shape.find(' '));
    shape.remove_prefix(std::min(part.size() + 1, shape.size()));
    const bool optional = part.starts_with('?');
    if (optional) continue;
    if (part.starts_with('\'')) {
      out += part.substr(1, part.size() - 2);
      continue;
    }
    std::size_t count = 0;
    std::from_chars(part.data() + 1, part.data() + part.size(), count);
    std::string letters;
    // No 0, 1, 8 and 9: some alphabets leave them out.
    for (const char c :
         std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz234567")) {
      if (is_in_class(c, part.front())) letters += c;
    }
    for (std::size_t i = 0; i < count; ++i) out += letters[random() % letters.size()];
  }
  return out;
}

}  // namespace touchstone::detect::content_testing
