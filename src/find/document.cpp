#include "find/document.hpp"

#include "infer/parameters.hpp"

namespace touchstone::find {
namespace {

std::string text_of(json::View value, std::size_t most) {
  std::string scratch;
  return std::string(value.as_string(scratch).value_or("").substr(0, most));
}

void add_line(std::string& to, std::string_view text, std::size_t most) {
  if (to.size() + text.size() + 1 > most) return;
  to += text;
  to += '\n';
}

void add_parameter(Document& out, const infer::Parameter& parameter) {
  add_line(out.parameters, parameter.name, kMaxParameterBytes);
  for (const auto& value : infer::values_of(parameter.schema)) {
    add_line(out.parameters, value, kMaxParameterBytes);
  }
  add_line(out.parameter_text,
           text_of(parameter.schema.find("description"), infer::kMaxParameterText),
           kMaxParameterTextBytes);
}

}  // namespace

Document document_of(json::View definition, std::string_view name) {
  Document out;
  out.name = name.substr(0, kMaxNameBytes);
  out.title = text_of(definition.find("title"), kMaxTitleBytes);
  if (out.title.empty()) {
    out.title = text_of(definition.find("annotations").find("title"), kMaxTitleBytes);
  }
  out.description = text_of(definition.find("description"), kMaxDescriptionBytes);
  for (const auto& parameter : infer::read_parameters(definition.find("inputSchema"), "")) {
    add_parameter(out, parameter);
  }
  return out;
}

}  // namespace touchstone::find
