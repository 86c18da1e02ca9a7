#include "http/form.hpp"

#include <algorithm>

namespace touchstone::http {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit_of(text[i + 1]);
    const int low = digit_of(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

}  // namespace

std::optional<std::string> Form::find(std::string_view name) const {
  for (const auto& [key, value] : fields_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

base::Result<Form> Form::parse(std::string_view body) {
  Form form;
  while (!body.empty()) {
    const std::string_view field = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(field.size() + 1, body.size()));
    if (field.empty()) continue;
    const std::size_t equals = std::min(field.find('='), field.size());
    auto name = decoded(field.substr(0, equals));
    auto value = decoded(field.substr(std::min(equals + 1, field.size())));
    if (!name || !value) return base::fail("an escape in the form is none");
    if (form.find(*name)) return base::fail("a field of the form stands twice");
    if (form.fields_.size() == kMaxFields) return base::fail("the form has too many fields");
    form.fields_.emplace_back(std::move(*name), std::move(*value));
  }
  return form;
}

}  // namespace touchstone::http
