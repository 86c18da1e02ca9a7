#include "mcp/mirror.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "base/text.hpp"

namespace touchstone::mcp {
namespace {

constexpr std::string_view kBegin = "=?base64?";
constexpr std::string_view kEnd = "?=";
constexpr std::string_view kMark = "x-mcp-header";
constexpr std::int64_t kSafeInteger = (std::int64_t{1} << 53) - 1;

bool is_wrapped(std::string_view value) {
  return value.size() >= kBegin.size() + kEnd.size() && value.starts_with(kBegin) &&
         value.ends_with(kEnd);
}

bool is_plain(std::string_view value) {
  const auto visible = [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); };
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  return !value.empty() && std::ranges::all_of(value, visible) && !blank(value.front()) &&
         !blank(value.back());
}

bool is_token(std::string_view name) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

// Walks a schema; `reachable` as long as every step was a key of `properties`.
class Marks {
 public:
  base::Result<std::vector<MirroredParam>> collect(json::View schema) {
    walk(schema, true);
    if (!fault_.empty()) return base::fail(fault_, std::string(kMark));
    return std::move(found_);
  }

 private:
  void walk(json::View schema, bool reachable) {
    if (const json::View mark = schema.find(kMark)) take(schema, mark, reachable);
    for (const auto [key, value] : schema.members()) {
      if (key.equals("properties") && value.is(json::Kind::kObject)) {
        properties(value, reachable);
      } else if (!is_data(key)) {
        below(value);
      }
    }
  }

  void properties(json::View object, bool reachable) {
    for (const auto [key, value] : object.members()) {
      path_.push_back(*key.as_string());
      walk(value, reachable);
      path_.pop_back();
    }
  }

  // Anything else that may hold schemas: items, allOf, if, $defs…
  void below(json::View value) {
    if (value.is(json::Kind::kObject)) walk(value, false);
    for (const json::View element : value.elements()) below(element);
  }

  // Keywords whose values are instances, not schemas.
  static bool is_data(json::View key) {
    return key.equals("default") || key.equals("const") || key.equals("enum") ||
           key.equals("examples");
  }

  void take(json::View schema, json::View mark, bool reachable) {
    const auto name = mark.as_string();
    const auto type = schema.find("type").as_string().value_or("");
    if (!name) return refuse("must be a string");
    if (!is_token(*name)) return refuse(fmt::format("\"{}\" is no header name", *name));
    if (!reachable || path_.empty())
      return refuse(fmt::format("\"{}\" stands where no argument can be found for it", *name));
    if (type != "string" && type != "integer" && type != "boolean")
      return refuse(fmt::format("\"{}\" marks a parameter of type \"{}\"", *name, type));
    if (!names_.insert(base::lower_case(*name)).second)
      return refuse(fmt::format("\"{}\" is used twice", *name));
    found_.push_back({"Mcp-Param-" + *name, path_});
  }

  void refuse(std::string why) {
    if (fault_.empty()) fault_ = std::string(kMark) + " " + std::move(why);
  }

  std::vector<MirroredParam> found_;
  std::vector<std::string> path_;
  std::set<std::string> names_;
  std::string fault_;
};

json::View value_at(json::View arguments, const std::vector<std::string>& path) {
  json::View value = arguments;
  for (const std::string& step : path) value = value.find(step);
  return value;
}

// An argument's text before it is encoded; nothing for what has no header.
std::optional<std::string> plain_text(json::View value) {
  if (value.is(json::Kind::kString)) return value.as_string();
  if (const auto flag = value.as_bool()) return *flag ? "true" : "false";
  const auto number = value.as_int();
  if (number && *number >= -kSafeInteger && *number <= kSafeInteger) return std::to_string(*number);
  return std::nullopt;
}

// 42.0 and 42 are one number.
bool same(json::View value, const std::string& header) {
  if (plain_text(value) == header) return true;
  return value.is(json::Kind::kNumber) && value.raw() == header;
}

std::string complain(const MirroredParam& param, std::string_view what) {
  return fmt::format("Header mismatch: {} {}", param.header, what);
}

std::string check_one(json::View arguments, const MirroredParam& param, const Headers& headers) {
  const json::View value = value_at(arguments, param.path);
  const std::string name = base::lower_case(param.header);
  const auto header = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
  const bool expected = value && !value.is(json::Kind::kNull) && plain_text(value);
  if (header == headers.end())
    return expected ? complain(param, "is missing but the argument is in the body") : "";
  const auto decoded = from_header(header->second);
  if (!decoded) return complain(param, "is not valid Base64");
  if (!expected) return complain(param, "is there but the argument is not");
  if (!same(value, *decoded)) return complain(param, "does not match the argument in the body");
  return {};
}

}  // namespace

std::string to_header(std::string_view value) {
  if (is_plain(value) && !is_wrapped(value)) return std::string(value);
  if (value.empty()) return {};
  return fmt::format("{}{}{}", kBegin, base::base64(value), kEnd);
}

std::optional<std::string> from_header(std::string_view header) {
  if (!is_wrapped(header)) return std::string(header);
  header.remove_prefix(kBegin.size());
  header.remove_suffix(kEnd.size());
  return base::from_base64(header);
}

std::string_view named_param(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel")
    return "taskId";
  return {};
}

base::Result<std::vector<MirroredParam>> mirrored_params(json::View input_schema) {
  return Marks().collect(input_schema);
}

std::optional<std::string> mirror_of(json::View arguments, const MirroredParam& param) {
  const auto text = plain_text(value_at(arguments, param.path));
  if (!text) return std::nullopt;
  return to_header(*text);
}

std::string check_mirrors(json::View arguments, const std::vector<MirroredParam>& params,
                          const Headers& headers) {
  for (const MirroredParam& param : params) {
    if (auto what = check_one(arguments, param, headers); !what.empty()) return what;
  }
  return {};
}

}  // namespace touchstone::mcp
