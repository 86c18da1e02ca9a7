// What a tool takes and gives, on both sides: parameters, values, defaults, types.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "pin/judgement.hpp"
#include "pin/parameter.hpp"

namespace touchstone::pin {
namespace {

using resolve::Role;

// Walks both schemas side by side. As deep as the reader lets documents nest.
class SchemaComparison {
 public:
  SchemaComparison(const Sides& tool, bool is_input, Judgement& out)
      : words_(resolve::words_of_tool(tool.after, out.name())), is_input_(is_input), out_(out) {}

  void schema(const Sides& sides, const std::string& at, const std::string& name) {
    if (sides.same()) return;
    if (!sides.before.is(json::Kind::kObject) || !sides.after.is(json::Kind::kObject)) {
      return other(sides, at, name);
    }
    if (!takes_anything(sides.before) && takes_anything(sides.after)) {
      add(Grade::kRisky, name, "takes anything now", at, sides);
    }
    values(sides, at, name);
    default_value(sides.find("default"), json::pointer(at, "default"), name, sides.after);
    opened(sides.find("additionalProperties"), json::pointer(at, "additionalProperties"), name);
    properties(sides, at);
    for (const std::string_view key :
         {"items", "anyOf", "oneOf", "allOf", "$defs", "definitions"}) {
      nested(sides.find(key), json::pointer(at, key), name);
    }
    texts(sides, at, name);
    keywords(sides, at, name);
  }

 private:
  void add(Grade grade, const std::string& name, std::string_view what, const std::string& at,
           const Sides& sides) {
    const auto subject =
        name.empty()
            ? std::string(is_input_ ? "the input" : "the output")
            : fmt::format("{} {}", is_input_ ? "parameter" : "result member", quoted_name(name));
    out_.add(grade, fmt::format("{} {}", subject, what), at, sides);
  }

  void other(const Sides& sides, const std::string& at, const std::string& name) {
    if (!out_.may_look()) return;
    const bool opened = sides.after.raw() == "true" && sides.before;
    add(opened ? Grade::kRisky : Grade::kCompatible, name,
        opened ? "takes anything now" : "is described differently", at, sides);
  }

  // What both schemas say about their members, read once.
  struct Members {
    explicit Members(const Sides& schemas)
        : before(required_in(schemas.before)), after(required_in(schemas.after)) {}
    std::set<std::string> before;  // those that must be given
    std::set<std::string> after;
    Powers powers;       // of those before
    bool open = false;   // named none and took any: whatever it says now limits it
    bool fresh = false;  // there was none before, so that nothing in it must be given newly
  };

  static std::set<std::string> required_in(json::View schema) {
    std::set<std::string> out;
    for (const auto item : schema.find("required").elements()) out.insert(text_of(item));
    return out;
  }

  static bool took_any_member(json::View schema) {
    const auto type = schema.find("type");
    return schema && !schema.find("properties") && (!type || type.equals("object")) &&
           schema.find("additionalProperties").raw() != "false";
  }

  void properties(const Sides& sides, const std::string& at) {
    const auto here = json::pointer(at, "properties");
    Members members(sides);
    collect_powers(sides.before, words_, members.powers);
    members.open = took_any_member(sides.before);
    members.fresh = !sides.before;
    for (const auto& [name, property] : pair_members(sides.find("properties"))) {
      const auto place = json::pointer(here, name);
      if (property.before && property.after) {
        schema(property, place, name);
        newly_required(members, property, place, name);
      } else if (!out_.may_look()) {
        return;
      } else if (property.after) {
        added(members, property.after, place, name);
      } else {
        add(Grade::kCompatible, name, "is gone", place, property);
      }
    }
  }

  void newly_required(const Members& members, const Sides& property, const std::string& at,
                      const std::string& name) {
    if (!is_input_ || !members.after.contains(name) || members.before.contains(name)) return;
    const bool carries = carries_talk(name, property.after);
    add(carries ? Grade::kRisky : Grade::kCompatible, name, "must be given now", at,
        {json::View(), property.after.find("description")});
  }

  // Is such a power no news: did the tool have it, or its server for places to read or write?
  [[nodiscard]] bool had(const Members& members, Role role) const {
    const bool is_place = role == Role::kPath || role == Role::kUrl || role == Role::kHost;
    const auto kind = static_cast<unsigned>(role);
    return members.powers.has(kind) || (is_place && out_.context().powers.has(kind));
  }

