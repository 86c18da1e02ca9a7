#include "infer/stakes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "infer/objects.hpp"

namespace touchstone::infer {
namespace {

constexpr std::string_view kRunningSystem = "a system that others depend on";

using Test = bool (*)(std::string_view word);

// In the name, or in what the description says the deed is done to.
std::optional<Stake> find_object(const Reading& reading, Test test, std::string_view what) {
  for (std::size_t i = 0; i < reading.name.size(); ++i) {
    if (!test(reading.name[i])) continue;
    return Stake{fmt::format("name says `{}`, {}", reading.name[i], what),
                 std::string(reading.name_pointer)};
  }
  const auto* opening = reading.first(Where::kOpening);
  if (opening == nullptr || !opening->takes(test)) return {};
  return Stake{fmt::format("description is about {}", what), "/description"};
}

// Parameters that place a thing within such a system.
bool locates(const Words& name) {
  constexpr std::array<std::string_view, 5> kWhole{"cluster", "kubeconfig", "namespace", "subnet",
                                                   "vpc"};
  if (name.size() == 1) return std::ranges::find(kWhole, name[0]) != kWhole.end();
  return name.size() == 2 && name[0] == "resource" && name[1] == "group";
}

}  // namespace

std::optional<Stake> find_running_system(const Reading& reading) {
  return find_object(reading, is_running_system, kRunningSystem);
}

std::optional<Stake> find_place_in_system(const Reading& reading) {
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || !locates(parameter.words)) continue;
    return Stake{fmt::format("parameter `{}` places it in {}", parameter.name, kRunningSystem),
                 parameter.pointer};
  }
  return {};
}

std::optional<Stake> find_rights(const Reading& reading) {
  return find_object(reading, is_right, "which decides who may do what");
}

std::optional<Stake> find_settings(const Reading& reading) {
  return find_object(reading, is_setting, "which others live with");
}

std::optional<Stake> find_whole_content(const Reading& reading) {
  constexpr std::array<std::string_view, 2> kContent{"content", "contents"};
  if (!find_object(reading, is_document, "")) return {};
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || parameter.words.empty() || !parameter.required) continue;
    const auto last = parameter.words[parameter.words.size() - 1];
    if (std::ranges::find(kContent, last) == kContent.end()) continue;
    return Stake{fmt::format("parameter `{}` replaces the old contents", parameter.name),
                 parameter.pointer};
  }
  return {};
}

}  // namespace touchstone::infer
