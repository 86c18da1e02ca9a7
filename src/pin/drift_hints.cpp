// What a tool declares of itself, and what its words tell, on both sides.
//
// A hint that is relaxed is compared with the words: where these bear it out, the server has only
// said what it is; where they contradict it, it lies. The effect is what the words alone change:
// both sides are folded with the declaration from before, so that a server that becomes more honest
// raises no alarm.
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "infer/act.hpp"
#include "infer/infer.hpp"
#include "infer/words.hpp"
#include "model/derive.hpp"
#include "model/lattice.hpp"
#include "model/tool.hpp"
#include "pin/judgement.hpp"

namespace touchstone::pin {
namespace {

using model::Evidence;
using model::Field;
using model::FieldSpec;
using model::Value;

// A server that declares a hint for the first time is contradicted only by plain words, and one
// that takes a warning back is borne out by no others.
constexpr float kSure = 0.8F;

// What one side says: declared and by its words, which are read when somebody asks.
struct Statements {
  Statements(json::View json, const Context& where)
      : context(where), tool(model::read_tool(json, "")) {
    tool.server = context.server;
  }
  [[nodiscard]] const std::vector<Evidence>& words() const {
    if (!inferred) {
      const infer::Siblings nobody;
      inferred = infer::infer(tool, context.neighbours == nullptr
                                        ? nobody
                                        : context.neighbours->siblings(context.server));
    }
    return *inferred;
  }
  [[nodiscard]] Value declared(const FieldSpec& field) const {
    Value out;
    for (const auto& claim : tool.claims) {
      if (claim.field == field.field) out = model::join(field, out, claim.value);
    }
    return out;
  }
  // What the words say of a flag; nothing if they do not say it loud enough to be heard.
  [[nodiscard]] const Evidence* heard(Field field) const {
    const Evidence* best = nullptr;
    for (const auto& item : words()) {
      if (item.field != field || item.confidence < model::kHeard) continue;
      if (best == nullptr || item.confidence > best->confidence) best = &item;
    }
    return best;
  }

  const Context& context;
  model::Tool tool;
  mutable std::optional<std::vector<Evidence>> inferred = {};
};

bool is_risky(const FieldSpec& field, const Value& value) {
  const auto* flag = std::get_if<bool>(&value);
  return flag != nullptr && field.risky && *flag == *field.risky;
}

bool is_risk_by_default(const FieldSpec& field) {
  return field.fallback && field.risky && *field.fallback == *field.risky;
}

std::string reassurance(const FieldSpec& field, const Value& after) {
  return model::is_set(after) ? fmt::format("now declares {}: {}", field.name, to_string(after))
                              : fmt::format("no longer declares {}", field.name);
}

// Flags whose reassurance lets nobody do more than before.
bool is_harmless(Field field) {
  constexpr Field kHarmless[] = {Field::kIdempotent, Field::kAiProcessing, Field::kSlowExecution,
                                 Field::kResourceIntensive};
  return std::ranges::find(kHarmless, field) != std::end(kHarmless);
}

struct HintChange {
  const FieldSpec& field;
  Value before;
  Value after;
};

// What only reads destroys nothing, and nobody needs to say so.
bool only_reads(const Statements& now, Field field) {
  const auto* heard = now.heard(Field::kReadOnly);
  return field == Field::kDestructive && heard != nullptr && heard->value == Value(true);
}

// Of a flag that went from risky or unset to reassuring.
void judge_relaxed(const HintChange& hint, const Statements& now, Judgement& out) {
  const auto* heard = now.heard(hint.field.field);
  const bool was_said = model::is_set(hint.before);
  const bool sure = heard != nullptr && (was_said || heard->confidence >= kSure);
  const bool contradicted = sure && is_risky(hint.field, heard->value);
  const bool says_why = heard != nullptr && !contradicted && heard->confidence >= kSure;
  const bool borne_out = says_why || only_reads(now, hint.field.field);
  const auto what = reassurance(hint.field, hint.after);
  const auto pointer = fmt::format("/annotations/{}", hint.field.name);
  if (contradicted) {
    out.add(was_said ? Grade::kHostile : Grade::kRisky,
            fmt::format("{}, but {}", what, heard->reason), pointer);
  } else if (was_said && !borne_out) {
    out.add(Grade::kRisky, fmt::format("{}, and no word of it says why", what), pointer);
  } else {
    out.add(Grade::kCompatible, what, pointer);
  }
}

void judge_flag(const HintChange& hint, const Statements& now, Judgement& out) {
  const bool was_risky = is_risky(hint.field, hint.before);
  const bool set = model::is_set(hint.after);
  const bool harmless = is_harmless(hint.field.field);
  const bool dropped = was_risky && !set && !is_risk_by_default(hint.field) && !harmless;
  const bool relaxed = set && !is_risky(hint.field, hint.after);
  if (relaxed && !harmless) return judge_relaxed(hint, now, out);
  out.add(dropped ? Grade::kRisky : Grade::kCompatible, reassurance(hint.field, hint.after),
          fmt::format("/annotations/{}", hint.field.name));
}

// Of a set: what it no longer says is possible.
void judge_set(const HintChange& hint, Judgement& out) {
  const auto told = model::telling_part(hint.field, hint.before);
  const bool narrower = model::is_set(hint.before) &&
                        model::narrows(hint.field, hint.before, hint.after) &&
                        !model::narrows(hint.field, hint.after, hint.before);
  const bool silent = model::is_set(told) && !model::is_set(hint.after);
  out.add(narrower || silent ? Grade::kRisky : Grade::kCompatible,
          reassurance(hint.field, hint.after), fmt::format("/annotations/{}", hint.field.name));
}

model::Profile folded(const std::vector<Evidence>& claims, const std::vector<Evidence>& words) {
  auto all = claims;
  std::ranges::copy(words, std::back_inserter(all));
  return model::fold(std::move(all), {});
}

std::string why(const Statements& now, Field field) {
  const auto* heard = now.heard(field);
  return heard == nullptr ? std::string() : ": " + heard->reason;
}

std::string pointer_of(const Statements& now, Field field) {
  const auto* heard = now.heard(field);
  return heard == nullptr ? std::string() : heard->pointer;
}

// What the tool says that it does, if that harms: "deletes", "executes"; not what it denies.
std::set<std::string> harm_in(json::View tool) {
  std::set<std::string> out;
  const auto text = infer::Words::of_text(text_of(tool.find("description")));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto found = infer::find_inflected(text[i]);
    if (!found || found.form != infer::Form::kThird) continue;
    const auto act = found.verb->act;
    const bool strong =
        found.verb->weight == infer::Weight::kStrong && found.verb->use == infer::Use::kVerb;
    const bool harms = strong && (act == infer::Act::kDestroy || act == infer::Act::kRun);
    const bool denied = i > 0 && (text[i - 1] == "never" || text[i - 1] == "not");
    if (harms && !denied && !text.quoted(i)) out.emplace(text[i]);
  }
  return out;
}

}  // namespace

