#include "model/finding.hpp"

#include <array>

namespace touchstone::model {
namespace {

struct KindText {
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array<KindText, 9> kKinds{{
    {"malformed",
     "Not the shape the specification asks for. Clients ignore it or refuse the tool. What cannot "
     "be read is no claim, and of a metadata object with a fault only what warns counts. Write it "
     "as the specification says."},
    {"lie",
     "The tool was seen doing what its annotations deny. Correct the annotation or the tool."},
    {"contradiction",
     "Two annotations of one tool exclude each other, so at least one of them is wrong. Clients "
     "cannot know which; keep the true one."},
    {"doubt",
     "The tool's name, description or schema says otherwise than its annotations. Correct "
     "whichever is wrong."},
    {"coverage",
     "A hint that means something for this tool is missing, and clients must assume the worst. "
     "Declare it, also when the value is the default: absent is not false."},
    {"unknown", "No proposal knows this annotation key, so no client will act on it."},
    {"moot",
     "The hint has a meaning only for tools that write, and this one says that it does not."},
    {"poison",
     "The definition does more than describe the tool: it hides text, gives the model orders about "
     "other things, keeps the user unaware or asks for what is none of its business. Do not let a "
     "model read it before a person has."},
    {"shadow",
     "The name is that of another server's tool or looks like it, or the texts speak of another "
     "server's tools, so that a call may go where nobody meant it to. Call it something else, or "
     "leave out the server that has no business with it."},
}};

}  // namespace

std::string_view name_of(FindingKind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }

std::string_view meaning_of(FindingKind kind) {
  return kKinds[static_cast<std::size_t>(kind)].meaning;
}

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames{"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

}  // namespace touchstone::model
