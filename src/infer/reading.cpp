#include "infer/reading.hpp"

#include <algorithm>
#include <array>

#include "model/claims.hpp"

namespace touchstone::infer {
namespace {

Words text_at(json::View tool, std::string_view key) {
  std::string scratch;
  return Words::of_text(tool.find(key).as_string(scratch).value_or(""));
}

// `action`, `op`, `http_method`; not `auth_method`, which chooses nothing of this kind.
bool is_selector(const Words& name) {
  constexpr std::array<std::string_view, 9> kAlone{
      "action", "command", "mode", "op", "operation", "method", "subcommand", "task", "verb"};
  constexpr std::array<std::string_view, 6> kBefore{"action",  "http",    "operation",
                                                    "request", "command", "tool"};
  if (name.size() == 1) return std::ranges::find(kAlone, name[0]) != kAlone.end();
  if (name.size() != 2 || std::ranges::find(kBefore, name[0]) == kBefore.end()) return false;
  return name[1] == "type" || name[1] == "name" ||
         std::ranges::find(kAlone, name[1]) != kAlone.end();
}

// The act of one choice: `delete`, `createTable`, `list-all`.
Act act_of_choice(const std::string& value) {
  std::vector<Mention> verbs;
  find_in_name(Words::of_name(value), 0, Where::kName, verbs);
  return verbs.empty() || verbs[0].verb->weight == Weight::kWeak ? Act::kUnknown
                                                                 : verbs[0].verb->act;
}

std::vector<Selector> find_selectors(const std::vector<Parameter>& parameters) {
  std::vector<Selector> out;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].nested || !is_selector(parameters[i].words)) continue;
    Selector selector;
    selector.parameter = static_cast<std::uint16_t>(i);
    for (auto& value : values_of(parameters[i].schema)) {
      const auto act = act_of_choice(value);
      if (act == Act::kUnknown) continue;
      selector.values.push_back(std::move(value));
      selector.acts.push_back(act);
    }
    if (!selector.values.empty()) out.push_back(std::move(selector));
  }
  return out;
}

CueSheet find_cues(const Reading& reading) {
  CueSheet cues;
  cues.note(reading.name, Spot::kName);
  cues.note(reading.title, Spot::kName);
  cues.note(reading.text, Spot::kText);
  for (std::size_t i = 0; i < reading.parameters.size(); ++i) {
    const auto index = static_cast<std::uint16_t>(i);
    cues.note(reading.parameters[i].words, Spot::kParameter, index);
    cues.note(reading.parameters[i].text, Spot::kParameterText, index);
  }
  return cues;
}

std::string_view singular(std::string_view word) {
  return word.size() > 2 && word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
}

}  // namespace

bool Selector::may(Act act) const { return std::ranges::find(acts, act) != acts.end(); }

bool Selector::only_reads() const {
  return std::ranges::all_of(acts, [](Act act) { return act == Act::kRead; });
}

Reading::Reading(const model::Tool& tool, const Siblings& siblings)
    : name(Words::of_name(tool.name)),
      title(Words::of_name(tool.json.find("title").as_string().value_or(""))),
      text(text_at(tool.json, "description")),
      parameters(read_parameters(tool.json.find("inputSchema"), "/inputSchema")),
      siblings(siblings),
      name_pointer(model::is_labelled_row(tool.json) ? "/tool" : "/name") {
  find_in_name(name, siblings.prefix_of(name), Where::kName, mentions);
  if (mentions.empty()) find_in_name(title, 0, Where::kTitle, mentions);
  find_in_text(text, mentions);
  selectors = find_selectors(parameters);
  cues = find_cues(*this);
}

const Mention* Reading::main_verb() const { return mentions.empty() ? nullptr : &mentions.front(); }

const Mention* Reading::first(Where where) const {
  const auto found = std::ranges::find(mentions, where, &Mention::where);
  return found == mentions.end() ? nullptr : &*found;
}

const Parameter* Reading::parameter_called(std::span<const std::string_view> wanted) const {
  for (const auto& parameter : parameters) {
    if (parameter.words.empty()) continue;
    const auto last = parameter.words[parameter.words.size() - 1];
    if (std::ranges::find(wanted, last) != wanted.end() ||
        std::ranges::find(wanted, singular(last)) != wanted.end()) {
      return &parameter;
    }
  }
  return nullptr;
}

std::string Reading::pointer_of(Spot spot, const Hit& hit) const {
  switch (spot) {
    case Spot::kName: return std::string(name_pointer);
    case Spot::kText: return "/description";
    case Spot::kParameter: return parameters[hit.parameter].pointer;
    case Spot::kParameterText: return parameters[hit.parameter].pointer + "/description";
  }
  return {};
}

}  // namespace touchstone::infer
