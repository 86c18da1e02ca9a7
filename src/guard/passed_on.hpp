// PassedOn: the contents that a session has given to tools by their handles, and has not read.
//
// A tool may keep what it is given, and another call would then bring the content back in clear. So
// results are compared with all that the session has passed on lately. Contents are in the store,
// but not which of them were passed on: after a restart it is all that was withheld. Owned by a
// Session; the loop's thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flow/memory.hpp"
#include "json/document.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

class PassedOn {
 public:
  // Of the latest contents; of one that is longer than a third of what is kept, its beginning.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  explicit PassedOn(std::uint64_t seed);

  void add(const std::string& text, const model::Label& label);

  // The label of whatever of it this result has; none: it has nothing, or nothing that the session
  // was not `given` as well. A result that is too large to tell counts as having all.
  [[nodiscard]] std::optional<model::Label> repeated_in(json::View result,
                                                        const flow::Memory& given) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Short {
    std::string text;
    model::Label label;
  };

  flow::Memory memory_;
  std::vector<model::Label> labels_;  // by source
  std::vector<Short> short_;          // what is too short for a copied text
  model::Label all_;
};

// Is this the text of a content that is too short to be found as a copied text? A secret of a few
// letters has no shape of its own.
[[nodiscard]] bool is_short(std::string_view text);
// By the tool that gave it, as if it had been delivered.
[[nodiscard]] flow::Source source_of(const model::Label& label, std::string_view otherwise);

}  // namespace touchstone::guard
