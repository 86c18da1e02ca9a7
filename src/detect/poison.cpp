#include "detect/poison.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/raw_offset.hpp"
#include "detect/step.hpp"
#include "detect/unicode.hpp"

namespace touchstone::detect {
namespace {

// Parameters that take whatever they are told to take.
constexpr std::array<std::string_view, 18> kSideChannels{
    "note",     "notes",     "context", "sidenote",  "side_note", "metadata",
    "feedback", "debug",     "extra",   "comment",   "memo",      "remarks",
    "summary",  "reasoning", "trace",   "telemetry", "details",   "background"};

// Members whose strings are data or syntax, not words.
constexpr std::array<std::string_view, 9> kSyntax{
    "type", "$ref", "$schema", "$id", "format", "pattern", "required", "src", "mimeType"};

bool is_syntax(std::string_view key) { return std::ranges::find(kSyntax, key) != kSyntax.end(); }

class Walker {
 public:
  Walker(const Definition& definition, const KnownTools* known, NamesAsked* asked)
      : definition_(definition),
        known_(known),
        asked_(asked),
        own_(definition.json.find("name").as_string().value_or("")) {}

  std::vector<Poison> run() && {
    walk(definition_.json, nullptr, *this);
    keep_heaviest();
    return std::move(out_);
  }

  void text(json::View string, const Step* step) { look_at(string, step); }
  bool key(const json::Member& member, std::string_view key, const Step* step) {
    look_at_key(member.key, key, step);
    return !is_syntax(key) || member.value.is(json::Kind::kObject);
  }

 private:
  void look_at(json::View string, const Step* step);
  void look_at_key(json::View view, std::string_view key, const Step* step);
  void look_at_name(json::View view, std::string_view name, const Step* step);
  void add(json::View view, std::vector<Suspicion> found, const Step* step);
  void keep_heaviest();

  [[nodiscard]] static bool is_parameter_text(const Step* step) {
    return step->is_member && step->key == "description" && step->up != nullptr &&
           step->up->is_member;
  }

  [[nodiscard]] Surroundings around(bool is_side) const {
    return {own_, definition_.server, known_, is_side, asked_};
  }

  const Definition& definition_;
  const KnownTools* known_;
  NamesAsked* asked_;
  std::string own_;
  std::size_t strings_ = 0;
  std::string text_;
  std::vector<Poison> out_;
};

void Walker::look_at(json::View string, const Step* step) {
  if (++strings_ > kMaxStrings || step == nullptr) return;
  const auto text = string.as_string(text_).value_or("");
  if (step->is_member && step->key == "name" && step->up == nullptr) {
    return look_at_name(string, text, step);
  }
  const bool side = is_parameter_text(step) && is_side_channel(step->up->key);
  auto found = examine(text, around(side));
  if (text.size() > kMaxText) {
    found.push_back({model::Severity::kWarning,
                     kAlarm,
                     {Family::kHidden},
                     0,
                     0,
                     fmt::format("the text has {} bytes, and only the first {} were examined",
                                 text.size(), kMaxText)});
  }
  add(string, std::move(found), step);
}

void Walker::look_at_key(json::View view, std::string_view key, const Step* step) {
  if (++strings_ > kMaxStrings) return;
  const bool is_plain = std::ranges::all_of(
      key, [](char c) { return c > ' ' && static_cast<unsigned char>(c) < 0x7F; });
  if (is_plain && key.size() < 32) return;
  add(view, examine(key, around(false)), step);
}

// A name is read as words, so that exfil_cookies says what it says.
void Walker::look_at_name(json::View view, std::string_view name, const Step* step) {
  std::string spaced(name);
  std::ranges::replace(spaced, '_', ' ');
  std::ranges::replace(spaced, '-', ' ');
  auto found = examine(spaced);
  if (mixes_scripts(name)) {
    found.push_back({model::Severity::kWarning,
                     kAlarm,
                     {Family::kHidden},
                     0,
                     name.size(),
                     "the name mixes letters of different scripts that look alike"});
  }
  add(view, std::move(found), step);
}

void Walker::add(json::View view, std::vector<Suspicion> found, const Step* step) {
  for (auto& suspicion : found) {
    const auto offset = view.begin_offset() + raw_offset(view.raw(), suspicion.begin);
    out_.push_back({std::move(suspicion), pointer_of(step, definition_.pointer), offset});
  }
}

void Walker::keep_heaviest() {
  if (out_.size() <= kMaxPoisons) return;
  std::ranges::stable_sort(out_, std::greater(),
                           [](const Poison& item) { return item.suspicion.points; });
  out_.resize(kMaxPoisons);
}

}  // namespace

bool is_side_channel(std::string_view parameter) {
  return std::ranges::find(kSideChannels, base::lower_case(parameter)) != kSideChannels.end();
}

std::vector<Poison> poison(const Definition& definition, const KnownTools* known,
                           NamesAsked* asked) {
  return Walker(definition, known, asked).run();
}

std::vector<Poison> poison(const model::Tool& tool, const KnownTools* known, NamesAsked* asked) {
  return poison(Definition{tool.json, tool.pointer, tool.server}, known, asked);
}

model::Finding to_finding(const Poison& poison) {
  return {model::FindingKind::kPoison,
          poison.suspicion.severity,
          "",
          poison.suspicion.reason,
          poison.pointer,
          poison.offset};
}

}  // namespace touchstone::detect
