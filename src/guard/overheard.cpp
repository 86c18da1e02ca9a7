// Guard, the part about what servers say besides answering.
#include <fmt/format.h>

#include "guard/carried_finds.hpp"
#include "guard/content.hpp"
#include "guard/flow_log.hpp"
#include "guard/guard.hpp"
#include "guard/record.hpp"
#include "guard/result_label.hpp"

namespace touchstone::guard {

namespace {

void tell_heard(flow::Memory& memory, const Subject& subject, const model::Label& label,
                const detect::ResultDetections& found, json::View said) {
  const auto source = memory.intern({.uri = source_uri(subject),
                                     .author = author_of(subject, label),
                                     .is_private = label.is_private,
                                     .malicious = label.malicious,
                                     .classes = label.classes});
  remember_content(memory, said, source, form_of(subject, label), subject.name);
  remember_finds(memory, found, said.raw(), source);
}

// Of one word, to one session, in one call.
std::string note_key(const store::DecisionRecord& record, const Hearer* hearer) {
  if (hearer == nullptr) return fmt::format("{}\n{}", record.server, record.tool);
  return fmt::format("{}\n{}\n{}\n{}\n{}", record.server, record.tool, hearer->tool,
                     store::to_ms(hearer->begun), hearer->session.key);
}

store::DecisionRecord record_for(const store::DecisionRecord& word, const Hearer* hearer) {
  store::DecisionRecord record = word;
  if (hearer == nullptr) return record;
  record.session = hearer->session.key;
  record.principal = hearer->session.principal;
  return record;
}

}  // namespace

Guard::Overheard Guard::overhear(Subject subject, json::View said, Look look) {
  Overheard heard = weigh(std::move(subject), said, look);
  if (!heard.record) return heard;
  store::Memory memory;
  memory.decisions.push_back(std::move(heard.record->record));
  heard.record.reset();
  store_.remember(std::move(memory), [](const base::Result<store::Remembered>&) {});
  return heard;
}

void Guard::note(const Overheard& heard, const Hearer* hearer) {
  if (!heard.record) return;
  heard.record->was_heard = heard.record->was_heard || hearer != nullptr;
  if (!noted_.is_new(note_key(heard.record->record, hearer), now_())) return;
  store::Memory memory;
  memory.decisions.push_back(record_for(heard.record->record, hearer));
  store_.remember(std::move(memory), [](const base::Result<store::Remembered>&) {});
}

bool Guard::is_known_attack(const Hearer& hearer) {
  const SessionPtr session = sessions_.in_use(hearer.session);
  return session != nullptr && now_() - session->looked <= Sessions::kFreshFor &&
         session->label.covers(label_of_attack(subject_of(hearer)));
}

net::Task<base::Result<void>> Guard::attacked(Hearer hearer, Overheard heard) {
  Case one;
  one.subject = subject_of(hearer);
  auto session = co_await sessions_.open(one.subject, now_());
  if (!session) co_return tl::unexpected(session.error());
  one.session = one.kept_in = std::move(*session);
  one.label = label_of_attack(one.subject);
  if (one.session->label.covers(one.label)) {
    note(heard, &hearer);
    co_return base::Result<void>();
  }
  store::Memory memory;
  memory.session =
      store::SessionChange{.name = one.session->name, .now = now_(), .label = one.label};
  if (heard.record) {
    (void)noted_.is_new(note_key(heard.record->record, &hearer), now_());
    memory.decisions.push_back(record_for(heard.record->record, &hearer));
  }
  co_return co_await write(one, memory);
}

// Nothing is known of the session here: it is the rules about results that speak, and those that
// ask a person cannot.
Guard::Overheard Guard::weigh(Subject subject, json::View said, Look look) {
  if (!is_on()) return {};
  if (!scanner_.is_ready()) return {.withheld = true, .is_unread = true};
  Overheard out{.found = scanner_.scan(said)};
  const bool is_attack = out.found.is_malicious();
  if (!is_attack && (look == Look::kAttacks || out.found.items.empty())) return out;
  Case one;
  one.found_out = out.found;
  one.subject = std::move(subject);
  one.begun = now_();
  one.policy = in_force_.policy;
  one.policy_version = in_force_.version;
  one.session = one.kept_in =
      std::make_shared<Session>(Session{.name = one.subject.session,
                                        .memory = flow::Memory(),
                                        .log = FlowLog(random_, {}, store::Session())});
  facts_.fill(one.facts, one.subject,
              {*one.session, one.flows, one.found, {}, one.begun, &scanner_});
  one.label = label_of_result(one.subject, {}, one.found_out, {});
  one.came = Came{.size = said.raw().size()};
  FactBook::add(one.facts, {.label = one.label, .found = one.found_out, .size = one.came->size});
  policy::decide(*one.policy, policy::Phase::kResponse, one.facts.facts, one.outcome);
  const auto least = look == Look::kAll ? policy::Effect::kRedact : policy::Effect::kQuarantine;
  out.withheld = one.outcome.effect >= least;
  if (!is_attack && !out.withheld) return out;
  out.record = std::make_shared<Overheard::Unwritten>();
  out.record->record =
      record_of_result(one, out.withheld ? Outcome::kWithheld : Outcome::kDelivered, one.begun);
  return out;
}

bool Guard::brings_out(const Hearer& hearer, json::View said) {
  if (hearer.repeats) return true;
  const SessionPtr session = sessions_.in_use(hearer.session);
  if (session == nullptr) return !hearer.brought.empty();
  if (!hearer.brought.empty() && repeats(said, *session, hearer.brought)) return true;
  return session->passed_on && session->passed_on->in(said, session->memory).any;
}

bool Guard::take_in(const Hearer& hearer, const detect::ResultDetections& found, json::View said) {
  if (!is_on()) return true;
  const SessionPtr session = sessions_.in_use(hearer.session);
  const model::Label label = label_heard(hearer, found, scanner_.claims_in(said));
  const bool is_bare = !is_news(label, {});
  if (!is_bare && (session == nullptr || now_() - session->looked > Sessions::kFreshFor))
    return false;
  if (session == nullptr) return true;
  if (is_news(label, session->label)) return false;
  tell_heard(session->memory, subject_of(hearer), label, found, said);
  return true;
}

net::Task<base::Result<void>> Guard::hear(Hearer hearer, const detect::ResultDetections& found,
                                          json::View said) {
  if (!is_on()) co_return base::Result<void>();
  Case one;
  one.subject = subject_of(hearer);
  auto session = co_await sessions_.open(one.subject, now_());
  if (!session) co_return tl::unexpected(session.error());
  one.session = one.kept_in = std::move(*session);
  one.label = label_heard(hearer, found, scanner_.claims_in(said));
  const Telling tell = [&one, &found, said](flow::Memory& given) {
    tell_heard(given, one.subject, one.label, found, said);
  };
  tell(one.kept_in->memory);
  store::Memory memory;
  memory.session = store::SessionChange{
      .name = one.session->name, .now = now_(), .label = one.label, .legs = hearer.legs};
  co_return co_await write_told(one, memory, tell);
}

net::Task<void> Guard::until_ready() {
  constexpr net::Duration kLook(50);
  while (is_on() && !scanner_.is_ready() && !scanner_.failure()) co_await loop_.sleep(kLook);
}

}  // namespace touchstone::guard
