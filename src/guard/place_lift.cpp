#include "guard/place_lift.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace touchstone::guard {
namespace {

constexpr model::DataClass kClasses[] = {
    model::DataClass::kUser, model::DataClass::kPii, model::DataClass::kFinancial,
    model::DataClass::kCredentials, model::DataClass::kRegulated};

model::Relief all_of(const model::Label& label) {
  model::Relief out{.untrusted = label.untrusted,
                    .is_private = label.is_private,
                    .malicious = label.malicious,
                    .classes = label.classes.labels()};
  for (const auto one : kClasses) {
    if (label.classes.has(one)) out.classes.emplace_back(name_of(one));
  }
  return out;
}

// What both say. Of scopes and what is regulated without one, each for itself.
model::Label common(const model::Label& one, const model::Label& other) {
  model::Label out;
  out.untrusted = one.untrusted && other.untrusted;
  out.is_private = one.is_private && other.is_private;
  out.malicious = one.malicious && other.malicious;
  for (const auto word : kClasses) {
    if (one.classes.has(word) && other.classes.has(word)) out.classes.insert(word);
  }
  for (const auto& scope : one.classes.scopes()) {
    if (std::ranges::binary_search(other.classes.scopes(), scope)) out.classes.insert_scope(scope);
  }
  for (const auto& label : one.classes.labels()) {
    if (std::ranges::binary_search(other.classes.labels(), label)) out.classes.insert_label(label);
  }
  return out;
}

// "regulated" takes all scopes there are; the place never had these.
model::DataClasses scopes_beyond(const model::Label& label, const model::Label& seen) {
  model::DataClasses out;
  for (const auto& scope : label.classes.scopes()) {
    if (!std::ranges::binary_search(seen.classes.scopes(), scope)) out.insert_scope(scope);
  }
  return out;
}

}  // namespace

PlaceLift::PlaceLift(Lifted lifted) : lifted_(std::move(lifted)) {
  if (lifted_.all) lifted_.takes = all_of(lifted_.seen);
  auto rows = rows_of(lifted_.place);
  own_ = own_rows_of(lifted_.place);
  names_.assign(rows.names.begin() + 1, rows.names.end());
  std::ranges::move(rows.moved, std::back_inserter(names_));
  std::erase_if(names_, [&](const auto& name) { return std::ranges::count(own_, name) > 0; });
  rows.beside.push_back(any_of(lifted_.place.server));
  machine_ = add_all(own_, true);
  machine_names_ = add_all(names_, false);
  add_all(rows.beside, false);
}

// And the same on the machine, which it tells.
std::vector<store::Location> PlaceLift::add_all(const std::vector<store::Location>& rows,
                                                bool is_own) {
  std::vector<store::Location> out;
  for (const auto& row : rows) {
    add(row, is_own);
    auto same = on_machine(row);
    if (!same || *same == row) continue;
    add(*same, is_own);
    out.push_back(*std::move(same));
  }
  return out;
}

void PlaceLift::add(store::Location location, bool is_own) {
  location.place = store::kept_place(location.place);
  rows_[std::move(location)].is_own = is_own;
}

PlaceLift::Row* PlaceLift::find(store::Location location) {
  location.place = store::kept_place(location.place);
  const auto found = rows_.find(location);
  return found == rows_.end() ? nullptr : &found->second;
}

bool PlaceLift::wants(const store::Location& location) const {
  if (rows_.contains(location)) return true;
  if (!is_own_row(location.kind)) return false;
  if (location.server == lifted_.place.server || location.server == kMachine) return true;
  if (is_of_server(location.kind)) return rows_.contains(any_of(std::string(kMachine)));
  const auto same = on_machine(location);
  return same && rows_.contains(*same);
}

// What is to change supports others by what is left of it.
void PlaceLift::look_at(const store::LabelledLocation& row) {
  if (auto* known = find(row.location)) {
    known->was = row.label;
    known->is_kept = true;
    known->by_name = row.by_name;
    if (known->is_own || (is_own_row(row.location.kind) && !row.by_name)) return;
  }
  if (is_own_row(row.location.kind)) support_from(row.location, row.label);
}

