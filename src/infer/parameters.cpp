#include "infer/parameters.hpp"

#include <algorithm>
#include <array>

#include "json/pointer.hpp"

namespace touchstone::infer {
namespace {

constexpr std::size_t kUsualParameters = 8;

bool is_required(json::View schema, std::string_view name) {
  std::size_t read = 0;
  for (const auto item : schema.find("required").elements()) {
    if (item.equals(name)) return true;
    if (++read == kMaxParameters) break;
  }
  return false;
}

Words description_of(json::View schema) {
  std::string scratch;
  const auto text = schema.find("description").as_string(scratch).value_or("");
  return Words::of_text(text.substr(0, kMaxParameterText));
}

void read_into(std::vector<Parameter>& out, json::View schema, const std::string& pointer,
               std::size_t depth) {
  const auto properties = schema.find("properties").members();
  if (properties.empty()) return;
  const auto place = json::pointer(pointer, "properties");
  for (const auto [key, value] : properties) {
    if (out.size() >= kMaxParameters) return;
    Parameter parameter;
    parameter.name = key.as_string().value_or("").substr(0, kMaxName);
    parameter.words = Words::of_name(parameter.name);
    parameter.text = description_of(value);
    parameter.schema = value;
    parameter.pointer = json::pointer(place, parameter.name);
    parameter.required = is_required(schema, parameter.name);
    parameter.nested = depth > 0;
    out.push_back(std::move(parameter));
  }
}

void add_value(std::vector<std::string>& out, json::View value) {
  auto text = value.as_string();
  if (text && out.size() < kMaxValues) out.push_back(std::move(*text));
}

}  // namespace

std::vector<Parameter> read_parameters(json::View input_schema, std::string_view pointer) {
  std::vector<Parameter> out;
  out.reserve(kUsualParameters);
  read_into(out, input_schema, std::string(pointer), 0);
  // Breadth first, so that the bound cuts off what lies deepest.
  std::size_t begin = 0;
  for (std::size_t depth = 1; depth <= kMaxNesting; ++depth) {
    const auto end = out.size();
    for (; begin < end; ++begin) {
      const auto schema = out[begin].schema;
      const auto items = schema.find("items");
      if (!items && !schema.find("properties")) continue;
      const auto at = out[begin].pointer;
      read_into(out, schema, at, depth);
      if (items) read_into(out, items, json::pointer(at, "items"), depth);
    }
  }
  return out;
}

std::vector<Parameter> read_results(json::View output_schema, std::string_view pointer) {
  if (!output_schema.is(json::Kind::kObject)) return {};
  auto out = read_parameters(output_schema, pointer);
  Parameter whole;
  whole.words = Words::of_name(output_schema.find("title").as_string().value_or(""));
  whole.text = description_of(output_schema);
  whole.schema = output_schema;
  whole.pointer = pointer;
  out.insert(out.begin(), std::move(whole));
  return out;
}

std::vector<std::string> values_of(json::View schema) {
  std::vector<std::string> out;
  for (const auto value : schema.find("enum").elements()) add_value(out, value);
  add_value(out, schema.find("const"));
  for (const auto* key : {"anyOf", "oneOf"}) {
    for (const auto option : schema.find(key).elements()) {
      add_value(out, option.find("const"));
      for (const auto value : option.find("enum").elements()) add_value(out, value);
    }
  }
  return out;
}

}  // namespace touchstone::infer
