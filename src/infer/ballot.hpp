// Ballot: signals for and against one statement, weighed and told.
//
// Weights are log odds and add up: 0 is undecided, 1.4 is four to one, 3 is twenty to one. They
// were chosen so that the confidences come true on labelled tools (`touchstone eval annotations`
// shows how well they do).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/evidence.hpp"

namespace touchstone::infer {

class Ballot {
 public:
  // Above zero it speaks for the statement. `because` is a noun phrase or a clause, for people.
  void add(float weight, std::string because, std::string pointer);

  [[nodiscard]] bool empty() const { return signals_.empty(); }
  [[nodiscard]] float total() const { return total_; }
  [[nodiscard]] bool carried() const { return total_ > 0; }
  // In what was decided, 0.5…kSurest. `temper` below 1 makes it less sure: signals that repeat each
  // other, as names and descriptions do, do not add up.
  [[nodiscard]] float confidence(float temper = 1.0F) const;
  // The strongest signals of the side that won, what follows from them, and what speaks against.
  [[nodiscard]] std::string reason(std::string_view conclusion) const;
  [[nodiscard]] std::string pointer() const;  // of the strongest signal

  static constexpr float kSurest = 0.99F;  // words are never more sure than this

 private:
  struct Signal {
    float weight;
    std::string because;
    std::string pointer;
  };
  [[nodiscard]] std::vector<const Signal*> side(bool for_it) const;  // strongest first

  std::vector<Signal> signals_;
  float total_ = 0;
};

// What the rules write into.
using Findings = std::vector<model::Evidence>;

[[nodiscard]] model::Evidence inferred(model::Field field, model::Value value, float confidence,
                                       std::string reason, std::string pointer);

}  // namespace touchstone::infer
