// Any bytes as a text that a server shows a model: examining it ends, the spans lie inside it and
// begin at characters, the reasons are UTF-8 that is safe to print, and a definition with that text
// says the same place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "detect/look_alike.hpp"
#include "detect/poison.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"
#include "json/utf8.hpp"
#include "json/writer.hpp"

namespace touchstone::detect {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_printable(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  }
  return json::is_utf8(text);
}

void check(std::string_view text, const Suspicion& suspicion) {
  require(suspicion.begin <= suspicion.end && suspicion.end <= text.size());
  require(suspicion.points >= kNoteworthy && !suspicion.families.empty());
  require(is_printable(suspicion.reason));
  if (!json::is_utf8(text)) return;
  for (const auto place : {suspicion.begin, suspicion.end}) {
    require(place == text.size() || !json::is_utf8_continuation(text[place]));
  }
}

void check_definition(std::string_view text) {
  json::Writer out;
  out.begin_object().key("name").string(text).key("description").string(text).end_object();
  const auto document = json::Parser().parse(json::Text(std::move(out).take()));
  require(document.has_value());
  for (const auto& item : poison(Definition{document->root()})) {
    require(item.offset < document->text().size());
    require(is_printable(item.suspicion.reason));
  }
}

void run(std::string_view text) {
  const auto found = examine(text, {.is_side_channel = true});
  require(found.size() <= kMaxSuspicions);
  for (const auto& suspicion : found) check(text, suspicion);
  check_definition(text);
  const NamedTool tools[] = {{"a", text}, {"b", text}};
  const auto alike = look_alikes(tools);
  require(alike.size() == 1 && alike.front().likeness == Likeness::kSame);
  require(is_printable(alike.front().reason));
}

}  // namespace
}  // namespace touchstone::detect

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::detect::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
