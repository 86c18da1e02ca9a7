// Which classes of data a tool takes in and gives out.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "base/text.hpp"
#include "infer/conduct.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

using model::DataClass;
using model::DataClasses;
using model::Field;

struct Kind {
  Cue cue;
  DataClass data_class;
  std::string_view scope;  // of regulated data
};
constexpr std::array kKinds{
    Kind{Cue::kCredentials, DataClass::kCredentials, ""},
    Kind{Cue::kFinancial, DataClass::kFinancial, ""},
    Kind{Cue::kHealth, DataClass::kRegulated, "HIPAA"},
    Kind{Cue::kPersonal, DataClass::kPii, ""},
    Kind{Cue::kUserData, DataClass::kUser, ""},
};

// What was found for one side, all kinds together.
struct Found {
  DataClasses classes;
  float confidence = 0;
  std::vector<std::string> words;
  std::string pointer;

  void add(const Reading& reading, const Kind& kind, Spot spot, float sure) {
    const auto& hit = reading.cues.at(kind.cue, spot);
    if (!hit || sure <= 0) return;
    if (sure > confidence) pointer = reading.pointer_of(spot, hit);
    confidence = std::max(confidence, sure);
    classes.insert(kind.data_class);
    if (!kind.scope.empty()) classes.insert_scope(std::string(kind.scope));
    words.push_back(fmt::format("{} says \"{}\"", place_in_words(reading, spot, hit), hit.phrase));
  }
};

// Fields that hold such data whatever the tool is about, by the last word of their name.
struct FieldKind {
  std::string_view word;
  DataClass data_class;
};
constexpr std::array kFieldKinds{
    FieldKind{"balance", DataClass::kFinancial}, FieldKind{"birthdate", DataClass::kPii},
    FieldKind{"cvv", DataClass::kFinancial},     FieldKind{"email", DataClass::kPii},
    FieldKind{"mobile", DataClass::kPii},        FieldKind{"phone", DataClass::kPii},
    FieldKind{"pin", DataClass::kCredentials},   FieldKind{"token", DataClass::kCredentials},
};

// `next_page_token` opens nothing but the next page.
bool is_page_mark(const Words& name) {
  constexpr std::array<std::string_view, 6> kMarks{"continuation", "cursor", "next",
                                                   "page",         "resume", "sync"};
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::ranges::find(kMarks, name[i]) != kMarks.end()) return true;
  }
  return false;
}

const FieldKind* kind_of_field(const Parameter& field) {
  const auto& words = field.words;
  const bool text = !field.schema.find("type").equals("boolean");
  if (words.empty() || !text || is_page_mark(words)) return nullptr;
  const auto found = std::ranges::find(kFieldKinds, words[words.size() - 1], &FieldKind::word);
  return found == kFieldKinds.end() ? nullptr : &*found;
}

void add_fields(const std::vector<Parameter>& fields, std::string_view what, Found& found) {
  constexpr float kSure = 0.75F;
  for (const auto& field : fields) {
    const auto* kind = kind_of_field(field);
    if (kind == nullptr || found.classes.has(kind->data_class)) continue;
    if (kSure > found.confidence) found.pointer = field.pointer;
    found.confidence = std::max(found.confidence, kSure);
    found.classes.insert(kind->data_class);
    found.words.push_back(fmt::format("{} `{}`", what, field.name));
  }
}

// By Spot. What the name is about comes back from a read and goes into a write; what a parameter is
// about goes in. A description mentions much in passing.
using Sure = std::array<float, kSpotCount>;
constexpr Sure kReturned{0.8F, 0.55F, 0, 0, 0.75F};
constexpr Sure kGiven{0.7F, 0.5F, 0.75F, 0.4F, 0};

// Descriptions use the words of users' data for much else ("note that", "history"), and `message`
// in an answer tells how it went; `messages` are somebody's.
bool says_nothing_of_users(const Reading& reading, Spot spot) {
  if (spot == Spot::kText) return true;
  const auto& hit = reading.cues.at(Cue::kUserData, spot);
  return spot == Spot::kResult && reading.results[hit.parameter].name == "message";
}

Found find(const Reading& reading, const Sure& sure) {
  Found found;
  for (const auto& kind : kKinds) {
    for (std::size_t i = 0; i < kSpotCount; ++i) {
      const auto spot = static_cast<Spot>(i);
      if (!reading.cues.has(kind.cue, spot) || sure[i] < model::kHeard) continue;
      if (kind.cue == Cue::kUserData && says_nothing_of_users(reading, spot)) continue;
      found.add(reading, kind, spot, sure[i]);
      break;
    }
  }
  return found;
}

void tell(Field field, const Found& found, std::string_view conclusion, Findings& out) {
  if (found.classes.empty()) return;
  out.push_back(inferred(field, found.classes, found.confidence,
                         fmt::format("{}: {}", base::list_in_words(found.words), conclusion),
                         found.pointer));
}

}  // namespace

void infer_data(const Reading& reading, const Effect& effect, Findings& out) {
  // A write that answers with such fields returns them too.
  auto told = kReturned;
  if (!effect.may_read(reading)) told[0] = told[1] = 0;
  auto returned = find(reading, told);
  add_fields(reading.results, "result", returned);
  auto sure = kGiven;
  if (effect.reads()) sure[0] = sure[1] = 0;
  auto given = find(reading, sure);
  add_fields(reading.parameters, "parameter", given);
  tell(Field::kInputSensitivity, given, "may be handed such data", out);
  tell(Field::kReturnSensitivity, returned, "may return such data", out);
  const auto& stronger = given.confidence > returned.confidence ? given : returned;
  const auto& weaker = &stronger == &given ? returned : given;
  const auto& sensitive = stronger.classes.confidential() ? stronger : weaker;
  if (!sensitive.classes.confidential()) return;
  out.push_back(inferred(Field::kSensitiveData, true, sensitive.confidence,
                         fmt::format("{}: sensitive data", base::list_in_words(sensitive.words)),
                         sensitive.pointer));
}

}  // namespace touchstone::infer
