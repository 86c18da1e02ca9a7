#include "model/claims.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "model/alias.hpp"
#include "model/lattice.hpp"
#include "model/parse_value.hpp"

namespace touchstone::model {
namespace {

// Collects claims; `base_` is what problem pointers start with and evidence pointers leave out.
class Reader {
 public:
  Reader(std::string_view base, Source source, std::size_t max_problems)
      : base_(base), source_(source), max_problems_(max_problems) {}

  void read_annotations(json::View annotations, const std::string& at);
  void read_meta(json::View meta, const std::string& at);
  void read_field(const FieldSpec& field, json::View value, std::string at);
  Claims take() &&;

 private:
  void read_group(std::string_view group, json::View object, const std::string& at);
  bool check_group_members(std::string_view group, json::View object, const std::string& at);
  void read_action_metadata(json::View object, const std::string& at);
  void read_action_group(std::string_view group, json::View object, const std::string& at);
  void read_alias(const AliasSpec& alias, json::View value, const std::string& at);
  void unknown_key(json::View key, const std::string& at);
  void malformed(std::string_view field, json::View where, std::string what, const std::string& at);
  bool room_for_problem();
  void salvage(const FieldSpec& field, json::View value, std::string at);
  void keep_warnings_from(std::size_t index);
  void claim(const FieldSpec& field, Value value, std::string at);

  // A claim by an alias waits until the fields have spoken.
  struct AliasClaim {
    Evidence evidence;
    json::View where;
  };
  void settle(AliasClaim alias, std::size_t fields_end);

