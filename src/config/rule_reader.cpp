// ValueReader's part for operator rules: `resolve` of a server, `when` and `then` of a rule.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/value_reader.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "model/parse_value.hpp"

namespace touchstone::config {
namespace {

using Test = resolve::Condition::Kind;

constexpr std::string_view kTests = "a value, a list of values, {matches: PATTERN}, {absent: true}";

// A number or truth value, which has a type although it has no quotation marks.
bool is_typed(const Node& node) {
  if (node.kind != Node::Kind::kPlain) return false;
  const auto document = json::Parser().parse(json::Text::copy_of(node.text));
  if (!document || document->root().raw() != node.text) return false;
  return document->root().is(json::Kind::kNumber) || document->root().is(json::Kind::kBool);
}

// As JSON, for the reader of annotations: only a flag has values that are not texts.
void write_value(json::Writer& out, const Node& node, bool flag) {
  switch (node.kind) {
    case Node::Kind::kNull: out.null(); return;
    case Node::Kind::kPlain:
      if (flag && (node.text == "true" || node.text == "false")) {
        out.boolean(node.text == "true");
        return;
      }
      [[fallthrough]];
    case Node::Kind::kQuoted: out.string(node.text); return;
    case Node::Kind::kList:
      out.begin_array();
      for (const auto& child : node.children) write_value(out, child, flag);
      out.end_array();
      return;
    case Node::Kind::kMap:
      out.begin_object();
      for (const auto& child : node.children) write_value(out.key(child.key), child, flag);
      out.end_object();
      return;
  }
}

std::string nearest_field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& field : model::kFields) names.push_back(field.name);
  const auto meant = base::closest(name, names);
  return meant.empty() ? "touchstone fields lists them" : std::string(meant);
}

}  // namespace

void ValueReader::operator()(std::vector<resolve::Rule>* into) {
  if (!reader_.expect(node_, Node::Kind::kList, path_)) return;
  if (node_.children.size() > resolve::kMaxRules) {
    problem(fmt::format("has more than {} rules", resolve::kMaxRules));
    return;
  }
  for (std::size_t i = 0; i < node_.children.size(); ++i) {
    const auto& child = node_.children[i];
    const auto place = fmt::format("{}[{}]", path_, i);
    resolve::Rule rule;
    reader_.read_section(child, &rule, place);
    if (child.kind == Node::Kind::kMap && child.find("then") == nullptr) {
      reader_.problem(child.offset, place, "has no then", "then: {readOnlyHint: true}");
    }
    into->push_back(std::move(rule));
  }
}

void ValueReader::operator()(std::vector<resolve::Condition>* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > resolve::kMaxConditions) {
    problem(fmt::format("has more than {} conditions", resolve::kMaxConditions));
    return;
  }
  for (const auto& child : node_.children) {
    resolve::Condition condition;
    condition.argument = child.key;
    if (child.key.empty() || child.key.find('\0') != std::string::npos ||
        !json::is_utf8(child.key)) {
      reader_.problem(child.key_offset, path_, "an argument has no name",
                      "use its name, or a JSON pointer like /options/format");
    }
    read_condition(child, condition);
    into->push_back(std::move(condition));
  }
}

void ValueReader::read_condition(const Node& child, resolve::Condition& into) {
  if (child.kind == Node::Kind::kMap) {
    read_test(child, into);
  } else {
    read_operands(child, place_of(child), into);
  }
}

void ValueReader::read_test(const Node& child, resolve::Condition& into) {
  const auto complain = [&](std::string what) {
    reader_.problem(child.offset, place_of(child), std::move(what), std::string(kTests));
  };
  if (child.children.size() != 1) return complain("expected one test");
  const Node& test = child.children.front();
  const auto place = fmt::format("{}.{}", place_of(child), test.key);
  if (test.key == "matches") {
    into.kind = Test::kMatches;
    read_operands(test, place, into);
  } else if (test.key == "absent" && test.kind == Node::Kind::kPlain &&
             (test.text == "true" || test.text == "false")) {
    into.kind = test.text == "true" ? Test::kAbsent : Test::kPresent;
  } else if (test.key == "absent") {
    reader_.problem(test.offset, place, "expected true or false", "true or false");
  } else {
    complain(fmt::format("there is no test {}", json::quoted(test.key)));
  }
}

void ValueReader::read_operands(const Node& node, const std::string& path,
                                resolve::Condition& into) {
  const bool list = node.kind == Node::Kind::kList;
  const auto count = list ? node.children.size() : 1;
  if (count == 0 || count > resolve::kMaxAlternatives) {
    reader_.problem(node.offset, path,
                    count == 0 ? std::string("is an empty list, which nothing matches")
                               : fmt::format("has more than {} values", resolve::kMaxAlternatives),
                    std::string(kTests));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Node& item = list ? node.children[i] : node;
    // No ${…}: a rule compares with what a client sends, and that is no secret of ours.
    if (!item.is_scalar() || item.text.find('\0') != std::string::npos) {
      reader_.problem(item.offset, list ? fmt::format("{}[{}]", path, i) : path,
                      fmt::format("expected a text, found {}", with_article(item.kind)),
                      std::string(kTests));
      continue;
    }
    into.operands.push_back({item.text, into.kind == Test::kIs && is_typed(item)});
  }
}

void ValueReader::operator()(resolve::Sayings* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.empty()) problem("says nothing", "then: {readOnlyHint: true}");
  for (const auto& child : node_.children) read_saying(child, path_, *into);
}

void ValueReader::operator()(Overrides* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > Overrides::kMax) {
    problem(fmt::format("has more than {} entries", Overrides::kMax));
    return;
  }
  for (const auto& child : node_.children) read_override(child, *into);
}

void ValueReader::read_override(const Node& child, Overrides& into) {
  const auto place = place_of(child);
  if (!reader_.expect(child, Node::Kind::kMap, place)) return;
  resolve::Rule rule;
  rule.tool = child.key;
  if (rule.tool.empty() || child.children.empty()) {
    reader_.problem(child.key_offset, place,
                    rule.tool.empty() ? "names no tool" : "says nothing of the tool",
                    "delete_*: {destructiveHint: true}");
  }
  for (const auto& saying : child.children) {
    const auto* field = model::find_field(saying.key);
    if (field != nullptr && saying.kind == Node::Kind::kNull) {
      rule.then.emplace_back(field->field, model::Value());
    } else {
      read_saying(saying, place, rule.then);
    }
  }
  into.rules.push_back(std::move(rule));
}

void ValueReader::read_saying(const Node& child, const std::string& path, resolve::Sayings& into) {
  const auto place = fmt::format("{}.{}", path, child.key);
  const auto* field = model::find_field(child.key);
  if (field == nullptr) {
    reader_.problem(child.key_offset, place,
                    fmt::format("there is no field {}", json::quoted(child.key)),
                    nearest_field(child.key));
    return;
  }
  json::Writer out;
  write_value(out, child, field->type == model::Type::kFlag);
  const auto document = json::Parser().parse(json::Text::copy_of(out.text()));
  if (!document) {
    reader_.problem(child.offset, place, document.error().what);
    return;
  }
  auto value = model::parse_value(*field, document->root());
  if (!value) {
    reader_.problem(child.offset, place, value.error().what);
    return;
  }
  into.emplace_back(field->field, std::move(*value));
}

}  // namespace touchstone::config
