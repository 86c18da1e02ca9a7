#include "policy/facts_reader.hpp"

#include <fmt/format.h>

#include "json/parser.hpp"
#include "json/string.hpp"
#include "policy/policy.hpp"
#include "policy/reader.hpp"
#include "policy/scalar.hpp"
#include "policy/vocabulary.hpp"

namespace touchstone::policy {
namespace {

using tree::Node;

class FactsReader {
 public:
  FactsReader(KnownFacts& into, Spelling spelling) : into_(into), spelling_(spelling) {}

  void read(const Node& map, const std::string& prefix) {
    if (map.kind != Node::Kind::kMap) {
      problem(map.offset, expected_found("a map of facts", map));
      return;
    }
    for (const auto& child : map.children) read_entry(child, prefix + child.key);
  }

  [[nodiscard]] std::vector<tree::Note> take() { return std::move(problems_); }

 private:
  void read_entry(const Node& node, const std::string& name) {
    if (name == "request.arguments") return read_arguments(node);
    if (const auto fact = find_fact(name)) return read_value(node, *fact);
    if (node.kind == Node::Kind::kMap) return read(node, name + ".");
    if (spelling_ == Spelling::kAsRecorded) return;
    problem(node.key_offset, fmt::format("there is no fact {}", json::quoted(name)),
            meant_fact(name));
  }

  // As JSON, which is what the arguments of a real call are.
  void read_arguments(const Node& node) {
    json::Writer out;
    write_json(out, node);
    auto document = json::Parser().parse(json::Text(std::move(out).take()));
    if (!document) return problem(node.offset, document.error().what);
    into_.arguments.push_back(std::move(*document));
    into_.facts.set_arguments(into_.arguments.back().root());
  }

  static void write_json(json::Writer& out, const Node& node) {
    if (const auto flag = flag_of(node)) {
      out.boolean(*flag);
    } else if (node.kind == Node::Kind::kPlain && is_json_number(node.text)) {
      out.raw(node.text);
    } else if (const auto number = number_of(node)) {
      out.number(*number);
    } else if (node.is_scalar()) {
      out.string(node.text);
    } else if (node.kind == Node::Kind::kNull) {
      out.null();
    } else {
      write_children(out, node);
    }
  }

  static void write_children(json::Writer& out, const Node& node) {
    const bool map = node.kind == Node::Kind::kMap;
    map ? out.begin_object() : out.begin_array();
    for (const auto& child : node.children) {
      if (map) out.key(child.key);
      write_json(out, child);
    }
    map ? out.end_object() : out.end_array();
  }

  void read_value(const Node& node, const FactRef& fact) {
    const auto& known = spec(fact.id);
    if (!fact.member.empty()) return set_member(fact, any_value(node));
    if (node.kind == Node::Kind::kNull) return into_.facts.set(fact.id, {});
    const auto value = typed_value(node, known);
    if (value.index() != 0) into_.facts.set(fact.id, value);
  }

  Value typed_value(const Node& node, const FactSpec& fact) {
    switch (fact.type) {
      case Type::kFlag:
        if (const auto flag = flag_of(node)) return *flag;
        return expected("true or false", node);
      case Type::kNumber:
        if (const auto number = number_of(node)) return *number;
        return expected("a number", node);
      case Type::kText: return node.is_scalar() ? word(node, fact) : expected("a text", node);
      case Type::kSet: return set_value(node, fact);
      case Type::kAny: break;
    }
    return any_value(node);
  }

  Value set_value(const Node& node, const FactSpec& fact) {
    if (node.kind == Node::Kind::kMap) return expected("a list of texts", node);
    std::vector<std::string> words;
    const auto take = [&](const Node& item) {
      if (!item.is_scalar()) expected("a text", item);
      if (item.is_scalar() && word(item, fact).index() != 0) words.push_back(item.text);
    };
    if (node.is_scalar()) take(node);
    for (const auto& item : node.children) take(item);
    return into_.texts.keep(words);
  }

  Value word(const Node& node, const FactSpec& fact) {
    if (spelling_ == Spelling::kAsRecorded || can_be(fact, node.text))
      return into_.texts.keep(node.text);
    problem(node.offset, expected_found(fmt::format("a word for {}", fact.name), node),
            meant(fact, node.text));
    return {};
  }

  // An object is there, and has no value; a list of scalars is a set of texts.
  Value any_value(const Node& node) {
    if (const auto flag = flag_of(node)) return *flag;
    if (node.kind == Node::Kind::kPlain && is_json_number(node.text))
      return Numeral{into_.texts.keep(node.text)};
    if (const auto number = number_of(node)) return *number;
    if (node.is_scalar()) return into_.texts.keep(node.text);
    if (node.kind == Node::Kind::kNull) return {};
    std::vector<std::string> words;
    for (const auto& item : node.children) {
      if (item.is_scalar() && node.kind == Node::Kind::kList) words.push_back(item.text);
    }
    return into_.texts.keep(words);
  }

  void set_member(const FactRef& fact, Value value) {
    if (++members_ > kMaxMembers) {
      if (members_ == kMaxMembers + 1) problem(0, "too many arguments and claims");
      return;
    }
    into_.facts.set_member(fact.id, into_.texts.keep(fact.member), value);
  }

  Value expected(std::string_view what, const Node& node) {
    problem(node.offset, expected_found(what, node));
    return {};
  }

  void problem(std::size_t offset, std::string what, std::string remedy = {}) {
    problems_.push_back({offset, "facts", std::move(what), std::move(remedy)});
  }

  KnownFacts& into_;
  Spelling spelling_;
  std::vector<tree::Note> problems_;
  std::size_t members_ = 0;
};

}  // namespace

std::vector<tree::Note> read_facts(const Node& map, KnownFacts& into, Spelling spelling) {
  FactsReader reader(into, spelling);
  if (map.kind != Node::Kind::kNull) reader.read(map, "");
  return reader.take();
}

base::Result<KnownFacts> read_facts(std::string_view text, std::string_view source) {
  const auto root = tree::read_tree(text, source, kFileLimits);
  if (!root) return tl::unexpected(tree::tell({note_of(root.error(), text)}, text, source).front());
  KnownFacts facts;
  auto problems = read_facts(*root, facts);
  if (problems.empty()) return facts;
  return tl::unexpected(tree::tell(std::move(problems), text, source).front());
}

}  // namespace touchstone::policy