void judge_harm(const Sides& tool, Judgement& out) {
  if (!harm_in(tool.before).empty()) return;
  for (const auto& verb : harm_in(tool.after)) {
    out.add(Grade::kRisky, fmt::format("the description says now that it {}", verb), "/description",
            tool.find("description"));
  }
}

void judge_hints(const Sides& tool, Judgement& out) {
  const Statements before(tool.before, out.context());
  const Statements after(tool.after, out.context());
  for (const auto& field : model::kFields) {
    HintChange hint{field, before.declared(field), after.declared(field)};
    if (hint.before == hint.after || field.type == model::Type::kText) continue;
    if (field.type == model::Type::kFlag) {
      judge_flag(hint, after, out);
    } else {
      judge_set(hint, out);
    }
  }
}

void judge_effect(const Sides& tool, Judgement& out) {
  const Statements before(tool.before, out.context());
  const Statements after(tool.after, out.context());
  const auto then = folded(before.tool.claims, before.words());
  const auto now = folded(before.tool.claims, after.words());
  if (model::tier_of(now) > model::tier_of(then)) {
    const bool destroys = model::tier_of(now) == model::Tier::kDestructive;
    const auto field = destroys ? Field::kDestructive : Field::kReadOnly;
    out.add(Grade::kRisky,
            fmt::format("by its words it {} now{}", destroys ? "may destroy" : "writes",
                        why(after, field)),
            pointer_of(after, field));
  }
  if (model::legs_of(now).sends_out && !model::legs_of(then).sends_out) {
    out.add(Grade::kRisky,
            "by its words it can carry data to the outside now" + why(after, Field::kDestination),
            pointer_of(after, Field::kDestination));
  }
}

void judge_new_claims(json::View tool, Judgement& out) {
  const Statements now(tool, out.context());
  for (const auto field : {Field::kReadOnly, Field::kDestructive}) {
    const auto& spec = model::spec(field);
    const auto declared = now.declared(spec);
    if (!model::is_set(declared) || is_risky(spec, declared)) continue;
    const auto* heard = now.heard(field);
    if (heard == nullptr || !is_risky(spec, heard->value) || heard->confidence < kSure) continue;
    out.add(Grade::kRisky,
            fmt::format("declares {}: {}, but {}", spec.name, to_string(declared), heard->reason),
            heard->pointer);
  }
}

}  // namespace touchstone::pin
