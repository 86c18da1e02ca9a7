#include "guard/guard.hpp"

#include <algorithm>
#include <utility>

#include "approval/store_call.hpp"
#include "guard/result_label.hpp"
#include "model/derive.hpp"
#include "model/request_wire.hpp"

namespace touchstone::guard {
namespace {

constexpr net::Duration kEngineLook(50);  // the detectors are made ready once, at the start

bool is_labelled(const model::Label& label) {
  return label.untrusted || label.is_private || label.malicious || !label.classes.empty();
}

bool writes(const Subject& subject) {
  return subject.profile != nullptr && model::tier_of(*subject.profile) > model::Tier::kRead;
}

// What is new in it: what the session has already need not be written again.
model::Label news(const model::Label& label, const model::Label& known) {
  return known.covers(label) ? model::Label() : label;
}

// Texts of people are in strings of their own: content blocks, structured content, messages.
void remember_content(flow::Memory& memory, json::View result, flow::SourceId source) {
  for (const auto& key : {"content", "contents", "messages"}) {
    for (const json::View block : result.find(key).elements()) {
      const json::View inner = block.find("content");
      const json::View part = inner ? inner : block;
      const json::View resource = part.find("resource");
      const json::View text = resource ? resource.find("text") : part.find("text");
      if (const auto words = text.as_string()) memory.remember(*words, source);
    }
  }
  if (const json::View structured = result.find("structuredContent"))
    memory.remember(structured, source);
  if (const auto message = result.find("message").as_string()) memory.remember(*message, source);
}

}  // namespace

net::Task<base::Result<CasePtr>> Guard::open(Subject subject) {
  auto one = std::make_unique<Case>();
  one->subject = std::move(subject);
  one->begun = now_();
  one->policy = in_force_.policy;
  one->policy_version = in_force_.version;
  auto session = co_await sessions_.open(one->subject, one->begun);
  if (!session) co_return tl::unexpected(session.error());
  one->session = std::move(*session);
  while (!scanner_.is_ready()) co_await loop_.sleep(kEngineLook);
  // 5. trace
  if (const json::View arguments = one->subject.arguments) {
    one->flows = one->session->memory.trace(arguments);
    one->found = scanner_.scan(arguments);
  }
  one->places = places_of(one->subject, one->flows);
  // 6. decide
  const Before before{.session = *one->session,
                      .flows = one->flows,
                      .found = one->found,
                      .said = model::read_request(one->subject.params).claims,
                      .now = one->begun};
  facts_.fill(one->facts, one->subject, before);
  if (!one->subject.is_outcome)
    policy::decide(*one->policy, policy::Phase::kRequest, one->facts.facts, one->decision);
  co_return one;
}

void Guard::vouch(Case& one, Consent consent) {
  one.consent = std::move(consent);
  one.session->memory.vouch(one.flows);
}

void Guard::count(Case& one) {
  if (one.decision.effect == policy::Effect::kBlock) return;
  const CountedCall call{one.session->name.key, one.subject.principal, one.subject.server,
                         one.subject.name};
  one.over = limits_.count(one.decision.fired, call, one.begun);
  if (one.over) one.decision.effect = policy::Effect::kBlock;
}

net::Task<base::Result<void>> Guard::admit(Case& one) {
  if (one.subject.is_outcome) co_return base::Result<void>();
  one.session->memory.note_call(one.flows);
  const model::Profile* profile = one.subject.profile;
  if (profile != nullptr && profile->is_true(model::Field::kAiProcessing))
    one.ai_use = ai_use_.count(one.subject.principal);
  if (!writes(one.subject)) co_return base::Result<void>();
  store::Memory memory;
  add_places(one, one.begun, memory);
  memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  one.on_record = true;
  co_return co_await write(one, std::move(memory));
}

// What is written while the session is labelled carries the label to whoever reads it.
void Guard::add_places(const Case& one, store::Time now, store::Memory& memory) {
  const model::Label& label = one.session->label;
  if (!writes(one.subject) || !is_labelled(label)) return;
  for (const auto& place : one.places) memory.locations.push_back({place, label, now});
}

net::Task<base::Result<void>> Guard::refuse(Case& one) {
  store::Memory memory;
  memory.decisions.push_back(record_of_call(one, Outcome::kRefused, now_()));
  co_return co_await write(one, std::move(memory));
}

net::Task<base::Result<model::Label>> Guard::stored_label(const Case& one) {
  model::Label label;
  if (one.places.empty() || writes(one.subject)) co_return label;
  auto asked = approval::done_of<std::vector<model::Label>>(
      loop_, [&](store::Done<std::vector<model::Label>> done) {
        store_.labels_of(one.places, std::move(done));
      });
  auto labels = co_await std::move(asked);
  if (!labels) co_return tl::unexpected(labels.error());
  for (const auto& one_label : *labels) label.join(one_label);
  co_return label;
}

net::Task<base::Result<void>> Guard::judge(Case& one, json::View result) {
  auto stored = co_await stored_label(one);
  if (!stored) co_return tl::unexpected(stored.error());
  one.found_out = scanner_.scan(result);
  one.label =
      label_of_result(one.subject, model::read_result(result).claims, one.found_out, *stored);
  const After after{.label = one.label,
                    .found = one.found_out,
                    .size = result.raw().size(),
                    .is_error = result.find("isError").as_bool().value_or(false)};
  FactBook::add(one.facts, after);
  policy::decide(*one.policy, policy::Phase::kResponse, one.facts.facts, one.outcome);
  co_return base::Result<void>();
}

net::Task<base::Result<void>> Guard::remember(Case& one, Outcome outcome, json::View result,
                                              std::optional<store::Value> value) {
  const store::Time now = now_();
  const bool delivered = outcome == Outcome::kDelivered || outcome == Outcome::kChanged;
  Session& session = *one.session;
  store::Memory memory;
  store::SessionChange change{
      .name = session.name, .now = now, .calls = one.subject.is_outcome ? 0U : 1U};
  if (one.subject.profile != nullptr) change.legs = model::legs_of(*one.subject.profile);
  if (delivered) change.label = news(one.label, session.label);
  memory.session = std::move(change);
  add_places(one, now, memory);
  if (value) memory.values.push_back(std::move(*value));
  if (!one.on_record && !one.subject.is_outcome)
    memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  if (!one.outcome.fired.empty() || !one.outcome.shadow.empty())
    memory.decisions.push_back(record_of_result(one, outcome, now));
  auto written = co_await write(one, std::move(memory));
  if (!written || !delivered) co_return written;
  const auto source = session.memory.intern({.uri = source_uri(one.subject),
                                             .author = author_of(one.subject, one.label),
                                             .is_private = one.label.is_private,
                                             .malicious = one.label.malicious,
                                             .classes = one.label.classes});
  remember_content(session.memory, result, source);
  co_return base::Result<void>();
}

std::optional<store::Value> Guard::sealed_off(const Case& one, json::View result) {
  const store::Time now = now_();
  if (result.raw().size() > kMaxValue) return std::nullopt;
  return store::Value{.id = random_.hex(16),
                      .session = one.session->name.key,
                      .bytes = std::string(result.raw()),
                      .label = one.label,
                      .created = now,
                      .expires = now + kValueLife};
}

net::Task<base::Result<void>> Guard::shown(Subject subject) {
  auto session = co_await sessions_.open(subject, now_());
  if (!session) co_return tl::unexpected(session.error());
  Case one;
  one.subject = std::move(subject);
  one.session = std::move(*session);
  one.label.untrusted = true;
  one.label.attribution.insert(source_uri(one.subject));
  if (one.session->label.covers(one.label)) co_return base::Result<void>();
  store::Memory memory;
  memory.session =
      store::SessionChange{.name = one.session->name, .now = now_(), .label = one.label};
  co_return co_await write(one, std::move(memory));
}

net::Task<base::Result<void>> Guard::write(Case& one, store::Memory memory) {
  const bool changes_session = memory.session.has_value();
  auto asked =
      approval::done_of<store::Remembered>(loop_, [&](store::Done<store::Remembered> done) {
        store_.remember(std::move(memory), std::move(done));
      });
  auto written = co_await std::move(asked);
  if (!written) co_return tl::unexpected(written.error());
  if (changes_session) Sessions::update(*one.session, *written);
  co_return base::Result<void>();
}

}  // namespace touchstone::guard
