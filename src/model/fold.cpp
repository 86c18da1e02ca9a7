#include "model/fold.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <utility>

#include "model/lattice.hpp"

namespace touchstone::model {
namespace {

// What one source says of one field, all its evidence joined.
struct Said {
  Value value;
  float confidence = 0.0F;
};

struct Testimony {
  Said inferred, declared, resolved, observed;
  const Evidence* by_operator = nullptr;
};

void add(const FieldSpec& field, Said& said, const Evidence& item) {
  if (is_set(said.value)) {
    said.value = join(field, said.value, item.value);
  } else {
    said.value = item.value;
  }
  said.confidence = std::max(said.confidence, item.confidence);
}

bool is_yes(const Value& value) { return value == Value(true); }
bool is_benign(const Value& value) { return value == Value(ChoiceSet(Outcome::kBenign)); }

// When the premise holds, the conclusion has its harmless value, said by whoever said the premise.
struct Implication {
  Field premise;
  bool (*holds)(const Value&);
  Field conclusion;
};
constexpr std::array kImplications{
    Implication{Field::kReadOnly, is_yes, Field::kDestructive},
    Implication{Field::kReadOnly, is_yes, Field::kIdempotent},
    Implication{Field::kOutcomes, is_benign, Field::kDestructive},
};

bool outranks(const Evidence& item, const Evidence* current) {
  return current == nullptr || item.exact || !current->exact;
}

// What the words reassure of because they say that the tool only reads.
bool follows_from_reading(Field field) {
  return field == Field::kDestructive || field == Field::kIdempotent || field == Field::kOutcomes;
}

// Evidence on one field: first what follows from other fields, then what was said of it.
class Hearing {
 public:
  explicit Hearing(const FieldSpec& field) : field_(field) {}

  // `refuted`: a stronger source denies that the tool only reads, as was inferred.
  void hear(std::span<const Evidence> evidence, bool refuted = false);
  [[nodiscard]] const Testimony& conclude();  // once, when all was heard

 private:
  const FieldSpec& field_;
  Testimony heard_;
  Said reassuring_;
};

// A quiet observation and a doubtful inference are kept for people, but not heard here. Risky
// inferences are heard before reassuring ones, so that a sure "harmless" cannot lend its confidence
// to them or drown them.
void Hearing::hear(std::span<const Evidence> evidence, bool refuted) {
  const bool unfounded = refuted && follows_from_reading(field_.field);
  for (const auto& item : evidence) {
    const bool speaks = is_set(item.value) || item.source == Source::kOperator;
    if (item.field != field_.field || !speaks || item.confidence < kHeard) continue;
    switch (item.source) {
      case Source::kOperator:
        if (outranks(item, heard_.by_operator)) heard_.by_operator = &item;
        break;
      case Source::kObserved:
        if (is_set(telling_part(field_, item.value))) add(field_, heard_.observed, item);
        break;
      case Source::kInferred:
        if (is_set(telling_part(field_, item.value))) {
          add(field_, heard_.inferred, item);
        } else if (!unfounded) {
          add(field_, reassuring_, item);
        }
        break;
      case Source::kResolved: add(field_, heard_.resolved, item); break;
      case Source::kDeclared: add(field_, heard_.declared, item); break;
      case Source::kDefault: break;
    }
  }
}

const Testimony& Hearing::conclude() {
  if (!is_set(heard_.inferred.value)) heard_.inferred = std::move(reassuring_);
  return heard_;
}

// The server's word: a resolution replaces the declaration, unless we believe neither.
FieldState server_says(const FieldSpec& field, const Testimony& heard, Trust trust) {
  const bool resolved = is_set(heard.resolved.value);
  FieldState state{resolved ? heard.resolved.value : heard.declared.value,
                   resolved ? Source::kResolved : Source::kDeclared, 1.0F};
  if (trust != Trust::kUntrusted) return state;
  state.value = guarded(field, join(field, heard.declared.value, heard.resolved.value));
  return state;
}

FieldState inference_says(const FieldSpec& field, const Said& inferred,
                          const FoldOptions& options) {
  const bool believed =
      options.trust != Trust::kUntrusted && inferred.confidence >= options.inference_trust;
  return {believed ? inferred.value : guarded(field, inferred.value), Source::kInferred,
          inferred.confidence};
}

// Joins what must be heard into the state; whoever changes the value has decided it.
void raise(const FieldSpec& field, FieldState& state, const Said& said, Source source) {
  if (!is_set(said.value)) return;
  const auto value = is_set(state.value) ? join(field, state.value, telling_part(field, said.value))
                                         : guarded(field, said.value);
  if (!is_set(value)) return;
  if (value == state.value && value != said.value) return;
  state = {value, source, said.confidence};
}

// An untrusted server's word is not believed, so words that are merely heard add to it.
bool overrules(const FieldSpec& field, const Said& inferred, Trust trust) {
  const bool weighed = field.type == Type::kFlag && trust == Trust::kStandard;
  return inferred.confidence >= (weighed ? kOverrules : kHeard);
}

FieldState by_default(const FieldSpec& field, const FoldOptions& options) {
  return {default_value(field.field, options.tool_name), Source::kDefault, 1.0F};
}

FieldState decide(const FieldSpec& field, const Testimony& heard, const FoldOptions& options) {
  if (heard.by_operator != nullptr) {
    const Value& word = heard.by_operator->value;
    return {is_set(word) ? word : by_default(field, options).value, Source::kOperator, 1.0F};
  }

  auto state = server_says(field, heard, options.trust);
  if (!is_set(state.value)) {
    state = inference_says(field, heard.inferred, options);
  } else if (options.trust != Trust::kTrusted && overrules(field, heard.inferred, options.trust)) {
    const auto before = state;
    raise(field, state, heard.inferred, Source::kInferred);
    if (state.value == before.value) state = before;  // agreement leaves the word with the server
  }
  raise(field, state, heard.observed, Source::kObserved);
  return is_set(state.value) ? state : by_default(field, options);
}

// What follows from the states of other fields, as evidence on this one.
struct Implied {
  std::array<Evidence, kImplications.size()> evidence{};
  std::size_t count = 0;
  Field premise{};  // the first

