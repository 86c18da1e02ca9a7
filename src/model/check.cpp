#include "model/check.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "model/clash.hpp"
#include "model/lattice.hpp"

namespace touchstone::model {
namespace {

// How sure words must be to cast doubt on a declaration: as a remark, and as a warning.
constexpr float kDoubtful = 0.9F;
constexpr float kVeryDoubtful = 0.95F;

class Checker {
 public:
  Checker(const Tool& tool, const Profile& profile) : tool_(tool), profile_(profile) {
    for (const auto& claim : tool.claims) {
      auto& value = declared_[static_cast<std::size_t>(claim.field)];
      value = join(spec(claim.field), value, claim.value);
    }
  }

  std::vector<Finding> run() && {
    find_clashes();
    find_disagreement();
    find_single_values();
    find_dissent();
    find_gaps();
    find_moot();
    return std::move(findings_);
  }

 private:
  void find_clashes();
  void find_disagreement();
  void find_single_values();
  void find_dissent();
  void find_gaps();
  void find_moot();

  // The surest evidence from `source` that contradicts the claim.
  [[nodiscard]] const Evidence* witness_against(const Evidence& claim, Source source) const;

  [[nodiscard]] const Value& declared(Field field) const {
    return declared_[static_cast<std::size_t>(field)];
  }
  [[nodiscard]] bool says(Field field, bool value) const { return declared(field) == Value(value); }
  [[nodiscard]] const Evidence* claim_on(Field field) const {
    const auto found = std::ranges::find(tool_.claims, field, &Evidence::field);
    return found == tool_.claims.end() ? nullptr : &*found;
  }

  void add(FindingKind kind, Severity severity, Field field, std::string reason) {
    const auto* claim = claim_on(field);
    add_at(kind, severity, field, std::move(reason), claim == nullptr ? "" : claim->pointer);
  }
  void add_at(FindingKind kind, Severity severity, Field field, std::string reason,
              const std::string& pointer) {
    const auto place = json::at(tool_.json, pointer);
    findings_.push_back({kind, severity, std::string(spec(field).name), std::move(reason),
                         tool_.pointer + pointer,
                         place ? place.begin_offset() : tool_.json.begin_offset()});
  }
  // A hint that is there but cannot be read is malformed, not missing.
  [[nodiscard]] bool unreadable(Field field) const {
    return std::ranges::find(tool_.problems, spec(field).name, &Finding::field) !=
           tool_.problems.end();
  }
  void gap(Field field, Severity severity, std::string_view meaning) {
    if (unreadable(field)) return;
    add(FindingKind::kCoverage, severity, field,
        fmt::format("{} is missing: clients must assume that it {}", spec(field).name, meaning));
  }

