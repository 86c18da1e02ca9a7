// Everything of a definition that no other rule speaks of: texts, titles, icons, arguments of
// prompts, _meta, and what specifications to come may add.
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/excerpt.hpp"
#include "http/url.hpp"
#include "json/pointer.hpp"
#include "pin/judgement.hpp"

namespace touchstone::pin {
namespace {

// Hosts of the addresses that stand alone in a string. As deep as the reader lets documents nest.
void collect_hosts(json::View value, std::set<std::string>& out) {
  const auto text = value.as_string().value_or("");
  if (text.starts_with("http://") || text.starts_with("https://")) {
    const auto url = http::parse_url(text);
    out.insert(url ? url->host : text);
  }
  for (const auto& member : value.members()) collect_hosts(member.value, out);
  for (const auto element : value.elements()) collect_hosts(element, out);
}

// What a client may load or follow without asking.
void judge_hosts(const Sides& sides, const std::string& pointer, Judgement& out) {
  std::set<std::string> before;
  std::set<std::string> after;
  collect_hosts(sides.before, before);
  collect_hosts(sides.after, after);
  for (const auto& host : after) {
    if (before.contains(host)) continue;
    out.add(Grade::kRisky,
            fmt::format("an address at {} is new", detect::excerpt(host, 0, host.size())), pointer,
            sides);
  }
}

void judge_arguments(const Sides& arguments, Judgement& out) {
  std::map<std::string, json::View> before;
  for (const auto argument : arguments.before.elements()) {
    before[text_of(argument.find("name"))] = argument;
  }
  std::size_t index = 0;
  for (const auto after : arguments.after.elements()) {
    const auto pointer = json::pointer("/arguments", index++);
    const auto name = text_of(after.find("name"));
    const Sides sides{before[name], after};
    if (sides.same() || !out.may_look()) continue;
    const auto shown = "`" + detect::excerpt(name, 0, name.size()) + "`";
    out.add(Grade::kCompatible,
            fmt::format("argument {} {}", shown, sides.before ? "is different" : "is new"), pointer,
            sides);
  }
}

void judge_member(std::string_view key, const Sides& sides, Judgement& out) {
  const auto pointer = json::pointer("", key);
  if (key == "description" || key == "instructions") {
    const auto what = key == "description" ? "the description" : "the text of instructions";
    return judge_text(sides, pointer, what, out);
  }
  if (!out.may_look()) return;
  if (key == "title" || key == "icons" || key == "annotations") {
    return out.add(Grade::kCosmetic, fmt::format("{} differ{}", key, key == "title" ? "s" : ""),
                   pointer, sides);
  }
  if (key == "arguments") return judge_arguments(sides, out);
  out.add(Grade::kCompatible,
          fmt::format("`{}` {}", detect::excerpt(key, 0, key.size()),
                      sides.before ? (sides.after ? "is different" : "is gone") : "is new"),
          pointer, sides);
  judge_hosts(sides, pointer, out);
}

}  // namespace

void judge_members(const Sides& definition, Judgement& out) {
  constexpr std::string_view kDone = "inputSchema outputSchema command url serverInfo tlsKey";
  for (const auto& [key, sides] : pair_members(definition)) {
    if (!sides.same() && !base::has_word(kDone, key)) judge_member(key, sides, out);
  }
}

}  // namespace touchstone::pin
