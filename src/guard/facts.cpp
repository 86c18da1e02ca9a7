#include "guard/facts.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <span>

#include <fmt/format.h>

#include "guard/annotation_facts.hpp"
#include "guard/carried_finds.hpp"
#include "guard/way_out.hpp"
#include "model/fold.hpp"
#include "policy/recorded.hpp"

namespace touchstone::guard {
namespace {

using policy::fact_id;
using policy::FactId;
using policy::Facts;
using policy::Texts;
using policy::Value;

// Looked up once: the table never changes while the program runs.
struct Ids {
  FactId method = fact_id("request.method"), size = fact_id("request.size");
  FactId request_found = fact_id("request.detections");
  FactId goes_out = fact_id("request.sendsOut"), addressed = fact_id("request.addressed");
  FactId untrusted_seen = fact_id("session.label.untrusted");
  FactId private_seen = fact_id("session.label.private");
  FactId malicious_seen = fact_id("session.label.malicious");
  FactId classes_seen = fact_id("session.label.classes");
  FactId sources_seen = fact_id("session.label.attribution");
  FactId read_private = fact_id("session.legs.readsPrivate");
  FactId read_untrusted = fact_id("session.legs.readsUntrusted");
  FactId sent_out = fact_id("session.legs.sendsOut");
  FactId calls = fact_id("session.calls"), age = fact_id("session.age");
  FactId share = fact_id("flow.share"), from = fact_id("flow.sources");
  FactId carrying = fact_id("flow.arguments"), carried = fact_id("flow.classes");
  FactId carries_untrusted = fact_id("flow.untrusted");
  FactId carries_private = fact_id("flow.private");
  FactId carries_malicious = fact_id("flow.malicious");
  FactId complete = fact_id("flow.complete");
  FactId planted = fact_id("flow.destination.untrusted");
  FactId planted_values = fact_id("flow.destination.values");
  FactId altered = fact_id("flow.destination.altered");
  FactId elsewhere = fact_id("flow.elsewhere");
  FactId links = fact_id("flow.links.untrusted");
  FactId link_values = fact_id("flow.links.values");
  FactId directed = fact_id("flow.directed");
  FactId directed_share = fact_id("flow.directed.share");
  FactId directed_tool = fact_id("flow.directed.tool");
  FactId tier = fact_id("tool.tier");
  FactId directed_values = fact_id("flow.directed.values");
  FactId principal = fact_id("principal.name");
  FactId authenticated = fact_id("principal.authenticated");
  FactId client = fact_id("client.name"), version = fact_id("client.version");
  FactId hour = fact_id("time.hour"), weekday = fact_id("time.weekday");
  FactId date = fact_id("time.date");
  FactId out_found = fact_id("response.detections"), out_size = fact_id("response.size");
  FactId is_error = fact_id("response.isError");
};
const Ids& ids() {
  static const Ids kIds;
  return kIds;
}

Value number(std::size_t count) { return static_cast<double>(count); }

// Nobody is named by these where there are no tokens.
bool is_authenticated(std::string_view principal) { return principal != "local"; }

void fill_session(CallFacts& into, const Before& before) {
  const Session& session = before.session;
  Facts& facts = into.facts;
  const Ids& id = ids();
  facts.set(id.untrusted_seen, session.label.untrusted);
  facts.set(id.private_seen, session.label.is_private);
  facts.set(id.malicious_seen, session.label.malicious);
  if (session.label_facts) {
    into.label = session.label_facts;
    facts.set(id.classes_seen, session.label_facts->classes);
    facts.set(id.sources_seen, session.label_facts->attribution);
  }
  facts.set(id.read_private, session.legs.reads_private);
  facts.set(id.read_untrusted, session.legs.reads_untrusted);
  facts.set(id.sent_out, session.legs.sends_out);
  facts.set(id.calls, number(session.calls));
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(before.now - session.created);
  facts.set(id.age, static_cast<double>(age.count()));
}

bool has_credentials(const detect::ResultDetections& found) {
  return found.classes().has(model::DataClass::kCredentials);
}

// Somebody in particular gets it, whoever named them: that is flow.destination's to say. A name
// alone does not say that: it may be a user's or a file's.
bool is_addressed(const flow::Flows& flows) {
  const auto is_address = [](const flow::Carried& value) {
    using flow::Kind;
    return value.destination && (value.kind == Kind::kMail || value.kind == Kind::kAccount ||
                                 value.kind == Kind::kPhone);
  };
  return flows.complete && std::ranges::any_of(flows.values, is_address);
}

using Set = std::set<std::string>;
void set_words(CallFacts& into, FactId fact, const Set& words) {
  if (!words.empty())
    into.facts.set(fact, into.texts.keep(std::vector<std::string>(words.begin(), words.end())));
}

// `finds`: classes of what the detectors found and the session was given.
void fill_copied(CallFacts& into, const flow::Flows& flows, const Session& session,
                 BroughtAll brought, const model::DataClasses& finds) {
  const Ids& id = ids();
  const flow::Memory& memory = session.memory;
  double share = 0;
  bool untrusted = false, is_private = false, malicious = false;
  Set pointers, sources, classes;
  const auto join = [&](const flow::Source& source) {
    sources.insert(source.uri);
    for (auto& word : policy::class_words(source.classes)) classes.insert(std::move(word));
    untrusted = untrusted || source.author == flow::Author::kUntrusted;
    is_private = is_private || source.is_private;
    malicious = malicious || source.malicious;
  };
  for (const auto& copied : flows.copied) {
    share = std::max(share, copied.share);
    pointers.insert(copied.pointer);
    join(memory.source(copied.source));
  }
  // What was not read may come from anywhere; the first source is the client itself.
  if (!flows.complete && memory.sources().size() > 1) {
    share = 1;
    for (const auto& source : std::span(memory.sources()).subspan(1)) join(source);
  }
  // Nor is it known what of the session's data a lost memory had.
  if (memory.lost()) {
    is_private = is_private || session.label.is_private;
    untrusted = untrusted || session.label.untrusted;
    malicious = malicious || session.label.malicious;
    for (auto& word : policy::class_words(session.label.classes)) classes.insert(std::move(word));
  }
  for (auto& word : policy::class_words(finds)) classes.insert(std::move(word));
  // A memory keeps one name of a source, and a few of its classes; a label has all.
  for (const auto& one : brought) {
    for (auto& uri : one.label.attribution.uris()) sources.insert(std::move(uri));
    for (auto& word : policy::class_words(one.label.classes)) classes.insert(std::move(word));
  }
  into.facts.set(id.share, share);
  into.facts.set(id.carries_untrusted, untrusted);
  into.facts.set(id.carries_private, is_private);
  into.facts.set(id.carries_malicious, malicious);
  set_words(into, id.carrying, pointers);
  set_words(into, id.from, sources);
  set_words(into, id.carried, classes);
}

// `doing`: of a tool that does more than read; else null.
void fill_values(CallFacts& into, const flow::Flows& flows, const flow::Memory& memory,
                 const flow::Doing* doing) {
  const Ids& id = ids();
  Set destinations, links, directed;
  bool altered = false;
  for (const auto& value : flows.values) {
    if (value.untrusted_destination()) destinations.insert(value.text);
    altered = altered || (value.untrusted_destination() && value.altered);
    if (value.untrusted_link()) links.insert(value.text);
    if (value.directed()) directed.insert(value.text);
  }
  double directed_share = flows.directed_share();
  if (directed.empty() && doing != nullptr) {
    for (auto& text : memory.wished(*doing, flows)) directed.insert(std::move(text));
    if (!directed.empty())
      directed_share =
          static_cast<double>(directed.size()) / static_cast<double>(flows.values.size());
  }
  // Of what was not read anything may be true that somebody could have said.
  const bool untraced = !flows.complete && memory.heard_others();
  into.facts.set(id.complete, flows.complete);
  into.facts.set(id.planted, !destinations.empty() || (untraced && !flows.destinations));
  into.facts.set(id.altered, altered || (untraced && !flows.destinations));
  into.facts.set(id.links, !links.empty() || untraced);
  into.facts.set(id.directed, !directed.empty() || untraced);
  into.facts.set(id.directed_share, directed_share);
  set_words(into, id.planted_values, destinations);
  set_words(into, id.link_values, links);
  set_words(into, id.directed_values, directed);
}

constexpr std::array<std::string_view, 7> kWeekdays{"sunday",   "monday", "tuesday", "wednesday",
                                                    "thursday", "friday", "saturday"};

// They are on record with each call of the tool.
void clean_sources(Facts& facts, Texts& texts, Scanner& scanner) {
  for (const FactId id :
       {fact_id("tool.annotations.attribution"), fact_id("tool.declared.attribution")}) {
    const auto* sources = std::get_if<policy::Words>(&facts.at(id));
    if (sources == nullptr) continue;
    std::vector<std::string> clean;
    for (const auto uri : *sources) clean.push_back(scanner.clean(uri));
    facts.set(id, texts.keep(clean));
  }
}

}  // namespace

policy::Words words_of(const detect::ResultDetections& found, Texts& texts) {
  Set words;
  for (const auto& item : found.items) {
    words.emplace(item.what.rule);
    words.emplace(detect::name_of(item.what.kind));
    const auto data = detect::data_class_of(item.what.kind);
    if (data != model::DataClass::kNone) words.emplace(model::name_of(data));
  }
  return texts.keep(std::vector<std::string>(words.begin(), words.end()));
}

void FactBook::fill_tool(Tool& into, const Subject& subject) {
  Facts& facts = into.facts;
  facts.set("tool.name", into.texts.keep(std::string(subject.name)));
  facts.set("server.name", into.texts.keep(std::string(subject.server)));
  facts.set("server.trust", into.texts.keep(std::string(subject.trust_word)));
  facts.set("server.transport", into.texts.keep(std::string(subject.transport)));
  facts.set("server.isolation", into.texts.keep(std::string(subject.isolation)));
  if (subject.profile == nullptr && !subject.is_of_call()) return;
  if (subject.profile == nullptr)  // of a tool that nobody has seen, the worst
    return policy::fill_profile(facts, model::fold({}, {}), into.texts);
  policy::fill_profile(facts, *subject.profile, into.texts);
  for (const auto& evidence : subject.profile->evidence()) {
    if (evidence.source == model::Source::kDeclared)
      policy::fill_field(facts, "tool.declared.", evidence.field, evidence.value, into.texts);
  }
  if (!subject.pin_state.empty())
    facts.set("tool.pin.state", into.texts.keep(std::string(subject.pin_state)));
  Set kinds;
  for (const auto& finding : subject.findings) kinds.emplace(name_of(finding.kind));
  facts.set("tool.findings", into.texts.keep(std::vector<std::string>(kinds.begin(), kinds.end())));
}

std::shared_ptr<const FactBook::Tool> FactBook::tool_of(const Subject& subject, Scanner* scanner) {
  const Key key{subject.definition, subject.server};
  if (subject.definition != nullptr) {
    if (const auto it = tools_.find(key); it != tools_.end()) return it->second;
  }
  auto tool = std::make_shared<Tool>();
  fill_tool(*tool, subject);
  if (subject.is_of_call()) tool->doing = flow::doing_of(subject.name);
  if (scanner != nullptr) clean_sources(tool->facts, tool->texts, *scanner);
  policy::Facts recorded = tool->facts;
  policy::leave_out_defaults(recorded);
  tool->server_members = recorded.members_of("server.");
  tool->members = recorded.members_of("tool.");
  tool->written = {{{"server.", tool->server_members}, {"tool.", tool->members}}};
  if (subject.definition == nullptr) return tool;
  if (tools_.size() >= kMaxTools) tools_.clear();
  tools_.emplace(key, tool);
  return tool;
}

void FactBook::fill_time(CallFacts& into, store::Time now) {
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  std::tm local{};
  ::localtime_r(&seconds, &local);
  const int year = local.tm_year + 1900;
  const int month = local.tm_mon + 1;
  if (today_.day != local.tm_mday || today_.month != month || today_.year != year)
    today_ = {year, month, local.tm_mday,
              fmt::format("{:04}-{:02}-{:02}", year, month, local.tm_mday)};
  const Ids& id = ids();
  into.facts.set(id.hour, static_cast<double>(local.tm_hour));
  into.facts.set(id.weekday, kWeekdays[static_cast<std::size_t>(local.tm_wday)]);
  into.facts.set(id.date, into.texts.keep(today_.text));
}

void FactBook::fill(CallFacts& into, const Subject& subject, const Before& before) {
  const auto tool = tool_of(subject, before.scanner);
  into.tool = tool;
  into.written = tool->written;
  into.facts = tool->facts;
  const Ids& id = ids();
  into.facts.set(id.method, subject.is_outcome ? "tools/call" : subject.method);
  into.facts.set(id.size, number(subject.arguments ? subject.arguments.raw().size() : 0));
  if (subject.arguments) into.facts.set_arguments(subject.arguments);
  into.facts.set(id.principal, subject.principal);
  into.facts.set(id.authenticated, is_authenticated(subject.principal));
  if (!subject.client.empty()) into.facts.set(id.client, subject.client);
  if (!subject.client_version.empty()) into.facts.set(id.version, subject.client_version);
  if (!before.found.items.empty())
    into.facts.set(id.request_found, words_of(before.found, into.texts));
  model::DataClasses finds;
  if (subject.arguments)
    finds = carried_finds({subject, before.found, before.flows, before.session.memory},
                          before.session.label.classes);
  const bool elsewhere =
      goes_elsewhere(subject, before.flows, before.session.memory, before.session.label, finds);
  into.facts.set(id.elsewhere, elsewhere);
  if (!subject.is_of_call())
    into.facts.set(id.goes_out,
                   elsewhere || goes_to_open_world(subject, before.flows, before.session.memory) ||
                       (subject.is_answer && has_credentials(before.found)));
  into.facts.set(id.addressed, is_addressed(before.flows));
  fill_session(into, before);
  fill_context(into, before);
  fill_copied(into, before.flows, before.session, subject.brought, finds);
  // What only reads is not asked about for that; and looking takes its time.
  const auto* tier = std::get_if<std::string_view>(&into.facts.at(id.tier));
  const bool writes = tier != nullptr && *tier != "read";
  fill_values(into, before.flows, before.session.memory, writes ? &tool->doing : nullptr);
  if (writes) into.facts.set(id.directed_tool, before.session.memory.is_told_to(tool->doing));
  fill_time(into, before.now);
}

void FactBook::add(CallFacts& into, const After& after) {
  const Ids& id = ids();
  fill_outcome(into, after);
  if (!after.found.items.empty()) into.facts.set(id.out_found, words_of(after.found, into.texts));
  into.facts.set(id.out_size, number(after.size));
  into.facts.set(id.is_error, after.is_error);
}

}  // namespace touchstone::guard
