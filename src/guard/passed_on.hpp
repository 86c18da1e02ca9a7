// PassedOn: the contents that a session has given to tools by their handles, and has not read.
//
// A tool may keep what it is given, and another call would then bring the content back in clear. So
// every text of a result is compared with all that the session has passed on lately: any 32 bytes
// in common that it was not given as well, and whole contents that are shorter than that. Contents
// are in the store, but not which of them were passed on: after a restart it is all that was
// withheld. Owned by a Session; the loop's thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flow/memory.hpp"
#include "flow/text_store.hpp"
#include "json/document.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

class PassedOn {
 public:
  static constexpr std::size_t kBytes = std::size_t{2} << 20;  // of it all; a third is texts
  static constexpr std::size_t kMostShort = 256;
  static constexpr std::size_t kLeastShort = 4;  // bytes; what is shorter stands in any text

  explicit PassedOn(std::uint64_t seed);

  // The same content twice is one. When there is no room the oldest of the largest goes.
  void add(const std::string& text, const model::Label& label);

  struct Found {
    bool any = false;    // the result has some of it
    model::Label label;  // of what it has; and of all, if some of that cannot be compared any more
  };
  // What the session was `given` as well is no news.
  [[nodiscard]] Found in(json::View result, const flow::Memory& given) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class ResultSearch;
  struct Short {
    std::string folded;  // with a blank on either side
    flow::SourceId source;
  };
  [[nodiscard]] flow::SourceId number_of(const model::Label& label);

  flow::TextStore texts_;
  std::vector<std::string> known_;    // digests of contents
  std::vector<model::Label> labels_;  // by the number of a content; some share one
  std::vector<Short> short_;
  model::Label all_;
};

// Is this the text of a content that is too short to be found as a copied text? A secret of a few
// letters has no shape of its own.
[[nodiscard]] bool is_short(std::string_view text);
// By the tool that gave it, as if it had been delivered.
[[nodiscard]] flow::Source source_of(const model::Label& label, std::string_view otherwise);

}  // namespace touchstone::guard