  [[nodiscard]] std::span<const Evidence> all() const { return std::span(evidence).first(count); }
};

Implied implied(const FieldSpec& field, const Profile::States& states) {
  Implied out;
  for (const auto& rule : kImplications) {
    const auto& premise = states[static_cast<std::size_t>(rule.premise)];
    if (rule.conclusion != field.field || !rule.holds(premise.value)) continue;
    if (out.count == 0) out.premise = rule.premise;
    auto& item = out.evidence[out.count++];
    item.field = field.field;
    item.value = !*field.risky;
    item.source = premise.source;
    item.confidence = premise.confidence;
    item.exact = false;
  }
  return out;
}

FieldState decide_by(const FieldSpec& field, const std::vector<Evidence>& evidence,
                     const FoldOptions& options, bool refuted) {
  Hearing hearing(field);
  hearing.hear(evidence, refuted);
  return decide(field, hearing.conclude(), options);
}

FieldState decide_with(const FieldSpec& field, const Implied& implied,
                       const std::vector<Evidence>& evidence, const FoldOptions& options) {
  Hearing hearing(field);
  hearing.hear(implied.all());
  hearing.hear(evidence);
  auto state = decide(field, hearing.conclude(), options);
  const auto said_it = [&](const Evidence& item) {
    return item.field == field.field && item.source == state.source;
  };
  // Decided by what follows from another field: its source, but nobody's word on this one.
  if (std::ranges::none_of(evidence, said_it)) state.implied_by = implied.premise;
  return state;
}

bool is_lasting(const Value& value) {
  const auto* outcomes = std::get_if<ChoiceSet>(&value);
  return outcomes != nullptr &&
         outcomes->intersects(ChoiceSet(Outcome::kConsequential) | Outcome::kIrreversible);
}

FieldState& state_of(Profile::States& states, Field field) {
  return states[static_cast<std::size_t>(field)];
}

// Whoever says that the outcome lasts contradicts a read-only of no stronger source, and the risky
// side decides. A resolution's read-only stands against what the definition said to be possible.
void settle_by_outcomes(Profile::States& states, const std::vector<Evidence>& evidence) {
  auto& read_only = state_of(states, Field::kReadOnly);
  const auto& outcomes = state_of(states, Field::kOutcomes);
  if (!is_yes(read_only.value) || !is_lasting(outcomes.value)) return;
  const auto contradicts = [&](const Evidence& item) {
    return item.field == Field::kOutcomes && item.confidence >= kHeard && is_lasting(item.value) &&
           item.source >= read_only.source;
  };
  if (std::ranges::none_of(evidence, contradicts)) return;
  read_only = {false, outcomes.source, outcomes.confidence};
}

// The same for destructive, after a stronger read-only had its chance to deny it (kImplications).
void settle_by_destructive(Profile::States& states) {
  auto& read_only = state_of(states, Field::kReadOnly);
  const auto& destructive = state_of(states, Field::kDestructive);
  if (!is_yes(read_only.value) || !is_yes(destructive.value)) return;
  read_only = {false, destructive.source, destructive.confidence};
}

// Its words say that the tool only reads, and somebody who knows better that it does not. What the
// words conclude from it is no longer worth anything.
bool refutes_reading(const std::vector<Evidence>& evidence) {
  bool inferred = false;
  bool denied = false;
  const Evidence* by_operator = nullptr;
  for (const auto& item : evidence) {
    if (item.field != Field::kReadOnly || item.confidence < kHeard) continue;
    const bool only_reads = is_yes(item.value);
    if (item.source == Source::kInferred) inferred = inferred || only_reads;
    if (item.source == Source::kDeclared || item.source == Source::kObserved)
      denied = denied || !only_reads;
    if (item.source == Source::kOperator && outranks(item, by_operator)) by_operator = &item;
  }
  return inferred && (by_operator != nullptr ? !is_yes(by_operator->value) : denied);
}

void apply_implications(Field field, Profile::States& states, const std::vector<Evidence>& evidence,
                        const FoldOptions& options) {
  const auto follows = implied(spec(field), states);
  if (follows.count == 0) return;
  state_of(states, field) = decide_with(spec(field), follows, evidence, options);
}

}  // namespace

Profile fold(std::vector<Evidence> evidence, const FoldOptions& options) {
  std::bitset<kFieldCount> mentioned;  // most tools say something of a few fields only
  for (const auto& item : evidence) mentioned.set(static_cast<std::size_t>(item.field));
  Profile::States states;
  const bool refuted = refutes_reading(evidence);
  for (const auto& field : kFields) {
    const auto index = static_cast<std::size_t>(field.field);
    if (mentioned[index]) {
      states[index] = decide_by(field, evidence, options, refuted);
    } else {
      states[index].value = default_value(field.field, options.tool_name);
    }
  }
  settle_by_outcomes(states, evidence);
  apply_implications(Field::kDestructive, states, evidence, options);
  settle_by_destructive(states);
  apply_implications(Field::kIdempotent, states, evidence, options);
  return {std::move(states), std::move(evidence)};
}

}  // namespace touchstone::model
