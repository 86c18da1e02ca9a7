#include "infer/reading.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "model/claims.hpp"

namespace touchstone::infer {
namespace {

Words text_at(json::View tool, std::string_view key) {
  std::string scratch;
  return Words::of_text(tool.find(key).as_string(scratch).value_or(""));
}

// `action`, `op`, `http_method`; not `auth_method`, which chooses nothing of this kind.
bool is_selector(const Words& name) {
  static constexpr base::WordList kAlone(
      "action command mode op operation method subcommand task verb");
  static constexpr base::WordList kBefore("action http operation request command tool");
  if (name.size() == 1) return kAlone.has(name[0]);
  if (name.size() != 2 || !kBefore.has(name[0])) return false;
  return name[1] == "type" || name[1] == "name" || kAlone.has(name[1]);
}

// The act of one choice: `delete`, `createTable`, `list-all`.
Act act_of_choice(const std::string& value) {
  std::vector<Mention> verbs;
  find_in_name(Words::of_name(value), 0, Where::kName, verbs);
  return verbs.empty() || verbs[0].verb->weight == Weight::kWeak ? Act::kUnknown
                                                                 : verbs[0].verb->act;
}

void offer(Selector& selector, std::string value) {
  const auto act = act_of_choice(value);
  if (act == Act::kUnknown || selector.values.size() >= kMaxValues) return;
  if (std::ranges::find(selector.values, value) != selector.values.end()) return;
  selector.values.push_back(std::move(value));
  selector.acts.push_back(act);
}

// "Actions: create, list, delete." or a list of such below it, one a line.
Selector find_listed(const Words& text) {
  static constexpr base::WordList kHeads("actions commands methods operations subcommands modes");
  constexpr std::size_t kReach = 200;  // words of a list
  Selector selector{"description", "/description", {}, {}};
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text.gap(i + 1) != Gap::kColon && text.gap(i + 1) != Gap::kSentence) continue;
    if (!kHeads.has(text[i])) continue;
    for (auto item = i + 1; item < std::min(text.size(), i + kReach); ++item) {
      const auto first = text[item].substr(0, text[item].find('_'));
      const auto* verb = find_verb(first);
      const bool clear = verb != nullptr && verb->use != Use::kState &&
                         (verb->weight == Weight::kStrong || verb->use == Use::kVerb);
      if (clear && text.gap(item) >= Gap::kComma && text.gap(item + 1) >= Gap::kComma) {
        offer(selector, std::string(text[item]));
      }
    }
    break;
  }
  return selector;
}

std::vector<Selector> find_selectors(const std::vector<Parameter>& parameters, const Words& text) {
  std::vector<Selector> out;
  for (const auto& parameter : parameters) {
    if (parameter.nested || !is_selector(parameter.words)) continue;
    Selector selector{fmt::format("parameter `{}`", parameter.name), parameter.pointer, {}, {}};
    auto values = values_of(parameter.schema);
    const auto count = values.size();
    for (auto& value : values) offer(selector, std::move(value));
    // A mode is often a manner; it is a choice of deeds if nearly all its values are verbs.
    const bool manner = parameter.words[0] == "mode" || parameter.words[0] == "task";
    const auto needed = manner ? std::max<std::size_t>(2, count * 3 / 4) : 1;
    if (selector.values.size() >= needed) out.push_back(std::move(selector));
  }
  if (!out.empty()) return out;
  if (auto listed = find_listed(text); listed.values.size() > 1) out.push_back(std::move(listed));
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
  for (std::size_t i = 0; i < reading.results.size(); ++i) {
    const auto index = static_cast<std::uint16_t>(i);
    cues.note(reading.results[i].words, Spot::kResult, index);
    cues.note(reading.results[i].text, Spot::kResult, index);
  }
  return cues;
}

