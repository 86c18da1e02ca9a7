// infer(): what a tool's own words say about it, as evidence.
//
// Deterministic and offline: name, title, description, parameters, output schema and siblings in,
// evidence out, for every field that words can tell. Each piece has a confidence, a reason a person
// can read and the place it was read from. Whoever folds it (model/fold.hpp) decides what it is
// worth: a risky value is heard from kHeard on, a reassuring one only above `inference_trust`.
//
// Declared annotations are never read here. Hostile definitions cost bounded time: of every name,
// text, enum and schema only a named number of bytes or items is read.
//
// Pure: no state, no clock, any thread.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "infer/siblings.hpp"
#include "model/evidence.hpp"
#include "model/tool.hpp"

namespace touchstone::infer {

// `asked`, if given, tells what it depends on besides the definition.
[[nodiscard]] std::vector<model::Evidence> infer(const model::Tool& tool,
                                                 const Siblings& siblings = {},
                                                 SiblingsAsked* asked = nullptr);

// The tools of a list, sorted by server, so that each can be seen among its siblings.
class Families {
 public:
  // `tool_of` gives the tool of an item, which must outlive the families' making only.
  template <typename Items, typename ToolOf>
  Families(const Items& items, ToolOf tool_of) {
    Names names;
    for (const auto& item : items) {
      const model::Tool& tool = tool_of(item);
      names[tool.server].push_back(tool.name);
    }
    gather(names);
  }
  [[nodiscard]] const Siblings& of(const model::Tool& tool) const;

 private:
  using Names = std::map<std::string, std::vector<std::string_view>, std::less<>>;
  void gather(const Names& names);

  std::map<std::string, Siblings, std::less<>> by_server_;
  Siblings nobody_;
};

}  // namespace touchstone::infer
