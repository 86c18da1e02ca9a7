// Judgement: what the rules of drift work on, and where they put what they find. Internal to
// src/pin.
//
// A rule looks at both sides of one definition and adds changes. For something new the side before
// is absent. The rules are pure functions, one file for each kind of matter.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/document.hpp"
#include "pin/drift.hpp"

namespace touchstone::pin {

// One place on both sides; either may be absent. Both documents are canonical, so raw() compares.
struct Sides {
  json::View before;
  json::View after;

  [[nodiscard]] Sides find(std::string_view key) const {
    return {before.find(key), after.find(key)};
  }
  [[nodiscard]] bool same() const {
    return before && after ? before.raw() == after.raw() : !before && !after;
  }
};

class Judgement {
 public:
  Judgement(Subject subject, std::string name, const Context& context)
      : subject_(subject), name_(std::move(name)), context_(context) {}

  void add(Grade grade, std::string what, std::string pointer);
  // With excerpts of the two sides.
  void add(Grade grade, std::string what, std::string pointer, const Sides& sides);

  // Counts one difference; false once there are too many, which is a change of its own.
  [[nodiscard]] bool may_look();

  [[nodiscard]] Drift finish(Drift::Kind kind) &&;

  [[nodiscard]] Subject subject() const { return subject_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const Context& context() const { return context_; }

 private:
  Subject subject_;
  std::string name_;
  const Context& context_;
  std::vector<Change> changes_;
  std::size_t differences_ = 0;
};

// The rules.
void judge_poison(const Sides& definition, Judgement& out);    // drift_words.cpp
void judge_hidden(const Sides& definition, Judgement& out);    // drift_words.cpp
void judge_mentions(const Sides& definition, Judgement& out);  // drift_words.cpp
// A text for people or the model: same words, a few others, or a new text.
void judge_text(const Sides& text, const std::string& pointer, std::string_view what,
                Judgement& out);
void judge_hints(const Sides& tool, Judgement& out);          // drift_hints.cpp
void judge_effect(const Sides& tool, Judgement& out);         // drift_hints.cpp
void judge_harm(const Sides& tool, Judgement& out);           // drift_hints.cpp
void judge_new_claims(json::View tool, Judgement& out);       // drift_hints.cpp
void judge_schemas(const Sides& tool, Judgement& out);        // drift_schema.cpp
void judge_identity(const Sides& server, Judgement& out);     // drift_identity.cpp
void judge_members(const Sides& definition, Judgement& out);  // drift_members.cpp

// The members of both objects by name. One pass over each, where find() for each would be a square.
[[nodiscard]] std::map<std::string, Sides> pair_members(const Sides& objects);

// The decoded string, or the JSON of anything else, or nothing.
[[nodiscard]] std::string text_of(json::View value);

}  // namespace touchstone::pin
