#include "resolve/verdict.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "json/string.hpp"

namespace touchstone::resolve {
namespace {

void take_first(std::string& ours, const std::string& theirs) {
  if (ours.empty()) ours = theirs;
}

}  // namespace

std::string_view name_of(Effect effect) {
  constexpr std::array<std::string_view, 5> kNames{"read", "add", "write", "unknown", "destroy"};
  return kNames[static_cast<std::size_t>(effect)];
}

void Verdict::worsen(Effect to, std::string because) {
  if (to <= effect && !why.empty()) return;
  if (to < effect) return;
  if (to > effect) idempotent = false;
  effect = to;
  why = std::move(because);
}

void Verdict::join(const Verdict& other) {
  const bool repeatable = (idempotent || effect == Effect::kRead) &&
                          (other.idempotent || other.effect == Effect::kRead);
  const bool writes = effect != Effect::kRead || other.effect != Effect::kRead;
  worsen(other.effect, other.why);
  idempotent = repeatable && writes;
  take_first(open_world, other.open_world);
  take_first(privileged, other.privileged);
  take_first(sensitive, other.sensitive);
}

Verdict verdict(Effect effect, std::string why) {
  Verdict out;
  out.effect = effect;
  out.why = std::move(why);
  return out;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return json::quoted(text);
  // Not in the middle of a character.
  auto end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return json::quoted(std::string(text.substr(0, end)) + "…");
}

}  // namespace touchstone::resolve
