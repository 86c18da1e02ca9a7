// What a tool takes and gives, on both sides: parameters, values, defaults, types.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/excerpt.hpp"
#include "detect/poison.hpp"
#include "infer/act.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "pin/judgement.hpp"
#include "resolve/role.hpp"
#include "resolve/words.hpp"

namespace touchstone::pin {
namespace {

using resolve::Role;

std::string quoted_name(std::string_view name) {
  return "`" + detect::excerpt(name, 0, name.size()) + "`";
}

// What a parameter takes that lets a caller, or whoever talks the caller into it, do more.
std::string_view power_of(Role role) {
  switch (role) {
    case Role::kSql: return "an SQL statement";
    case Role::kShell: return "a command";
    case Role::kCode: return "code or a command";
    case Role::kUrl: return "a URL";
    case Role::kHost: return "a host";
    case Role::kMail: return "an address to send to";
    case Role::kPath: return "a path";
    default: return {};
  }
}

bool has_any(json::View schema, std::span<const std::string_view> keys) {
  return std::ranges::any_of(keys, [&](auto key) { return bool(schema.find(key)); });
}

// Says nothing about what the value is.
bool takes_anything(json::View schema) {
  constexpr std::array<std::string_view, 10> kLimits{
      "type", "enum", "const", "anyOf", "oneOf", "allOf", "properties", "$ref", "items", "not"};
  return schema && !schema.is(json::Kind::kArray) && schema.raw() != "false" &&
         !has_any(schema, kLimits);
}

bool is_free_text(json::View schema) {
  constexpr std::array<std::string_view, 4> kClosed{"enum", "const", "format", "pattern"};
  if (takes_anything(schema)) return true;
  const bool text =
      schema.find("type").equals("string") || schema.find("type").raw() == "[\"string\",\"null\"]";
  return text && !has_any(schema, kClosed);
}

// Takes what was talked about, by its name.
bool carries_talk(std::string_view name) {
  constexpr std::string_view kTalk =
      "reason purpose explanation justification rationale thought thoughts intent conversation "
      "history transcript messages chat user_intent user_prompt prompt_history system_prompt";
  return detect::is_side_channel(name) || base::has_word(kTalk, base::lower_case(name));
}

bool looks_like_place(json::View value) {
  const auto text = value.as_string().value_or("");
  return text.find("://") != std::string::npos || text.find('@') != std::string::npos;
}

bool is_switch_for_safety(std::string_view name) {
  constexpr std::string_view kSafe =
      "dry preview confirm safe sandbox sandboxed verify readonly simulate ask prompt strict";
  const auto words = resolve::words_of(name);
  return std::ranges::any_of(words, [&](const auto& word) { return base::has_word(kSafe, word); });
}

bool is_switch_for_harm(std::string_view name) {
  constexpr std::string_view kHarm =
      "force recursive overwrite all public permanent permanently unsafe insecure anonymous share "
      "skip bypass yes approve autoapprove";
  const auto words = resolve::words_of(name);
  return resolve::is_change_flag(name) ||
         std::ranges::any_of(words, [&](const auto& word) { return base::has_word(kHarm, word); });
}

// How much an action can do; what is not known to the table counts as reading.
int weight_of(infer::Act act) {
  switch (act) {
    case infer::Act::kAdd:
    case infer::Act::kChange: return 1;
    case infer::Act::kSend: return 2;
    case infer::Act::kDestroy:
    case infer::Act::kRun: return 3;
    default: return 0;
  }
}

// Of a value that chooses what is done, any verb counts; elsewhere only plain ones.
int weight_of(const std::string& value, bool decides) {
  int worst = 0;
  for (const auto& word : resolve::words_of(value)) {
    const auto* verb = infer::find_verb(word);
    const bool counts = verb != nullptr && (decides || verb->weight == infer::Weight::kStrong);
    if (counts) worst = std::max(worst, weight_of(verb->act));
  }
  return worst;
}

void collect_powers(json::View schema, const resolve::ToolWords& words, Powers& out) {
  for (const auto& member : schema.find("properties").members()) {
    const auto role = resolve::role_of(text_of(member.key), member.value, words);
    if (!power_of(role).empty()) out.add(static_cast<unsigned>(role));
  }
}

// All of them: a bound would be a place to hide one behind.
std::set<std::string> values_in(json::View schema) {
  std::set<std::string> out;
  if (const auto only = schema.find("const")) out.insert(text_of(only));
  for (const auto value : schema.find("enum").elements()) out.insert(text_of(value));
  return out;
}

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

