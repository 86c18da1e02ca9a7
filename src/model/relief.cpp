#include "model/relief.hpp"

#include <algorithm>

namespace touchstone::model {
namespace {

constexpr std::string_view kScopePrefix = "regulated:";
constexpr DataClass kPlainClasses[] = {DataClass::kUser, DataClass::kPii, DataClass::kFinancial,
                                       DataClass::kCredentials};

bool is_class_word(std::string_view word) {
  if (word == name_of(DataClass::kRegulated) || is_organisation_label(word)) return true;
  if (word.starts_with(kScopePrefix)) return word.size() > kScopePrefix.size();
  return std::ranges::any_of(kPlainClasses, [&](DataClass one) { return name_of(one) == word; });
}

// Scopes go with `regulated`, or each by its name.
DataClasses classes_without(const DataClasses& classes, const std::vector<std::string>& words) {
  const auto stays = [&](std::string_view word) {
    return std::ranges::find(words, word) == words.end();
  };
  DataClasses out;
  for (const auto member : kPlainClasses) {
    if (classes.has(member) && stays(name_of(member))) out.insert(member);
  }
  for (const auto& label : classes.labels()) {
    if (stays(label)) out.insert_label(label);
  }
  if (!classes.has(DataClass::kRegulated) || !stays(name_of(DataClass::kRegulated))) return out;
  if (classes.scopes().empty()) out.insert(DataClass::kRegulated);
  for (const auto& scope : classes.scopes()) {
    if (stays(scope) && stays(std::string(kScopePrefix) + scope)) out.insert_scope(scope);
  }
  return out;
}

}  // namespace

bool Relief::insert_word(std::string_view word) {
  if (word == "untrusted") return untrusted = true;
  if (word == "private") return is_private = true;
  if (word == "malicious") return malicious = true;
  if (!is_class_word(word)) return false;
  if (std::ranges::find(classes, word) == classes.end()) classes.emplace_back(word);
  return true;
}

std::vector<std::string> Relief::words() const {
  std::vector<std::string> out = classes;
  if (untrusted) out.emplace_back("untrusted");
  if (is_private) out.emplace_back("private");
  if (malicious) out.emplace_back("malicious");
  return out;
}

Label relieved(const Label& label, const Relief& relief) {
  Label out = label;
  out.untrusted = label.untrusted && !relief.untrusted;
  out.is_private = label.is_private && !relief.is_private;
  out.malicious = label.malicious && !relief.malicious;
  out.classes = classes_without(label.classes, relief.classes);
  return out;
}

}  // namespace touchstone::model
