#include "house/own_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace touchstone::house {
namespace {

constexpr std::string_view kBegin = "namespace {";
constexpr std::string_view kEnd = "}  // namespace";
constexpr int kMostLines = 8;  // of a declaration up to its bracket

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view last_word(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && is_name(text[begin - 1])) --begin;
  return text.substr(begin);
}

// What stands between the bracket that `text` begins behind and the one that closes it, parted by
// the commas that are in no other bracket.
std::vector<std::string_view> parameters_in(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '<') ++depth;
    const bool ends = c == ')' && depth == 0;
    if (ends || (c == ',' && depth == 0)) {
      if (const auto one = trimmed(text.substr(begin, at - begin)); !one.empty())
        out.push_back(one);
      begin = at + 1;
    }
    if (ends) break;
    if (c == ')' || c == '>') --depth;
  }
  return out;
}

// Without its name and what it is if it is not given.
std::string_view type_of(std::string_view parameter) {
  parameter = trimmed(parameter.substr(0, parameter.find('=')));
  const auto name = last_word(parameter);
  const auto type = trimmed(parameter.substr(0, parameter.size() - name.size()));
  constexpr std::array<std::string_view, 6> kTypes{"int",   "long",   "char",
                                                   "short", "double", "bool"};
  const bool is_all = type.empty() || type.ends_with(':') || type == "const" ||
                      std::ranges::find(kTypes, name) != kTypes.end();
  return is_all ? parameter : type;
}

// The bracket behind a function's name: in no other bracket, and before what a variable is.
std::size_t bracket_in(std::string_view declaration) {
  int depth = 0;
  for (std::size_t at = 0; at < declaration.size() && declaration[at] != '='; ++at) {
    if (declaration[at] == '(' && depth == 0) return at;
    if (declaration[at] == '<') ++depth;
    if (declaration[at] == '>') --depth;
  }
  return std::string_view::npos;
}

std::optional<std::string> function_in(std::string_view declaration) {
  const auto open = bracket_in(declaration);
  if (open == std::string_view::npos) return std::nullopt;
  const auto name = last_word(declaration.substr(0, open));
  const auto before = declaration.substr(0, open - name.size());
  if (name.empty() || before.empty() || before.ends_with(':')) return std::nullopt;  // a member
  std::string out = fmt::format("{}(", name);
  for (const auto& one : parameters_in(declaration.substr(open + 1)))
    out += fmt::format("{}{}", out.ends_with('(') ? "" : ", ", type_of(one));
  return out + ")";
}

// A type that is defined here, and not only said to be.
std::optional<std::string> type_in(std::string_view declaration) {
  constexpr std::array<std::string_view, 4> kKinds{"struct ", "class ", "enum class ", "enum "};
  for (const auto& kind : kKinds) {
    if (!declaration.starts_with(kind)) continue;
    auto rest = declaration.substr(kind.size());
    if (rest.starts_with("alignas(")) rest = trimmed(rest.substr(rest.find(')') + 1));
    const auto end = std::ranges::find_if_not(rest, is_name);
    const std::string_view name(rest.begin(), end);
    if (name.empty() || rest.substr(name.size()).starts_with(';')) return std::nullopt;
    return std::string(name);
  }
  return std::nullopt;
}

std::optional<std::string> constant_in(std::string_view declaration) {
  const auto end = declaration.find_first_of("=({;[");
  const auto name = last_word(trimmed(declaration.substr(0, end)));
  const bool is_one = name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
  return is_one ? std::optional<std::string>(name) : std::nullopt;
}

std::optional<std::string> name_in(std::string_view declaration) {
  if (declaration.starts_with("[["))
    declaration = trimmed(declaration.substr(declaration.find("]]") + 2));
  if (declaration.starts_with("using ")) return std::nullopt;  // the same twice is no fault
  if (auto type = type_in(declaration)) return type;
  if (auto constant = constant_in(declaration)) return constant;
  return function_in(declaration);
}

// Up to its bracket or its end.
std::string declaration_at(const std::vector<std::string_view>& lines, std::size_t at) {
  std::string out;
  for (int i = 0; i < kMostLines && at < lines.size(); ++i, ++at) {
    out += fmt::format("{}{}", out.empty() ? "" : " ", trimmed(lines[at]));
    if (out.find_first_of(";{") != std::string::npos) break;
  }
  return out;
}

// Tests and benchmarks are programs of their own.
std::string unit_of(std::string_view path) {
  const auto folder = path.substr(0, path.find('/'));
  const auto kind = path.ends_with("_test.cpp")    ? "test"
                    : path.ends_with("_bench.cpp") ? "benchmark"
                                                   : "source";
  return fmt::format("{} {}", folder, kind);
}

// Text that is written as it is, and no code. It ends where its mark and a bracket do.
class RawText {
 public:
  // Whether this line is one of it, but for its first.
  bool has(std::string_view line) {
    const bool inside = !end_.empty();
    if (!inside) {
      const auto begin = line.find("R\"");
      const auto open = line.find('(', begin);
      if (begin == std::string_view::npos || open == std::string_view::npos) return false;
      end_ = fmt::format("){}\"", line.substr(begin + 2, open - begin - 2));
      line.remove_prefix(open);
    }
    if (line.find(end_) != std::string_view::npos) end_.clear();
    return inside;
  }

 private:
  std::string end_;  // empty: outside
};

}  // namespace

std::vector<OwnName> own_names_in(std::string_view text) {
  std::vector<OwnName> out;
  const auto lines = lines_of(text);
  bool inside = false;
  RawText raw;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (raw.has(lines[i])) continue;
    if (lines[i] == kBegin || lines[i] == kEnd) inside = lines[i] == kBegin;
    const bool begins = !lines[i].empty() && (is_name(lines[i][0]) || lines[i][0] == '[');
    const bool declares =
        inside && begins && lines[i] != kBegin && !lines[i].starts_with("template");
    if (!declares) continue;
    if (auto name = name_in(declaration_at(lines, i)))
      out.push_back({std::move(*name), static_cast<int>(i) + 1});
  }
  return out;
}

std::vector<std::string> check_own_names(const std::vector<File>& files) {
  std::map<std::string, std::string> first;  // where a name of a unit stands
  std::vector<std::string> faults;
  for (const auto& [path, text] : files) {
    if (!path.ends_with(".cpp")) continue;
    for (const auto& [name, line] : own_names_in(text)) {
      const auto here = fmt::format("{}:{}", path, line);
      const auto [known, is_new] = first.emplace(unit_of(path) + " " + name, here);
      if (is_new || known->second.starts_with(path + ":")) continue;
      faults.push_back(
          fmt::format("{}: {} is {}'s too, and both may be compiled as one unit; try: "
                      "another name, or one place for both",
                      here, name, known->second));
    }
  }
  return faults;
}

}  // namespace touchstone::house
