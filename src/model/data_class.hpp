// DataClasses: which kinds of sensitive data something may carry, as a set.
//
// SEP-1913's DataClass is one of five words or {"regulated":{"scopes":[…]}} with open scope names.
// Our extension: a reverse-DNS label of an organisation's own ("com.acme.project-x").
//
// `none` is a statement ("nothing sensitive here"), not the absence of one, so it is kept; as a
// bound it allows nothing, like the empty set.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::model {

enum class DataClass : std::uint8_t { kNone, kUser, kPii, kFinancial, kCredentials, kRegulated };

// "none", "user", … "regulated".
[[nodiscard]] std::string_view name_of(DataClass data_class);

// "com.acme.project-x": two or more dot-separated parts of letters, digits, hyphens and
// underscores; the first begins with a letter, as top-level domains do and version numbers do not.
[[nodiscard]] bool is_organisation_label(std::string_view text);

class DataClasses {
 public:
  DataClasses() = default;
  DataClasses(DataClass member) { insert(member); }

  void insert(DataClass member);
  void insert_scope(std::string scope);  // also makes the set regulated
  void insert_label(std::string label);
  // One of the five words or an organisation label; false if it is neither.
  bool insert_word(std::string_view word);
  void join(const DataClasses& other);

  [[nodiscard]] bool has(DataClass member) const;
  [[nodiscard]] bool has_word(std::string_view word) const;  // a class, scope or label by name
  [[nodiscard]] bool empty() const { return bits_ == 0 && labels_.empty(); }
  [[nodiscard]] bool sensitive() const;  // anything besides none
  // Sensitive in SEP-1984's sense: personal, financial, credentials, regulated, or whatever an
  // organisation found worth a label of its own. `user` data need not be.
  [[nodiscard]] bool confidential() const;
  // Everything sensitive in `other` is in this.
  [[nodiscard]] bool includes(const DataClasses& other) const;
  [[nodiscard]] DataClasses without_none() const;

  [[nodiscard]] const std::vector<std::string>& scopes() const { return scopes_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }

  friend bool operator==(const DataClasses&, const DataClasses&) = default;

 private:
  std::uint8_t bits_ = 0;
  std::vector<std::string> scopes_;  // sorted, unique
  std::vector<std::string> labels_;  // sorted, unique
};

}  // namespace touchstone::model