  std::string base_;
  Source source_;
  Claims claims_;
  std::vector<AliasClaim> alias_claims_;
  std::size_t max_problems_;
  std::size_t problems_ = 0;  // also those beyond max_problems_
};

// The pointer from `root` down to `place`, which lies in it: a value, or a key for its member.
std::string path_between(json::View root, json::View place) {
  std::string path;
  const auto step = [&](json::View value, std::string here) {
    if (place.begin_offset() >= value.end_offset()) return false;
    path = std::move(here);
    root = value;
    return true;
  };
  for (bool deeper = true; deeper && root != place;) {
    deeper = false;
    for (const auto [key, value] : root.members()) {
      deeper = step(value, json::pointer(path, key.as_string().value_or("")));
      if (key == place) return path;
      if (deeper) break;
    }
    std::size_t index = 0;
    for (const auto element : deeper ? json::Elements() : root.elements()) {
      deeper = step(element, json::pointer(path, index++));
      if (deeper) break;
    }
  }
  return path;
}

void Reader::claim(const FieldSpec& field, Value value, std::string at) {
  claims_.evidence.push_back(
      {field.field, std::move(value), source_, 1.0F, {}, std::move(at), true});
}

bool Reader::room_for_problem() { return ++problems_ <= max_problems_; }

void Reader::malformed(std::string_view field, json::View where, std::string what,
                       const std::string& at) {
  if (!room_for_problem()) return;
  claims_.problems.push_back({FindingKind::kMalformed, Severity::kError, std::string(field),
                              fmt::format("{} {}", field, what), base_ + at, where.begin_offset()});
}

void Reader::read_field(const FieldSpec& field, json::View value, std::string at) {
  auto parsed = parse_value(field, value);
  if (parsed) {
    claim(field, std::move(*parsed), std::move(at));
  } else {
    const auto& fault = parsed.error();
    malformed(field.name, fault.where, fault.what, at + path_between(value, fault.where));
    salvage(field, value, std::move(at));
  }
}

// What of a value must be heard though something beside it cannot be read; unset if it does not
// warn. That a change lasts does not say that it can be undone.
Value warning_in(const FieldSpec& field, const Value& value) {
  const auto* set = std::get_if<ChoiceSet>(&value);
  const bool mild = set != nullptr && !set->has_risky() && field.field != Field::kOutcomes;
  return mild ? Value() : guarded(field, value);
}

// One word of a set cannot be read: the others still warn.
void Reader::salvage(const FieldSpec& field, json::View value, std::string at) {
  if (field.type != Type::kChoices && field.type != Type::kClasses) return;
  Value heard;
  std::size_t count = 0;
  for (const auto element : value.elements()) {
    if (++count > kMaxSetMembers) break;
    if (element.is(json::Kind::kArray)) continue;
    if (const auto word = parse_value(field, element)) heard = join(field, heard, *word);
  }
  heard = warning_in(field, heard);
  if (is_set(heard)) claim(field, std::move(heard), std::move(at));
}

// A slip in one member of an object must not silence the warning in another; what reassures is not
// heard.
void Reader::keep_warnings_from(std::size_t index) {
  const auto first = claims_.evidence.begin() + static_cast<std::ptrdiff_t>(index);
  for (auto item = first; item != claims_.evidence.end(); ++item) {
    item->value = warning_in(spec(item->field), item->value);
  }
  claims_.evidence.erase(std::remove_if(first, claims_.evidence.end(),
                                        [](const Evidence& item) { return !is_set(item.value); }),
                         claims_.evidence.end());
}

void Reader::read_annotations(json::View annotations, const std::string& at) {
  for (const auto [key, value] : annotations.members()) {
    std::string scratch;
    const auto name = key.as_string(scratch).value_or("");
    const auto here = [&] { return json::pointer(at, name); };
    const auto* field = find_field(name);
    if (field != nullptr && field->group().empty()) {
      read_field(*field, value, here());
    } else if (std::ranges::find(kGroups, name) != kGroups.end()) {
      read_group(name, value, here());
    } else if (const auto* alias = find_alias(name)) {
      read_alias(*alias, value, here());
    } else if (name == kActionMetadata) {
      read_action_metadata(value, here());
    } else {
      unknown_key(key, here());
    }
  }
}

void Reader::read_meta(json::View meta, const std::string& at) {
  for (const auto [key, value] : meta.members()) {
    std::string scratch;
    const auto name = key.as_string(scratch).value_or("");
    if (name == kActionMetadata) {
      read_action_metadata(value, json::pointer(at, name));
    } else if (const auto* alias = find_meta_alias(name)) {
      read_alias(*alias, value, json::pointer(at, name));
    }
  }
}

// Every member known, every required one there.
bool Reader::check_group_members(std::string_view group, json::View object, const std::string& at) {
  const auto before = problems_;
  for (const auto [key, value] : object.members()) {
    const auto name = key.as_string().value_or("");
    if (find_field(fmt::format("{}.{}", group, name)) == nullptr) {
      malformed(group, key, fmt::format("has no member {:.60}", key.raw()),
                json::pointer(at, name));
    }
  }
  for (const auto& field : kFields) {
    if (field.group() == group && !object.find(field.key())) {
      malformed(field.name, object, "is required and missing", at);
    }
  }
  return problems_ == before;
}

void Reader::read_group(std::string_view group, json::View object, const std::string& at) {
  if (!object.is(json::Kind::kObject)) {
    malformed(group, object,
              fmt::format("must be an object, found {}", json::with_article(object.kind())), at);
    return;
  }
  const auto claims_before = claims_.evidence.size();
  bool whole = check_group_members(group, object, at);
  for (const auto& field : kFields) {
    const auto value = field.group() == group ? object.find(field.key()) : json::View();
    if (!value) continue;
    const auto before = problems_;
    read_field(field, value, json::pointer(at, field.key()));
    whole = whole && problems_ == before;
  }
  if (!whole) keep_warnings_from(claims_before);
}

// The same words in SEP-2061's arrangement: outcome stands alone, and every part may be missing.
void Reader::read_action_metadata(json::View object, const std::string& at) {
  if (!object.is(json::Kind::kObject)) {
    malformed(kActionMetadata, object,
              fmt::format("must be an object, found {}", json::with_article(object.kind())), at);
    return;
  }
  for (const auto [key, value] : object.members()) {
    const auto name = key.as_string().value_or("");
    const auto here = json::pointer(at, name);
    if (std::ranges::find(kGroups, name) != kGroups.end()) {
      read_action_group(name, value, here);
    } else if (name == "outcome" || name == "outcomes") {
      read_field(spec(Field::kOutcomes), value, here);
    } else if (name == "requiresReview") {
      if (!value.as_bool()) malformed(name, value, "must be true or false", here);
    } else {
      unknown_key(key, here);
    }
  }
}

void Reader::read_action_group(std::string_view group, json::View object, const std::string& at) {
  const auto claims_before = claims_.evidence.size();
  const auto problems_before = problems_;
  for (const auto [key, value] : object.members()) {
    const auto name = key.as_string().value_or("");
    const auto* field = find_field(fmt::format("{}.{}", group, name));
    if (field != nullptr) {
      read_field(*field, value, json::pointer(at, name));
    } else {
      unknown_key(key, json::pointer(at, name));
    }
  }
  if (!object.is(json::Kind::kObject)) {
    malformed(group, object,
              fmt::format("must be an object, found {}", json::with_article(object.kind())), at);
  }
  if (problems_ != problems_before) keep_warnings_from(claims_before);
}

void Reader::read_alias(const AliasSpec& alias, json::View value, const std::string& at) {
  auto flag = value.as_bool();
  std::string scratch;
  if (!flag && alias.has_levels) flag = level(value.as_string(scratch).value_or(""));
  if (!flag) {
    malformed(alias.name, value,
              alias.has_levels ? "must be true, false, \"low\", \"medium\" or \"high\""
                               : "must be true or false",
              at);
    return;
  }
  for (const auto& rule : alias_rules()) {
    if (rule.alias != alias.name || rule.when != *flag) continue;
    alias_claims_.push_back({{rule.field, rule.value, source_, 1.0F,
                              fmt::format("{} is {}", alias.name, value.raw()), at, true},
                             value});
  }
}

std::string_view suggestion(std::string_view name) {
  std::vector<std::string_view> candidates(kGroups.begin(), kGroups.end());
  for (const auto& field : kFields) {
    if (field.group().empty()) candidates.push_back(field.name);
  }
  for (const auto& alias : kAliases) candidates.push_back(alias.name);
  return base::closest(name, candidates);
}

void Reader::unknown_key(json::View key, const std::string& at) {
  if (!room_for_problem()) return;
  const auto name = key.as_string().value_or("");
  const auto meant = suggestion(name);
  const bool vendor = name.find('/') != std::string::npos;
  auto reason = fmt::format("no client knows the annotation {:.80}", key.raw());
  if (vendor) {
    reason += "; SDKs strip such keys here, _meta is the place for them";
  } else if (!meant.empty()) {
    reason += fmt::format("; did you mean {}?", meant);
  }
  claims_.problems.push_back({FindingKind::kUnknown, vendor ? Severity::kNote : Severity::kWarning,
                              name, std::move(reason), base_ + at, key.begin_offset()});
}

// A set that an alias derives from "no" is vague ("anywhere but public"). It speaks only where the
// field itself is silent, or it would blur the precise statement.
bool is_vague(const Evidence& item) {
  const auto* set = std::get_if<ChoiceSet>(&item.value);
  return set != nullptr && !set->has_risky();
}

void Reader::settle(AliasClaim alias, std::size_t fields_end) {
  auto& item = alias.evidence;
  bool silent = true;
  for (std::size_t i = 0; is_vague(item) && i < fields_end; ++i) {
    const auto& precise = claims_.evidence[i];
    if (precise.field != item.field) continue;
    silent = false;
    if (narrows(spec(item.field), item.value, precise.value) || !room_for_problem()) continue;
    claims_.problems.push_back(
        {FindingKind::kContradiction, Severity::kError, std::string(spec(item.field).name),
         fmt::format("{} rules out what {} allows", item.reason, precise.pointer),
         base_ + item.pointer, alias.where.begin_offset()});
  }
  if (silent) claims_.evidence.push_back(std::move(item));
}

Claims Reader::take() && {
  const auto fields_end = claims_.evidence.size();
  for (auto& alias : alias_claims_) settle(std::move(alias), fields_end);
  if (problems_ > max_problems_) {
    claims_.problems.push_back(
        {FindingKind::kMalformed,
         Severity::kError,
         {},
         fmt::format("{} more problems are not listed", problems_ - max_problems_),
         base_,
         0});
  }
  return std::move(claims_);
}

}  // namespace

bool is_labelled_row(json::View tool) {
  return tool.find("tool").is(json::Kind::kString) && !tool.find("name");
}

Claims read_annotations(json::View annotations, std::string_view pointer, Source source) {
  Reader reader(pointer, source, kMaxProblems);
  reader.read_annotations(annotations, "");
  return std::move(reader).take();
}

Claims read_tool_claims(json::View tool, std::string_view pointer, std::size_t max_problems) {
  Reader reader(pointer, Source::kDeclared, max_problems);
  const auto title = tool.find("title");
  const bool absent = !title || (title.is(json::Kind::kNull) && is_labelled_row(tool));
  if (!absent) reader.read_field(spec(Field::kTitle), title, "/title");
  reader.read_annotations(tool.find("annotations"), "/annotations");
  reader.read_meta(tool.find("_meta"), "/_meta");
  return std::move(reader).take();
}

}  // namespace touchstone::model
