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

model::Label label_left(const Case& one) {
  model::Label label = label_of(one.subject.brought);
  label.join(one.session->label);
  label.join(one.moved);
  if (one.placed) label.join(*one.placed);
  return label;
}

// What is written while the session is labelled carries the label to whoever reads it; so does what
// is written unread. Here by the names in the arguments: the call is not made yet.
void Guard::add_places(Case& one, store::Time now, store::Memory& memory) {
  if (!writes(one.subject)) return;
  model::Label label = label_left(one);
  if (!is_labelled(label)) return;
  memory.locations = kept_of(one.subject, one.places, label, one.moved, now);
  one.placed = std::move(label);
}

// By the names that its server gave what was made; and again by those of the call, since the
// session may have been given more meanwhile, and a person may have taken from the place what was
// kept of it when the call began.
void Guard::add_made(Case& one, store::Time now, store::Memory& memory) {
  if (!writes(one.subject)) return;
  model::Label label = label_left(one);
  const bool news = is_labelled(label);
  Places places = news ? one.places : Places();
  if (!one.made.too_many) std::ranges::copy(one.made.all, std::back_inserter(places.all));
  if (!news && places.all.empty() && !one.made.too_many) return;
  if (news || !places.all.empty())
    memory.locations = kept_of(one.subject, places, label, one.moved, now);
  // More than are looked at: as what has no name, so that whoever wrote the receipt cannot label
  // every read of the server.
  if (one.made.too_many)
    std::ranges::move(kept_of(one.subject, {}, label, {}, now),
                      std::back_inserter(memory.locations));
  one.placed = std::move(label);
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
