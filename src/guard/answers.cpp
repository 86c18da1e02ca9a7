// Guard, the part about what clients answer to servers that asked them.
#include <algorithm>

#include "base/word_list.hpp"
#include "guard/guard.hpp"
#include "guard/record.hpp"
#include "guard/way_out.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

// What is answered by a person, or by what they set: not by the model.
constexpr base::WordList kOwnWord("elicitation/create roots/list");

bool is_said(const flow::Carried& value) {
  return value.untrusted_destination() || value.untrusted_link() || value.directed();
}

// Something of what other servers said, or what the detectors know.
bool carries_anything(const Case& one) {
  const flow::Memory& memory = one.session->memory;
  const auto is_foreign = [&](const flow::Copied& copied) {
    return !is_of(memory.source(copied.source), one.subject);
  };
  return !one.found.items.empty() || !one.flows.finds.empty() || !one.flows.complete ||
         std::ranges::any_of(one.flows.copied, is_foreign) ||
         std::ranges::any_of(one.flows.values, is_said);
}

bool was_asked(const Hearer& hearer, const policy::Rule& rule) {
  return std::ranges::find(hearer.asked_by, rule.name) != hearer.asked_by.end();
}

bool may_pass(const Case& one, const Hearer& hearer) {
  if (one.decision.effect == policy::Effect::kBlock) return false;
  if (one.decision.effect != policy::Effect::kEscalate) return true;
  if (carries_anything(one)) return false;
  return kOwnWord.has(one.subject.method) ||
         std::ranges::all_of(one.decision.fired, [&](const policy::Rule* rule) {
           return rule->effect != policy::Effect::kEscalate || was_asked(hearer, *rule);
         });
}

}  // namespace

net::Task<base::Result<CasePtr>> Guard::refused_answer(Hearer hearer, std::string method,
                                                       std::string answer) {
  if (!is_on()) co_return CasePtr();
  auto read = json::Parser().parse(json::Text(std::move(answer)));
  if (!read) co_return base::fail("the answer is no JSON", method);
  Subject subject = subject_of(hearer);
  subject.method = method;
  subject.is_answer = true;
  subject.made = std::make_shared<const json::Document>(std::move(*read));
  subject.arguments = subject.made->root();
  auto opened = co_await open(std::move(subject));
  if (!opened) co_return tl::unexpected(opened.error());
  Case& one = **opened;
  if (!may_pass(one, hearer)) {
    const auto kept = co_await refuse(one);
    if (!kept) co_return tl::unexpected(kept.error());
    co_return std::move(*opened);
  }
  // The server has it from now on: what it says of it may be an echo.
  const Telling tell = [&one](flow::Memory& given) { (void)given.note_call(one.flows); };
  tell(one.kept_in->memory);
  store::Memory memory;
  memory.decisions.push_back(record_of_call(one, Outcome::kForwarded, one.begun));
  memory.session = store::SessionChange{.name = one.session->name, .now = one.begun};
  const Arguing under_way(one.kept_in);
  const auto kept = co_await write_told(one, memory, tell);
  if (!kept) co_return tl::unexpected(kept.error());
  co_return CasePtr();
}

}  // namespace touchstone::guard
