#include "approval/shape.hpp"

#include <algorithm>

#include "approval/destination.hpp"
#include "json/canonical.hpp"
#include "json/pointer.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "model/derive.hpp"
#include "model/field.hpp"
#include "model/value.hpp"

namespace touchstone::approval {
namespace {

class ShapeWriter {
 public:
  // `weight`: of the names above.
  [[nodiscard]] std::string shape(json::View value, const std::string& place, Weight weight) {
    switch (value.kind()) {
      case json::Kind::kObject: return object(value, place, weight);
      case json::Kind::kArray: return array(value, place, weight);
      case json::Kind::kString: return string(value, place, weight);
      default: return json::canonical(value);
    }
  }
  [[nodiscard]] std::vector<std::string> take_open() && { return std::move(open_); }

 private:
  std::string object(json::View value, const std::string& place, Weight weight) {
    std::vector<std::string> members;
    for (const auto& [key, member] : value.members()) {
      const auto name = key.as_string().value_or("");
      members.push_back(
          json::canonical(key) + ":" +
          shape(member, json::pointer(place, name), std::max(weight, weight_of(name))));
    }
    return sorted(std::move(members), '{', '}');
  }

  // How many there are is open, which ones is not.
  std::string array(json::View value, const std::string& place, Weight weight) {
    std::vector<std::string> elements;
    std::size_t index = 0;
    for (const auto element : value.elements()) {
      elements.push_back(shape(element, json::pointer(place, index++), weight));
    }
    return sorted(std::move(elements), '[', ']');
  }

  std::string string(json::View value, const std::string& place, Weight weight) {
    const auto text = value.as_string().value_or("");
    const auto fixed = fixed_parts(text, weight);
    const bool whole = fixed.size() == 1 && fixed.front().substr(1) == text;
    if (!whole && open_.size() < kMaxOpenPlaces) open_.push_back(place);
    std::vector<std::string> parts;
    for (const auto& part : fixed) parts.push_back(json::quoted(part));
    return R"({"text":)" + sorted(std::move(parts), '[', ']') + "}";
  }

  static std::string sorted(std::vector<std::string> parts, char begin, char end) {
    std::ranges::sort(parts);
    parts.erase(std::ranges::unique(parts).begin(), parts.end());
    std::string out(1, begin);
    for (const auto& part : parts) out.append(&part == parts.data() ? "" : ",").append(part);
    return out + end;
  }

  std::vector<std::string> open_;
};

void write_effects(json::Writer& out, const model::Profile& effects) {
  out.begin_object();
  for (const auto& field : model::kFields) {
    if (field.type == model::Type::kText || field.type == model::Type::kUris) continue;
    model::write(out.key(field.name), effects[field.field].value);
  }
  out.end_object();
}

}  // namespace

Shape shape_of(json::View arguments, const model::Profile& effects) {
  // What is to be deleted may be named by any text.
  const bool destroys = model::tier_of(effects) == model::Tier::kDestructive;
  const Weight all = destroys ? Weight::kExact : Weight::kContent;
  ShapeWriter writer;
  json::Writer out;
  write_effects(out.begin_object().key("effects"), effects);
  out.key("arguments").raw(arguments ? writer.shape(arguments, "", all) : "{}");
  out.end_object();
  return {std::move(out).take(), std::move(writer).take_open()};
}

}  // namespace touchstone::approval
