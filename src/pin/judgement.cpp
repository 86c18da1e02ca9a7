#include "pin/judgement.hpp"

#include <algorithm>
#include <functional>

#include "detect/excerpt.hpp"
#include "json/utf8.hpp"

namespace touchstone::pin {
namespace {

constexpr std::size_t kLeadIn = 24;      // bytes shown before the first difference
constexpr std::size_t kMaxShown = 2048;  // bytes of a text: what decides may stand at its end

std::size_t back_to_character(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && at < text.size() && json::is_utf8_continuation(text[at])) --at;
  return at;
}

std::string shown_from(std::string_view text, std::size_t difference) {
  if (difference < kLeadIn || text.size() <= difference - kLeadIn)
    return detect::excerpt(text, 0, text.size(), kMaxShown);
  const auto begin = back_to_character(text, difference - kLeadIn);
  const auto blank = text.find(' ', begin);
  const auto word = blank < difference ? blank + 1 : begin;
  return "…" + detect::excerpt(text, word, text.size(), kMaxShown);
}

}  // namespace

std::string text_of(json::View value) {
  if (!value) return {};
  return value.as_string().value_or(std::string(value.raw()));
}

std::map<std::string, Sides> pair_members(const Sides& objects) {
  std::map<std::string, Sides> out;
  for (const auto& member : objects.before.members()) {
    out[text_of(member.key)].before = member.value;
  }
  for (const auto& member : objects.after.members()) {
    out[text_of(member.key)].after = member.value;
  }
  return out;
}

void Judgement::add(Grade grade, std::string what, std::string pointer) {
  changes_.push_back({grade, std::move(what), std::move(pointer), "", ""});
}

void Judgement::add(Grade grade, std::string what, std::string pointer, const Sides& sides) {
  const auto before = text_of(sides.before);
  const auto after = text_of(sides.after);
  const auto [a, b] = std::ranges::mismatch(before, after);
  const auto difference = static_cast<std::size_t>(a - before.begin());
  changes_.push_back({grade, std::move(what), std::move(pointer), shown_from(before, difference),
                      shown_from(after, difference)});
}

bool Judgement::may_look() {
  if (++differences_ == kMaxDifferences) {
    add(Grade::kRisky, "so much is different that not all of it was compared", "");
  }
  return differences_ < kMaxDifferences;
}

Drift Judgement::finish(Drift::Kind kind) && {
  for (auto& change : changes_) {
    if (!context_.new_key || change.grade != Grade::kRisky) continue;
    change.grade = Grade::kHostile;
    change.what += ", and the server's TLS key is another one";
  }
  std::ranges::stable_sort(changes_, std::greater(), &Change::grade);
  if (changes_.size() > kMaxChanges) changes_.resize(kMaxChanges);
  const auto worst = changes_.empty() ? Grade::kCosmetic : changes_.front().grade;
  return {subject_, std::move(name_), kind, worst, std::move(changes_)};
}

}  // namespace touchstone::pin
