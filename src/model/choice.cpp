#include "model/choice.hpp"

#include <array>

namespace touchstone::model {
namespace {

constexpr std::array kDestinations{
    Choice{"ephemeral", false, "input is not stored in any way"},
    Choice{"system", false, "stored by the platform, out of reach of users and developers"},
    Choice{"user", false, "stored, visible only to the end user"},
    Choice{"internal", true, "stored, visible to a restricted internal audience"},
    Choice{"public", true, "sent to or stored in publicly accessible systems"},
};
constexpr std::array kOutcomeChoices{
    Choice{"benign", false, "no lasting change, or only private drafts"},
    Choice{"consequential", true, "lasting change that can be undone programmatically"},
    Choice{"irreversible", true, "cannot be undone, or has external side effects"},
};
constexpr std::array kSources{
    Choice{"system", false, "generated or derived by the platform itself"},
    Choice{"user", true, "provided or owned by the user"},
    Choice{"internal", true, "internal systems or data sets"},
    Choice{"trustedPublic", false, "public, curated or verified"},
    Choice{"untrustedPublic", true, "public and unverified"},
};

std::optional<unsigned> index_of(Vocabulary vocabulary, std::string_view name) {
  const auto all = choices(vocabulary);
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

std::span<const Choice> choices(Vocabulary vocabulary) {
  switch (vocabulary) {
    case Vocabulary::kDestination: return kDestinations;
    case Vocabulary::kOutcomes: return kOutcomeChoices;
    case Vocabulary::kSource: return kSources;
  }
  return {};
}

bool ChoiceSet::has(std::string_view name) const {
  const auto index = index_of(vocabulary_, name);
  return index && ((bits_ >> *index) & 1U) != 0;
}

bool ChoiceSet::has_risky() const {
  return ((bits_ >> (choices(vocabulary_).size() - 1)) & 1U) != 0;
}

bool ChoiceSet::has_telling() const {
  const auto all = choices(vocabulary_);
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all[i].telling && ((bits_ >> i) & 1U) != 0) return true;
  }
  return false;
}

ChoiceSet ChoiceSet::with_risky() const {
  const auto risky = 1U << (choices(vocabulary_).size() - 1);
  return ChoiceSet(vocabulary_, static_cast<std::uint8_t>(bits_ | risky));
}

ChoiceSet ChoiceSet::all(Vocabulary vocabulary) {
  return ChoiceSet(vocabulary, static_cast<std::uint8_t>((1U << choices(vocabulary).size()) - 1));
}

bool ChoiceSet::insert(std::string_view name) {
  const auto index = index_of(vocabulary_, name);
  if (!index) return false;
  bits_ = static_cast<std::uint8_t>(bits_ | (1U << *index));
  return true;
}

}  // namespace touchstone::model
