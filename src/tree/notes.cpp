#include "tree/notes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "json/position.hpp"

namespace touchstone::tree {

std::vector<base::Error> tell(std::vector<Note> notes, std::string_view text,
                              std::string_view source) {
  std::ranges::stable_sort(notes, {}, &Note::offset);
  std::vector<base::Error> errors;
  json::Position at;
  for (auto& note : notes) {
    if (errors.size() == kMaxNotes) {
      errors.push_back(
          {fmt::format("and {} more", notes.size() - kMaxNotes), std::string(source), ""});
      break;
    }
    at = json::advance(text, at, note.offset);
    auto where = fmt::format("{}:{}:{}", source, at.line, at.column);
    if (!note.key.empty()) where += fmt::format(" ({})", note.key);
    errors.push_back({std::move(note.what), std::move(where), std::move(note.remedy)});
  }
  return errors;
}

}  // namespace touchstone::tree
