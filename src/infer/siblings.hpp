// Siblings: the tools of one server, as far as each tells something about the others.
//
// They tell which part of a name is only the server's prefix (`notion-search`), and whether what
// one tool does another can undo (`create_label`, `delete_label`).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "infer/act.hpp"
#include "infer/words.hpp"

namespace touchstone::infer {

class Siblings {
 public:
  Siblings() = default;  // nobody is known
  // All tool names of one server, and the server's own name if it is known.
  Siblings(std::span<const std::string_view> names, std::string_view server);

  // How many words of the name are the server's prefix; never all of them.
  [[nodiscard]] std::size_t prefix_of(const Words& name) const;
  // The name of a tool that undoes what `verb` does to the rest of `name`; empty if there is none.
  [[nodiscard]] std::string_view counterpart(const Words& name, std::string_view verb) const;

 private:
  std::unordered_map<std::string, std::size_t> first_words_;
  std::unordered_map<std::string, std::string> by_deed_;  // "delete label" to its tool's name
  std::size_t count_ = 0;
  Words server_;
};

// What the reading of one tool asked its siblings, and heard. Whoever would hear the same again
// would read the same again.
struct SiblingsAsked {
  struct Counterpart {
    std::string verb;
    std::string tool;  // or none
  };
  std::size_t prefix = 0;
  std::vector<Counterpart> counterparts = {};

  [[nodiscard]] bool holds(const Words& name, const Siblings& siblings) const;
};

// Siblings, as they are asked in one reading: all that is asked is noted.
class Kin {
 public:
  explicit Kin(const Siblings& siblings) : siblings_(siblings) {}

  [[nodiscard]] std::size_t prefix_of(const Words& name) const;
  [[nodiscard]] std::string_view counterpart(const Words& name, std::string_view verb) const;
  [[nodiscard]] const SiblingsAsked& asked() const { return asked_; }

 private:
  const Siblings& siblings_;
  mutable SiblingsAsked asked_;
};

// Does the other verb undo what this one does: `lock` and `unlock`, `create` and `delete`?
[[nodiscard]] bool undoes(std::string_view verb, std::string_view other);

}  // namespace touchstone::infer
