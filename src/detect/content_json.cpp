#include "detect/content_json.hpp"

#include <algorithm>

#include "detect/flat_json.hpp"
#include "detect/leaves.hpp"

namespace touchstone::detect {
bool ResultDetections::has(ContentKind kind) const {
  return std::ranges::any_of(items, [&](const auto& item) { return item.what.kind == kind; });
}

model::DataClasses ResultDetections::classes() const {
  Detections all;
  for (const auto& item : items) all.items.push_back(item.what);
  return all.classes();
}

bool ResultDetections::is_malicious() const {
  return has(ContentKind::kInjection) || has(ContentKind::kHidden);
}

ContentKinds only(ContentKind kind) {
  ContentKinds out;
  out.set(static_cast<std::size_t>(kind));
  return out;
}

ResultDetections scan_result(json::View result, const ContentEngine& engine,
                             ContentEngine::Scratch& scratch, const ScanOptions& options) {
  ResultDetections out;
  if (!result) return out;
  const FlatJson flat(result.raw());
  const auto found = engine.scan(flat.text(), scratch, options);
  out.is_partial = found.is_partial;
  if (found.items.empty()) return out;
  const auto leaves = leaves_of(result);
  KindRoom room(kMaxDetections);
  for (auto item : found.items) {
    item.begin = flat.raw_begin(item.begin);
    item.end = flat.raw_end(item.end);
    put_into_leaves(item, leaves, room, out.items);
  }
  out.is_partial = out.is_partial || room.was_short();
  std::ranges::stable_sort(out.items, {}, [](const auto& item) { return item.what.begin; });
  return out;
}

}  // namespace touchstone::detect
