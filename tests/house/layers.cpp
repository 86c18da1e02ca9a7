#include "house/layers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>

#include <fmt/format.h>

namespace touchstone::house {
namespace {

constexpr std::string_view kTables = "tests/house/layers.hpp";

struct Include {
  int line;
  bool quoted;
  std::string header;
};

std::string_view skip_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// `#include "x"` and `#include <x>`, with blanks wherever the preprocessor allows them.
std::optional<Include> parse_include(std::string_view line, int number) {
  line = skip_blanks(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = skip_blanks(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = skip_blanks(line.substr(7));
  if (!line.starts_with('"') && !line.starts_with('<')) return std::nullopt;
  const bool quoted = line.front() == '"';
  const auto end = line.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{number, quoted, std::string(line.substr(1, end - 1))};
}

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> found;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (auto include = parse_include(line, number)) found.push_back(std::move(*include));
  }
  return found;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

bool has_word(std::string_view text, std::string_view word) {
  const auto all = words(text);
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::string_view first_directory(std::string_view path) {
  const auto slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

const Layer* find_layer(std::string_view module) {
  for (const auto& layer : kLayers) {
    if (layer.module == module) return &layer;
  }
  return nullptr;
}

const Library* find_library(std::string_view header) {
  for (const auto& library : kLibraries) {
    if (header.starts_with(library.header)) return &library;
  }
  return nullptr;
}

// One `*` at most, which is all the tables need.
bool matches(std::string_view pattern, std::string_view path) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  const auto head = pattern.substr(0, star);
  const auto tail = pattern.substr(star + 1);
  return path.size() >= head.size() + tail.size() && path.starts_with(head) && path.ends_with(tail);
}

std::optional<std::string> library_fault(const Library& library, std::string_view path) {
  for (const auto& pattern : words(library.only_in)) {
    if (matches(pattern, path)) return std::nullopt;
  }
  return fmt::format(
      "{} belongs in {} only. Use it through that module's own headers, or change kLibraries in {}",
      library.header, library.only_in, kTables);
}

std::optional<std::string> module_fault(const Layer& from, const Include& include) {
  const auto to = first_directory(include.header);
  if (to.empty()) {
    return fmt::format("\"{0}\" names no module. Write \"{1}/{0}\", or <{0}> for a library",
                       include.header, from.module);
  }
  if (find_layer(to) == nullptr) {
    return fmt::format("\"{}\": there is no module {}. Add it to kLayers in {}, at its place",
                       include.header, to, kTables);
  }
  if (to == from.module || has_word(from.may_use, to)) return std::nullopt;
  return fmt::format(
      "{} may not use {} (\"{}\"). It may use: {}. Move the code down or hand the value in from "
      "above; if the edge is right, change kLayers in {}",
      from.module, to, include.header, from.may_use.empty() ? "nothing" : from.may_use, kTables);
}

}  // namespace

std::vector<std::string> check_includes(std::string_view path, std::string_view text) {
  const auto module = first_directory(path);
  const auto* layer = find_layer(module);
  if (layer == nullptr) {
    return {fmt::format("{}: there is no module '{}'. Add it to kLayers in {}, at its place", path,
                        module, kTables)};
  }
  std::vector<std::string> faults;
  for (const auto& include : includes_of(text)) {
    std::optional<std::string> fault;
    if (const auto* library = find_library(include.header)) {
      fault = library_fault(*library, path);
    } else if (include.quoted) {
      fault = module_fault(*layer, include);
    }
    if (fault) faults.push_back(fmt::format("{}:{}: {}", path, include.line, *fault));
  }
  return faults;
}

std::vector<std::string> check_header(std::string_view path, std::string_view text) {
  std::vector<std::string> faults;
  if (!text.starts_with("// ")) {
    faults.push_back(fmt::format(
        "{}:1: begins with no comment. Say what this is, who owns it, which thread", path));
  }
  if (text.find("\n#pragma once\n") == std::string_view::npos) {
    faults.push_back(fmt::format("{}: has no #pragma once. Put it below the first comment", path));
  }
  return faults;
}

}  // namespace touchstone::house
