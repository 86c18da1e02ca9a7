#include "detect/finds.hpp"

#include <tuple>

namespace touchstone::detect {
namespace {

// What is surer comes first, then what is longer, then what begins earlier.
bool is_better(const Detection& a, const Detection& b) {
  return std::tuple(a.confidence, a.end - a.begin, b.begin) >
         std::tuple(b.confidence, b.end - b.begin, a.begin);
}

bool in_order(const Detection& a, const Detection& b) {
  return std::tuple(a.kind, a.begin, a.end) < std::tuple(b.kind, b.begin, b.end);
}

// One name for both spans, so that whoever replaces them leaves nothing of either.
Detection joined(const Detection& a, const Detection& b) {
  auto out = is_better(b, a) ? b : a;
  out.begin = std::min(a.begin, b.begin);
  out.end = std::max(a.end, b.end);
  return out;
}

}  // namespace

Detections Finds::take() && {
  std::ranges::sort(items_, in_order);
  Detections out;
  for (const auto& item : items_) {
    auto* last = out.items.empty() ? nullptr : &out.items.back();
    if (last == nullptr || last->kind != item.kind || last->end <= item.begin) {
      out.items.push_back(item);
    } else {
      *last = joined(*last, item);
    }
  }
  KindRoom room(kMaxDetections);
  std::erase_if(out.items, [&](const auto& item) { return !room.take(item.kind, item.rule); });
  out.is_partial = is_partial_ || room_.was_short() || room.was_short();
  std::ranges::stable_sort(out.items, {}, &Detection::begin);
  return out;
}

}  // namespace touchstone::detect
