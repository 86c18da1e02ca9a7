#include "guard/record.hpp"

#include <array>
#include <cmath>

#include "guard/veil.hpp"
#include "json/writer.hpp"
#include "model/value.hpp"

namespace touchstone::guard {
namespace {

policy::Audit audit_of(const policy::Decision& decision) {
  return decision.audit.value_or(policy::Audit::kDigest);
}

void write_flows(json::Writer& out, const Case& one, const Veil& veil) {
  out.key("flows").begin_array();
  for (const auto& copied : one.flows.copied) {
    out.begin_object().key("argument").string(veil.over(copied.pointer));
    const flow::Source& source = one.session->memory.source(copied.source);
    out.key("from").string(veil.over(source.uri));
    out.key("bytes").number(static_cast<double>(copied.matched));
    out.key("percent").integer(std::lround(copied.share * 100));
    model::write(out.key("classes"), model::Value(source.classes));
    out.end_object();
  }
  for (const auto& value : one.flows.values) {
    if (value.seen.empty()) continue;
    out.begin_object().key("argument").string(veil.over(value.pointer));
    out.key("from").string(veil.over(one.session->memory.source(value.first).uri));
    out.key("kind").string(flow::name_of(value.kind));
    if (value.untrusted_destination()) out.key("destination").boolean(true);
    if (value.untrusted_link()) out.key("link").boolean(true);
    if (value.directed()) out.key("directed").boolean(true);
    out.key("digest").string(digest_text(value.text)).end_object();
  }
  out.end_array();
}

void write_handles(json::Writer& out, const Case& one) {
  if (one.subject.brought.empty()) return;
  out.key("handles").begin_array();
  for (const auto& brought : one.subject.brought) out.string(brought.handle());
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
  out.key("ticket").string(consent.ticket);
  if (!consent.by.empty()) out.key("by").string(consent.by);
}

store::DecisionRecord frame(const Case& one, std::string_view kind,
                            const policy::Decision& decision, store::Time now) {
  return {.at = now,
          .kind = std::string(kind),
          .effect = std::string(policy::name_of(decision.effect)),
          .session = one.session->name.key,
          .principal = std::string(one.subject.principal),
          .server = std::string(one.subject.server),
          .tool = Veil(one, audit_of(decision)).over(one.subject.name),
          .body = {}};
}

void write_came(json::Writer& out, const Case& one, policy::Audit audit) {
  if (!one.came) return;
  out.key("isError").boolean(one.came->is_error);
  out.key("size").integer(static_cast<std::int64_t>(one.came->size));
  if (!one.came->value.empty()) out.key("value").string(one.came->value);
  if (audit == policy::Audit::kNone) return;
  out.key("label").begin_object().key("untrusted").boolean(one.label.untrusted);
  out.key("private").boolean(one.label.is_private);
  out.key("malicious").boolean(one.label.malicious);
  model::write(out.key("classes"), model::Value(one.label.classes));
  out.key("attribution").begin_array();
  const Veil veil(one, audit);
  for (const auto& uri : one.label.attribution.uris()) out.string(veil.over(uri));
  out.end_array().end_object();
}

// Facts, and what goes with them.
void write_grounds(json::Writer& out, const Case& one, policy::Audit audit) {
  if (audit == policy::Audit::kNone) return;
  const Veil veil(one, audit);
  write_arguments(out, one, veil);
  write_handles(out, one);
  write_flows(out, one, veil);
  write_facts(out, veil);
}

void begin(json::Writer& out, const Case& one, const policy::Decision& decision, Outcome outcome) {
  out.begin_object().key("method").string(one.subject.method);
  out.key("outcome").string(name_of(outcome));
  out.key("policy").string(one.policy_version);
  out.key("decision");
  policy::write(out, decision);
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  static constexpr std::array<std::string_view, 5> kNames{"forwarded", "refused", "delivered",
                                                          "changed", "withheld"};
  return kNames[static_cast<std::size_t>(outcome)];
}

store::DecisionRecord record_of_call(const Case& one, Outcome outcome, store::Time now,
                                     std::optional<Outcome> result) {
  json::Writer out;
  begin(out, one, one.decision, outcome);
  write_consent(out, one.consent);
  if (one.over) out.key("overLimit").string(one.over->rule->name);
  if (!one.unmade.empty()) out.key("unmade").string(one.unmade);
  if (one.ai_use > 0) out.key("aiUse").integer(static_cast<std::int64_t>(one.ai_use));
  if (result) {
    out.key("result").begin_object().key("outcome").string(name_of(*result));
    write_came(out, one, audit_of(one.decision));
    out.end_object();
  }
  write_grounds(out, one, audit_of(one.decision));
  auto record = frame(one, "call", one.decision, now);
  record.body = std::string(out.end_object().text());
  return record;
}

store::DecisionRecord record_of_result(const Case& one, Outcome outcome, store::Time now) {
  const bool spoken_of = !one.outcome.fired.empty() || !one.outcome.shadow.empty();
  json::Writer out;
  begin(out, one, one.outcome, outcome);
  if (!one.call_id.empty()) out.key("call").string(one.call_id);
  write_consent(out, one.consent_out);
  write_came(out, one, audit_of(one.outcome));
  if (spoken_of) write_grounds(out, one, audit_of(one.outcome));
  auto record = frame(one, "result", one.outcome, now);
  record.body = std::string(out.end_object().text());
  return record;
}

}  // namespace touchstone::guard