  const Tool& tool_;
  const Profile& profile_;
  std::array<Value, kFieldCount> declared_;
  std::vector<Finding> findings_;
};

void Checker::find_clashes() {
  for (const auto& clash : clashes()) {
    if (!clash.one.holds(declared(clash.one.field)) ||
        !clash.other.holds(declared(clash.other.field))) {
      continue;
    }
    add(FindingKind::kContradiction, Severity::kError, clash.one.field, std::string(clash.reason));
  }
}

// Two carriers of one field, or a field and an alias, that exclude each other.
bool disagree(const Value& a, const Value& b) {
  if (a.index() != b.index()) return false;
  if (std::holds_alternative<bool>(a)) return a != b;
  if (const auto* set = std::get_if<ChoiceSet>(&a)) {
    return !set->intersects(std::get<ChoiceSet>(b));
  }
  if (const auto* classes = std::get_if<DataClasses>(&a)) {
    return classes->sensitive() != std::get<DataClasses>(b).sensitive();
  }
  return false;
}

void Checker::find_disagreement() {
  for (auto one = tool_.claims.begin(); one != tool_.claims.end(); ++one) {
    const auto rival = std::find_if(std::next(one), tool_.claims.end(), [&](const Evidence& e) {
      return e.field == one->field && disagree(e.value, one->value);
    });
    if (rival == tool_.claims.end()) continue;
    add_at(FindingKind::kContradiction, Severity::kError, one->field,
           fmt::format("{} is {} by {} and {} by {}", spec(one->field).name, to_string(one->value),
                       one->pointer, to_string(rival->value), rival->pointer),
           rival->pointer);
  }
}

// A tool that does several things: it offers resolution, or it takes an action to choose.
bool has_several_actions(json::View tool) {
  constexpr std::array<std::string_view, 6> kSelectors{"action",  "operation", "mode",
                                                       "command", "method",    "op"};
  const auto marker = tool.find("_meta").find("io.modelcontextprotocol/tool-resolution");
  if (marker.find("resolvable").as_bool() == true) return true;
  if (tool.find("resolve").as_bool() == true) return true;
  const auto parameters = tool.find("inputSchema").find("properties");
  return std::ranges::any_of(kSelectors, [&](std::string_view name) {
    const auto values = parameters.find(name).find("enum").elements();
    return std::distance(values.begin(), values.end()) > 1;
  });
}

void Checker::find_single_values() {
  if (!claim_on(Field::kOutcomes) && !claim_on(Field::kDestination)) return;
  if (!has_several_actions(tool_.json)) return;
  for (const auto field : {Field::kDestination, Field::kOutcomes}) {
    const auto* set = std::get_if<ChoiceSet>(&declared(field));
    if (set == nullptr || set->size() != 1) continue;
    add(FindingKind::kContradiction, Severity::kWarning, field,
        fmt::format("{} is the single value {}, but the tool has several actions: list every "
                    "possible value, so that a resolution can narrow it",
                    spec(field).name, to_string(*set)));
  }
}

// Does the item say something that the claim rules out? To say that a tool destroys is also to say
// that it does not only read.
bool contradicts(const Evidence& claim, const Evidence& item) {
  if (claim.field == Field::kReadOnly && item.field == Field::kDestructive) {
    return claim.value == Value(true) && item.value == Value(true);
  }
  const auto& field = spec(claim.field);
  const auto told = telling_part(field, item.value);
  return item.field == claim.field && is_set(told) && !narrows(field, claim.value, told);
}

const Evidence* Checker::witness_against(const Evidence& claim, Source source) const {
  const Evidence* surest = nullptr;
  for (const auto& item : profile_.evidence()) {
    if (item.source != source || item.confidence < kHeard || !contradicts(claim, item)) continue;
    if (surest == nullptr || item.confidence > surest->confidence) surest = &item;
  }
  return surest;
}

// The server's word against what was seen, or against its own words. The finding is about the
// declaration, so it stands whatever the operator made of it. What is seen is a fact; words raise a
// doubt only if they are clear, because authors are entitled to their own.
void Checker::find_dissent() {
  for (const auto& claim : tool_.claims) {
    const auto* seen = witness_against(claim, Source::kObserved);
    const auto* witness = seen != nullptr ? seen : witness_against(claim, Source::kInferred);
    if (witness == nullptr) continue;
    // What is not believed is told, however small the doubt.
    const bool overruled = spec(claim.field).type == Type::kFlag &&
                           profile_[claim.field].source == Source::kInferred &&
                           profile_[claim.field].value != claim.value;
    if (seen == nullptr && witness->confidence < kDoubtful && !overruled) continue;
    const auto doubt = witness->confidence >= kVeryDoubtful ? Severity::kWarning : Severity::kNote;
    add_at(seen != nullptr ? FindingKind::kLie : FindingKind::kDoubt,
           seen != nullptr ? Severity::kError : doubt, claim.field,
           fmt::format("declares {} {}, but {}", spec(claim.field).name, to_string(claim.value),
                       witness->reason),
           claim.pointer);
  }
}

void Checker::find_gaps() {
  const auto annotations = tool_.json.find("annotations");
  if (annotations && !annotations.is(json::Kind::kObject)) return;
  const bool reads = says(Field::kReadOnly, true);
  const bool says_destructive = is_set(declared(Field::kDestructive));
  if (!is_set(declared(Field::kReadOnly))) {
    gap(Field::kReadOnly, says_destructive ? Severity::kNote : Severity::kWarning, "writes");
  }
  if (!reads && !says_destructive) gap(Field::kDestructive, Severity::kWarning, "may destroy");
  if (!reads && !is_set(declared(Field::kIdempotent))) {
    gap(Field::kIdempotent, Severity::kNote, "must not be retried");
  }
  if (!is_set(declared(Field::kOpenWorld))) {
    gap(Field::kOpenWorld, Severity::kNote, "reaches the outside world");
  }
}

void Checker::find_moot() {
  if (!says(Field::kReadOnly, true) || profile_[Field::kReadOnly].value != Value(true)) return;
  for (const auto& field : kFields) {
    if (!field.only_if_writing || !is_set(declared(field.field))) continue;
    // Read-only and destructive is a contradiction, and reported as one.
    if (field.field == Field::kDestructive && says(Field::kDestructive, true)) continue;
    add(FindingKind::kMoot, Severity::kNote, field.field,
        fmt::format("{} means nothing on a read-only tool", field.name));
  }
}

}  // namespace

std::vector<Finding> check(const Tool& tool, const Profile& profile) {
  auto findings = tool.problems;
  if (tool.json.is(json::Kind::kObject)) {
    std::ranges::move(Checker(tool, profile).run(), std::back_inserter(findings));
  }
  std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.offset < b.offset;
  });
  return findings;
}

}  // namespace touchstone::model
