// Pin: what a server once showed, whole and with its digest, so that any change is noticed.
//
// A pin is made of a tool, a prompt, a resource template, or of the server itself (identity.hpp).
// The definition is kept in canonical form (json/canonical.hpp), hence key order, blanks and the
// spelling of numbers are no change. A value; pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::pin {

enum class Subject : std::uint8_t { kServer, kTool, kPrompt, kTemplate };
inline constexpr Subject kAllSubjects[] = {Subject::kServer, Subject::kTool, Subject::kPrompt,
                                           Subject::kTemplate};

// "server", "tool", "prompt", "template".
[[nodiscard]] std::string_view name_of(Subject subject);

// What is pinned, within one server. The server itself has no name.
struct Key {
  Subject subject = Subject::kTool;
  std::string name;

  friend auto operator<=>(const Key&, const Key&) = default;
};

// How much of a digest commands to copy have, in hexadecimal digits. A server that can choose both
// definitions finds two that share twelve digits in seconds, two that share these never.
inline constexpr std::size_t kSafeDigest = 32;

// As a person types it: a tool's name, "prompt:NAME", "template:URI", "server:identity".
[[nodiscard]] std::string label_of(const Key& key);

struct Pin {
  Subject subject = Subject::kTool;
  std::string name;
  std::string digest;      // of the definition
  std::string definition;  // canonical JSON

  [[nodiscard]] Key key() const { return {subject, name}; }
  friend bool operator==(const Pin&, const Pin&) = default;
};

[[nodiscard]] Pin pin_of(Subject subject, std::string name, json::View definition);
// The same by the definition's own name (of a template: its uriTemplate).
[[nodiscard]] Pin pin_of(Subject subject, json::View definition);

}  // namespace touchstone::pin
