// The results of the router tools, written for a model to read.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "find/tools.hpp"
#include "json/utf8.hpp"
#include "json/writer.hpp"

namespace touchstone::find {
namespace {

constexpr std::size_t kMaxShownName = 256;   // bytes of a name that somebody made up
constexpr std::size_t kMaxShownQuery = 120;  // bytes of a query that is repeated
constexpr std::size_t kMaxNearest = 5;       // names told to whom knows none
constexpr std::string_view kBlanks = " \t\r\n";

// At most `most` bytes, never half a character.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && json::is_utf8_continuation(text[most])) --most;
  return text.substr(0, most);
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (auto at = text.find_first_not_of(kBlanks); at != std::string_view::npos;
       at = text.find_first_not_of(kBlanks, at)) {
    const auto end = std::min(text.find_first_of(kBlanks, at), text.size());
    if (!out.empty()) out += ' ';
    out += text.substr(at, end - at);
    at = end;
  }
  return out;
}

std::string shown(std::string_view name) {
  return fmt::format("`{}`", on_one_line(cut(name, kMaxShownName)));
}

// Begins a result with one block of text; the caller adds what else there is and ends it.
json::Writer begin_result(std::string_view text) {
  json::Writer w;
  w.begin_object().key("content").begin_array();
  w.begin_object().key("type").string("text").key("text").string(text).end_object();
  w.end_array();
  return w;
}

std::string error_result(std::string_view text) {
  auto w = begin_result(text);
  w.key("isError").boolean(true).end_object();
  return std::move(w).take();
}

std::string found_text(std::string_view query, std::span<const Found> tools) {
  const auto asked = on_one_line(cut(query, kMaxShownQuery));
  if (tools.empty()) {
    return fmt::format("No tool fits \"{}\". Try other or fewer words.", asked);
  }
  auto out =
      fmt::format("{} for \"{}\", best first:\n", base::counted(tools.size(), "tool"), asked);
  for (const auto& tool : tools) {
    out += fmt::format("\n- {} ({}, {}): {}", shown(tool.name), name_of(tool.tier),
                       name_of(call_tool_for(tool.tier)), summary_of(tool.description));
  }
  out += "\n\ndescribe_tool shows a tool's arguments.";
  return out;
}

void write_found(json::Writer& w, const Found& tool) {
  w.begin_object().key("name").string(tool.name);
  if (!tool.title.empty()) w.key("title").string(on_one_line(cut(tool.title, kMaxSummary)));
  w.key("description").string(summary_of(tool.description));
  w.key("tier").string(name_of(tool.tier)).key("score").number(tool.score).end_object();
}

}  // namespace

std::string summary_of(std::string_view description) {
  // Folding white space makes texts shorter, so more than a summary is read, within bounds.
  const auto line = on_one_line(cut(description, 4 * kMaxSummary));
  for (auto at = line.find_first_of(".!?"); at != std::string::npos;
       at = line.find_first_of(".!?", at + 1)) {
    // Not `e.g. this` and `v1. 2`: a sentence begins with a capital.
    const bool ends = at + 1 == line.size() || (at + 2 < line.size() && line[at + 1] == ' ' &&
                                                line[at + 2] >= 'A' && line[at + 2] <= 'Z');
    if (ends && at < kMaxSummary) return line.substr(0, at + 1);
  }
  if (line.size() <= kMaxSummary) return line;
  constexpr std::string_view kMore = "…";
  return std::string(cut(line, kMaxSummary - kMore.size())).append(kMore);
}

std::string found_result(std::string_view query, std::span<const Found> tools) {
  auto w = begin_result(found_text(query, tools));
  w.key("structuredContent").begin_object().key("tools").begin_array();
  for (const auto& tool : tools) write_found(w, tool);
  w.end_array().end_object().end_object();
  return std::move(w).take();
}

std::string described_result(std::string_view name, model::Tier tier, std::string_view definition) {
  const auto with = name_of(call_tool_for(tier));
  auto w = begin_result(fmt::format("{} is of tier {}: call it with {}.\n\n{}", shown(name),
                                    name_of(tier), with, definition));
  w.key("structuredContent").begin_object().key("name").string(name);
  w.key("tier").string(name_of(tier)).key("callWith").string(with);
  w.key("definition").raw(definition).end_object().end_object();
  return std::move(w).take();
}

std::string refused(const base::Error& error) { return error_result(base::to_line(error)); }

std::string unknown_tool(std::string_view name, std::span<const std::string_view> nearest) {
  std::vector<std::string> names;
  for (const auto near : nearest.first(std::min(nearest.size(), kMaxNearest))) {
    names.push_back(shown(near));
  }
  if (names.empty()) {
    return error_result(
        fmt::format("There is no tool {}. Look for one with find_tools.", shown(name)));
  }
  return error_result(fmt::format("There is no tool {}. Did you mean {}? find_tools finds others.",
                                  shown(name), base::list_in_words(names, "or")));
}

std::string wrong_tier(std::string_view name, model::Tier tier, RouterTool used) {
  return error_result(fmt::format("{} is of tier {}, which {} does not call: use {}.", shown(name),
                                  name_of(tier), name_of(used), name_of(call_tool_for(tier))));
}

std::string called_directly(std::string_view name, model::Tier tier) {
  return error_result(fmt::format("{} is not called by its name here: use {} with that name.",
                                  shown(name), name_of(call_tool_for(tier))));
}

}  // namespace touchstone::find
