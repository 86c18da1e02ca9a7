#include "guard/annotation_facts.hpp"

#include <algorithm>
#include <array>

#include "model/choice.hpp"

namespace touchstone::guard {
namespace {

using model::Field;
using policy::FactId;
using policy::Words;

constexpr std::string_view kRequestFamily = "request.annotations.";
constexpr std::string_view kResponseFamily = "response.annotations.";

// Those that are filled in for each call; looked up once.
struct DataFacts {
  FactId open_world, sensitive, malicious, attribution, source, sensitivity;

  explicit DataFacts(std::string_view family)
      : open_world(id(family, Field::kOpenWorld)),
        sensitive(id(family, Field::kSensitiveData)),
        malicious(id(family, Field::kMaliciousActivity)),
        attribution(id(family, Field::kAttribution)),
        source(id(family, Field::kSource)),
        sensitivity(id(family, Field::kReturnSensitivity)) {}

  static FactId id(std::string_view family, Field field) {
    return policy::fact_id(std::string(family) + std::string(model::spec(field).name));
  }
};
const DataFacts& of_request() {
  static const DataFacts kFacts(kRequestFamily);
  return kFacts;
}
const DataFacts& of_response() {
  static const DataFacts kFacts(kResponseFamily);
  return kFacts;
}

model::ChoiceSet only_telling(model::ChoiceSet set) {
  model::ChoiceSet out(set.vocabulary());
  for (const auto& choice : model::choices(set.vocabulary())) {
    if (choice.telling && set.has(choice.name)) out.insert(choice.name);
  }
  return out;
}

// What of a claim counts; nothing if none of it does.
model::Value heard(const model::DataClaims::Said& said, bool believed) {
  if (believed) return said.value;
  if (const auto* flag = std::get_if<bool>(&said.value))
    return *flag == model::spec(said.field).risky ? said.value : model::Value();
  if (const auto* set = std::get_if<model::ChoiceSet>(&said.value)) {
    const auto telling = only_telling(*set);
    return telling.empty() ? model::Value() : model::Value(telling);
  }
  if (const auto* classes = std::get_if<model::DataClasses>(&said.value)) {
    auto some = classes->without_none();
    return some.empty() ? model::Value() : model::Value(std::move(some));
  }
  return said.value;
}

void fill_others(CallFacts& into, std::string_view family, const model::DataClaims& claims,
                 bool believed) {
  for (const auto& said : claims.others) {
    const auto value = heard(said, believed);
    if (model::is_set(value)) policy::fill_field(into.facts, family, said.field, value, into.texts);
  }
}

// `words`, and that it is of the open world, which a source has a word for, too.
Words with_untrusted(Words words, policy::Texts& texts) {
  static constexpr std::array<std::string_view, 1> kOpen{"untrustedPublic"};
  if (words.empty()) return kOpen;
  if (std::ranges::find(words, kOpen.front()) != words.end()) return words;
  std::vector<std::string> all(words.begin(), words.end());
  all.emplace_back(kOpen.front());
  return texts.keep(all);
}

// What is said of this source, or else `otherwise`.
void fill_source(CallFacts& into, FactId fact, Words otherwise, bool untrusted) {
  const auto* said = std::get_if<Words>(&into.facts.at(fact));
  Words words = said != nullptr ? *said : otherwise;
  if (untrusted) words = with_untrusted(words, into.texts);
  if (!words.empty()) into.facts.set(fact, words);
}

// Where the tool's results come from, if anybody says so.
Words source_of_tool(const policy::Facts& facts) {
  static const FactId kWords = policy::fact_id("tool.annotations.returnMetadata.source");
  static const FactId kWho = policy::fact_id("tool.evidence.returnMetadata.source.source");
  const auto* who = std::get_if<std::string_view>(&facts.at(kWho));
  const auto* words = std::get_if<Words>(&facts.at(kWords));
  const bool is_said = who != nullptr && *who != name_of(model::Source::kDefault);
  return is_said && words != nullptr ? *words : Words();
}

void fill_attribution(CallFacts& into, const Before& before) {
  const auto* known = before.session.label_facts.get();
  if (before.said.attribution.all().empty()) {
    const auto sources = known != nullptr ? known->attribution : Words();
    if (!sources.empty()) into.facts.set(of_request().attribution, sources);
    return;
  }
  model::Uris sources = before.said.attribution;
  if (known != nullptr) sources.join(model::Uris(known->kept));
  into.facts.set(of_request().attribution, into.texts.keep(sources.all()));
}

void fill_context_classes(CallFacts& into, const Before& before) {
  const auto* known = before.session.label_facts.get();
  auto said = before.said.classes.without_none();
  Words words = known != nullptr ? known->classes : Words();
  if (!said.empty()) {
    said.join(before.session.label.classes);
    words = into.texts.keep(policy::class_words(said));
  }
  if (!words.empty()) into.facts.set(of_request().sensitivity, words);
}

void fill_result_classes(CallFacts& into, const After& after) {
  static constexpr std::array<std::string_view, 1> kNone{"none"};
  const auto& fact = of_response().sensitivity;
  if (!after.label.classes.empty()) {
    into.facts.set(fact, into.texts.keep(policy::class_words(after.label.classes)));
  } else if (after.believed && after.said != nullptr &&
             after.said->classes.has(model::DataClass::kNone)) {
    into.facts.set(fact, Words(kNone));
  }
}

}  // namespace

void fill_context(CallFacts& into, const Before& before) {
  const model::Label& label = before.session.label;
  const auto& said = before.said;
  const auto& id = of_request();
  const bool untrusted = label.untrusted || said.untrusted.value_or(false);
  into.facts.set(id.open_world, untrusted);
  into.facts.set(id.sensitive, label.is_private || said.is_private.value_or(false));
  into.facts.set(id.malicious, label.malicious || said.malicious.value_or(false));
  fill_attribution(into, before);
  fill_context_classes(into, before);
  fill_others(into, kRequestFamily, said, false);
  fill_source(into, id.source, {}, untrusted);
}

void fill_outcome(CallFacts& into, const After& after) {
  const auto& id = of_response();
  into.facts.set(id.open_world, after.label.untrusted);
  into.facts.set(id.sensitive, after.label.is_private);
  into.facts.set(id.malicious, after.label.malicious);
  into.facts.set(id.attribution, into.texts.keep(after.label.attribution.uris()));
  fill_result_classes(into, after);
  if (after.said != nullptr) fill_others(into, kResponseFamily, *after.said, after.believed);
  fill_source(into, id.source, source_of_tool(into.facts), after.label.untrusted);
}

}  // namespace touchstone::guard
