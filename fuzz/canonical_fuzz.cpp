// Any bytes: what is JSON has a canonical form that reads back, is its own canonical form, and does
// not change when the text is laid out for people.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/canonical.hpp"
#include "json/parser.hpp"

namespace touchstone::json {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string again(std::string_view text) {
  const auto document = Parser().parse(Text::copy_of(text));
  require(document.has_value());
  return canonical(document->root());
}

void run(std::string_view text) {
  const auto document = Parser().parse(Text::copy_of(text));
  if (!document) return;
  const auto form = canonical(document->root());
  require(again(form) == form);
  require(again(indented(document->root())) == form);
}

}  // namespace
}  // namespace touchstone::json

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::json::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
