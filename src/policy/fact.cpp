#include "policy/fact.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "model/choice.hpp"
#include "policy/vocabulary.hpp"

namespace touchstone::policy {
namespace {

constexpr std::string_view kField = "<field>";
constexpr std::string_view kInOrder = "< ";
constexpr std::string_view kArguments = "request.arguments.";
constexpr auto kRequest = Phase::kRequest;
constexpr auto kResponse = Phase::kResponse;

// clang-format off
constexpr FactRow kFactRows[] = {
    {"tool.name", "text", kRequest, "", "the tool's name at its server"},
    {"tool.annotations.<field>", "field", kRequest, "", "effective: what the evidence amounts to, for this call"},
    {"tool.declared.<field>", "field", kRequest, "", "what the server itself says, also by a hint of an older draft"},
    {"tool.evidence.<field>.source", "text", kRequest, "< default inferred declared resolved observed operator", "who decided the field"},
    {"tool.evidence.<field>.confidence", "number", kRequest, "0..1", "how sure that is"},
    {"tool.tier", "text", kRequest, "< read write destructive", "the most that the call may do"},
    {"tool.risk", "text", kRequest, "< low elevated high critical", "by the table of risks in annotations.md"},
    {"tool.managedExecution", "flag", kRequest, "", "slow and heavy: wants a queue, progress and caps"},
    {"tool.legs.readsPrivate", "flag", kRequest, "", "returns internal, personal or otherwise sensitive data"},
    {"tool.legs.readsUntrusted", "flag", kRequest, "", "returns content that an attacker may have written"},
    {"tool.legs.sendsOut", "flag", kRequest, "", "can carry data to the outside"},
    {"tool.pin.state", "text", kRequest, "unknown pinned changed pending rejected", "what is shown now against what was accepted"},
    {"tool.findings", "set", kRequest, "malformed lie contradiction doubt coverage unknown moot poison shadow", "kinds of findings about its definition"},
    {"server.name", "text", kRequest, "", "its name in the config"},
    {"server.trust", "text", kRequest, "blocked quarantine untrusted standard trusted", "how far the operator trusts it"},
    {"server.transport", "text", kRequest, "stdio http sse", "how it is spoken to"},
    {"server.isolation", "text", kRequest, "auto session shared", "who shares its process or session"},
    {"request.method", "text", kRequest, "tools/call tools/resolve resources/read resources/subscribe resources/unsubscribe subscriptions/listen prompts/get completion/complete sampling/createMessage elicitation/create roots/list <method>", "what is asked for; of a client's answer to a server: what the server asked"},
    {"request.annotations.<field>", "field", kRequest, "", "the session's label joined with what the client says in _meta.annotations, as far as that warns"},
    {"request.arguments.<pointer>", "any", kRequest, "", "an argument by name, or by JSON pointer (/options/format); of a resource: uri"},
    {"request.detections", "set", kRequest, "credentials pii financial secret personal injection hidden <rule>", "what the detectors found in the arguments: data classes, kinds, and the rules that found it"},
    {"request.addressed", "flag", kRequest, "", "an argument names somebody in particular to whom this goes, whoever named them: a mail address, an account, a phone number"},
    {"request.sendsOut", "flag", kRequest, "", "no tool is called, but what the request carries leaves: for an address that its server never named, or for another server than the one it came from; or a client's answer to a server has credentials in it"},
    {"request.size", "number", kRequest, "0..", "bytes of the arguments"},
    {"session.label.untrusted", "flag", kRequest, "", "the session has seen content that an attacker may have written"},
    {"session.label.private", "flag", kRequest, "", "the session has seen private data"},
    {"session.label.malicious", "flag", kRequest, "", "the session has seen an attack"},
    {"session.label.classes", "set", kRequest, "user pii financial credentials regulated regulated:<scope> <label>", "data classes seen; regulated stands for any scope"},
    {"session.label.attribution", "set", kRequest, "", "where all that came from, as URIs"},
    {"session.legs.readsPrivate", "flag", kRequest, "", "a tool that reads private data has been called"},
    {"session.legs.readsUntrusted", "flag", kRequest, "", "a tool that reads untrusted content has been called"},
    {"session.legs.sendsOut", "flag", kRequest, "", "a tool that sends out has been called"},
    {"session.calls", "number", kRequest, "0..", "calls made before this one"},
    {"session.age", "number", kRequest, "0..", "seconds since it began"},
    {"flow.share", "number", kRequest, "0..1", "the largest share of an argument that comes from earlier results"},
    {"flow.arguments", "set", kRequest, "<pointer>", "JSON pointers of the arguments that carry it"},
    {"flow.sources", "set", kRequest, "", "URIs of the results it comes from"},
    {"flow.classes", "set", kRequest, "user pii financial credentials regulated regulated:<scope> <label>", "data classes of those results, of what the detectors found in the arguments if the session was given data of that class, and of what they found in content and a stretch of is in the arguments"},
    {"flow.untrusted", "flag", kRequest, "", "an argument carries untrusted content"},
    {"flow.private", "flag", kRequest, "", "an argument carries private data"},
    {"flow.malicious", "flag", kRequest, "", "an argument carries content of an attack"},
    {"flow.complete", "flag", kRequest, "", "the arguments were traced to their end; where they are too large for that, the other facts of flows say the worst that may be true of the rest"},
    {"flow.destination.untrusted", "flag", kRequest, "", "a recipient, URL, path or id was first seen in untrusted content, or may have been in what of it was forgotten"},
    {"flow.destination.values", "set", kRequest, "", "which ones"},
    {"flow.destination.altered", "flag", kRequest, "", "such a destination is a URL that nobody has shown as it stands, only its host: something may be written into it"},
    {"flow.elsewhere", "flag", kRequest, "", "an argument carries private data, or an attack, of another server than the one it goes to"},
    {"flow.links.untrusted", "flag", kRequest, "", "a longer text in the arguments holds a URL that only untrusted or unknown authors named"},
    {"flow.links.values", "set", kRequest, "", "which ones"},
    {"flow.directed", "flag", kRequest, "", "a value of the arguments stands in an instruction that some content gave"},
    {"flow.directed.share", "number", kRequest, "0..1", "how many of the values do"},
    {"flow.directed.values", "set", kRequest, "", "which ones"},
    {"flow.directed.tool", "flag", kRequest, "", "an instruction that untrusted content gave says to do what the tool does, going by its name: its kind of verb, and what it acts on"},
    {"principal.name", "text", kRequest, "", "who is authenticated"},
    {"principal.authenticated", "flag", kRequest, "", "whether anybody is"},
    {"client.name", "text", kRequest, "", "what the client calls itself; advisory"},
    {"client.version", "text", kRequest, "", "likewise"},
    {"time.hour", "number", kRequest, "0..23", "where the gateway runs"},
    {"time.weekday", "text", kRequest, "monday tuesday wednesday thursday friday saturday sunday", "likewise"},
    {"time.date", "text", kRequest, "<date>", "likewise"},
    {"response.annotations.<field>", "field", kResponse, "", "the result's label joined with what it says in _meta.annotations; what reassures counts only from a trusted server"},
    {"response.detections", "set", kResponse, "credentials pii financial secret personal injection hidden <rule>", "what the detectors found in the result: data classes, kinds, and the rules that found it"},
    {"response.size", "number", kResponse, "0..", "bytes of the result"},
    {"response.isError", "flag", kResponse, "", "the tool says that it failed"},
};
// clang-format on

constexpr std::size_t count_of(const FactRow& row) {
  return row.name.find(kField) != std::string_view::npos ? model::kFieldCount : 1;
}
static_assert([] {
  std::size_t count = 0;
  for (const auto& row : kFactRows) count += count_of(row);
  return count;
}() <= kMostFacts);

Type type_named(std::string_view word) {
  for (const auto type : {Type::kFlag, Type::kNumber, Type::kText, Type::kSet}) {
    if (name_of(type) == word) return type;
  }
  return Type::kAny;
}

FactSpec plain_fact(const FactRow& row) {
  const bool ordered = row.words.starts_with(kInOrder);
  FactSpec fact{.name = std::string(row.name),
                .type = type_named(row.type),
                .phase = row.phase,
                .words = {},
                .ordered = ordered,
                .meaning = row.meaning};
  if (fact.type == Type::kNumber) {
    take_bounds(row.words, fact);
  } else {
    take_words(row.words.substr(ordered ? kInOrder.size() : 0), fact);
  }
  return fact;
}

Type type_of(const model::FieldSpec& field) {
  switch (field.type) {
    case model::Type::kFlag: return Type::kFlag;
    case model::Type::kText: return Type::kText;
    case model::Type::kChoices:
    case model::Type::kClasses:
    case model::Type::kUris: break;
  }
  return Type::kSet;
}

FactSpec field_fact(const FactRow& row, const model::FieldSpec& field) {
  auto fact = plain_fact(row);
  fact.name.replace(fact.name.find(kField), kField.size(), field.name);
  if (row.type != "field") return fact;
  fact.type = type_of(field);
  if (field.type == model::Type::kClasses) take_classes(fact);
  if (!field.vocabulary) return fact;
  fact.besides = Besides::kNothing;
  for (const auto& choice : model::choices(*field.vocabulary)) fact.words.push_back(choice.name);
  return fact;
}

// A title is of a definition; what is sent and returned has none that a rule could rely on.
bool has_field(const FactRow& row, const model::FieldSpec& field) {
  return field.type != model::Type::kText || row.name.starts_with("tool.");
}

void expand_row(const FactRow& row, std::vector<FactSpec>& out) {
  if (row.name.find(kField) != std::string_view::npos) {
    for (const auto& field : model::kFields) {
      if (has_field(row, field)) out.push_back(field_fact(row, field));
    }
  } else {
    auto fact = plain_fact(row);
    const auto open = fact.name.find('<');
    fact.is_family = open != std::string::npos;
    if (fact.is_family) fact.name.resize(open);
    out.push_back(std::move(fact));
  }
}

struct Registry {
  std::vector<FactSpec> facts;
  std::map<std::string_view, FactId> ids;
  std::vector<FactId> families;

