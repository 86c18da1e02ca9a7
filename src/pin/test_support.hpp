// For the tests of this module: pins from literals.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "json/parser.hpp"
#include "pin/drift.hpp"
#include "pin/pin.hpp"

namespace touchstone::pin {

inline Pin pin_from(std::string_view text, Subject subject = Subject::kTool) {
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document) {
    ADD_FAILURE() << document.error().what << " at " << document.error().position.offset << " of "
                  << text;
    return {};
  }
  return pin_of(subject, document->root());
}

// Two servers: `notes`, whose definitions are compared, and `mail`, which stands beside it.
inline const Neighbours& two_servers() {
  static const Neighbours neighbours({{"mail", "send_message"},
                                      {"mail", "list_inbox"},
                                      {"notes", "read_note"},
                                      {"notes", "save_note"},
                                      {"notes", "delete_note"}});
  return neighbours;
}

inline std::string told(const Drift& drift) {
  std::string out(name_of(drift.grade));
  for (const auto& change : drift.changes) {
    out += "\n  " + std::string(name_of(change.grade)) + " " + change.pointer + ": " + change.what +
           "\n    - " + change.before + "\n    + " + change.after;
  }
  return out;
}

}  // namespace touchstone::pin
