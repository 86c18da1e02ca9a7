#include "approval/question.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "model/derive.hpp"

namespace touchstone::approval {
namespace {

using model::Field;

// What people are told of a flag. Where one of its values is nothing to tell, it is empty.
struct FlagWords {
  Field field;
  std::string_view if_true;
  std::string_view if_false;
};

constexpr std::array kFlagWords{
    FlagWords{Field::kReadOnly, "only reads", "changes things"},
    FlagWords{Field::kDestructive, "may delete or overwrite", "only adds"},
    FlagWords{Field::kReversible, "can be undone", "cannot be undone"},
    FlagWords{Field::kOpenWorld, "reaches the open world", "stays inside"},
    FlagWords{Field::kSensitiveData, "handles sensitive data", ""},
    FlagWords{Field::kPrivilegedAccess, "has elevated privileges", ""},
    FlagWords{Field::kAgency, "acts on its own", ""},
    FlagWords{Field::kAiProcessing, "gives data to a model", ""},
    FlagWords{Field::kIdempotent, "", "each call adds to the last"},
};

std::string source_of(const model::FieldState& state) {
  if (state.implied_by) return "follows";
  if (state.source != model::Source::kInferred) return std::string(name_of(state.source));
  return fmt::format("inferred {} %", std::lround(state.confidence * 100));
}

void add_flags(std::vector<std::string>& into, const model::Profile& profile) {
  const bool reads = profile.is_true(Field::kReadOnly);
  for (const auto& [field, if_true, if_false] : kFlagWords) {
    const auto flag = profile.flag(field);
    if (!flag || (reads && model::spec(field).only_if_writing)) continue;
    const auto words = *flag ? if_true : if_false;
    if (!words.empty()) into.push_back(fmt::format("{} ({})", words, source_of(profile[field])));
  }
}

void add_sets(std::vector<std::string>& into, const model::Profile& profile) {
  constexpr std::array<std::pair<Field, std::string_view>, 5> kSets{
      {{Field::kDestination, "sends to"},
       {Field::kOutcomes, "its outcome is"},
       {Field::kSource, "reads from"},
       {Field::kInputSensitivity, "takes"},
       {Field::kReturnSensitivity, "returns"}}};
  for (const auto& [field, words] : kSets) {
    const auto& state = profile[field];
    if (!model::is_set(state.value)) continue;
    into.push_back(
        fmt::format("{} {} ({})", words, model::to_string(state.value), source_of(state)));
  }
}

// Words alone say that a tool stays inside, and words are no wall: it has the legs all the same,
// but nobody says that it uses them.
bool only_seems_inside(const model::Profile& profile) {
  return profile.flag(Field::kOpenWorld) == false &&
         profile[Field::kOpenWorld].source == model::Source::kInferred;
}

bool may_only_send(const model::Profile& profile) {
  return only_seems_inside(profile) &&
         !profile.choices(Field::kDestination).intersects(model::Destination::kPublic);
}

bool may_only_read_untrusted(const model::Profile& profile) {
  return only_seems_inside(profile) && !profile.is_true(Field::kMaliciousActivity) &&
         !profile.choices(Field::kSource).intersects(model::Origin::kUntrustedPublic);
}

void add_legs(std::vector<std::string>& into, const model::Profile& profile) {
  const auto legs = model::legs_of(profile);
  if (legs.reads_private) into.emplace_back("reads private data");
  if (legs.reads_untrusted)
    into.emplace_back(may_only_read_untrusted(profile)
                          ? "nobody rules out that it reads untrusted content"
                          : "reads untrusted content");
  if (legs.sends_out)
    into.emplace_back(may_only_send(profile) ? "nobody rules out that it sends data out"
                                             : "can send data out");
}

bool is_irreversible(const model::Value& outcomes) {
  const auto* set = std::get_if<model::ChoiceSet>(&outcomes);
  return set != nullptr && set->has("irreversible");
}

// Others may have added to what the server says; the word that it says itself is its own.
model::Source source_of_irreversible(const model::Profile& profile) {
  const auto source = profile[Field::kOutcomes].source;
  if (source != model::Source::kInferred && source != model::Source::kObserved) return source;
  const auto& evidence = profile.evidence();
  const auto says = [&](model::Source who) {
    return std::ranges::any_of(evidence, [&](const model::Evidence& item) {
      return item.field == Field::kOutcomes && item.source == who && is_irreversible(item.value);
    });
  };
  for (const auto who : {model::Source::kResolved, model::Source::kDeclared}) {
    if (says(who)) return who;
  }
  return source;
}

// A guess of ours must not read as the server's word, nor its word as a guess.
std::string who_says_irreversible(const model::Profile& profile) {
  constexpr std::string_view kWhat = "its outcome may be irreversible";
  if (profile[Field::kOutcomes].implied_by) return fmt::format("{}, by what is known of it", kWhat);
  switch (source_of_irreversible(profile)) {
    case model::Source::kDefault: return fmt::format("{}: nobody says otherwise", kWhat);
    case model::Source::kInferred: return fmt::format("{}, going by its name and texts", kWhat);
    case model::Source::kDeclared: return fmt::format("its server says that {}", kWhat);
    case model::Source::kResolved: return fmt::format("with these arguments {}", kWhat);
    case model::Source::kObserved: return fmt::format("{}: it was seen before", kWhat);
    case model::Source::kOperator: return fmt::format("the config says that {}", kWhat);
  }
  return std::string(kWhat);
}

void add_lasting(std::vector<std::string>& into, const model::Profile& profile) {
  const bool reversible = profile.is_true(Field::kReversible);
  if (model::tier_of(profile) == model::Tier::kDestructive && !reversible) {
    into.emplace_back("what it deletes or overwrites is gone");
  }
  if (model::legs_of(profile).sends_out && !may_only_send(profile))
    into.emplace_back("what it sends cannot be called back");
  if (profile.choices(Field::kOutcomes).has("irreversible"))
    into.push_back(who_says_irreversible(profile));
}

std::vector<std::string> classes_in_words(const model::DataClasses& classes) {
  return classes.empty() ? std::vector<std::string>() : model::words(model::Value(classes));
}

}  // namespace

std::vector<std::string> names_to_type(const Question& question) {
  std::vector<std::string> out{question.tool};
  if (question.name.empty()) return out;
  if (question.name != question.tool) out.push_back(question.name);
  out.push_back(fmt::format("{}/{}", question.server, question.name));
  return out;
}

void describe(Question& question, const model::Profile& profile) {
  question.hints.clear();
  add_flags(question.hints, profile);
  add_sets(question.hints, profile);
  question.tier = name_of(model::tier_of(profile));
  question.risk = name_of(model::risk_of(profile));
  question.legs.clear();
  add_legs(question.legs, profile);
  question.lasting.clear();
  add_lasting(question.lasting, profile);
}

std::vector<std::string> words_of(const model::Label& label) {
  std::vector<std::string> words;
  if (label.malicious) words.emplace_back("malicious content");
  if (label.untrusted) words.emplace_back("untrusted content");
  if (label.is_private) words.emplace_back("private data");
  for (auto& word : classes_in_words(label.classes)) words.push_back(std::move(word));
  return words;
}

void describe(Question& question, const model::Label& label) {
  question.seen = words_of(label);
  question.sources = label.attribution.uris();
  question.more_sources = label.attribution.more();
  if (question.sources.size() <= kMaxNotes) return;
  question.more_sources += question.sources.size() - kMaxNotes;
  question.sources.resize(kMaxNotes);
}

void describe(Question& question, const policy::Decision& decision) {
  question.rules.clear();
  for (const auto* rule : decision.fired) {
    if (rule->effect != policy::Effect::kEscalate || question.rules.size() == kMaxNotes) continue;
    question.rules.push_back({rule->name, rule->description});
  }
  question.type_name = decision.confirm == policy::Confirm::kName;
}

}  // namespace touchstone::approval
