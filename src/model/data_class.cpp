#include "model/data_class.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace touchstone::model {
namespace {

constexpr std::array<std::string_view, 6> kNames{"none",      "user",        "pii",
                                                 "financial", "credentials", "regulated"};
constexpr std::size_t kWords = 5;  // "regulated" is an object on the wire, never a word

constexpr std::uint8_t bit(DataClass member) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(member));
}

void insert_sorted(std::vector<std::string>& into, std::string text) {
  const auto at = std::lower_bound(into.begin(), into.end(), text);
  if (at == into.end() || *at != text) into.insert(at, std::move(text));
}

bool contains(const std::vector<std::string>& sorted, std::string_view text) {
  return std::binary_search(sorted.begin(), sorted.end(), text);
}

bool is_label_part(std::string_view part) {
  if (part.empty() || part.front() == '-' || part.back() == '-') return false;
  return std::all_of(part.begin(), part.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

}  // namespace

std::string_view name_of(DataClass data_class) {
  return kNames[static_cast<std::size_t>(data_class)];
}

bool is_organisation_label(std::string_view text) {
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') return false;
  std::size_t parts = 0;
  while (true) {
    const auto dot = text.find('.');
    if (!is_label_part(text.substr(0, dot))) return false;
    ++parts;
    if (dot == std::string_view::npos) return parts >= 2;
    text.remove_prefix(dot + 1);
  }
}

void DataClasses::insert(DataClass member) {
  bits_ = static_cast<std::uint8_t>(bits_ | bit(member));
}

void DataClasses::insert_scope(std::string scope) {
  insert(DataClass::kRegulated);
  insert_sorted(scopes_, std::move(scope));
}

void DataClasses::insert_label(std::string label) { insert_sorted(labels_, std::move(label)); }

bool DataClasses::insert_word(std::string_view word) {
  const auto words = std::span(kNames).first<kWords>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) {
    insert(static_cast<DataClass>(found - words.begin()));
    return true;
  }
  if (!is_organisation_label(word)) return false;
  insert_label(std::string(word));
  return true;
}

void DataClasses::join(const DataClasses& other) {
  bits_ = static_cast<std::uint8_t>(bits_ | other.bits_);
  for (const auto& scope : other.scopes_) insert_sorted(scopes_, scope);
  for (const auto& label : other.labels_) insert_sorted(labels_, label);
}

bool DataClasses::has(DataClass member) const { return (bits_ & bit(member)) != 0; }

bool DataClasses::has_word(std::string_view word) const {
  const auto found = std::find(kNames.begin(), kNames.end(), word);
  if (found != kNames.end() && has(static_cast<DataClass>(found - kNames.begin()))) return true;
  return contains(scopes_, word) || contains(labels_, word);
}

bool DataClasses::sensitive() const {
  return (bits_ & ~bit(DataClass::kNone)) != 0 || !labels_.empty();
}

bool DataClasses::confidential() const {
  return has(DataClass::kPii) || has(DataClass::kFinancial) || has(DataClass::kCredentials) ||
         has(DataClass::kRegulated) || !labels_.empty();
}

bool DataClasses::includes(const DataClasses& other) const {
  const auto extra = other.bits_ & ~bits_ & ~bit(DataClass::kNone);
  return extra == 0 && std::ranges::includes(scopes_, other.scopes_) &&
         std::ranges::includes(labels_, other.labels_);
}

DataClasses DataClasses::without_none() const {
  DataClasses out = *this;
  out.bits_ = static_cast<std::uint8_t>(out.bits_ & ~bit(DataClass::kNone));
  return out;
}

}  // namespace touchstone::model
