#include "guard/brought.hpp"

#include <algorithm>

#include "guard/content.hpp"
#include "guard/sessions.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMostRemembered = std::size_t{2} << 20;  // while a result is looked through

// By the tool that gave it, as if it had been delivered.
flow::Source source_of(const Brought& one) {
  const auto tools = one.label.attribution.own_names();
  const auto tool = std::ranges::min_element(tools);
  const bool distrusted = one.label.untrusted || one.label.malicious;
  return {.uri = tool == tools.end() ? one.handle() : std::string(*tool),
          .author = distrusted ? flow::Author::kUntrusted : flow::Author::kUnknown,
          .is_private = one.label.is_private,
          .malicious = one.label.malicious,
          .classes = one.label.classes};
}

bool is_at(BroughtAll brought, std::string_view pointer) {
  return std::ranges::any_of(brought, [&](const Brought& one) {
    return std::ranges::find(one.to, pointer, &BroughtTo::pointer) != one.to.end();
  });
}

// A secret of a few letters is too short to be a copied text, and has no shape of its own.
bool has_short(json::View result, const Brought& one) {
  if (one.text.empty() || one.text.size() > flow::kMaxBare) return false;
  const std::string all = text_of(result);
  return all.find(one.text) != std::string::npos;
}

}  // namespace

model::Label label_of(BroughtAll brought) {
  model::Label label;
  for (const auto& one : brought) label.join(one.label);
  return label;
}

Session as_if_given(Session& session, BroughtAll brought) {
  std::vector<flow::SourceId> sources;
  for (const auto& one : brought) sources.push_back(session.memory.intern(source_of(one)));
  Session given = session;
  for (std::size_t i = 0; i < brought.size(); ++i)
    given.memory.remember(brought[i].text, sources[i], flow::Form::kRaw);
  given.label.join(label_of(brought));
  refresh_label_facts(given);
  return given;
}

void add_brought(flow::Flows& flows, flow::Memory& memory, BroughtAll brought) {
  for (const auto& one : brought) {
    const flow::SourceId source = memory.intern(source_of(one));
    for (const auto& [pointer, share] : one.to) {
      const auto found = std::ranges::find_if(flows.copied, [&](const flow::Copied& copied) {
        return copied.pointer == pointer && copied.source == source;
      });
      auto& copied =
          found != flows.copied.end()
              ? *found
              : flows.copied.emplace_back(flow::Copied{.pointer = pointer, .source = source});
      copied.matched = std::max(copied.matched, one.text.size());
      copied.share = std::max(copied.share, share);
    }
  }
}

flow::Flows without_brought(flow::Flows flows, BroughtAll brought) {
  std::erase_if(flows.values,
                [&](const flow::Carried& value) { return is_at(brought, value.pointer); });
  return flows;
}

bool repeats(json::View result, const Session& session, BroughtAll brought) {
  flow::Memory memory({.bytes = kMostRemembered, .seed = session.memory.options().seed});
  for (const auto& one : brought) {
    memory.remember(one.text, memory.intern(source_of(one)), flow::Form::kRaw);
    if (has_short(result, one)) return true;
  }
  const flow::Flows flows = memory.trace(result);
  const bool all_seen = flows.complete && memory.forgotten() == flow::Forgotten();
  const bool any_token = std::ranges::any_of(flows.values, [](const flow::Carried& value) {
    return value.kind != flow::Kind::kText && !value.seen.empty();
  });
  return !all_seen || any_token || !flows.copied.empty();
}

}  // namespace touchstone::guard
