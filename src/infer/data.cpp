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

// By Spot. What the name is about comes back from a read and goes into a write; what a parameter is
// about goes in. A description mentions much in passing.
using Sure = std::array<float, kSpotCount>;
constexpr Sure kReturned{0.8F, 0.55F, 0, 0};
constexpr Sure kGiven{0.7F, 0.5F, 0.75F, 0.4F};

Found find(const Reading& reading, const Sure& sure) {
  Found found;
  for (const auto& kind : kKinds) {
    for (std::size_t i = 0; i < kSpotCount; ++i) {
      const auto spot = static_cast<Spot>(i);
      if (!reading.cues.has(kind.cue, spot) || sure[i] < model::kHeard) continue;
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
  const auto returned = effect.may_read(reading) ? find(reading, kReturned) : Found{};
  auto sure = kGiven;
  if (effect.reads()) sure[0] = sure[1] = 0;
  const auto given = find(reading, sure);
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
