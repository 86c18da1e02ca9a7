#include "guard/guard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "approval/store_call.hpp"
#include "base/text.hpp"
#include "guard/carried_finds.hpp"
#include "guard/content.hpp"
#include "guard/decided.hpp"
#include "guard/deed.hpp"
#include "guard/made_places.hpp"
#include "guard/own_names.hpp"
#include "guard/place_rows.hpp"
#include "guard/receipt.hpp"
#include "guard/result_label.hpp"
#include "guard/veil.hpp"
#include "json/parser.hpp"
#include "model/derive.hpp"

namespace touchstone::guard {
namespace {

constexpr net::Duration kEngineLook(50);  // the detectors are made ready once, at the start

// What a person vouches for: not what was brought unread, of which they have seen the handle.
flow::Flows own_flows(const Case& one) {
  if (one.subject.brought.empty()) return one.flows;
  return without_brought(one.flows, one.subject.brought);
}

// Something in the arguments comes from content that is private or an attack, or may.
bool carries_private(const flow::Flows& flows, const flow::Memory& memory) {
  const auto is_kept = [&](flow::SourceId id) {
    const flow::Source& source = memory.source(id);
    return source.is_private || source.malicious;
  };
  const auto is_copied = [&](const flow::Copied& part) { return is_kept(part.source); };
  const auto is_known = [&](const flow::Carried& value) {
    return !value.seen.empty() && (is_kept(value.first) || is_kept(value.last));
  };
  return !flows.complete || !flows.finds.empty() || std::ranges::any_of(flows.copied, is_copied) ||
         std::ranges::any_of(flows.values, is_known);
}

constexpr std::string_view kForPeople =
    "person:";  // before the session of what only a person opens

// What the tool takes from the session, or nothing: it takes only what was there when it was
// called, and never what its own result carries.
std::optional<store::Declassification> declassification_by(const Case& one, store::Time now) {
  const Subject& subject = one.subject;
  if (!one.seen || subject.declassifies == nullptr) return std::nullopt;
  model::Label rest = model::relieved(one.seen->label, *subject.declassifies);
  rest.join(one.label);
  if (rest.covers(one.seen->label)) return std::nullopt;
  return store::Declassification{
      .key = one.session->name.key,
      .seen = one.seen->label,
      .becomes = std::move(rest),
      .by = fmt::format("tool:{}/{}", subject.server, subject.name),
      .reason = fmt::format("the config names it as a declassifier of {}",
                            base::list_in_words(subject.declassifies->words(), "and")),
      .now = now,
      .server = std::string(subject.server),
      .tool = subject.name,
      .calls = one.seen->calls};
}

}  // namespace

// The session is compared by its key and by its time: another that began later under the same key
// is another one.
net::Task<Guard::Found> Guard::withheld(Subject subject, std::vector<std::string> ids) {
  const store::Time now = now_();
  co_await until_ready();
  clean_client(subject);
  const auto session = co_await sessions_.open(subject, now);
  if (!session) co_return tl::unexpected(session.error());
  std::vector<Brought> out;
  for (std::string& id : ids) {
    auto asked = approval::done_of<std::optional<store::Value>>(
        loop_, [&](store::Done<std::optional<store::Value>> done) {
          store_.find_value(id, now, std::move(done));
        });
    auto value = co_await std::move(asked);
    if (!value) co_return tl::unexpected(value.error());
    const bool ours = *value && (*value)->session == (*session)->name.key &&
                      (*value)->created >= (*session)->created;
    if (!ours) co_return std::nullopt;
    const auto content = json::Parser().parse(json::Text(std::move((*value)->bytes)));
    if (!content) co_return base::fail("a withheld content is no JSON", id);
    out.push_back({std::move(id), std::move((*value)->label), text_of(content->root())});
  }
  co_return out;
}

// No coroutine: the subject is large, and need not move into its frame first.
net::Task<base::Result<CasePtr>> Guard::open(Subject&& subject) {
  auto one = std::make_unique_for_overwrite<Case>();  // all of it has defaults
  one->subject = std::move(subject);
  return opened(std::move(one));
}

net::Task<base::Result<CasePtr>> Guard::opened(CasePtr one) {
  one->begun = now_();
  one->policy = in_force_.policy;
  one->policy_version = in_force_.version;
  while (!scanner_.is_ready()) {
    if (const auto& why = scanner_.failure()) co_return tl::unexpected(*why);
    co_await loop_.sleep(kEngineLook);
  }
  clean_client(one->subject);
  auto session = co_await sessions_.open(one->subject, one->begun);
  if (!session) co_return tl::unexpected(session.error());
  one->session = one->kept_in = std::move(*session);
  note_source(*one);
  auto said = scanner_.claims_in(one->subject.params);
  if (const model::Label word = model::label_of(said); word != model::Label()) {
    const auto joined = co_await join_word(*one, word);
    if (!joined) co_return tl::unexpected(joined.error());
  }
  co_await loop_.turn();  // calls go step by step together (ARCHITECTURE.md)
  // 5. trace
  const BroughtAll brought = one->subject.brought;
  std::optional<Session> given;
  if (!brought.empty()) given.emplace(as_if_given(*one->session, brought));
  const Session& session_seen = given ? *given : *one->session;
  if (const json::View arguments = one->subject.arguments) {
    one->flows = session_seen.memory.trace(arguments);
    mark_own_names(one->flows, one->subject, session_seen.memory);
    one->found = scanner_.scan(arguments);
  }
  if (one->subject.method == "resources/read") {
    const json::View uri = one->subject.params.find("uri");
    if (uri) one->secrets_in_name = secrets_of(scanner_.scan(uri), uri.raw());
  }
  if (given) add_brought(one->flows, one->session->memory, brought);
  one->places = places_of(one->subject);
  // 6. decide
  const Before before{.session = session_seen,
                      .flows = one->flows,
                      .found = one->found,
                      .said = std::move(said),
                      .now = one->begun,
                      .scanner = &scanner_};
  facts_.fill(one->facts, one->subject, before);
  if (one->subject.is_outcome) {
    take_over(*one);
  } else {
    policy::decide(*one->policy, policy::Phase::kRequest, one->facts.facts, one->decision);
  }
  co_return one;
}

// Most calls are of the client that made the last one.
void Guard::clean_client(Subject& subject) {
  if (subject.client != client_.first) client_ = {subject.client, scanner_.clean(subject.client)};
  if (client_.first == client_.second) return;
  subject.client = client_.second;
  if (!subject.session.client.empty()) subject.session.client = client_.second;
}

bool Guard::has_secret(std::string_view json) {
  if (json.empty()) return false;
  const auto document = json::Parser().parse(json::Text::copy_of(json));
  if (!document || !scanner_.is_ready()) return true;
  const auto found = scanner_.scan(document->root());
  return std::ranges::any_of(found.items, [](const detect::ResultDetection& item) {
    return item.what.kind == detect::ContentKind::kSecret;
  });
}

// What is listed has a name that everybody may see; a URI, or whatever else a client asks for, may
// have anything in it.
void Guard::note_source(Case& one) {
  Subject& subject = one.subject;
  if (!subject.pin_state.empty()) return;
  std::string clean = scanner_.clean(subject.name);
  if (clean == subject.name) return;
  subject.source = fmt::format("mcp://{}/{}", subject.server, clean);
  one.clean_name = std::move(clean);
}

// The call was decided on when it began; what of that is about its result counts now.
void Guard::take_over(Case& one) const {
  Subject& subject = one.subject;
  one.began = subject.decided ? subject.decided : decided_on_unknown(one.policy);
  one.places = one.began->places;
  one.decision.fired = one.began->fired;
  for (const policy::Rule* rule : one.decision.fired)
    one.decision.effect = std::max(one.decision.effect, rule->effect);
  one.decision.would_be = one.decision.effect;
  subject.brought = one.began->brought;
}

net::Task<base::Result<bool>> Guard::may_show(Subject subject) {
  if (subject.trust == model::Trust::kUntrusted) co_return false;
  const auto opened = co_await open(std::move(subject));
  if (!opened) co_return tl::unexpected(opened.error());
  const Case& one = **opened;
  if (one.decision.effect == policy::Effect::kBlock || !one.found.items.empty()) co_return false;
  co_return !carries_private(one.flows, one.session->memory);
}

void Guard::agree(Case& one, Consent consent) {
  if (consent.saw) one.kept_in->memory.vouch(own_flows(one));
  (one.came ? one.consent_out : one.consent) = std::move(consent);
}

void Guard::count(Case& one) {
  if (one.subject.is_outcome || one.decision.effect == policy::Effect::kBlock) return;
  const CountedCall call{one.session->name.key, one.subject.principal, one.subject.server,
                         one.subject.name};
  one.over = limits_.count(one.decision.fired, call, one.begun);
  if (one.over) one.decision.effect = one.decision.would_be = policy::Effect::kBlock;
}

net::Task<base::Result<void>> Guard::admit(Case& one) {
  if (one.subject.is_outcome) co_return base::Result<void>();
  const SessionPtr& session = one.kept_in;
  note_passed_on(*session, one.subject.brought);
  // Another call may have noted the same a moment ago; then this one waits behind it.
  const bool noted = session->memory.note_call(one.flows);
  const bool argues = noted || session->arguing > 0 || session->broken;
  const bool agreed = !one.consent.ticket.empty();
  if (one.subject.declassifies != nullptr) one.seen = Seen{one.session->label, one.session->calls};
  const model::Profile* profile = one.subject.profile;
  if (profile != nullptr && profile->is_true(model::Field::kAiProcessing))
    one.ai_use = ai_use_.count(one.subject.principal);
  if (!writes(one.subject) && !argues && !agreed) co_return base::Result<void>();
  // What is moved or copied takes its label along, though this session has not seen it.
  if (writes(one.subject) && one.places.several()) {
    auto moved = co_await stored_label(asked_before_move(one.subject, one.places));
    if (!moved) co_return tl::unexpected(moved.error());
    one.moved = *std::move(moved);
  }
  if (writes(one.subject) && may_read(one.subject)) {
    auto known = co_await known_of(one);
    if (!known) co_return tl::unexpected(known.error());
    one.known = *std::move(known);
  }
  store::Memory memory;
  add_places(one, one.begun, memory);
  memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  one.on_record = true;
  if (!argues && !agreed) co_return co_await write(one, memory);
  memory.session = store::SessionChange{.name = one.session->name, .now = one.begun};
  const Telling tell = [&one](flow::Memory& given) {
    if (one.consent.saw) given.vouch(own_flows(one));
    (void)given.note_call(one.flows);
  };
  const Arguing under_way(session);
  co_return co_await write_told(one, memory, tell);
}

net::Task<base::Result<void>> Guard::refuse(Case& one) {
  store::Memory memory;
  memory.decisions.push_back(record_of_call(one, Outcome::kRefused, now_()));
  co_return co_await write(one, memory);
}

net::Task<base::Result<void>> Guard::refuse_unopened(Subject subject, std::string_view why) {
  Case one;
  one.subject = std::move(subject);
  one.begun = now_();
  one.policy_version = in_force_.version;
  one.decision.effect = one.decision.would_be = policy::Effect::kBlock;
  one.unopened = why;
  co_await until_ready();
  clean_client(one.subject);
  auto session = co_await sessions_.open(one.subject, one.begun);
  if (!session) co_return tl::unexpected(session.error());
  one.session = one.kept_in = std::move(*session);
  co_return co_await refuse(one);
}

net::Task<base::Result<void>> Guard::judge(Case& one, json::View result, Failed failed) {
  one.came = Came{.size = result.raw().size(),
                  .is_error = result.find("isError").as_bool().value_or(false),
                  .failed = failed};
  base::Result<model::Label> stored;
  const bool knows_none = !one.known && knows_no_places(one, now_());
  if (!knows_none && may_read(one.subject)) stored = co_await label_read(one, result);
  if (!stored) co_return tl::unexpected(stored.error());
  if (!may_declassify(one.subject, result)) one.subject.declassifies = nullptr;
  co_await loop_.turn();
  // As the server said it, whatever of that is delivered: it has written all the same.
  if (writes(one.subject) && is_labelled(label_left(one)))
    one.made = places_made(one.subject, result, one.places);
  one.found_out = scanner_.scan(result);
  const auto claims = scanner_.claims_in(result);
  one.label = label_of_result(one.subject, claims,
                              news_in(one.found_out, one.subject, result.raw()), *stored);
  if (!one.found_out.items.empty()) one.besides = label_of_result(one.subject, claims, {}, *stored);
  const auto [repeated, made_of] = repeated_by(one, result);
  one.label.join(made_of);
  if (one.besides) one.besides->join(made_of);
  const After after{.label = one.label,
                    .found = one.found_out,
                    .size = one.came->size,
                    .is_error = one.came->is_error,
                    .said = &claims,
                    .believed = one.subject.trust == model::Trust::kTrusted};
  FactBook::add(one.facts, after);
  policy::decide(*one.policy, policy::Phase::kResponse, one.facts.facts, one.outcome);
  one.held_again = repeated && one.outcome.effect < policy::Effect::kQuarantine;
  if (one.held_again) one.outcome.effect = policy::Effect::kQuarantine;
  one.outcome.would_be = std::max(one.outcome.would_be, one.outcome.effect);
  co_return base::Result<void>();
}

net::Task<base::Result<void>> Guard::remember(Case& one, Outcome outcome, json::View result,
                                              std::optional<store::Value> value) {
  co_await loop_.turn();
  const store::Time now = now_();
  const bool delivered = outcome == Outcome::kDelivered || outcome == Outcome::kChanged;
  store::Memory memory;
  store::SessionChange change{
      .name = one.session->name, .now = now, .calls = one.subject.is_outcome ? 0U : 1U};
  if (one.subject.profile != nullptr) change.legs = model::legs_of(*one.subject.profile);
  // Whole, also where the session has it already: that may have been declassified meanwhile.
  const model::Label& label = one.reached ? *one.reached : one.label;
  if (delivered) change.label = label;
  if (!delivered && one.label.malicious) change.label = label_of_attack(one.subject);
  if (delivered) memory.declassification = declassification_by(one, now);
  memory.session = std::move(change);
  add_made(one, now, memory);
  if (value && one.came) one.came->value = value->id;
  if (value) memory.values.push_back(std::move(*value));
  if (!one.on_record && !one.subject.is_outcome)
    memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun, outcome));
  // Of a call that was on record before it was made, also that it came back.
  const bool spoken_of = !one.outcome.fired.empty() || !one.outcome.shadow.empty();
  // Nor is a task's outcome kept back or changed without a trace.
  const bool changed = one.subject.is_outcome && outcome != Outcome::kDelivered;
  if (one.on_record || spoken_of || one.held_again || changed)
    memory.decisions.push_back(record_of_result(one, outcome, now));
  if (!delivered) co_return co_await write(one, memory);
  // What was found in it before it was changed is not in it any more.
  std::optional<detect::ResultDetections> left;
  if (outcome == Outcome::kChanged) left = scanner_.scan(result);
  const detect::ResultDetections& found = left ? *left : one.found_out;
  const Telling tell = [&one, &label, &found, result](flow::Memory& given) {
    const auto source = given.intern({.uri = source_uri(one.subject),
                                      .author = author_of(one.subject, label),
                                      .is_private = label.is_private,
                                      .malicious = label.malicious,
                                      .classes = label.classes});
    remember_content(given, result, source, form_of(one.subject, label), one.subject.name);
    remember_finds(given, found, result.raw(), source);
  };
  tell(one.kept_in->memory);
  co_return co_await write_told(one, memory, tell);
}

