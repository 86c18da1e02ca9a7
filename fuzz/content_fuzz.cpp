// Any bytes as the content of a result: scanning ends, spans lie inside the text and in order,
// those of one kind do not overlap, and the same text as JSON is redacted into JSON that has
// nothing left.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "detect/content_json.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::detect {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

const ContentEngine& engine() {
  static const auto kEngine = ContentEngine::compile();
  return *kEngine;
}

void check_spans(std::string_view text, const Detections& found) {
  require(found.is_partial || found.items.size() <= kContentKinds * kMaxDetections);
  std::size_t last = 0;
  std::array<std::size_t, kContentKinds> ends{};
  for (const auto& item : found.items) {
    require(item.begin < item.end && item.end <= text.size() && item.begin >= last);
    auto& end = ends[static_cast<std::size_t>(item.kind)];
    require(item.begin >= end && !item.rule.empty());
    end = item.end;
    last = item.begin;
  }
}

void check_redaction(std::string_view text, ContentEngine::Scratch& scratch) {
  const auto raw = "{\"a\":[" + json::quoted(text) + ",4111111111111111]}";
  const auto kinds = ContentKinds().set();
  const auto clean = redact_all(raw, engine(), scratch, kinds);
  if (!clean) return;
  const auto document = json::Parser().parse(json::Text(*clean));
  require(document.has_value());
  require(scan_result(document->root(), engine(), scratch).items.empty());
}

void run(std::string_view text) {
  auto scratch = engine().make_scratch();
  check_spans(text, engine().scan(text, scratch));
  check_spans(text, engine().scan(text, scratch, {.at_least = Confidence::kPossible}));
  check_redaction(text, scratch);
  require(!ContentEngine::load(text).has_value());
}

}  // namespace
}  // namespace touchstone::detect

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::detect::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
