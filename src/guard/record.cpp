#include "guard/record.hpp"

#include <array>
#include <cmath>

#include "guard/veil.hpp"
#include "json/canonical.hpp"
#include "json/ordered.hpp"
#include "json/parser.hpp"
#include "model/value.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kUsualRecord = 3072;  // bytes of a body; room that need not be found later

policy::Audit audit_of(const policy::Decision& decision) {
  return decision.audit.value_or(policy::Audit::kDigest);
}

// Keys stand in canonical order here, as everywhere in a record.
void write_flows(json::Writer& out, const Case& one, const Veil& veil) {
  out.begin_array();
  for (const auto& copied : one.flows.copied) {
    const flow::Source& source = one.session->memory.source(copied.source);
    out.begin_object().key("argument").string(veil.over(copied.pointer));
    out.key("bytes").number(static_cast<double>(copied.matched));
    model::write(out.key("classes"), model::Value(source.classes));
    out.key("from").string(veil.over(source.uri));
    out.key("percent").integer(std::lround(copied.share * 100)).end_object();
  }
  for (const auto& value : one.flows.values) {
    if (value.seen.empty() && !value.is_forgotten()) continue;
    out.begin_object().key("argument").string(veil.over(value.pointer));
    if (value.by_name) out.key("byName").boolean(true);
    if (value.untrusted_destination()) out.key("destination").boolean(true);
    out.key("digest").string(digest_text(value.text));
    if (value.directed()) out.key("directed").boolean(true);
    out.key("from").string(veil.over(flow::origin_of(one.session->memory, value)));
    out.key("kind").string(flow::name_of(value.kind));
    if (value.untrusted_link()) out.key("link").boolean(true);
    out.end_object();
  }
  out.end_array();
}

void write_handles(json::OrderedObject& body, const Case& one) {
  if (one.subject.brought.empty()) return;
  json::Writer& out = body.key("handles").begin_array();
  for (const auto& brought : one.subject.brought) out.string(brought.handle());
  out.end_array();
}

void write_arguments(json::OrderedObject& body, const Case& one, const Veil& veil) {
  if (!one.subject.arguments) return;
  const std::string shown = veil.arguments();
  const auto digest = [&] {
    body.key("argumentsDigest").string(digest_text(one.subject.arguments.raw()));
  };
  if (shown.empty()) return digest();
  const auto document = json::Parser().parse(json::Text::copy_of(shown));
  if (!document) return digest();
  body.key("arguments").raw(json::canonical(document->root()));
  if (veil.hides()) body.key("secretsAsDigests").boolean(true);
}

// A person's yes is to the call, or to its result.
void write_consent(json::OrderedObject& body, const Consent& consent) {
  if (consent.ticket.empty()) return;
  body.key("ticket").string(consent.ticket);
  if (!consent.by.empty()) body.key("by").string(consent.by);
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
          .body = {},
          .is_ordered = true};
}

void write_label(json::Writer& out, const Case& one, const Veil& veil) {
  const model::Label& label = one.label;
  out.begin_object().key("attribution").begin_array();
  for (const auto& uri : label.attribution.uris()) out.string(veil.over(uri));
  model::write(out.end_array().key("classes"), model::Value(label.classes));
  out.key("malicious").boolean(label.malicious);
  out.key("private").boolean(label.is_private);
  out.key("untrusted").boolean(label.untrusted).end_object();
}

void write_came(json::OrderedObject& into, const Case& one, policy::Audit audit) {
  if (!one.came) return;
  if (one.came->failed != Failed::kNot)
    into.key("error").string(one.came->failed == Failed::kServer ? "server" : "gateway");
  if (one.held_again) into.key("heldAgain").boolean(true);
  into.key("isError").boolean(one.came->is_error);
  if (!one.redacted.empty()) model::write(into.key("redacted"), model::Value(one.redacted));
  into.key("size").integer(static_cast<std::int64_t>(one.came->size));
  if (!one.came->value.empty()) into.key("value").string(one.came->value);
  if (audit != policy::Audit::kNone) write_label(into.key("label"), one, Veil(one, audit));
}

// Facts, and what goes with them.
void write_grounds(json::OrderedObject& body, const Case& one, policy::Audit audit) {
  if (audit == policy::Audit::kNone) return;
  const Veil veil(one, audit);
  write_arguments(body, one, veil);
  write_handles(body, one);
  write_flows(body.key("flows"), one, veil);
  veil.write_facts(body.key("facts"));
}

// A result that a rule spoke of, or that repeats what was withheld, has a record of its own.
bool is_spoken_of(const Case& one) {
  return !one.outcome.fired.empty() || !one.outcome.shadow.empty();
}

// The facts of a result follow from what came and from the record of its call; all but these.
void write_found(json::OrderedObject& body, const Case& one) {
  if (one.found_out.items.empty()) return;
  policy::Texts texts;
  json::Writer& out = body.key("detections").begin_array();
  for (const auto word : words_of(one.found_out, texts)) out.string(word);
  out.end_array();
}

json::OrderedObject begun(const Case& one, const policy::Decision& decision, Outcome outcome) {
  json::OrderedObject body(kUsualRecord);
  body.key("method").string(one.shown_method());
  body.key("outcome").string(name_of(outcome));
  body.key("policy").string(one.policy_version);
  policy::write(body.key("decision"), decision);
  return body;
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  static constexpr std::array<std::string_view, 5> kNames{"forwarded", "refused", "delivered",
                                                          "changed", "withheld"};
  return kNames[static_cast<std::size_t>(outcome)];
}

store::DecisionRecord record_of_call(const Case& one, Outcome outcome, store::Time now,
                                     std::optional<Outcome> result) {
  auto body = begun(one, one.decision, outcome);
  write_consent(body, one.consent);
  if (one.over) body.key("overLimit").string(one.over->rule->name);
  if (one.would_be_over) body.key("wouldBeOverLimit").string(one.would_be_over->rule->name);
  if (!one.unmade.empty()) body.key("unmade").string(one.unmade);
  if (one.ai_use > 0) body.key("aiUse").integer(static_cast<std::int64_t>(one.ai_use));
  if (result) {
    json::OrderedObject came;
    came.key("outcome").string(name_of(*result));
    write_came(came, one, audit_of(one.decision));
    if (is_spoken_of(one) || one.held_again) came.key("recorded").boolean(true);
    body.key("result").raw(std::move(came).take());
  }
  if (one.unopened.empty()) {
    write_grounds(body, one, audit_of(one.decision));
  } else {
    body.key("handleRefused").string(one.unopened);
    body.key("argumentsDigest").string(digest_text(one.subject.arguments.raw()));
  }
  auto record = frame(one, "call", one.decision, now);
  record.body = std::move(body).take();
  return record;
}

store::DecisionRecord record_of_result(const Case& one, Outcome outcome, store::Time now) {
  const policy::Audit audit = audit_of(one.outcome);
  auto body = begun(one, one.outcome, outcome);
  if (!one.call_id.empty()) body.key("call").string(one.call_id);
  write_consent(body, one.consent_out);
  write_came(body, one, audit);
  if (is_spoken_of(one) || one.call_id.empty()) {
    write_grounds(body, one, audit);
  } else if (audit != policy::Audit::kNone) {
    write_found(body, one);
  }
  auto record = frame(one, "result", one.outcome, now);
  record.body = std::move(body).take();
  return record;
}

}  // namespace touchstone::guard
