#include "flow/pieces.hpp"

#include <algorithm>
#include <string>

#include "flow/cutter.hpp"
#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "json/parser.hpp"

namespace touchstone::flow {
namespace {

bool may_be_json(std::string_view text) {
  const auto at = std::ranges::find_if_not(text, is_space);
  return at != text.end() && (*at == '{' || *at == '[' || *at == '"');
}

bool cut_json_text(std::string_view text, Cutter& out) {
  if (!may_be_json(text)) return false;
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document) return false;
  cut_json(document->root(), out);
  return true;
}

// One walk over a JSON value; its depth is bounded by the parser.
class JsonCutter {
 public:
  explicit JsonCutter(Cutter& out) : out_(out) {}

  void walk(json::View value, std::string_view key) {
    switch (value.kind()) {
      case json::Kind::kObject: return walk_members(value);
      case json::Kind::kArray: return walk_elements(value, key);
      case json::Kind::kString: return say(key, value.as_string(scratch_).value_or(""));
      case json::Kind::kNumber: return say(key, value.raw());
      default: return;
    }
  }

 private:
  void say(std::string_view key, std::string_view value) {
    out_.whole_value(key, value);
    out_.layout("\n");
  }
  void walk_members(json::View object) {
    for (const auto& [name, value] : object.members()) {
      const auto key = name.as_string().value_or("");
      out_.key(key);
      out_.layout(": ");
      walk(value, key);
    }
  }
  void walk_elements(json::View array, std::string_view key) {
    for (const auto element : array.elements()) {
      out_.layout("- ");
      walk(element, key);
    }
  }

  Cutter& out_;
  std::string scratch_;
};

}  // namespace

void cut_json(json::View value, Cutter& out) {
  if (value) JsonCutter(out).walk(value, "");
}

Pieces cut(std::string_view text, Form form) {
  Pieces out;
  Cutter cutter(out, form);
  text = text.substr(0, kMaxCut);
  if (cut_json_text(text, cutter)) return out;
  if (form != Form::kRaw && cut_table(text, cutter)) return out;
  if (cut_layout(text, form, out)) return out;
  const auto records = form == Form::kRaw ? Extent::kNone : cut_records(text, cutter);
  if (records == Extent::kAll) return out;
  if (form <= Form::kServed) {
    Pieces list;
    Cutter lister(list, form);
    if (cut_listing(text, lister)) return list;
    Pieces items;
    Cutter namer(items, form);
    if (form == Form::kListed && records == Extent::kNone && cut_items(text, namer)) return items;
  }
  if (records == Extent::kNone) cutter.take_as_prose(text);
  return out;
}

Pieces cut(json::View value, Form form) {
  Pieces out;
  Cutter cutter(out, form);
  cut_json(value, cutter);
  return out;
}

}  // namespace touchstone::flow