  Registry() {
    for (const auto& row : kFactRows) expand_row(row, facts);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const auto id = static_cast<FactId>(i);
      ids.emplace(facts[i].name, id);
      if (facts[i].is_family) families.push_back(id);
    }
  }
};

const Registry& registry() {
  static const Registry kRegistry;
  return kRegistry;
}

std::string member_of(FactId family, std::string_view name) {
  const bool is_name = spec(family).name == kArguments && !name.starts_with('/');
  return is_name ? json::pointer("", name) : std::string(name);
}

}  // namespace

std::string_view name_of(Phase phase) { return phase == Phase::kRequest ? "request" : "response"; }

std::string_view name_of(Type type) {
  switch (type) {
    case Type::kFlag: return "flag";
    case Type::kNumber: return "number";
    case Type::kText: return "text";
    case Type::kSet: return "set";
    case Type::kAny: break;
  }
  return "any";
}

std::span<const FactRow> fact_rows() { return kFactRows; }
std::span<const FactSpec> all_facts() { return registry().facts; }

std::optional<FactRef> find_fact(std::string_view name) {
  const auto it = registry().ids.find(name);
  if (it != registry().ids.end() && !spec(it->second).is_family) return FactRef{it->second, ""};
  for (const auto family : registry().families) {
    const std::string_view prefix = spec(family).name;
    if (name.starts_with(prefix) && name.size() > prefix.size()) {
      return FactRef{family, member_of(family, name.substr(prefix.size()))};
    }
  }
  return std::nullopt;
}

FactId fact_id(std::string_view name) {
  const auto it = registry().ids.find(name);
  assert(it != registry().ids.end());
  return it->second;
}

FactId arguments_id() {
  static const FactId kId = fact_id("request.arguments.");
  return kId;
}

std::string to_string(const FactRef& fact) { return spec(fact.id).name + fact.member; }

std::string meant_fact(std::string_view name) {
  const auto nearest = nearest_fact(name);
  if (nearest.empty()) return "touchstone policy facts lists all";
  if (!nearest.ends_with('.')) return fmt::format("did you mean {}?", nearest);
  return fmt::format("name a member, such as {}path", nearest);
}

std::string nearest_fact(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& fact : all_facts()) names.push_back(fact.name);
  return std::string(base::closest(name, names));
}

}  // namespace touchstone::policy
