#include "guard/passed_on.hpp"

#include <algorithm>

#include "guard/content.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kLeastShort = 4;  // what is shorter stands in any text
constexpr std::size_t kMostShort = 256;

// How much of the string at `pointer` comes from what the memory was told.
std::size_t matched_at(const flow::Flows& flows, std::string_view pointer) {
  std::size_t most = 0;
  for (const auto& copied : flows.copied) {
    if (copied.pointer == pointer) most = std::max(most, copied.matched);
  }
  return most;
}

// The session was given this text, or such a word.
bool knows(const flow::Memory& given, std::string_view text) {
  const auto as_json = json::Parser().parse(json::Text(json::quoted(text)));
  if (!as_json) return false;
  const flow::Flows flows = given.trace(as_json->root());
  return !flows.copied.empty() || std::ranges::any_of(flows.values, [](const flow::Carried& value) {
    return value.whole && !value.seen.empty();
  });
}

}  // namespace

bool is_short(std::string_view text) { return !text.empty() && text.size() <= flow::kMaxBare; }

flow::Source source_of(const model::Label& label, std::string_view otherwise) {
  const auto tools = label.attribution.own_names();
  const auto tool = std::ranges::min_element(tools);
  return {.uri = std::string(tool == tools.end() ? otherwise : *tool),
          .author = label.untrusted || label.malicious ? flow::Author::kUntrusted
                                                       : flow::Author::kUnknown,
          .is_private = label.is_private,
          .malicious = label.malicious,
          .classes = label.classes};
}

PassedOn::PassedOn(std::uint64_t seed) : memory_({.bytes = kMostBytes, .seed = seed}) {}

void PassedOn::add(const std::string& text, const model::Label& label) {
  const auto source = memory_.intern(source_of(label, "withheld"));
  memory_.remember(text, source, flow::Form::kRaw);
  if (labels_.size() <= source) labels_.resize(source + std::size_t{1});
  labels_[source].join(label);
  all_.join(label);
  if (!is_short(text) || text.size() < kLeastShort) return;
  if (short_.size() == kMostShort) short_.erase(short_.begin());
  short_.push_back({text, label});
}

std::optional<model::Label> PassedOn::repeated_in(json::View result,
                                                  const flow::Memory& given) const {
  const flow::Flows flows = memory_.trace(result);
  if (!flows.complete) return all_;
  std::optional<model::Label> out;
  const auto join = [&](const model::Label& label) {
    if (!out) out.emplace();
    out->join(label);
  };
  if (!flows.copied.empty()) {
    const flow::Flows seen = given.trace(result);
    for (const auto& copied : flows.copied) {
      if (matched_at(seen, copied.pointer) < copied.matched) join(labels_[copied.source]);
    }
  }
  if (short_.empty()) return out;
  const std::string all = text_of(result);
  for (const auto& [text, label] : short_) {
    if (all.find(text) != std::string::npos && !knows(given, text)) join(label);
  }
  return out;
}

std::size_t PassedOn::bytes() const { return memory_.bytes(); }

}  // namespace touchstone::guard
