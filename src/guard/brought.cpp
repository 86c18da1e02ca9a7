#include "guard/brought.hpp"

#include <algorithm>

#include "guard/case.hpp"
#include "guard/content.hpp"
#include "guard/deed.hpp"
#include "guard/passed_on.hpp"
#include "guard/sessions.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kMostRemembered = std::size_t{2} << 20;  // while a result is looked through

bool is_at(BroughtAll brought, std::string_view pointer) {
  return std::ranges::any_of(brought, [&](const Brought& one) {
    return std::ranges::find(one.to, pointer, &BroughtTo::pointer) != one.to.end();
  });
}

bool has_short(json::View result, const Brought& one) {
  if (!is_short(one.text)) return false;
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
  for (const auto& one : brought)
    sources.push_back(session.memory.intern(source_of(one.label, one.handle())));
  Session given = session;
  for (std::size_t i = 0; i < brought.size(); ++i)
    given.memory.remember(brought[i].text, sources[i], flow::Form::kRaw);
  given.label.join(label_of(brought));
  refresh_label_facts(given);
  return given;
}

void add_brought(flow::Flows& flows, flow::Memory& memory, BroughtAll brought) {
  for (const auto& one : brought) {
    const flow::SourceId source = memory.intern(source_of(one.label, one.handle()));
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
    memory.remember(one.text, memory.intern(source_of(one.label, one.handle())), flow::Form::kRaw);
    if (has_short(result, one)) return true;
  }
  const flow::Flows flows = memory.trace(result);
  const bool all_seen = flows.complete && memory.forgotten() == flow::Forgotten();
  const bool any_token = std::ranges::any_of(flows.values, [](const flow::Carried& value) {
    return value.kind != flow::Kind::kText && !value.seen.empty();
  });
  return !all_seen || any_token || !flows.copied.empty();
}

// What a tool that reads returns is made of what it was given, in whatever form. One that does
// something answers with a receipt, unless that repeats what it was given; and so may any call that
// comes after one which passed a content on.
Repeated repeated_by(const Case& one, json::View result) {
  const BroughtAll brought = one.subject.brought;
  Repeated out{.any = (one.began && one.began->repeats) ||
                      (!brought.empty() && repeats(result, *one.session, brought))};
  if (out.any || may_read(one.subject)) out.made_of = label_of(brought);
  if (const auto& passed_on = one.kept_in->passed_on) {
    const auto again = passed_on->in(result, one.kept_in->memory);
    out.made_of.join(again.label);
    out.any = out.any || again.any;
  }
  return out;
}

}  // namespace touchstone::guard
