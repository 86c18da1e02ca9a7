#include "config/value_writer.hpp"

#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/secret_words.hpp"
#include "config/expand.hpp"
#include "config/listen_address.hpp"
#include "config/load.hpp"
#include "config/print.hpp"
#include "config/rule_writer.hpp"
#include "config/tree.hpp"
#include "config/veiled.hpp"
#include "config/words.hpp"

namespace touchstone::config {
namespace {

class ValueWriter {
 public:
  ValueWriter(const Disguise& disguise, const std::string& path)
      : disguise_(disguise), path_(path) {}

  Node operator()(const bool* value) const { return plain_node(*value ? "true" : "false"); }
  Node operator()(const float* value) const { return plain_node(fmt::format("{}", *value)); }
  Node operator()(const std::uint32_t* value) const {
    return plain_node(fmt::format("{}", *value));
  }
  Node operator()(const std::size_t* value) const { return text_node(size_text(*value)); }
  Node operator()(const Milliseconds* value) const { return text_node(duration_text(*value)); }
  Node operator()(const std::string* value) const { return open_text(*value, path_); }
  Node operator()(Listen value) const {
    return open_text(listen_text(*value.host, *value.port), path_);
  }
  Node operator()(const Strings* values) const;
  Node operator()(const Pairs* values) const;
  Node operator()(const std::vector<Token>* values) const;
  Node operator()(std::vector<resolve::Rule>* values) const;
  Node operator()(const std::vector<resolve::Condition>* values) const;
  Node operator()(const resolve::Sayings* values) const { return sayings_node(*values); }
  Node operator()(const Overrides* value) const;
  Node operator()(const Declassifiers* value) const;
  Node operator()(const Hours* value) const;
  Node operator()(std::vector<View>* values) const { return named_sections(*values); }
  Node operator()(std::vector<Webhook>* values) const { return named_sections(*values); }
  Node operator()(std::vector<Server>* values) const { return named_sections(*values); }
  Node operator()(Limits* value) const { return section_node(value, disguise_, path_); }
  Node operator()(Approvals* value) const { return section_node(value, disguise_, path_); }
  Node operator()(Webhook* value) const { return section_node(value, disguise_, path_); }
  Node operator()(const Secret* value) const {
    return value->text.empty() ? text_node("") : secret(value->text);
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  Node operator()(Enum* value) const {
    return text_node(word_for(*value));
  }

 private:
  [[nodiscard]] Node open_text(const std::string& value, const std::string& path) const {
    const auto it = disguise_.written.find(path);
    if (disguise_.reveal) return text_node(unexpanded(value));
    return text_node(it != disguise_.written.end() ? it->second : unexpanded(veiled(value)));
  }
  [[nodiscard]] Node secret(const std::string& value) const {
    return text_node(disguise_.reveal ? unexpanded(value) : kHidden);
  }

  template <typename Named>
  [[nodiscard]] Node named_sections(std::vector<Named>& values) const {
    Node map = map_node();
    for (auto& value : values)
      map.add(value.name, section_node(&value, disguise_, fmt::format("{}.{}", path_, value.name)));
    return map;
  }

  const Disguise& disguise_;
  const std::string& path_;
};

Node ValueWriter::operator()(const Strings* values) const {
  Node list = list_node();
  for (std::size_t i = 0; i < values->size(); ++i) {
    const auto place = fmt::format("{}[{}]", path_, i);
    const std::string& value = (*values)[i];
    const bool announced = i > 0 && announces_secret((*values)[i - 1]) && !value.starts_with('-');
    const bool hides =
        (announced || base::looks_random(value)) && !disguise_.written.contains(place);
    list.children.push_back(hides ? secret(value) : open_text(value, place));
  }
  return list;
}

Node ValueWriter::operator()(const Pairs* values) const {
  Node map = map_node();
  for (const auto& [name, value] : *values) map.add(name, secret(value));
  return map;
}

Node ValueWriter::operator()(const std::vector<Token>* values) const {
  Node map = map_node();
  for (const auto& token : *values) map.add(token.principal, secret(token.secret));
  return map;
}

Node ValueWriter::operator()(const Overrides* value) const {
  Node map = map_node();
  for (const auto& rule : value->rules) map.add(rule.tool, sayings_node(rule.then));
  return map;
}

Node ValueWriter::operator()(const Declassifiers* value) const {
  Node map = map_node();
  for (const auto& tool : value->tools) {
    Node words = list_node();
    for (const auto& word : tool.takes.words()) words.children.push_back(text_node(word));
    map.add(tool.name, std::move(words));
  }
  return map;
}

Node ValueWriter::operator()(const Hours* value) const {
  Node list = list_node();
  for (const auto& window : value->windows) list.children.push_back(text_node(window_text(window)));
  return list;
}

Node ValueWriter::operator()(std::vector<resolve::Rule>* values) const {
  Node list = list_node();
  for (std::size_t i = 0; i < values->size(); ++i) {
    list.children.push_back(
        section_node(&(*values)[i], disguise_, fmt::format("{}[{}]", path_, i)));
  }
  return list;
}

Node ValueWriter::operator()(const std::vector<resolve::Condition>* values) const {
  Node map = map_node();
  for (const auto& condition : *values) map.add(condition.argument, condition_node(condition));
  return map;
}

}  // namespace

Node value_node(Ref value, const Disguise& disguise, const std::string& path) {
  return std::visit(ValueWriter(disguise, path), value);
}

Node section_node(Owner owner, const Disguise& disguise, const std::string& path) {
  Node map = map_node();
  for (const auto& key : section_of(owner).keys) {
    const auto place = path.empty() ? std::string(key.name) : fmt::format("{}.{}", path, key.name);
    Node node = value_node(key.at(owner), disguise, place);
    const bool empty = node.text.empty() && node.children.empty();
    if (empty && key.rule != Rule::kToolPart) continue;  // a prefix of "" is not an absent one
    map.add(std::string(key.name), std::move(node));
  }
  return map;
}

std::string show(const Config& config, bool as_json, bool reveal, const Pairs& written) {
  Config copy = config;  // Ref points at what may be written to
  const Node node = section_node(&copy, {reveal, {written.begin(), written.end()}}, "");
  return as_json ? to_json(node) : to_yaml(node);
}

}  // namespace touchstone::config
