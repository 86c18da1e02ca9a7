#include "policy/facts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <numeric>
#include <ranges>

#include <fmt/format.h>

#include "json/pointer.hpp"
#include "model/derive.hpp"

namespace touchstone::policy {
namespace {

// A float as people write it: 0.85, and not the double that is nearest to it.
double as_written(float value) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  double out = value;
  std::from_chars(text.data(), written.ptr, out);
  return out;
}

std::span<const FactId> by_name() {
  static const std::vector<FactId> kIds = [] {
    std::vector<FactId> ids(all_facts().size());
    std::iota(ids.begin(), ids.end(), FactId{0});
    std::ranges::sort(ids, {}, [](FactId id) { return std::string_view(spec(id).name); });
    return ids;
  }();
  return kIds;
}

// Those of `ids`, which stand by name, that begin so.
std::span<const FactId> named(std::span<const FactId> ids, std::string_view family) {
  const auto found = std::ranges::equal_range(ids, family, {}, [&](FactId id) {
    return std::string_view(spec(id).name).substr(0, family.size());
  });
  return {found.begin(), found.end()};
}

std::string_view readable(Numeral number) { return number.text; }
template <typename Scalar>
Scalar readable(Scalar scalar) {
  return scalar;
}

void append_text(std::string& out, const Value& value) {
  any_of_value(value, [&](auto scalar, bool) {
    if (!out.empty()) out += ", ";
    out += fmt::format("{}", readable(scalar));
    return false;
  });
}

struct ToJson {
  json::Writer& out;
  void operator()(std::monostate) const { out.null(); }
  void operator()(bool flag) const { out.boolean(flag); }
  void operator()(double number) const { out.number(number); }
  void operator()(std::string_view text) const { out.string(text); }
  void operator()(Numeral number) const { out.raw(number.text); }
  void operator()(Words words) const {
    out.begin_array();
    for (const auto word : words) out.string(word);
    out.end_array();
  }
};

std::vector<std::string> words_of(const model::Value& value) {
  const auto* classes = std::get_if<model::DataClasses>(&value);
  return classes != nullptr ? class_words(*classes) : model::words(value);
}

Value fact_value(const model::Value& value, Texts& texts) {
  if (!model::is_set(value)) return {};
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* text = std::get_if<std::string>(&value)) return texts.keep(*text);
  return texts.keep(words_of(value));
}

void fill_legs(Facts& facts, const model::Legs& legs) {
  facts.set("tool.legs.readsPrivate", legs.reads_private);
  facts.set("tool.legs.readsUntrusted", legs.reads_untrusted);
  facts.set("tool.legs.sendsOut", legs.sends_out);
}

}  // namespace

// Rounded up, so that what comes next stands where a list of views may.
void* Texts::room_for(std::size_t bytes) {
  constexpr auto kStep = alignof(std::string_view);
  bytes = (bytes + kStep - 1) / kStep * kStep;
  if (!last_ || bytes > kBlock - last_->used) {
    auto block = std::make_unique_for_overwrite<Block>();
    block->before = std::move(last_);
    last_ = std::move(block);
  }
  if (bytes > kBlock) {
    last_->used = kBlock;
    last_->longer = std::make_unique_for_overwrite<std::byte[]>(bytes);
    return last_->longer.get();
  }
  void* const room = last_->bytes.data() + last_->used;
  last_->used += bytes;
  return room;
}

std::string_view Texts::keep(std::string_view text) {
  if (text.empty()) return "";
  return {static_cast<const char*>(std::memcpy(room_for(text.size()), text.data(), text.size())),
          text.size()};
}

Words Texts::keep(std::span<const std::string> words) {
  if (words.empty()) return {};
  auto* const list =
      static_cast<std::string_view*>(room_for(words.size() * sizeof(std::string_view)));
  for (std::size_t i = 0; i < words.size(); ++i) std::construct_at(list + i, keep(words[i]));
  return {list, words.size()};
}

void Facts::clear() {
  std::ranges::fill(values_, Value());
  members_.clear();
  arguments_ = {};
}

const Value* Facts::member(const FactRef& fact) const {
  // The last word counts, as it does for fixed facts.
  for (const auto& member : std::views::reverse(members_)) {
    if (member.family == fact.id && member.name == fact.member) return &member.value;
  }
  return nullptr;
}

json::View Facts::argument(const FactRef& fact) const {
  if (!arguments_ || fact.id != arguments_id()) return {};
  return json::at(arguments_, fact.member);
}