  void added(const Members& members, json::View property, const std::string& at,
             const std::string& name) {
    const Sides told{json::View(), property.find("description")};
    if (!is_input_) return add(Grade::kCompatible, name, "is new", at, told);
    const auto role = resolve::role_of(name, property, words_);
    const auto power = power_of(role);
    const bool required = members.after.contains(name);
    if (carries_talk(name, property)) {
      add(Grade::kRisky, name, "is new and takes any text, also of the conversation", at, told);
    } else if (!power.empty() && !members.open && !had(members, role)) {
      add(Grade::kRisky, name, fmt::format("is new and takes {}", power), at, told);
    } else if (required && !members.open && !members.fresh && is_free_text(property)) {
      add(Grade::kRisky, name, "is new, takes any text and must be given", at, told);
    } else {
      add(Grade::kCompatible, name, required ? "is new and must be given" : "is new", at, told);
    }
    default_value({json::View(), property.find("default")}, json::pointer(at, "default"), name,
                  property);
    inside({json::View(), property}, at);
  }

  // What is new has members too, which are as new.
  void inside(const Sides& sides, const std::string& at) {
    properties(sides, at);
    const auto items = sides.after.find("items");
    if (items) properties({json::View(), items}, json::pointer(at, "items"));
    for (const std::string_view key : {"anyOf", "oneOf", "allOf"}) {
      alternatives(sides.find(key), json::pointer(at, key));
    }
  }

  // Those that were not among the old ones, to the letter.
  void alternatives(const Sides& lists, const std::string& at) {
    std::set<std::string_view> before;
    for (const auto item : lists.before.elements()) before.insert(item.raw());
    std::size_t index = 0;
    for (const auto item : lists.after.elements()) {
      const auto place = json::pointer(at, index++);
      if (!before.contains(item.raw())) inside({json::View(), item}, place);
    }
  }

  [[nodiscard]] bool decides(const std::string& name, json::View schema) const {
    const auto role = resolve::role_of(name, schema, words_);
    return role == Role::kAction || role == Role::kHint || role == Role::kMethod;
  }

  void values(const Sides& sides, const std::string& at, const std::string& name) {
    const auto lists = sides.find("enum");
    const auto single = sides.find("const");
    if ((lists.same() && single.same()) || !is_input_) return;
    const auto before = values_in(sides.before);
    const auto after = values_in(sides.after);
    const auto place = json::pointer(at, "enum");
    if (after.empty() && !before.empty()) {
      return add(decides(name, sides.before) ? Grade::kRisky : Grade::kCompatible, name,
                 "is no longer limited to a list", place, lists);
    }
    const auto* worse = find_worse(before, after, decides(name, sides.after));
    if (worse == nullptr) {
      return add(Grade::kCompatible, name, "takes other values", place, lists);
    }
    add(Grade::kRisky, name, fmt::format("can be {} now, which does more", quoted_name(*worse)),
        place, lists);
  }

  // A new value that does more than all that were there.
  static const std::string* find_worse(const std::set<std::string>& before,
                                       const std::set<std::string>& after, bool decides) {
    int most = 1;
    for (const auto& value : before) most = std::max(most, weight_of(value, decides));
    for (const auto& value : after) {
      const bool is_new = !before.empty() && !before.contains(value);
      if (is_new && weight_of(value, decides) > most) return &value;
    }
    return nullptr;
  }

  void default_value(const Sides& sides, const std::string& at, const std::string& name,
                     json::View schema) {
    if (sides.same() || !is_input_) return;
    add(grade_of_default(sides, name, schema), name,
        sides.after ? "is something else if it is not given" : "has no default any more", at,
        sides);
  }

  [[nodiscard]] Grade grade_of_default(const Sides& sides, const std::string& name,
                                       json::View schema) const {
    if (!sides.after) return Grade::kCompatible;
    const auto yes = sides.after.as_bool();
    if (yes == true && is_switch_for_harm(name)) return Grade::kRisky;
    if (yes == false && sides.before && is_switch_for_safety(name)) return Grade::kRisky;
    if (looks_like_place(sides.after)) return Grade::kRisky;
    const auto role = resolve::role_of(name, schema, words_);
    const bool powerful = !power_of(role).empty() || role == Role::kMethod;
    if (sides.before && powerful) return Grade::kRisky;
    const bool worse = sides.before && weight_of(text_of(sides.after), true) >
                                           std::max(weight_of(text_of(sides.before), true), 1);
    return worse ? Grade::kRisky : Grade::kCompatible;
  }

