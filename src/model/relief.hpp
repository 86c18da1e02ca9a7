// Relief: what a declassification takes from a label, in the words that people write.
//
// The words are `untrusted`, `private`, `malicious`, the data classes, `regulated` for all its
// scopes or `regulated:GDPR` for one, and organisation labels. Nothing goes that is not named: a
// label that has no classes left stays private until `private` goes as well. Where data came from
// (attribution) stays known. Values; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/label.hpp"

namespace touchstone::model {

struct Relief {
  bool untrusted = false;
  bool is_private = false;
  bool malicious = false;
  std::vector<std::string> classes = {};  // and scopes and labels, by name

  // Takes up one of the words above; false if it is none of them.
  bool insert_word(std::string_view word);
  [[nodiscard]] std::vector<std::string> words() const;
  [[nodiscard]] bool empty() const {
    return !untrusted && !is_private && !malicious && classes.empty();
  }

  friend bool operator==(const Relief&, const Relief&) = default;
};

// What remains. A scope may also be named without `regulated:`.
[[nodiscard]] Label relieved(const Label& label, const Relief& relief);

}  // namespace touchstone::model
