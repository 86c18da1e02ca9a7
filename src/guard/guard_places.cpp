// What the store knows of the places that a call names or its result shows, and what is kept of
// those that it writes to. The rest of the guard is in guard.cpp.
#include <algorithm>
#include <iterator>
#include <utility>

#include "approval/store_call.hpp"
#include "guard/deed.hpp"
#include "guard/guard.hpp"
#include "guard/place_rows.hpp"
#include "guard/result_label.hpp"
#include "guard/result_places.hpp"

namespace touchstone::guard {
namespace {

// What a declassifier takes away it does not leave where it writes.
model::Label relieved_by(const Subject& subject, const model::Label& label) {
  return subject.declassifies == nullptr ? label : model::relieved(label, *subject.declassifies);
}

}  // namespace

bool may_leave_label(const Case& one) {
  return writes(one.subject) && (is_labelled(one.session->label) || is_labelled(one.moved) ||
                                 one.placed.has_value() || !one.subject.brought.empty());
}

model::Label label_left(const Case& one) {
  model::Label label = label_of(one.subject.brought);
  label.join(one.session->label);
  label.join(one.moved);
  label = relieved_by(one.subject, label);
  if (one.placed) label.join(*one.placed);
  return label;
}

// What is written while the session is labelled carries the label to whoever reads it; so does what
// is written unread. Here by the names in the arguments: the call is not made yet. If there are
// none, its end may tell what it made; until then, and for good if we are killed before, the label
// is on all of the server.
void Guard::add_places(Case& one, store::Time now, store::Memory& memory) {
  if (!may_leave_label(one)) return;
  model::Label label = label_left(one);
  if (!is_labelled(label)) return;
  memory.locations =
      kept_of(one.subject, one.places, label, relieved_by(one.subject, one.moved), now);
  if (leaves_a_whole(one.subject, one.places)) {
    const bool may_tell = !one.places.in_code && unsettled_.size() < kMaxUnsettled;
    if (may_tell) one.unsettled = random_.hex(16);
    memory.locations.push_back({whole_of(one.subject, one.unsettled), label, now});
  }
  one.placed = std::move(label);
}

// By the names that its server gave what was made. What is kept already need not be kept again,
// unless the session was given more meanwhile.
void Guard::add_made(Case& one, store::Time now, store::Memory& memory) {
  if (!may_leave_label(one)) return;
  model::Label label = label_left(one);
  if (!is_labelled(label)) return;
  const bool news = !one.placed || !one.placed->covers(label);
  const bool settles = one.is_over && !one.unsettled.empty();
  Places places = news ? one.places : Places();
  std::ranges::copy(one.made.all, std::back_inserter(places.all));
  places.too_many = places.too_many || one.made.too_many;
  if (!news && !settles && places.all.empty() && !places.too_many) return;
  memory.locations = kept_of(one.subject, places, label, relieved_by(one.subject, one.moved), now);
  const bool unnamed = one.places.in_code || !one.made.named;
  const std::string lasting = settles ? std::string() : one.unsettled;
  if ((news || settles) && unnamed && leaves_a_whole(one.subject, one.places))
    memory.locations.push_back({whole_of(one.subject, lasting), label, now});
  if (settles) memory.replaced.push_back(whole_of(one.subject, one.unsettled));
  one.placed = std::move(label);
}

// How it ended is written, or that it is going to be made.
void Guard::note_settled(Case& one, bool settled) {
  if (one.unsettled.empty()) return;
  if (!settled) {
    unsettled_.insert(one.unsettled);
    return;
  }
  unsettled_.erase(one.unsettled);
  one.unsettled.clear();
}

net::Task<base::Result<model::Label>> Guard::stored_label(std::vector<store::Location> places) {
  model::Label label;
  while (!places.empty()) {
    const auto count = std::min(places.size(), store::kMaxLocationsAtOnce);
    const auto first = places.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<store::Location> batch(first, places.end());
    places.erase(first, places.end());
    auto asked = approval::done_of<std::vector<model::Label>>(
        loop_, [&](store::Done<std::vector<model::Label>> done) {
          store_.labels_of(batch, std::move(done));
        });
    auto labels = co_await std::move(asked);
    if (!labels) co_return tl::unexpected(labels.error());
    for (const auto& one_label : *labels) label.join(one_label);
  }
  co_return label;
}

// It names none, and nothing is known of any at its server: the store need not be asked.
bool Guard::knows_no_places(const Case& one, store::Time now) const {
  const bool names_none = one.places.all.empty() && !one.places.too_many && !one.places.anywhere;
  return names_none && clean_.has(one.subject.server, now);
}

net::Task<base::Result<KnownOfPlaces>> Guard::known_of(const Case& one) {
  const Subject& subject = one.subject;
  const store::Time now = now_();
  if (knows_no_places(one, now)) co_return KnownOfPlaces();
  const bool clean = clean_.has(subject.server, now);
  const auto machine = clean ? Machine::kIsClean : Machine::kMayKnow;
  auto named = co_await stored_label(asked_of(subject, one.places, machine));
  if (!named) co_return tl::unexpected(named.error());
  KnownOfPlaces known{*std::move(named), {}};
  if (clean) co_return known;
  const auto writes = clean_.writes();
  auto any = co_await stored_label(asked_of_any(subject));
  if (!any) co_return tl::unexpected(any.error());
  if (*any == model::Label()) clean_.add(subject.server, now, writes);
  known.any = *std::move(any);
  co_return known;
}

// What is known of what this call has read: of what it names, and of what its result shows. What it
// has written itself it has not read.
net::Task<base::Result<model::Label>> Guard::label_read(const Case& one, json::View result) {
  base::Result<KnownOfPlaces> known;
  if (one.known) {
    known = *one.known;
  } else {
    known = co_await known_of(one);
  }
  if (!known) co_return tl::unexpected(known.error());
  if (known->any == model::Label() || known->named.covers(known->any)) co_return known->named;
  const Places shown = places_shown(one.subject, result, one.places);
  auto rows = asked_of_shown(one.subject, shown);
  if (shown.opens)
    std::ranges::move(asked_below(one.subject, one.places), std::back_inserter(rows));
  if (one.known) {
    const auto written = kept_of(one.subject, one.places, {}, {}, {});  // sorted, if nothing moves
    std::erase_if(rows, [&](const store::Location& row) {
      return std::ranges::binary_search(written, row, {}, &store::LabelledLocation::location);
    });
  }
  base::Result<model::Label> label = known->any;
  if (!shown.too_many) label = co_await stored_label(std::move(rows));
  if (label) label->join(known->named);
  co_return label;
}

}  // namespace touchstone::guard
