#include "infer/ballot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace touchstone::infer {
namespace {

constexpr std::size_t kMaxTold = 2;  // signals in a reason

}  // namespace

void Ballot::add(float weight, std::string because, std::string pointer) {
  if (weight == 0) return;
  total_ += weight;
  signals_.push_back({weight, std::move(because), std::move(pointer)});
}

float Ballot::confidence() const {
  return std::min(kSurest, 1.0F / (1.0F + std::exp(-std::abs(total_))));
}

std::vector<const Ballot::Signal*> Ballot::winners() const {
  std::vector<const Signal*> out;
  for (const auto& signal : signals_) {
    if ((signal.weight > 0) == carried()) out.push_back(&signal);
  }
  std::ranges::stable_sort(out, [](const Signal* a, const Signal* b) {
    return std::abs(a->weight) > std::abs(b->weight);
  });
  return out;
}

std::string Ballot::reason(std::string_view conclusion) const {
  std::string told;
  const auto strongest = winners();
  for (std::size_t i = 0; i < std::min(strongest.size(), kMaxTold); ++i) {
    if (i > 0) told += " and ";
    told += strongest[i]->because;
  }
  return told.empty() ? std::string(conclusion) : fmt::format("{}: {}", told, conclusion);
}

std::string Ballot::pointer() const {
  const auto strongest = winners();
  return strongest.empty() ? std::string() : strongest.front()->pointer;
}

model::Evidence inferred(model::Field field, model::Value value, float confidence,
                         std::string reason, std::string pointer) {
  return {field,      std::move(value),  model::Source::kInferred,
          confidence, std::move(reason), std::move(pointer)};
}

}  // namespace touchstone::infer
