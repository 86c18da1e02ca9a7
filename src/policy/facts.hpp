// Facts: what is known when one decision is made. The caller fills in what it knows; the rest is
// absent, which is neither true nor false.
//
// Facts borrow: texts and sets are views of what the caller (or a Texts) holds, and must outlive
// them. They copy: keep one for each tool with what its definition says, copy it for each call, and
// add what the call brings. Not for two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json/document.hpp"
#include "json/writer.hpp"
#include "model/label.hpp"
#include "model/profile.hpp"
#include "policy/fact.hpp"
#include "policy/number.hpp"

namespace touchstone::policy {

using Words = std::span<const std::string_view>;
// A number that we count is a double; one that a call brings is what is written there.
using Value = std::variant<std::monostate, bool, double, std::string_view, Words, Numeral>;

// Where texts live that nobody else keeps. Addresses stay as they are while it lives, also when it
// is moved.
class Texts {
 public:
  std::string_view keep(std::string_view text);
  Words keep(std::span<const std::string> words);

 private:
  static constexpr std::size_t kBlock = 480;  // bytes; what is longer gets a block for itself
  struct Block {
    std::unique_ptr<Block> before;
    std::unique_ptr<std::byte[]> longer;
    std::size_t used = 0;
    alignas(std::string_view) std::array<std::byte, kBlock> bytes;
  };
  [[nodiscard]] void* room_for(std::size_t bytes);

  std::unique_ptr<Block> last_;  // mostly there is none
};

class Facts {
 public:
  void set(FactId id, Value value) { values_[id] = value; }
  void set(std::string_view name, Value value) { set(fact_id(name), value); }
  // A member of a family: a pointer for arguments, else a name. It counts before set_arguments().
  void set_member(FactId family, std::string_view member, Value value) {
    members_.push_back({family, member, value});
  }
  // The call's arguments, asked for only where a rule names one. The document must outlive this.
  void set_arguments(json::View arguments) { arguments_ = arguments; }
  void clear();  // keeps its memory

  [[nodiscard]] const Value& at(FactId id) const { return values_[id]; }

  // Calls `take` with each value that the fact has (bool, double, std::string_view, Numeral, or
  // monostate for an object in a list) and with whether it is a member of a set, until it returns
  // true; tells whether one did.
  template <typename Take>
  bool any_of(const FactRef& fact, Take&& take) const;
  [[nodiscard]] bool has(const FactRef& fact) const;
  // All that any_of() would tell of a member of a family, to be asked several times. Nothing if it
  // is no such thing as a Value: a list in the arguments, or a text with escapes in it.
  [[nodiscard]] std::optional<Value> value_of_member(const FactRef& fact) const;
  [[nodiscard]] bool has_any_of(Phase phase) const;  // a fact that is known from then on

  // The fact's value as people read it: "true", "user, public", "absent".
  [[nodiscard]] std::string text_of(const FactRef& fact) const;
  // Members of the JSON object that write() makes: those of the facts whose names begin so.
  [[nodiscard]] std::string members_of(std::string_view family) const;
  struct Written {
    Written() = default;
    Written(std::string_view family, std::string_view written);  // "tool."
    std::span<const FactId> facts;
    std::string_view members;
  };
  // One object, a key for each fact that is known, by name: the canonical form. Arguments that were
  // set as a document, and members of families, stand at its end. What is `ready`, in the order of
  // names, is not written again.
  void write(json::Writer& out, std::span<const Written> ready = {}) const;

 private:
  struct Member {
    FactId family;
    std::string_view name;
    Value value;
  };
  [[nodiscard]] const Value* member(const FactRef& fact) const;
  void write_some(json::Writer& out, std::span<const FactId> ids) const;
  [[nodiscard]] json::View argument(const FactRef& fact) const;

  std::array<Value, kMostFacts> values_;  // by id; in place, since there is one for each call
  std::vector<Member> members_;
  json::View arguments_;
};

// Annotations, evidence, tier, risk and legs of a tool. What nobody claims stays absent; what is
// merely the default of the specification is there, as people expect of an effective value.
void fill_profile(Facts& facts, const model::Profile& profile, Texts& texts);
// Fields under "tool.declared.", "request.annotations." or "response.annotations.".
void fill_field(Facts& facts, std::string_view family, model::Field field,
                const model::Value& value, Texts& texts);
// Classes by name, and `regulated` beside its scopes, so that a rule can ask for any of them.
[[nodiscard]] std::vector<std::string> class_words(const model::DataClasses& classes);
// Under "session.label.".
void fill_label(Facts& facts, const model::Label& label, Texts& texts);

// A scalar of a JSON value; monostate if it is none. `scratch` holds a text that had escapes.
[[nodiscard]] Value scalar_of(json::View value, std::string& scratch);

template <typename Take>
bool any_of_value(const Value& value, const Take& take) {
  switch (value.index()) {
    case 1: return take(*std::get_if<1>(&value), false);
    case 2: return take(*std::get_if<2>(&value), false);
    case 3: return take(*std::get_if<3>(&value), false);
    case 4:
      for (const auto word : *std::get_if<4>(&value)) {
        if (take(word, true)) return true;
      }
      return false;
    case 5: return take(*std::get_if<5>(&value), false);
    default: return false;
  }
}

template <typename Take>
bool Facts::any_of(const FactRef& fact, Take&& take) const {
  if (fact.member.empty()) return any_of_value(values_[fact.id], take);
  if (const Value* value = member(fact)) return any_of_value(*value, take);
  const auto view = argument(fact);
  std::string scratch;
  if (!view.is(json::Kind::kArray)) return view && any_of_value(scalar_of(view, scratch), take);
  for (const json::View element : view.elements()) {
    const auto value = scalar_of(element, scratch);
    const bool found =
        value.index() == 0
            ? take(std::monostate(), true)
            : any_of_value(value, [&](auto scalar, bool) { return take(scalar, true); });
    if (found) return true;
  }
  return false;
}

}  // namespace touchstone::policy
