// ValueReader: one value into the place the table names, by the type of that place.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "config/reader.hpp"

namespace touchstone::config {

class ValueReader {
 public:
  ValueReader(Reader& reader, const Node& node, const Key& key, const std::string& path)
      : reader_(reader), node_(node), key_(key), path_(path) {}

  void operator()(bool* into);
  void operator()(float* into);  // a share, 0 to 1
  void operator()(std::string* into);
  void operator()(Strings* into);
  void operator()(Pairs* into);
  void operator()(std::uint32_t* into);
  void operator()(std::size_t* into);
  void operator()(Milliseconds* into);
  void operator()(Listen into);
  void operator()(std::vector<Token>* into);
  void operator()(std::vector<Server>* into);
  void operator()(Limits* into);
  void operator()(Approvals* into);
  void operator()(Webhook* into);
  void operator()(Secret* into);
  void operator()(std::vector<resolve::Rule>* into);  // these three and Overrides: rule_reader.cpp
  void operator()(std::vector<resolve::Condition>* into);
  void operator()(resolve::Sayings* into);
  void operator()(Overrides* into);
  void operator()(Declassifiers* into);  // declassifiers.cpp
  void operator()(Hours* into);
  void operator()(std::vector<View>* into);
  void operator()(std::vector<Webhook>* into);
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum* into) {
    choose(*into);
  }

 private:
  template <typename Enum>
  void choose(Enum& into);
  // True if the number lies within the key's bounds; otherwise notes them, written by `print`.
  template <typename Print>
  bool within_bounds(std::uint64_t number, Print print);
  void problem(std::string what, std::string remedy = {}) {
    reader_.problem(node_.offset, path_, std::move(what), std::move(remedy));
  }
  [[nodiscard]] std::string place_of(const Node& child) const { return path_ + "." + child.key; }
  template <typename Named>
  void read_named(std::vector<Named>* into, std::string_view what);
  void read_pair(const Node& child, Pairs& into);
  void read_condition(const Node& child, resolve::Condition& into);
  void read_test(const Node& child, resolve::Condition& into);
  void read_operands(const Node& node, const std::string& path, resolve::Condition& into);
  void read_saying(const Node& child, const std::string& path, resolve::Sayings& into);
  void read_override(const Node& child, Overrides& into);
  void read_declassifier(const Node& child, Declassifiers& into);
  void read_token(const Node& child, std::vector<Token>& into);
  // What may serve as a secret, or nothing and a note.
  std::optional<std::string> secret_of(const Node& node, const std::string& path);

  Reader& reader_;
  const Node& node_;
  const Key& key_;
  const std::string& path_;
};

}  // namespace touchstone::config
