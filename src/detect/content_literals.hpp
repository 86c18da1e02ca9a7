// ContentLiterals: every literal of the content tables once, and who wants to know of it.
//
// The order is that of the tables, and the numbers are those that Vectorscan reports. Made once;
// any thread. Internal to src/detect.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detect/confirm.hpp"

namespace touchstone::detect {

enum class LiteralRole : std::uint8_t {
  kToken,
  kKeyed,
  kAssigned,  // by AssignedKind
  kCommand,
  kTopic,
  kTopicOfKey,  // the words of a topic as the name of something has them: taxId, tax_id
  kPhrase,
  kPhraseOfKey,
  kTrigger,      // a word of a phrase that instructions go by
  kInstruction,  // and what needs no other beside it
  kForeign,      // the same in another language
  kConcealed,    // of what a page does not show
  kCarrier,      // of a link or a picture
  kSpelled,      // a letter may be spelled out here
  kHidden
};

struct LiteralUse {
  LiteralRole role;
  std::uint16_t index;  // of the row in the table
};

struct ContentLiteral {
  std::string text;
  bool any_case;
  std::vector<LiteralUse> uses;
};

// A literal may be this long, so that parts of a text that are read one after the other overlap
// enough.
inline constexpr std::size_t kMaxLiteral = 64;

class ContentLiterals {
 public:
  explicit ContentLiterals(const TokenConfirmer& tokens);
  [[nodiscard]] const std::vector<ContentLiteral>& all() const { return all_; }
  // Another text for other literals.
  [[nodiscard]] std::string digest() const;

 private:
  void add(std::string_view words, char between, bool any_case, LiteralRole role,
           std::size_t index);
  void add_names(std::string_view words, LiteralRole role, std::size_t index);
  [[nodiscard]] bool has(const std::string& word) const { return places_.contains({word, true}); }

  std::vector<ContentLiteral> all_;
  std::map<std::pair<std::string, bool>, std::size_t> places_;
};

}  // namespace touchstone::detect
