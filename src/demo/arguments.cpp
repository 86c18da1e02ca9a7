#include "demo/arguments.hpp"

#include <fmt/format.h>

namespace touchstone::demo {
namespace {

bool is_of_type(json::View value, std::string_view type) {
  if (type == "string") return value.is(json::Kind::kString);
  if (type == "number") return value.is(json::Kind::kNumber);
  if (type == "integer") return value.as_int().has_value();
  if (type == "boolean") return value.is(json::Kind::kBool);
  return true;
}

}  // namespace

std::string check_arguments(json::View input_schema, json::View arguments) {
  if (arguments && !arguments.is(json::Kind::kObject)) return "The arguments must be an object.";
  for (const json::View name : input_schema.find("required").elements()) {
    const auto key = name.as_string().value_or("");
    if (!arguments.find(key)) return fmt::format("The argument \"{}\" is missing.", key);
  }
  const json::View properties = input_schema.find("properties");
  for (const auto [key, value] : arguments.members()) {
    const auto name = key.as_string().value_or("");
    const auto type = properties.find(name).find("type").as_string();
    if (type && !is_of_type(value, *type))
      return fmt::format("The argument \"{}\" must be of type {}.", name, *type);
  }
  return {};
}

}  // namespace touchstone::demo
