// Guard, the part about what servers say besides answering.
#include "guard/flow_log.hpp"
#include "guard/guard.hpp"
#include "guard/record.hpp"
#include "guard/result_label.hpp"

namespace touchstone::guard {

// Nothing is known of the session here: it is the rules about results that speak, and those that
// ask a person cannot.
bool Guard::withholds(Subject subject, json::View said) {
  if (!is_on()) return false;
  if (!scanner_.is_ready()) return true;
  Case one;
  one.found_out = scanner_.scan(said);
  if (!one.found_out.is_malicious()) return false;
  one.subject = std::move(subject);
  one.begun = now_();
  one.policy = in_force_.policy;
  one.policy_version = in_force_.version;
  one.session = one.kept_in =
      std::make_shared<Session>(Session{.name = one.subject.session,
                                        .memory = flow::Memory(),
                                        .log = FlowLog(random_, {}, store::Session())});
  facts_.fill(one.facts, one.subject, {*one.session, one.flows, one.found, {}, one.begun});
  one.label = label_of_result(one.subject, {}, one.found_out, {});
  one.came = Came{.size = said.raw().size()};
  FactBook::add(one.facts, {.label = one.label, .found = one.found_out, .size = one.came->size});
  policy::decide(*one.policy, policy::Phase::kResponse, one.facts.facts, one.outcome);
  const bool withheld = one.outcome.effect >= policy::Effect::kQuarantine;
  store::Memory memory;
  memory.decisions.push_back(
      record_of_result(one, withheld ? Outcome::kWithheld : Outcome::kDelivered, one.begun));
  store_.remember(std::move(memory), [](const base::Result<store::Remembered>&) {});
  return withheld;
}

net::Task<bool> Guard::withholds_answer(Subject subject, json::View said) {
  constexpr net::Duration kLook(50);
  while (is_on() && !scanner_.is_ready() && !scanner_.failure()) co_await loop_.sleep(kLook);
  co_return withholds(std::move(subject), said);
}

}  // namespace touchstone::guard
