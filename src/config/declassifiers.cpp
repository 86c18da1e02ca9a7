// `declassifies` of a server: reading it, and finding a tool in it.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/value_reader.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

constexpr std::string_view kWords =
    "user, pii, financial, credentials, regulated, regulated:SCOPE, a label like com.acme.x, "
    "untrusted, private or malicious";

std::string nearest_word(std::string_view word) {
  constexpr std::string_view kPlain[] = {"user",      "pii",       "financial", "credentials",
                                         "regulated", "untrusted", "private",   "malicious"};
  const auto meant =
      base::closest(word, std::vector<std::string_view>(std::begin(kPlain), std::end(kPlain)));
  return std::string(meant.empty() ? kWords : meant);
}

}  // namespace

const model::Relief* Declassifiers::of(std::string_view tool) const {
  const auto it = std::ranges::find(tools, tool, &Tool::name);
  return it == tools.end() ? nullptr : &it->takes;
}

void ValueReader::operator()(Declassifiers* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > Declassifiers::kMax) {
    problem(fmt::format("has more than {} tools", Declassifiers::kMax));
    return;
  }
  for (const auto& child : node_.children) read_declassifier(child, *into);
}

void ValueReader::read_declassifier(const Node& child, Declassifiers& into) {
  const auto place = place_of(child);
  if (!reader_.expect(child, Node::Kind::kList, place)) return;
  const auto complain = [&](std::string what, std::string remedy) {
    reader_.problem(child.offset, place, std::move(what), std::move(remedy));
  };
  // Whoever writes a pattern means more tools than he has seen.
  if (child.key.empty() || child.key.find('*') != std::string::npos)
    return complain("is not the name of one tool", "redact_report: [pii]");
  if (child.children.empty()) return complain("takes nothing away", std::string(kWords));
  if (child.children.size() > Declassifiers::kMaxWords)
    return complain(fmt::format("has more than {} words", Declassifiers::kMaxWords), "");
  Declassifiers::Tool tool{child.key, {}};
  for (const auto& word : child.children) {
    if (word.is_scalar() && tool.takes.insert_word(word.text)) continue;
    reader_.problem(word.offset, place,
                    word.is_scalar() ? fmt::format("there is no {}", json::quoted(word.text))
                                     : std::string("expected a word"),
                    word.is_scalar() ? nearest_word(word.text) : std::string(kWords));
  }
  into.tools.push_back(std::move(tool));
}

}  // namespace touchstone::config
