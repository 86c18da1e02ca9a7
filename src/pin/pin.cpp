#include "pin/pin.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "json/canonical.hpp"

namespace touchstone::pin {

std::string_view name_of(Subject subject) {
  constexpr std::array<std::string_view, 4> kNames{"server", "tool", "prompt", "template"};
  return kNames[static_cast<std::size_t>(subject)];
}

std::string label_of(const Key& key) {
  if (key.subject == Subject::kServer) return "server:identity";
  if (key.subject == Subject::kTool) return key.name;
  return fmt::format("{}:{}", name_of(key.subject), key.name);
}

Pin pin_of(Subject subject, std::string name, json::View definition) {
  auto form = json::canonical(definition);
  auto digest = json::digest_of_canonical(form);
  return {subject, std::move(name), std::move(digest), std::move(form)};
}

Pin pin_of(Subject subject, json::View definition) {
  const auto* key = subject == Subject::kTemplate ? "uriTemplate" : "name";
  return pin_of(subject, definition.find(key).as_string().value_or(""), definition);
}

}  // namespace touchstone::pin
