#include "model/fold.hpp"

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

void hear(const FieldSpec& field, Said& said, const Evidence& item) {
  said.value = join(field, said.value, item.value);
  said.confidence = std::max(said.confidence, item.confidence);
}

bool outranks(const Evidence& item, const Evidence* current) {
  return current == nullptr || item.exact || !current->exact;
}

// A quiet observation and a doubtful inference are kept for people, but not heard here. Risky
// inferences are heard before reassuring ones, so that a sure "harmless" cannot lend its confidence
// to them or drown them.
Testimony collect(const FieldSpec& field, const std::vector<Evidence>& evidence) {
  Testimony heard;
  Said reassuring;
  for (const auto& item : evidence) {
    if (item.field != field.field || !is_set(item.value) || item.confidence < kHeard) continue;
    switch (item.source) {
      case Source::kOperator:
        if (outranks(item, heard.by_operator)) heard.by_operator = &item;
        break;
      case Source::kObserved:
        if (is_set(telling_part(field, item.value))) hear(field, heard.observed, item);
        break;
      case Source::kInferred:
        hear(field, is_set(telling_part(field, item.value)) ? heard.inferred : reassuring, item);
        break;
      case Source::kResolved: hear(field, heard.resolved, item); break;
      case Source::kDeclared: hear(field, heard.declared, item); break;
      case Source::kDefault: break;
    }
  }
  if (!is_set(heard.inferred.value)) heard.inferred = reassuring;
  return heard;
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
  const auto value = is_set(state.value) ? join(field, state.value, telling_part(field, said.value))
                                         : guarded(field, said.value);
  if (!is_set(value)) return;
  if (value == state.value && value != said.value) return;
  state = {value, source, said.confidence};
}

FieldState decide(const FieldSpec& field, const Testimony& heard, const FoldOptions& options) {
  if (heard.by_operator != nullptr) return {heard.by_operator->value, Source::kOperator, 1.0F};

  auto state = server_says(field, heard, options.trust);
  if (!is_set(state.value)) {
    state = inference_says(field, heard.inferred, options);
  } else if (options.trust != Trust::kTrusted) {
    const auto before = state;
    raise(field, state, heard.inferred, Source::kInferred);
    if (state.value == before.value) state = before;  // agreement leaves the word with the server
  }
  raise(field, state, heard.observed, Source::kObserved);
  if (!is_set(state.value)) {
    return {default_value(field.field, options.tool_name), Source::kDefault, 1.0F};
  }
  return state;
}

}  // namespace

Profile fold(std::vector<Evidence> evidence, const FoldOptions& options) {
  Profile::States states;
  for (const auto& field : kFields) {
    states[static_cast<std::size_t>(field.field)] =
        decide(field, collect(field, evidence), options);
  }
  return {std::move(states), std::move(evidence)};
}

}  // namespace touchstone::model
