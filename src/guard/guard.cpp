#include "guard/guard.hpp"

#include <algorithm>
#include <utility>

#include "approval/store_call.hpp"
#include "guard/result_label.hpp"
#include "model/derive.hpp"
#include "model/request_wire.hpp"

namespace touchstone::guard {
namespace {

// While it lives others know that such a note is under way.
struct Arguing {
  explicit Arguing(SessionPtr of) : session(std::move(of)) { ++session->arguing; }
  ~Arguing() { --session->arguing; }
  Arguing(const Arguing&) = delete;
  Arguing& operator=(const Arguing&) = delete;
  SessionPtr session;
};

constexpr net::Duration kEngineLook(50);  // the detectors are made ready once, at the start

bool is_labelled(const model::Label& label) {
  return label.untrusted || label.is_private || label.malicious || !label.classes.empty();
}

bool writes(const Subject& subject) {
  return subject.profile != nullptr && model::tier_of(*subject.profile) > model::Tier::kRead;
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
  one->session = one->kept_in = std::move(*session);
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
  policy::decide(*one->policy, policy::Phase::kRequest, one->facts.facts, one->decision);
  co_return one;
}

void Guard::vouch(Case& one, std::string ticket, std::string by) {
  one.ticket = std::move(ticket);
  one.by = std::move(by);
  one.kept_in->memory.vouch(one.flows);
}

void Guard::count(Case& one) {
  if (one.decision.effect == policy::Effect::kBlock) return;
  const CountedCall call{one.session->name.key, one.subject.principal, one.subject.server,
                         one.subject.name};
  one.over = limits_.count(one.decision.fired, call, one.begun);
  if (one.over) one.decision.effect = policy::Effect::kBlock;
}

net::Task<base::Result<void>> Guard::admit(Case& one) {
  const SessionPtr& session = one.kept_in;
  // Another call may have noted the same a moment ago; then this one waits behind it.
  const bool noted = session->memory.note_call(one.flows);
  const bool argues = noted || session->arguing > 0 || session->broken;
  const bool agreed = !one.ticket.empty();
  const model::Profile* profile = one.subject.profile;
  if (profile != nullptr && profile->is_true(model::Field::kAiProcessing))
    one.ai_use = ai_use_.count(one.subject.principal);
  if (!writes(one.subject) && !argues && !agreed) co_return base::Result<void>();
  store::Memory memory;
  add_places(one, one.begun, memory);
  memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  one.on_record = true;
  if (!argues && !agreed) co_return co_await write(one, std::move(memory));
  memory.session = store::SessionChange{.name = one.session->name, .now = one.begun};
  Telling tell = [&one, agreed](flow::Memory& given) {
    if (agreed) given.vouch(one.flows);
    (void)given.note_call(one.flows);
  };
  const Arguing under_way(session);
  co_return co_await write_told(one, std::move(memory), std::move(tell));
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
  store::Memory memory;
  store::SessionChange change{.name = one.session->name, .now = now, .calls = 1};
  if (one.subject.profile != nullptr) change.legs = model::legs_of(*one.subject.profile);
  // Whole, also where the session has it already: that may have been declassified meanwhile.
  if (delivered) change.label = one.label;
  memory.session = std::move(change);
  add_places(one, now, memory);
  if (value) memory.values.push_back(std::move(*value));
  if (!one.on_record)
    memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  if (!one.outcome.fired.empty() || !one.outcome.shadow.empty())
    memory.decisions.push_back(record_of_result(one, outcome, now));
  if (!delivered) co_return co_await write(one, std::move(memory));
  Telling tell = [&one, result](flow::Memory& given) {
    const auto source = given.intern({.uri = source_uri(one.subject),
                                      .author = author_of(one.subject, one.label),
                                      .is_private = one.label.is_private,
                                      .malicious = one.label.malicious,
                                      .classes = one.label.classes});
    remember_content(given, result, source);
  };
  tell(one.kept_in->memory);
  co_return co_await write_told(one, std::move(memory), std::move(tell));
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
  one.session = one.kept_in = std::move(*session);
  one.label.untrusted = true;
  one.label.attribution.insert(source_uri(one.subject));
  if (one.session->label.covers(one.label)) co_return base::Result<void>();
  store::Memory memory;
  memory.session =
      store::SessionChange{.name = one.session->name, .now = now_(), .label = one.label};
  co_return co_await write(one, std::move(memory));
}

net::Task<base::Result<void>> Guard::write(Case& one, store::Memory memory) {
  const auto written = co_await write_once(one, std::move(memory));
  if (!written) co_return tl::unexpected(written.error());
  co_return base::Result<void>();
}

// The memory was told already. If the store did not take what it learnt, since the session has
// ended or since others have added to it what a whole memory of ours would leave out, that is read
// and told. All else has been written by then.
net::Task<base::Result<void>> Guard::write_told(Case& one, store::Memory memory, Telling tell) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto kept = co_await write_once(one, std::move(memory));
    if (!kept) co_return tl::unexpected(kept.error());
    if (*kept) co_return base::Result<void>();
    auto again = co_await sessions_.open(one.subject, now_());
    if (!again) co_return tl::unexpected(again.error());
    one.kept_in = std::move(*again);
    tell(one.kept_in->memory);
    memory = {};
    memory.session = store::SessionChange{.name = one.session->name, .now = now_()};
  }
  co_return base::fail("others keep adding to what this session was given", one.session->name.key,
                       "call again");
}

// False: what the memory learnt was not kept.
net::Task<base::Result<bool>> Guard::write_once(Case& one, store::Memory memory) {
  const SessionPtr session = one.kept_in;
  const bool changes_session = memory.session.has_value();
  std::uint64_t number = 0;
  std::uint64_t end = 0;
  if (changes_session) {
    session->log.write(session->memory, *memory.session);
    number = memory.session->number;
    end = memory.session->flow_end;
  }
  auto asked =
      approval::done_of<store::Remembered>(loop_, [&](store::Done<store::Remembered> done) {
        store_.remember(std::move(memory), std::move(done));
      });
  auto written = co_await std::move(asked);
  if (!changes_session) {
    if (!written) co_return tl::unexpected(written.error());
    co_return true;
  }
  const auto agreement = written ? FlowLog::agreement(number, end, *written)
                                 : FlowLog::Agreement{.known = false, .kept = false};
  session->stale = session->stale || !agreement.known;
  session->broken = session->broken || !agreement.kept;
  if (!written) co_return tl::unexpected(written.error());
  Sessions::update(*session, *written);
  sessions_.note_written(session);
  co_return !session->broken;
}

}  // namespace touchstone::guard