std::optional<Value> Facts::value_of_member(const FactRef& fact) const {
  if (const Value* value = member(fact)) return *value;
  const auto view = argument(fact);
  const bool is_escaped =
      view.is(json::Kind::kString) && view.raw().find('\\') != std::string_view::npos;
  if (is_escaped || view.is(json::Kind::kArray)) return std::nullopt;
  std::string unused;
  return view ? scalar_of(view, unused) : Value();
}

bool Facts::has(const FactRef& fact) const {
  if (fact.member.empty()) return values_[fact.id].index() != 0;
  if (const Value* value = member(fact)) return value->index() != 0;
  const auto view = argument(fact);
  return view && !view.is(json::Kind::kNull);
}

bool Facts::has_any_of(Phase phase) const {
  for (FactId id = 0; id < all_facts().size(); ++id) {
    if (spec(id).phase == phase && values_[id].index() != 0) return true;
  }
  return false;
}

std::string Facts::text_of(const FactRef& fact) const {
  if (!has(fact)) return "absent";
  std::string out;
  if (fact.member.empty()) {
    append_text(out, at(fact.id));
  } else if (const Value* value = member(fact)) {
    append_text(out, *value);
  } else {
    return std::string(argument(fact).raw());
  }
  return out.empty() ? "empty" : out;
}

void Facts::write_some(json::Writer& out, std::span<const FactId> ids) const {
  for (const FactId id : ids) {
    if (values_[id].index() == 0) continue;
    out.key(spec(id).name);
    std::visit(ToJson{out}, values_[id]);
  }
}

std::string Facts::members_of(std::string_view family) const {
  json::Writer out;
  write_some(out, named(by_name(), family));
  return std::move(out).take();
}

Facts::Written::Written(std::string_view family, std::string_view written)
    : facts(named(by_name(), family)), members(written) {}

void Facts::write(json::Writer& out, std::span<const Written> ready) const {
  out.begin_object();
  auto ids = by_name();
  for (const auto& [done, members] : ready) {
    const auto before = static_cast<std::size_t>(done.data() - ids.data());
    write_some(out, ids.first(before));
    out.members(members);
    ids = ids.subspan(before + done.size());
  }
  write_some(out, ids);
  for (const auto& member : members_) {
    out.key(fmt::format("{}{}", spec(member.family).name, member.name));
    std::visit(ToJson{out}, member.value);
  }
  if (arguments_) out.key("request.arguments").raw(arguments_.raw());
  out.end_object();
}

Value scalar_of(json::View value, std::string& scratch) {
  if (const auto flag = value.as_bool()) return *flag;
  if (const auto text = value.as_string(scratch)) return *text;
  return value.is(json::Kind::kNumber) ? Value(Numeral{value.raw()}) : Value();
}

void fill_field(Facts& facts, std::string_view family, model::Field field,
                const model::Value& value, Texts& texts) {
  facts.set(fact_id(fmt::format("{}{}", family, model::spec(field).name)),
            fact_value(value, texts));
}

void fill_profile(Facts& facts, const model::Profile& profile, Texts& texts) {
  for (const auto& field : model::kFields) {
    const auto& state = profile[field.field];
    fill_field(facts, "tool.annotations.", field.field, state.value, texts);
    const auto evidence = fmt::format("tool.evidence.{}.", field.name);
    facts.set(evidence + "source", Value(name_of(state.source)));
    facts.set(evidence + "confidence", Value(as_written(state.confidence)));
  }
  facts.set("tool.tier", Value(name_of(model::tier_of(profile))));
  const auto verdict = model::explain_risk(profile);
  facts.set("tool.risk", Value(name_of(verdict.risk)));
  facts.set("tool.managedExecution", Value(verdict.managed_execution));
  fill_legs(facts, model::legs_of(profile));
}

std::vector<std::string> class_words(const model::DataClasses& classes) {
  auto words = model::words(model::Value(classes));
  if (!classes.scopes().empty()) words.emplace_back("regulated");
  return words;
}

void fill_label(Facts& facts, const model::Label& label, Texts& texts) {
  facts.set("session.label.untrusted", Value(label.untrusted));
  facts.set("session.label.private", Value(label.is_private));
  facts.set("session.label.malicious", Value(label.malicious));
  facts.set("session.label.classes", Value(texts.keep(class_words(label.classes))));
  facts.set("session.label.attribution", Value(texts.keep(label.attribution.uris())));
}

}  // namespace touchstone::policy
