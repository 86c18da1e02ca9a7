#include "model/enrich.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "json/string.hpp"
#include "model/derive.hpp"
#include "model/lattice.hpp"
#include "model/parse_value.hpp"

namespace touchstone::model {
namespace {

// Confidence to two places, so that 0.8F does not print as 0.800000011920929.
double rounded(float confidence) {
  return std::round(static_cast<double>(confidence) * 100.0) / 100.0;
}

std::string wire_text(const Value& value) {
  json::Writer out;
  write_wire(out, value);
  return std::move(out).take();
}

// One edit per member of `annotations` that has to change, in the order of the table.
class Members {
 public:
  Members(json::View annotations, const Profile& profile, Annotate mode)
      : annotations_(annotations), profile_(profile), mode_(mode) {
    for (const auto& item : profile.evidence()) {
      if (!is_set(profile[item.field].value))
        disbelieved_.set(static_cast<std::size_t>(item.field));
    }
  }

  template <typename Set>
  void for_each_change(Set set) const {
    for (const auto& field : kFields) {
      if (field.group().empty() && wants(field)) set(field.name, wire_text(value(field)));
    }
    for (const auto group : kGroups) {
      if (wants_group(group)) set(group, group_text(group));
    }
  }

  // A member that only reassures, and that nobody believes. Leaving it would pass the reassurance
  // on under our name.
  [[nodiscard]] bool withdraws(std::string_view name) const {
    const auto member = [&](const FieldSpec& f) { return f.name == name || f.group() == name; };
    const auto doubted = [&](const FieldSpec& f) { return member(f) && is_disbelieved(f); };
    const auto tells = [&](const FieldSpec& f) {
      return member(f) && is_set(telling_part(f, profile_[f.field].value));
    };
    return mode_ == Annotate::kEnrich && disbelieved_.any() &&
           std::ranges::any_of(kFields, doubted) && std::ranges::none_of(kFields, tells);
  }

 private:
  [[nodiscard]] bool is_disbelieved(const FieldSpec& field) const {
    return disbelieved_[static_cast<std::size_t>(field.field)];
  }

  // The effective value. In a metadata object, which must be whole, a member that is not believed
  // may be anything; of data classes, where nothing is ruled out by silence, it is left at none.
  [[nodiscard]] const Value& value(const FieldSpec& field) const {
    static const Value kNoClass = DataClasses(DataClass::kNone);
    static const std::array<Value, 3> kAnything{ChoiceSet::all(Vocabulary::kDestination),
                                                ChoiceSet::all(Vocabulary::kOutcomes),
                                                ChoiceSet::all(Vocabulary::kSource)};
    if (field.group().empty() || !is_disbelieved(field)) return profile_[field.field].value;
    return field.vocabulary ? kAnything[static_cast<std::size_t>(*field.vocabulary)] : kNoClass;
  }

  // A title that rests on the default would only repeat the name.
  [[nodiscard]] bool wants(const FieldSpec& field) const {
    const auto& effective = value(field);
    if (!is_set(effective)) return false;
    if (field.type == Type::kText && profile_[field.field].source != Source::kOperator)
      return false;
    const auto there = annotations_.find(field.name);
    if (!there) return true;
    if (mode_ == Annotate::kFill) return false;
    const auto parsed = parse_value(field, there);
    return !parsed || *parsed != effective;
  }

  // The SEP's metadata objects are closed and whole: one that we know only in part stays as it is
  // here and is told in the mirror.
  [[nodiscard]] bool wants_group(std::string_view group) const {
    const auto there = annotations_.find(group);
    if (there && mode_ == Annotate::kFill) return false;
    return is_writable(group) && !withdraws(group) && !says_already(there, group);
  }

  // Every member known, and none so large (several carriers united) that a reader would refuse it.
  [[nodiscard]] bool is_writable(std::string_view group) const {
    return std::ranges::all_of(kFields, [&](const FieldSpec& field) {
      if (field.group() != group) return true;
      const auto& member = value(field);
      return is_set(member) && words(member).size() <= kMaxSetMembers;
    });
  }

  [[nodiscard]] bool says_already(json::View there, std::string_view group) const {
    return std::ranges::all_of(kFields, [&](const FieldSpec& field) {
      if (field.group() != group) return true;
      const auto member = there.find(field.key());
      if (!member) return false;
      const auto parsed = parse_value(field, member);
      return parsed && *parsed == value(field);
    });
  }

  [[nodiscard]] std::string group_text(std::string_view group) const {
    json::Writer out;
    out.begin_object();
    for (const auto& field : kFields) {
      if (field.group() == group) write_wire(out.key(field.key()), value(field));
    }
    return std::move(out.end_object()).take();
  }

