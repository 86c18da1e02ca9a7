// Value: what one annotation field says. Unset, false and true are three different things.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json/writer.hpp"
#include "model/choice.hpp"
#include "model/data_class.hpp"

namespace touchstone::model {

// A set of URIs: sorted, unique.
class Uris {
 public:
  Uris() = default;
  explicit Uris(std::vector<std::string> uris);
  void insert(std::string uri);
  void join(const Uris& other);
  [[nodiscard]] const std::vector<std::string>& all() const { return uris_; }
  friend bool operator==(const Uris&, const Uris&) = default;

 private:
  std::vector<std::string> uris_;
};

using Unset = std::monostate;
using Value = std::variant<Unset, bool, std::string, ChoiceSet, DataClasses, Uris>;

[[nodiscard]] inline bool is_set(const Value& value) {
  return !std::holds_alternative<Unset>(value);
}

// As JSON: true, "text", ["a","b"]; null when unset. Sets are always arrays.
void write(json::Writer& out, const Value& value);
// As SEP-1913 wants it: a set of one member is written as that member.
void write_wire(json::Writer& out, const Value& value);
// As people read it: `yes`/`no` are left to tables; this gives "true", "user, public", "unset".
[[nodiscard]] std::string to_string(const Value& value);

// The members of a set by name; a flag as "true" or "false"; a text as itself; none when unset.
[[nodiscard]] std::vector<std::string> words(const Value& value);

}  // namespace touchstone::model
