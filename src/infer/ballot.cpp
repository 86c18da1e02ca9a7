#include "infer/ballot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchstone::infer {
namespace {

constexpr std::size_t kMaxTold = 2;    // signals in a reason
constexpr float kWorthTelling = 0.9F;  // the weight of one that speaks against it

}  // namespace

void Ballot::add(float weight, std::string because, std::string pointer) {
  if (weight == 0) return;
  total_ += weight;
  signals_.push_back({weight, std::move(because), std::move(pointer)});
}

float Ballot::confidence(float temper) const {
  return std::min(kSurest, 1.0F / (1.0F + std::exp(-std::abs(total_) * temper)));
}

std::vector<const Ballot::Signal*> Ballot::side(bool for_it) const {
  std::vector<const Signal*> out;
  for (const auto& signal : signals_) {
    if ((signal.weight > 0) == for_it) out.push_back(&signal);
  }
  std::ranges::stable_sort(out, [](const Signal* a, const Signal* b) {
    return std::abs(a->weight) > std::abs(b->weight);
  });
  return out;
}

std::string Ballot::reason(std::string_view conclusion) const {
  std::string told;
  const auto winners = side(carried());
  for (std::size_t i = 0; i < std::min(winners.size(), kMaxTold); ++i) {
    if (i > 0) told += " and ";
    told += winners[i]->because;
  }
  if (!told.empty()) told += ": ";
  told += conclusion;
  const auto losers = side(!carried());
  if (!losers.empty() && std::abs(losers.front()->weight) >= kWorthTelling) {
    told += ", although " + losers.front()->because;
  }
  return told;
}

std::string Ballot::pointer() const {
  const auto winners = side(carried());
  return winners.empty() ? std::string() : winners.front()->pointer;
}

model::Evidence inferred(model::Field field, model::Value value, float confidence,
                         std::string reason, std::string pointer) {
  return {field,      std::move(value),  model::Source::kInferred,
          confidence, std::move(reason), std::move(pointer)};
}

}  // namespace touchstone::infer
