// Role: what a parameter means for the effect of a call, by its name and schema.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"

namespace touchstone::resolve {

enum class Role : std::uint8_t {
  kNone,    // nothing that is known
  kAction,  // which of several things the tool does, from a closed list of verbs
  kHint,    // perhaps such an action: it may make a call worse, and never better
  kMethod,  // of an HTTP request
  kSql,
  kShell,      // a command line, or the program if kArguments stands beside it
  kArguments,  // of that program
  kCode,       // text in another language: what it does is not understood
  kSearch,     // free text that may be a query language
  kBody,       // what an HTTP request carries
  kPath,
  kUrl,
  kHost,
  kMail,
  kAudience,    // who will see it: a visibility, or a flag such as `public`
  kChangeFlag,  // says by its name that something is changed if it is there
};

// What the tool's own name and words say, for names that mean one thing here and another there.
struct ToolWords {
  bool sql = false;    // about a database that speaks SQL
  bool shell = false;  // runs command lines of a POSIX shell
  bool web = false;    // takes a URL
};

[[nodiscard]] ToolWords words_of_tool(json::View definition, std::string_view name);

[[nodiscard]] Role role_of(std::string_view name, json::View schema, const ToolWords& tool);

// The texts that a schema allows (enum, const, oneOf const); empty if it allows any.
[[nodiscard]] std::vector<std::string> choices_of(json::View schema);

// Names that would decide the effect, were they not hidden inside of another argument.
[[nodiscard]] bool decides_effect(std::string_view name);

}  // namespace touchstone::resolve
