#include "pin/parameter.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.hpp"
#include "detect/excerpt.hpp"
#include "detect/poison.hpp"
#include "infer/act.hpp"
#include "pin/judgement.hpp"
#include "resolve/words.hpp"

namespace touchstone::pin {

using resolve::Role;

namespace {

bool has_any(json::View schema, std::span<const std::string_view> keys) {
  return std::ranges::any_of(keys, [&](auto key) { return bool(schema.find(key)); });
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

}  // namespace

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

// Says nothing about what the value is.
bool takes_anything(json::View schema) {
  constexpr std::array<std::string_view, 10> kLimits{
      "type", "enum", "const", "anyOf", "oneOf", "allOf", "properties", "$ref", "items", "not"};
  return schema && !schema.is(json::Kind::kArray) && schema.raw() != "false" &&
         !has_any(schema, kLimits);
}

bool is_free_text(json::View schema) {
  constexpr std::array<std::string_view, 3> kClosed{"enum", "const", "format"};
  if (takes_anything(schema)) return true;
  const bool text =
      schema.find("type").equals("string") || schema.find("type").raw() == "[\"string\",\"null\"]";
  return text && !has_any(schema, kClosed);
}

bool carries_talk(std::string_view name, json::View schema) {
  constexpr std::array<std::string_view, 2> kClosed{"enum", "const"};
  constexpr std::string_view kSmall = "boolean integer number null";
  if (has_any(schema, kClosed) || base::has_word(kSmall, text_of(schema.find("type"))))
    return false;
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

}  // namespace touchstone::pin
