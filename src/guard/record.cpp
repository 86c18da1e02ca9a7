#include "guard/record.hpp"

#include <array>

#include "guard/veil.hpp"
#include "json/writer.hpp"

namespace touchstone::guard {
namespace {

policy::Audit audit_of(const policy::Decision& decision) {
  return decision.audit.value_or(policy::Audit::kDigest);
}

void write_flows(json::Writer& out, const Case& one, const Veil& veil) {
  out.key("flows").begin_array();
  for (const auto& copied : one.flows.copied) {
    out.begin_object().key("argument").string(veil.over(copied.pointer));
    out.key("from").string(veil.over(one.session->memory.source(copied.source).uri));
    out.key("bytes").number(static_cast<double>(copied.matched)).end_object();
  }
  for (const auto& value : one.flows.values) {
    if (value.seen.empty()) continue;
    out.begin_object().key("argument").string(veil.over(value.pointer));
    out.key("from").string(veil.over(one.session->memory.source(value.first).uri));
    out.key("kind").string(flow::name_of(value.kind));
    out.key("digest").string(digest_text(value.text)).end_object();
  }
  out.end_array();
}

void write_arguments(json::Writer& out, const Case& one, const Veil& veil) {
  if (!one.subject.arguments) return;
  const std::string shown = veil.arguments();
  if (shown.empty()) {
    out.key("argumentsDigest").string(digest_text(one.subject.arguments.raw()));
    return;
  }
  out.key("arguments").raw(shown);
  if (veil.hides()) out.key("secretsAsDigests").boolean(true);
}

void write_facts(json::Writer& out, const Veil& veil) {
  policy::Texts texts;
  out.key("facts");
  veil.facts(texts).write(out);
}

// A person's yes is to the call, or to its result.
void write_consent(json::Writer& out, const Consent& consent) {
  if (consent.ticket.empty()) return;
  out.key("ticket").string(consent.ticket).key("by").string(consent.by);
}

store::DecisionRecord frame(const Case& one, std::string_view kind, policy::Effect effect,
                            store::Time now) {
  return {.at = now,
          .kind = std::string(kind),
          .effect = std::string(policy::name_of(effect)),
          .session = one.session->name.key,
          .principal = std::string(one.subject.principal),
          .server = std::string(one.subject.server),
          .tool = std::string(one.subject.name),
          .body = {}};
}

store::DecisionRecord record(const Case& one, std::string_view kind,
                             const policy::Decision& decision, const Consent& consent,
                             Outcome outcome, store::Time now) {
  store::DecisionRecord record = frame(one, kind, decision.effect, now);
  const policy::Audit audit = audit_of(decision);
  json::Writer out;
  out.begin_object().key("method").string(one.subject.method);
  out.key("outcome").string(name_of(outcome));
  out.key("decision");
  policy::write(out, decision);
  write_consent(out, consent);
  if (one.over) out.key("overLimit").string(one.over->rule->name);
  if (one.ai_use > 0) out.key("aiUse").integer(static_cast<std::int64_t>(one.ai_use));
  if (audit != policy::Audit::kNone) {
    const Veil veil(one, audit);
    write_arguments(out, one, veil);
    write_flows(out, one, veil);
    write_facts(out, veil);
  }
  record.body = std::string(out.end_object().text());
  return record;
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  static constexpr std::array<std::string_view, 5> kNames{"forwarded", "refused", "delivered",
                                                          "changed", "withheld"};
  return kNames[static_cast<std::size_t>(outcome)];
}

store::DecisionRecord record_of_call(const Case& one, Outcome outcome, store::Time now) {
  return record(one, "call", one.decision, one.consent, outcome, now);
}

store::DecisionRecord record_of_result(const Case& one, Outcome outcome, store::Time now) {
  return record(one, "result", one.outcome, one.release, outcome, now);
}

}  // namespace touchstone::guard
