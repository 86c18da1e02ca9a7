// Any bytes into the JSON reader; what must hold for all of them is written below as checks.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "json/grammar.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"

namespace touchstone::json {
namespace {

constexpr std::uint32_t kDepth = 64;

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

bool parses(std::string_view text) {
  static Parser parser(Limits{.max_depth = 2 * kDepth});
  return parser.parse(Text::copy_of(text)).has_value();
}

// With this limit simdjson takes one level less than we do, but does not count an empty container:
// nothing it accepts has more brackets open than we allow.
bool fast_reader_accepts(std::string_view text) {
  static simdjson::dom::parser reader;
  if (reader.allocate(text.size() + 64, kDepth) != simdjson::SUCCESS) return false;
  const Text copy = Text::copy_of(text);
  return reader.parse(copy.data(), copy.size(), false).error() == simdjson::SUCCESS;
}

void check_value(View value) {
  require(!find_fault(value.raw(), kDepth), "the bytes of every value are JSON");
  require(Splice(value).apply() == value.raw(), "a splice without edits is the identity");
  if (const auto string = value.as_string()) {
    require(is_utf8(*string), "a decoded string is UTF-8");
    require(value.equals(*string), "a string equals its decoded form");
  }
  (void)value.as_int();
  for (const Member member : value.members()) {
    require(member.key.is(Kind::kString), "a key is a string");
    check_value(member.key);
    check_value(member.value);
  }
  for (const View element : value.elements()) check_value(element);
}

void check_edits(const Document& document) {
  const View root = document.root();
  Splice splice(document);
  splice.set_member(root, "added", "[1,2]");
  splice.set_member(root, "added too", "\"x\"");
  splice.append(root, "{}");
  for (const Member member : root.members()) splice.append(member.value, "0");
  const std::string edited = splice.apply();
  require(parses(edited), "an edited document is JSON");
  if (splice.empty()) require(edited == document.text(), "without edits nothing changes");
}

void check_members_kept(const Document& document) {
  const View root = document.root();
  if (!root.is(Kind::kObject)) return;
  Splice splice(document);
  splice.set_member(root, "added", "7");
  auto edited = Parser().parse(Text(splice.apply()));
  require(edited.has_value(), "setting a member gives JSON");
  require(edited->root().find("added").as_int() == 7, "the member is set");
  for (const Member member : root.members()) {
    const std::string key = *member.key.as_string();
    if (key == "added") continue;
    require(edited->root().find(key).raw() == member.value.raw(), "other members are untouched");
  }
}

void check_writer(std::string_view bytes) {
  Writer w;
  w.begin_object().key(bytes).string(bytes).end_object();
  require(parses(w.text()), "what Writer writes is JSON");
}

void check_text(std::string_view text) {
  static Parser parser(Limits{.max_depth = kDepth});
  const auto fault = find_fault(text, kDepth);
  const auto parsed = parser.parse(Text::copy_of(text));
  if (fault) {
    require(fault->offset <= text.size(), "a fault lies in the text");
    require(is_utf8(fault->what), "a message is UTF-8");
    require(!parsed, "the parser refuses what the scanner refuses");
    require(parsed.error().what == fault->what, "the parser gives the scanner's reason");
    require(!fast_reader_accepts(text), "the scanner accepts what simdjson accepts");
    return;
  }
  if (!parsed) {
    require(parsed.error().what.starts_with("duplicate key"), "only duplicates are refused");
    return;
  }
  check_value(parsed->root());
  check_edits(*parsed);
  check_members_kept(*parsed);
}

}  // namespace
}  // namespace touchstone::json

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  touchstone::json::check_text(text);
  touchstone::json::check_writer(text);
  return 0;
}
