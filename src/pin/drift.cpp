#include "pin/drift.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "json/parser.hpp"
#include "pin/judgement.hpp"

namespace touchstone::pin {
namespace {

using MaybeDocument = std::optional<json::Document>;

MaybeDocument read_definition(const Pin& pin) {
  auto document = json::Parser().parse(json::Text::copy_of(pin.definition));
  if (!document) return std::nullopt;
  return std::move(*document);
}

json::View root_of(const MaybeDocument& document) {
  return document ? document->root() : json::View();
}

void judge(const Sides& sides, Judgement& out) {
  judge_poison(sides, out);
  judge_hidden(sides, out);
  judge_mentions(sides, out);
  if (out.subject() == Subject::kServer) judge_identity(sides, out);
  if (out.subject() == Subject::kTool) {
    judge_hints(sides, out);
    judge_effect(sides, out);
    judge_harm(sides, out);
    judge_schemas(sides, out);
  }
  judge_members(sides, out);
}

void judge_name(Judgement& out) {
  const auto& context = out.context();
  if (context.neighbours == nullptr || out.subject() != Subject::kTool) return;
  const auto* alike = context.neighbours->alike(context.server, out.name());
  if (alike == nullptr) return;
  // Two servers may well have a `search`; nobody types a Cyrillic letter by accident.
  const bool deceives = alike->likeness == detect::Likeness::kHomoglyph;
  out.add(deceives ? Grade::kHostile : Grade::kRisky, alike->reason, "/name");
}

}  // namespace

std::string_view name_of(Grade grade) {
  constexpr std::array<std::string_view, 4> kNames{"cosmetic", "compatible", "risky", "hostile"};
  return kNames[static_cast<std::size_t>(grade)];
}

std::string_view meaning_of(Grade grade) {
  constexpr std::array<std::string_view, 4> kMeanings{
      "it means the same: blanks, punctuation, a few other words, titles, icons",
      "ordinary evolution: optional parameters, longer descriptions, stricter hints",
      "a person should look: a hint relaxed, an effect raised, a new way in or out",
      "nobody does that by accident: poison, hidden characters, another server's name"};
  return kMeanings[static_cast<std::size_t>(grade)];
}

std::string_view name_of(Drift::Kind kind) {
  constexpr std::array<std::string_view, 3> kNames{"new", "changed", "gone"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool has_new_key(const Pin& before, const Pin& after) {
  const auto drift = compare(before, after);
  return std::ranges::find(drift.changes, "/tlsKey", &Change::pointer) != drift.changes.end();
}

Drift compare(const Pin& before, const Pin& after, const Context& context) {
  Judgement out(after.subject, after.name, context);
  if (before.digest == after.digest) return std::move(out).finish(Drift::Kind::kChanged);
  const auto old_document = read_definition(before);
  const auto new_document = read_definition(after);
  if (old_document && new_document) {
    judge({root_of(old_document), root_of(new_document)}, out);
  } else {
    out.add(Grade::kRisky, "the definition cannot be read", "");
  }
  return std::move(out).finish(Drift::Kind::kChanged);
}

Drift judge_new(const Pin& pin, const Context& context) {
  Judgement out(pin.subject, pin.name, context);
  const auto document = read_definition(pin);
  const Sides sides{json::View(), root_of(document)};
  out.add(Grade::kCompatible, "a new " + std::string(name_of(pin.subject)), "",
          sides.find("description"));
  if (!document) out.add(Grade::kRisky, "the definition cannot be read", "");
  judge_name(out);
  judge_poison(sides, out);
  judge_hidden(sides, out);
  judge_mentions(sides, out);
  if (pin.subject == Subject::kTool) judge_new_claims(sides.after, out);
  return std::move(out).finish(Drift::Kind::kNew);
}

Drift judge_gone(const Pin& pin) {
  const Context nothing;
  Judgement out(pin.subject, pin.name, nothing);
  out.add(Grade::kCompatible, "no longer offered", "");
  return std::move(out).finish(Drift::Kind::kGone);
}

}  // namespace touchstone::pin
