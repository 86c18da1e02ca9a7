// Any bytes as what a form sends: reading ends, fields are bounded and each stands once, and what
// was read is read again from its escaped form.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "http/form.hpp"

namespace touchstone::http {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += "%" + base::hex(std::string_view(&c, 1));
  return out;
}

void check_form(std::string_view body) {
  const auto form = Form::parse(body);
  if (!form) return;
  require(form->fields().size() <= Form::kMaxFields, "fields are bounded");
  std::string again;
  for (const auto& [name, value] : form->fields()) {
    require(form->find(name) == value, "a name stands once");
    require(name.size() + value.size() <= body.size(), "nothing grows");
    again += "&" + escaped(name) + "=" + escaped(value);
  }
  const auto read = Form::parse(again);
  require(read && read->fields() == form->fields(), "what is escaped is read again");
}

}  // namespace
}  // namespace touchstone::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::http::check_form({reinterpret_cast<const char*>(data), size});
  return 0;
}