void PlaceLift::support(const store::Location& location, const model::Label& label,
                        const store::Location& by) {
  auto* row = find(location);
  if (row == nullptr) return;
  if (!row->is_supported) row->supporter = by;
  row->is_supported = true;
  row->support.untrusted |= label.untrusted;
  row->support.is_private |= label.is_private;
  row->support.malicious |= label.malicious;
  row->support.classes.join(label.classes);
}

void PlaceLift::support_all_joins(const store::Location& by, const model::Label& label) {
  for (const auto& [location, row] : rows_) {
    if (location.server == by.server && !row.is_own) support(location, label, by);
  }
}

// A path has one name only, and joins.
void PlaceLift::support_from_digest(const store::Location& location, const model::Label& label) {
  support_all_joins(location, label);
  if (location.kind != "own" && location.kind != "id") return;
  auto& unnamed = unnamed_[location.server];
  unnamed.label.join(label);
  unnamed.place = location;
}

void PlaceLift::support_from(const store::Location& location, const model::Label& label) {
  if (label == model::Label()) return;
  if (const auto same = on_machine(location); same && *same != location)
    support(*same, label, location);
  if (is_of_server(location.kind)) support(any_of(std::string(kMachine)), label, location);
  if (location.server != lifted_.place.server && location.server != kMachine) return;
  if (store::is_place_digest(location.place)) return support_from_digest(location, label);
  const auto rows = rows_of(location);
  for (const auto* some : {&rows.names, &rows.moved, &rows.beside}) {
    for (const auto& row : *some) {
      if (row != location) support(row, label, location);
    }
  }
  support(any_of(location.server), label, location);
}

void PlaceLift::relabel(Row& row) const {
  row.becomes = model::relieved(row.was, lifted_.takes);
  row.becomes.join(common(row.was, row.support));
  row.becomes.classes.join(scopes_beyond(row.was, lifted_.seen));
  if (lifted_.all && !row.is_supported && !is_labelled(row.becomes)) row.becomes = {};
}

// A name that was written by itself is another place.
bool PlaceLift::stays(const store::Location& location, const Row& row) {
  return !row.is_own && is_own_row(location.kind) && row.by_name;
}

void PlaceLift::relabel_all(const std::vector<store::Location>& rows) {
  for (const auto& location : rows) {
    auto& row = *find(location);
    if (!row.is_kept || stays(location, row)) continue;
    // Also where somebody wrote by that name: which of the two its label is of nobody can tell.
    const bool may_be_named = !row.by_name || location.kind == "id" || location.kind == "path" ||
                              location.kind == "under";
    const auto unnamed = unnamed_.find(location.server);
    if (may_be_named && unnamed != unnamed_.end())
      support(location, unnamed->second.label, unnamed->second.place);
    relabel(row);
  }
  for (const auto& location : rows) {
    const auto& row = *find(location);
    if (!stays(location, row)) support_from(location, row.becomes);
  }
}

store::Relabelled PlaceLift::decide() {
  store::Relabelled out;
  for (const auto& location : own_) out.before.join(find(location)->was);
  if (out.before != lifted_.seen) return {.how = store::Declassified::kLabelGrew};
  for (const auto* some : {&own_, &machine_, &names_, &machine_names_}) relabel_all(*some);
  bool own_changed = false;
  for (auto& [location, row] : rows_) {
    if (!row.is_kept || stays(location, row)) continue;
    if (!is_own_row(location.kind)) relabel(row);
    if (row.becomes == row.was) continue;
    own_changed = own_changed || row.is_own;
    // What others support of what a person took as a whole is theirs from now on.
    const bool by_name =
        row.by_name && !(lifted_.all && row.is_own && location.server == lifted_.place.server);
    out.rows.push_back({location, row.becomes, {}, by_name});
  }
  for (const auto& location : own_) out.after.join(find(location)->becomes);
  if (!own_changed) return {.how = store::Declassified::kHeld, .held_by = holder()};
  return out;
}

// Who has what stays on the place itself.
std::optional<store::Location> PlaceLift::holder() const {
  for (const auto& [location, row] : rows_) {
    if (row.is_own && row.is_kept && row.is_supported) return row.supporter;
  }
  return {};
}

}  // namespace touchstone::guard
