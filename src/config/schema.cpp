// The JSON Schema for editors. It describes the file before ${…} is replaced, so texts have no
// patterns: any of them may be a reference.
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "config/key.hpp"
#include "config/load.hpp"
#include "config/print.hpp"
#include "config/value_writer.hpp"
#include "config/words.hpp"

namespace touchstone::config {
namespace {

Node section_schema(Owner owner);

Node typed(std::string_view type) {
  Node schema = map_node();
  schema.add("type", text_node(type));
  return schema;
}

// Numbers and truth values are taken as they are written, as other clients do.
Node any_scalar() {
  Node schema = map_node();
  schema.add("type", list_node({"string", "number", "boolean"}));
  return schema;
}

Node map_of(Node value, std::string_view name_pattern) {
  Node schema = typed("object");
  if (!name_pattern.empty()) {
    Node names = map_node();
    names.add("pattern", text_node(name_pattern));
    schema.add("propertyNames", std::move(names));
  }
  schema.add("additionalProperties", std::move(value));
  return schema;
}

Node quantity(std::string_view pattern, std::uint64_t least, std::uint64_t most) {
  Node schema = map_node();
  schema.add("type", list_node({"string", "integer"}));
  schema.add("pattern", text_node(pattern));
  schema.add("minimum", plain_node(fmt::format("{}", least)));
  schema.add("maximum", plain_node(fmt::format("{}", most)));
  return schema;
}

class TypeSchema {
 public:
  explicit TypeSchema(const Key& key) : key_(key) {}