  void opened(const Sides& sides, const std::string& at, const std::string& name) {
    if (sides.same()) return;
    const bool closed = sides.before.raw() == "false";
    const bool open = sides.after.raw() == "true" || takes_anything(sides.after);
    add(closed && open ? Grade::kRisky : Grade::kCompatible, name,
        open ? "takes members of any name" : "differs in which other members it takes", at, sides);
  }

  // A schema, a list of schemas, or schemas by name.
  void nested(const Sides& sides, const std::string& at, const std::string& name) {
    if (sides.same()) return;
    const auto count = [](json::View list) {
      return std::distance(list.elements().begin(), list.elements().end());
    };
    if (!sides.after.is(json::Kind::kArray)) return named(sides, at, name);
    if (!sides.before.is(json::Kind::kArray) || count(sides.before) != count(sides.after)) {
      other(sides, at, name);
      return alternatives(sides, at);
    }
    auto old = sides.before.elements().begin();
    std::size_t index = 0;
    for (const auto item : sides.after.elements()) {
      schema({*old, item}, json::pointer(at, index++), name);
      ++old;
    }
  }

  void named(const Sides& sides, const std::string& at, const std::string& name) {
    if (!at.ends_with("/$defs") && !at.ends_with("/definitions")) return either(sides, at, name);
    for (const auto& [key, both] : pair_members(sides)) either(both, json::pointer(at, key), key);
  }

  // A schema that may be new.
  void either(const Sides& sides, const std::string& at, const std::string& name) {
    schema(sides, at, name);
    if (!sides.before && sides.after) inside(sides, at);
  }

  void texts(const Sides& sides, const std::string& at, const std::string& name) {
    const auto what = name.empty() ? std::string("the schema's description")
                                   : "the description of " + quoted_name(name);
    judge_text(sides.find("description"), json::pointer(at, "description"), what, out_);
    if (!sides.find("title").same()) {
      add(Grade::kCosmetic, name, "has another title", json::pointer(at, "title"),
          sides.find("title"));
    }
  }

  // Whatever else limits or decorates a value.
  void keywords(const Sides& sides, const std::string& at, const std::string& name) {
    constexpr std::string_view kDone =
        "enum const default additionalProperties properties items anyOf oneOf allOf $defs "
        "definitions description title required $schema";
    for (const auto& [key, both] : pair_members(sides)) {
      if (both.same() || base::has_word(kDone, key) || !out_.may_look()) continue;
      add(Grade::kCompatible, name, fmt::format("has another {}", quoted_name(key)),
          json::pointer(at, key), both);
    }
  }

  resolve::ToolWords words_;
  bool is_input_;
  Judgement& out_;
};

void judge_schema(const Sides& tool, const char* key, Judgement& out) {
  const auto both = tool.find(key);
  const auto place = json::pointer("", key);
  if (both.same()) return;
  const bool is_input = std::string_view(key) == "inputSchema";
  if (!both.before || !both.after) {
    const auto* what = is_input ? "the input" : "the output";
    const bool lost = is_input && !both.after;
    out.add(lost ? Grade::kRisky : Grade::kCompatible,
            fmt::format("{} {} described", what, both.after ? "is now" : "is no longer"), place);
    return;
  }
  SchemaComparison(tool, is_input, out).schema(both, place, "");
}

}  // namespace

Powers powers_of(const Pin& tool) {
  Powers out;
  const auto document = json::Parser().parse(json::Text::copy_of(tool.definition));
  if (!document) return out;
  const auto root = document->root();
  collect_powers(root.find("inputSchema"), resolve::words_of_tool(root, tool.name), out);
  return out;
}

void judge_schemas(const Sides& tool, Judgement& out) {
  judge_schema(tool, "inputSchema", out);
  judge_schema(tool, "outputSchema", out);
}

}  // namespace touchstone::pin