// A vague noun behind other words of a name is hardly its verb when the description has a clear
// one: `garden_design`, "Recommends plants".
bool is_only_noun(const Mention& mention, const Verb& opening) {
  const auto& verb = *mention.verb;
  const bool noun = verb.use == Use::kAlsoNoun && verb.weight == Weight::kWeak;
  if (mention.where != Where::kName || mention.index == 0 || !noun) return false;
  return opening.act != verb.act && opening.weight != Weight::kWeak;
}

// What a description begins with, unless it only tells the answer: "Returns the new page".
bool tells_deed(const Mention& mention) {
  static constexpr base::WordList kNew("created modified new newly updated");
  const auto& text = *mention.words;
  const bool made = kNew.has(text[mention.index + 1]) || kNew.has(text[mention.index + 2]);
  if (mention.verb->word == "return" && made) return false;
  auto i = mention.index;
  while (i > 0 && mention.words->gap(i) != Gap::kSentence) --i;
  return i == 0;
}

// Where the words of the name stand. A definition without a name, which is not one, may have a
// title;
// "" is all of it.
std::string_view named_at(json::View tool) {
  if (model::is_labelled_row(tool)) return "/tool";
  if (tool.find("name")) return "/name";
  return tool.find("title") ? "/title" : "";
}

}  // namespace

bool Selector::may(Act act) const { return std::ranges::find(acts, act) != acts.end(); }

bool Selector::only_reads() const {
  return std::ranges::all_of(acts, [](Act act) { return act == Act::kRead; });
}

std::string Selector::in_words() const {
  return fmt::format("{} offers {}", said_by, base::list_in_words(values));
}

Reading::Reading(const model::Tool& tool, const Siblings& others)
    : name(Words::of_name(tool.name)),
      title(Words::of_name(tool.json.find("title").as_string().value_or(""))),
      text(text_at(tool.json, "description")),
      parameters(read_parameters(tool.json.find("inputSchema"), "/inputSchema")),
      results(read_results(tool.json.find("outputSchema"), "/outputSchema")),
      siblings(others),
      name_pointer(named_at(tool.json)) {
  takes_nothing = parameters.empty() && tool.json.find("inputSchema").is(json::Kind::kObject);
  std::vector<Mention> told;
  find_in_text(text, told);
  const auto* opening = told.empty() ? nullptr : told.front().verb;
  find_in_name(name, siblings.prefix_of(name), Where::kName, mentions, opening);
  if (mentions.empty()) find_in_name(title, 0, Where::kTitle, mentions, opening);
  // A title is a heading: a noun within it is no verb.
  std::erase_if(mentions, [](const Mention& mention) {
    return mention.where == Where::kTitle && mention.index > 0 && mention.verb->use != Use::kVerb;
  });
  if (!told.empty()) {
    std::erase_if(mentions,
                  [&](const Mention& mention) { return is_only_noun(mention, *opening); });
    told.front().stands_in = mentions.empty() && tells_deed(told.front());
  }
  std::ranges::copy(told, std::back_inserter(mentions));
  selectors = find_selectors(parameters, text);
  cues = find_cues(*this);
}

const Mention* Reading::main_verb() const { return mentions.empty() ? nullptr : &mentions.front(); }

const Mention* Reading::first(Where where) const {
  const auto found = std::ranges::find(mentions, where, &Mention::where);
  return found == mentions.end() ? nullptr : &*found;
}

const Parameter* Reading::parameter_called(const base::WordList& wanted) const {
  for (const auto& parameter : parameters) {
    if (parameter.words.empty()) continue;
    const auto last = parameter.words[parameter.words.size() - 1];
    if (wanted.has(last) || wanted.has(singular(last))) return &parameter;
  }
  return nullptr;
}

std::string Reading::pointer_of(Spot spot, const Hit& hit) const {
  switch (spot) {
    case Spot::kName: return std::string(name_pointer);
    case Spot::kText: return "/description";
    case Spot::kParameter: return parameters[hit.parameter].pointer;
    case Spot::kParameterText: return parameters[hit.parameter].pointer + "/description";
    case Spot::kResult: return results[hit.parameter].pointer;
  }
  return {};
}

}  // namespace touchstone::infer
