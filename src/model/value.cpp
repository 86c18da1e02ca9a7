#include "model/value.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::model {
namespace {

std::vector<std::string> names(ChoiceSet set) {
  std::vector<std::string> out;
  for (const auto& choice : choices(set.vocabulary())) {
    if (set.has(choice.name)) out.emplace_back(choice.name);
  }
  return out;
}

constexpr DataClass kWordClasses[] = {DataClass::kNone, DataClass::kUser, DataClass::kPii,
                                      DataClass::kFinancial, DataClass::kCredentials};

void write_members(json::Writer& out, const DataClasses& classes) {
  for (const auto member : kWordClasses) {
    if (classes.has(member)) out.string(name_of(member));
  }
  if (classes.has(DataClass::kRegulated)) {
    out.begin_object().key("regulated").begin_object().key("scopes").begin_array();
    for (const auto& scope : classes.scopes()) out.string(scope);
    out.end_array().end_object().end_object();
  }
  for (const auto& label : classes.labels()) out.string(label);
}

std::vector<std::string> names(const DataClasses& classes) {
  std::vector<std::string> out;
  for (const auto member : kWordClasses) {
    if (classes.has(member)) out.emplace_back(name_of(member));
  }
  if (classes.has(DataClass::kRegulated) && classes.scopes().empty()) out.emplace_back("regulated");
  for (const auto& scope : classes.scopes()) out.push_back("regulated:" + scope);
  out.insert(out.end(), classes.labels().begin(), classes.labels().end());
  return out;
}

struct JsonOf {
  json::Writer& out;
  void operator()(Unset) const { out.null(); }
  void operator()(bool flag) const { out.boolean(flag); }
  void operator()(const std::string& text) const { out.string(text); }
  void operator()(ChoiceSet set) const { list(names(set)); }
  void operator()(const Uris& uris) const { list(uris.all()); }
  void operator()(const DataClasses& classes) const {
    out.begin_array();
    write_members(out, classes);
    out.end_array();
  }
  void list(const std::vector<std::string>& items) const {
    out.begin_array();
    for (const auto& item : items) out.string(item);
    out.end_array();
  }
};

bool is_single(const DataClasses& classes) {
  std::size_t members = classes.labels().size();
  for (const auto member : kWordClasses) members += classes.has(member) ? 1 : 0;
  return members + (classes.has(DataClass::kRegulated) ? 1 : 0) == 1;
}

}  // namespace

Uris::Uris(std::vector<std::string> uris) : uris_(std::move(uris)) {
  std::sort(uris_.begin(), uris_.end());
  uris_.erase(std::unique(uris_.begin(), uris_.end()), uris_.end());
}

void Uris::insert(std::string uri) {
  const auto at = std::lower_bound(uris_.begin(), uris_.end(), uri);
  if (at == uris_.end() || *at != uri) uris_.insert(at, std::move(uri));
}

void Uris::join(const Uris& other) {
  for (const auto& uri : other.uris_) insert(uri);
}

void write(json::Writer& out, const Value& value) { std::visit(JsonOf{out}, value); }

void write_wire(json::Writer& out, const Value& value) {
  if (const auto* set = std::get_if<ChoiceSet>(&value); set != nullptr && set->size() == 1) {
    out.string(names(*set).front());
    return;
  }
  const auto* classes = std::get_if<DataClasses>(&value);
  if (classes != nullptr && is_single(*classes)) {
    write_members(out, *classes);
    return;
  }
  write(out, value);
}

std::vector<std::string> words(const Value& value) {
  struct Words {
    std::vector<std::string> operator()(Unset) const { return {}; }
    std::vector<std::string> operator()(bool flag) const { return {flag ? "true" : "false"}; }
    std::vector<std::string> operator()(const std::string& text) const { return {text}; }
    std::vector<std::string> operator()(ChoiceSet set) const { return names(set); }
    std::vector<std::string> operator()(const DataClasses& classes) const { return names(classes); }
    std::vector<std::string> operator()(const Uris& uris) const { return uris.all(); }
  };
  return std::visit(Words{}, value);
}

std::string to_string(const Value& value) {
  if (!is_set(value)) return "unset";
  std::string out;
  for (const auto& word : words(value)) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out.empty() ? "(empty)" : out;
}

}  // namespace touchstone::model