std::optional<store::Value> Guard::sealed_off(const Case& one, json::View result, Opens opens) {
  const store::Time now = now_();
  if (result.raw().size() > kMaxValue) return std::nullopt;
  std::string session = one.session->name.key;
  if (opens == Opens::kPerson) session.insert(0, kForPeople);
  return store::Value{.id = random_.hex(kHandleDigits / 2),
                      .session = std::move(session),
                      .bytes = std::string(result.raw()),
                      .label = one.label,
                      .created = now,
                      .expires = now + kValueLife};
}

net::Task<base::Result<void>> Guard::shown(Subject subject) {
  model::Label label;
  label.untrusted = true;
  label.attribution.insert_own(source_uri(subject));
  return join(std::move(subject), std::move(label));
}

net::Task<base::Result<void>> Guard::attacked(Subject subject) {
  model::Label label = label_of_attack(subject);
  return join(std::move(subject), std::move(label));
}

net::Task<base::Result<void>> Guard::join(Subject subject, model::Label label) {
  co_await until_ready();
  auto session = co_await sessions_.open(subject, now_());
  if (!session) co_return tl::unexpected(session.error());
  Case one;
  one.subject = std::move(subject);
  one.session = one.kept_in = std::move(*session);
  one.label = std::move(label);
  if (one.session->label.covers(one.label)) co_return base::Result<void>();
  store::Memory memory;
  memory.session =
      store::SessionChange{.name = one.session->name, .now = now_(), .label = one.label};
  co_return co_await write(one, memory);
}

}  // namespace touchstone::guard
