#include "detect/mark.hpp"

#include <array>

namespace touchstone::detect {
namespace {

struct FamilyText {
  std::string_view name;
  std::string_view what;
};

constexpr std::array<FamilyText, kFamilyCount> kFamilies{{
    {"hidden", "has characters that a person does not see"},
    {"encoded", "has an encoded text"},
    {"markup", "pretends to be something else than a description"},
    {"secrecy", "asks that the user not be told or asked"},
    {"override", "sets itself above other instructions or safeguards"},
    {"other-tool", "gives orders about other tools"},
    {"command", "asks for a command to be run"},
    {"secret-file", "names files that hold secrets or start programs"},
    {"conversation", "asks for the conversation or for what the model knows"},
    {"tampering", "changes what the user asked for or what a tool answered"},
    {"speech", "dictates what the user is told"},
    {"sending", "sends data elsewhere"},
    {"promotion", "praises itself to be chosen over other tools"},
    {"attack", "states a hostile purpose"},
    {"pretext", "claims an authority or urgency that a description has no need of"},
}};

}  // namespace

std::string_view name_of(Family family) { return kFamilies[static_cast<std::size_t>(family)].name; }

std::string_view what_of(Family family) { return kFamilies[static_cast<std::size_t>(family)].what; }

}  // namespace touchstone::detect