  void properties(const Sides& sides, const std::string& at) {
    const auto both = sides.find("properties");
    const auto here = json::pointer(at, "properties");
    for (const auto& member : both.after.members()) {
      const auto name = text_of(member.key);
      const Sides property{both.before.find(name), member.value};
      const auto place = json::pointer(here, name);
      if (property.before) {
        schema(property, place, name);
        newly_required(sides, property, place, name);
      } else if (out_.may_look()) {
        added(sides, property, place, name);
      }
    }
    for (const auto& member : both.before.members()) {
      const auto name = text_of(member.key);
      if (both.after.find(name) || !out_.may_look()) continue;
      add(Grade::kCompatible, name, "is gone", json::pointer(here, name), {member.value, {}});
    }
  }

  static bool is_required(json::View schema, std::string_view name) {
    for (const auto item : schema.find("required").elements()) {
      if (item.equals(name)) return true;
    }
    return false;
  }

  void newly_required(const Sides& sides, const Sides& property, const std::string& at,
                      const std::string& name) {
    if (!is_input_ || !is_required(sides.after, name) || is_required(sides.before, name)) return;
    const bool carries = is_free_text(property.after) && carries_talk(name);
    add(carries ? Grade::kRisky : Grade::kCompatible, name, "must be given now", at,
        {json::View(), property.after.find("description")});
  }

  // Is such a power no news: did the tool have it, or its server for places to read or write?
  bool had(json::View schema, Role role) const {
    Powers own;
    collect_powers(schema, words_, own);
    const bool is_place = role == Role::kPath || role == Role::kUrl || role == Role::kHost;
    const auto kind = static_cast<unsigned>(role);
    return own.has(kind) || (is_place && out_.context().powers.has(kind));
  }

  // A schema that names no members and takes any: whatever it says now limits it.
  static bool was_open(json::View schema) {
    return !schema.find("properties") && schema.find("additionalProperties").raw() != "false";
  }

  void added(const Sides& sides, const Sides& property, const std::string& at,
             const std::string& name) {
    const Sides told{json::View(), property.after.find("description")};
    if (!is_input_) return add(Grade::kCompatible, name, "is new", at, told);
    const auto role = resolve::role_of(name, property.after, words_);
    const auto power = power_of(role);
    const bool required = is_required(sides.after, name);
    const bool limits = was_open(sides.before);
    if (is_free_text(property.after) && carries_talk(name)) {
      add(Grade::kRisky, name, "is new and takes any text, also of the conversation", at, told);
    } else if (!power.empty() && !limits && !had(sides.before, role)) {
      add(Grade::kRisky, name, fmt::format("is new and takes {}", power), at, told);
    } else if (required && !limits && is_free_text(property.after)) {
      add(Grade::kRisky, name, "is new, takes any text and must be given", at, told);
    } else {
      add(Grade::kCompatible, name, required ? "is new and must be given" : "is new", at, told);
    }
    default_value({json::View(), property.after.find("default")}, json::pointer(at, "default"),
                  name, property.after);
  }

  bool decides(const std::string& name, json::View schema) const {
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

  Grade grade_of_default(const Sides& sides, const std::string& name, json::View schema) const {
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
    if (!sides.before.is(json::Kind::kArray) || !sides.after.is(json::Kind::kArray)) {
      return named(sides, at, name);
    }
    if (count(sides.before) != count(sides.after)) return other(sides, at, name);
    auto old = sides.before.elements().begin();
    std::size_t index = 0;
    for (const auto item : sides.after.elements()) {
      schema({*old, item}, json::pointer(at, index++), name);
      ++old;
    }
  }

  void named(const Sides& sides, const std::string& at, const std::string& name) {
    if (!at.ends_with("/$defs") && !at.ends_with("/definitions")) return schema(sides, at, name);
    for (const auto& member : sides.after.members()) {
      const auto key = text_of(member.key);
      schema({sides.before.find(key), member.value}, json::pointer(at, key), key);
    }
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
    std::set<std::string> keys;
    for (const auto& view : {sides.before, sides.after}) {
      for (const auto& member : view.members()) keys.insert(text_of(member.key));
    }
    for (const auto& key : keys) {
      const auto both = sides.find(key);
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