  Node operator()(const bool* /*at*/) const { return typed("boolean"); }
  Node operator()(const float* /*at*/) const {
    Node schema = typed("number");
    schema.add("minimum", plain_node("0"));
    schema.add("maximum", plain_node("1"));
    return schema;
  }
  Node operator()(const std::uint32_t* /*at*/) const {
    Node schema = typed("integer");
    schema.add("minimum", plain_node(fmt::format("{}", key_.bounds.least)));
    schema.add("maximum", plain_node(fmt::format("{}", key_.bounds.most)));
    return schema;
  }
  Node operator()(const std::size_t* /*at*/) const {
    return quantity("^[0-9]+([KMG]i?B|B)?$", key_.bounds.least, key_.bounds.most);
  }
  // A number without a unit can only be 0, where that is a time.
  Node operator()(const Milliseconds* /*at*/) const {
    if (key_.bounds.least == 0) return quantity("^(0|[0-9]+(ms|s|m|h))$", 0, 0);
    Node schema = typed("string");
    schema.add("pattern", text_node("^0*[1-9][0-9]*(ms|s|m|h)$"));
    return schema;
  }
  Node operator()(const std::string* /*at*/) const {
    Node schema = typed("string");
    if (key_.rule == Rule::kSeparator) schema.add("minLength", plain_node("1"));
    return schema;
  }
  Node operator()(Listen /*at*/) const {
    Node schema = map_node();
    schema.add("type", list_node({"string", "integer"}));
    return schema;
  }
  Node operator()(const Strings* /*at*/) const {
    Node schema = typed("array");
    schema.add("items", any_scalar());
    return schema;
  }
  Node operator()(const Pairs* /*at*/) const { return map_of(any_scalar(), ""); }
  Node operator()(const std::vector<Token>* /*at*/) const {
    return map_of(typed("string"), "^[A-Za-z0-9_.@-]{1,64}$");
  }
  Node operator()(const std::vector<Server>* /*at*/) const {
    Server server;
    Node entry = section_schema(&server);
    Node either = list_node();
    for (const auto* needed : {"command", "url"}) {
      Node option = map_node();
      option.add("required", list_node({needed}));
      either.children.push_back(std::move(option));
    }
    entry.add("oneOf", std::move(either));
    return map_of(std::move(entry), "^[A-Za-z0-9_.-]{1,64}$");
  }
  Node operator()(Limits* at) const { return section_schema(at); }
  Node operator()(Approvals* at) const { return section_schema(at); }
  Node operator()(Webhook* at) const { return section_schema(at); }
  Node operator()(const Secret* /*at*/) const { return typed("string"); }
  Node operator()(const std::vector<resolve::Rule>* /*at*/) const {
    resolve::Rule rule;
    Node schema = typed("array");
    Node entry = section_schema(&rule);
    entry.add("required", list_node({"then"}));
    schema.add("items", std::move(entry));
    return schema;
  }
  Node operator()(const std::vector<resolve::Condition>* /*at*/) const {
    Node any = map_node();
    any.add("type", list_node({"string", "number", "boolean", "array", "object"}));
    return map_of(std::move(any), "");
  }
  Node operator()(const Overrides* /*at*/) const {
    return map_of((*this)(static_cast<const resolve::Sayings*>(nullptr)), "");
  }
  Node operator()(const Declassifiers* /*at*/) const {
    Node words = typed("array");
    words.add("items", typed("string"));
    return map_of(std::move(words), "");
  }
  Node operator()(const Hours* /*at*/) const {
    Node window = typed("string");
    window.add("pattern", text_node("^([A-Za-z,-]+ )?[0-9]{1,2}:[0-9]{2}-[0-9]{1,2}:[0-9]{2}$"));
    Node schema = typed("array");
    schema.add("items", std::move(window));
    schema.add("minItems", plain_node("1"));
    schema.add("maxItems", plain_node(fmt::format("{}", Hours::kMax)));
    return schema;
  }
  Node operator()(const std::vector<View>* /*at*/) const {
    View view;
    return map_of(section_schema(&view), "^[A-Za-z0-9_.-]{1,64}$");
  }
  Node operator()(const std::vector<Webhook>* /*at*/) const {
    Webhook channel;
    Node entry = section_schema(&channel);
    entry.add("required", list_node({"url", "secret"}));
    return map_of(std::move(entry), "^[A-Za-z0-9_.-]{1,64}$");
  }
  Node operator()(const resolve::Sayings* /*at*/) const {
    Node names = map_node();
    Node fields = list_node();
    for (const auto& field : model::kFields) fields.children.push_back(text_node(field.name));
    names.add("enum", std::move(fields));
    Node schema = typed("object");
    schema.add("propertyNames", std::move(names));
    return schema;
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  Node operator()(const Enum* /*at*/) const {
    Node schema = map_node();
    schema.add("enum", list_node(all_words<Enum>()));
    return schema;
  }

 private:
  const Key& key_;
};

Node key_schema(const Key& key, Owner owner) {
  const Ref at = key.at(owner);
  Node schema = std::visit(TypeSchema(key), at);
  schema.add("description", text_node(key.meaning));
  if (key.absent.empty()) schema.add("default", value_node(at));
  return schema;
}

Node section_schema(Owner owner) {
  const Section& section = section_of(owner);
  Node properties = map_node();
  for (const auto& key : section.keys) {
    properties.add(std::string(key.name), key_schema(key, owner));
    if (!key.alias.empty()) properties.add(std::string(key.alias), key_schema(key, owner));
  }
  for (const auto& foreign : section.foreign) {
    Node schema = map_node();
    schema.add("description", text_node("for other programs; has no effect here"));
    properties.add(std::string(foreign.name), std::move(schema));
  }
  Node schema = typed("object");
  schema.add("properties", std::move(properties));
  schema.add("additionalProperties", plain_node("false"));
  return schema;
}

}  // namespace

std::string schema() {
  Config config;
  Node schema = section_schema(&config);
  Node root = map_node();
  root.add("$schema", text_node("https://json-schema.org/draft/2020-12/schema"));
  root.add("title", text_node("Touchstone's config"));
  for (auto& member : schema.children) root.children.push_back(std::move(member));
  return to_json(root);
}

}  // namespace touchstone::config