  json::View annotations_;
  const Profile& profile_;
  Annotate mode_;
  // Stated, but with no effective value. Malformed statements are no evidence and hence not among
  // them: they stay on the wire for people to see.
  std::bitset<kFieldCount> disbelieved_;
};

bool withdraws_any(json::View annotations, const Members& members) {
  return std::ranges::any_of(annotations.members(), [&](const json::Member& member) {
    return members.withdraws(member.key.as_string().value_or(""));
  });
}

// The whole object anew: members in their order and spelling, changed where they must, withdrawn
// ones left out. Only the white space between them is lost.
void rewrite(json::Splice& splice, json::View annotations, const Members& members) {
  std::vector<std::pair<std::string, std::string>> changes;
  members.for_each_change([&](std::string_view name, std::string json) {
    changes.emplace_back(name, std::move(json));
  });
  std::string out;
  const auto add = [&](std::string_view key, std::string_view json) {
    out.append(out.empty() ? "{" : ",").append(key).append(":").append(json);
  };
  for (const auto [key, value] : annotations.members()) {
    const auto name = key.as_string().value_or("");
    if (members.withdraws(name)) continue;
    const auto change =
        std::ranges::find(changes, name, &std::pair<std::string, std::string>::first);
    add(key.raw(), change == changes.end() ? value.raw() : std::string_view(change->second));
    if (change != changes.end()) changes.erase(change);
  }
  for (const auto& [name, json] : changes) add(json::quoted(name), json);
  splice.replace(annotations, out.empty() ? "{}" : out + "}");
}

void annotate_hints(json::Splice& splice, const Tool& tool, const Profile& profile, Annotate mode) {
  const auto annotations = tool.json.find("annotations");
  const Members members(annotations, profile, mode);
  if (annotations.is(json::Kind::kObject)) {
    if (withdraws_any(annotations, members)) return rewrite(splice, annotations, members);
    members.for_each_change([&](std::string_view name, std::string json) {
      splice.set_member(annotations, name, std::move(json));
    });
    return;
  }
  // Nothing can be added to what is no object.
  if (annotations && mode == Annotate::kFill) return;
  json::Writer fresh;
  fresh.begin_object();
  members.for_each_change(
      [&](std::string_view name, const std::string& json) { fresh.key(name).raw(json); });
  splice.set_member(tool.json, "annotations", std::move(fresh.end_object()).take());
}

// An upstream that sends our own key is overwritten: only we speak under that name.
void annotate_meta(json::Splice& splice, const Tool& tool, const Profile& profile,
                   bool resolvable) {
  json::Writer mirror;
  write_profile(mirror, tool, profile);
  const auto meta = tool.json.find("_meta");
  if (meta.is(json::Kind::kObject)) {
    splice.set_member(meta, kProfileMeta, std::move(mirror).take());
    if (resolvable) splice.set_member(meta, kResolutionMeta, std::string(kResolvable));
  } else {  // missing, or something that nobody can read
    json::Writer fresh;
    fresh.begin_object().key(kProfileMeta).raw(mirror.text());
    if (resolvable) fresh.key(kResolutionMeta).raw(kResolvable);
    splice.set_member(tool.json, "_meta", std::move(fresh.end_object()).take());
  }
}

}  // namespace

void annotate(json::Splice& splice, const Tool& tool, const Profile& profile, Annotate mode,
              bool resolvable) {
  if (mode == Annotate::kOff || !tool.json.is(json::Kind::kObject)) return;
  annotate_hints(splice, tool, profile, mode);
  annotate_meta(splice, tool, profile, resolvable);
  if (resolvable) splice.set_member(tool.json, "resolve", "true");
}

void write_state(json::Writer& out, const FieldState& state) {
  write(out.key("value"), state.value);
  out.key("source").string(name_of(state.source));
  if (state.source != Source::kDefault) out.key("confidence").number(rounded(state.confidence));
}

namespace {

// A declared value speaks for itself; an inferred one owes its reader the reason.
void write_reason(json::Writer& out, const Profile& profile, Field field) {
  const auto& state = profile[field];
  if (state.source != Source::kInferred) return;
  if (state.implied_by) {
    out.key("reason").string(fmt::format("follows from {}", spec(*state.implied_by).name));
    return;
  }
  const Evidence* surest = nullptr;
  for (const auto& item : profile.evidence()) {
    if (item.field != field || item.source != Source::kInferred) continue;
    if (surest == nullptr || item.confidence > surest->confidence) surest = &item;
  }
  if (surest != nullptr && !surest->reason.empty()) out.key("reason").string(surest->reason);
}

}  // namespace

void write_fields(json::Writer& out, const Profile& profile, bool all) {
  out.begin_object();
  for (const auto& field : kFields) {
    if (!all && !is_set(profile[field.field].value)) continue;
    out.key(field.name).begin_object();
    write_state(out, profile[field.field]);
    write_reason(out, profile, field.field);
    out.end_object();
  }
  out.end_object();
}

void write_derived(json::Writer& out, const Profile& profile) {
  const auto legs = legs_of(profile);
  out.key("tier").string(name_of(tier_of(profile)));
  out.key("legs").begin_object();
  out.key("readsPrivate").boolean(legs.reads_private);
  out.key("readsUntrusted").boolean(legs.reads_untrusted);
  out.key("sendsOut").boolean(legs.sends_out);
  out.end_object();
  out.key("risk").string(name_of(risk_of(profile)));
}

void write_profile(json::Writer& out, const Tool& tool, const Profile& profile) {
  out.begin_object().key("fields");
  write_fields(out, profile, false);
  write_derived(out, profile);
  const auto declared = tool.json.find("annotations");
  out.key("declared").raw(declared ? declared.raw() : "null");
  out.end_object();
}

}  // namespace touchstone::model
