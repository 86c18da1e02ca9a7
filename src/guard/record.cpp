#include "guard/record.hpp"

#include <array>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "json/writer.hpp"

namespace touchstone::guard {
namespace {

policy::Audit audit_of(const policy::Decision& decision) {
  return decision.audit.value_or(policy::Audit::kDigest);
}

std::string digest(std::string_view text) { return "sha256:" + base::hex(base::sha256(text)); }

void write_flows(json::Writer& out, const Case& one) {
  out.key("flows").begin_array();
  for (const auto& copied : one.flows.copied) {
    out.begin_object().key("argument").string(copied.pointer);
    out.key("from").string(one.session->memory.source(copied.source).uri);
    out.key("bytes").number(static_cast<double>(copied.matched)).end_object();
  }
  for (const auto& value : one.flows.values) {
    if (value.seen.empty()) continue;
    out.begin_object().key("argument").string(value.pointer);
    out.key("from").string(one.session->memory.source(value.first).uri);
    out.key("kind").string(flow::name_of(value.kind));
    out.key("digest").string(digest(value.text)).end_object();
  }
  out.end_array();
}

void write_handles(json::Writer& out, const Case& one) {
  if (one.subject.brought.empty()) return;
  out.key("handles").begin_array();
  for (const auto& brought : one.subject.brought) out.string(brought.handle());
  out.end_array();
}

void write_arguments(json::Writer& out, const Case& one, policy::Audit audit) {
  const json::View arguments = one.subject.arguments;
  if (!arguments) return;
  if (audit == policy::Audit::kFull) {
    out.key("arguments").raw(arguments.raw());
  } else {
    out.key("argumentsDigest").string(digest(arguments.raw()));
  }
}

// Facts but the arguments, which write_arguments has in the form that is wanted.
void write_facts(json::Writer& out, const Case& one) {
  policy::Facts facts = one.facts.facts;
  facts.set_arguments({});
  out.key("facts");
  facts.write(out);
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
                             const policy::Decision& decision, Outcome outcome, store::Time now) {
  store::DecisionRecord record = frame(one, kind, decision.effect, now);
  const policy::Audit audit = audit_of(decision);
  json::Writer out;
  out.begin_object().key("method").string(one.subject.method);
  out.key("outcome").string(name_of(outcome));
  out.key("decision");
  policy::write(out, decision);
  if (!one.ticket.empty()) out.key("ticket").string(one.ticket).key("by").string(one.by);
  if (one.over) out.key("overLimit").string(one.over->rule->name);
  if (one.ai_use > 0) out.key("aiUse").integer(static_cast<std::int64_t>(one.ai_use));
  if (audit != policy::Audit::kNone) {
    write_arguments(out, one, audit);
    write_handles(out, one);
    write_flows(out, one);
    write_facts(out, one);
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
  return record(one, "call", one.decision, outcome, now);
}

store::DecisionRecord record_of_result(const Case& one, Outcome outcome, store::Time now) {
  return record(one, "result", one.outcome, outcome, now);
}

}  // namespace touchstone::guard
