// touchstone places list|show|declassify: what was written where, and a person's word on it.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/declassify.hpp"
#include "cli/exit_code.hpp"
#include "cli/kept_places.hpp"
#include "cli/places_report.hpp"
#include "cli/report_error.hpp"
#include "cli/store_file.hpp"
#include "guard/place_lift.hpp"

namespace touchstone::cli {
namespace {

void print_place(const KeptPlace& place, const std::vector<AlsoRead>& also,
                 const PlacesOptions& options, Io& io) {
  if (options.format != Format::kJson) return write_place(io.out, place, also, io.terminal);
  json::Writer json;
  write_json(json, place, also);
  io.out << json.text() << '\n';
}

int report_place(store::Store& store, const KeptPlace& place, const PlacesOptions& options,
                 Io& io) {
  const auto also = also_read(store, place);
  if (!also) return report(io, also.error());
  print_place(place, *also, options, io);
  return kExitClean;
}

base::Result<void> report_anyway(store::Store& store, const PlacesOptions& options, Io& io) {
  const auto read = read_anyway(store, options);
  if (!read) return tl::unexpected(read.error());
  for (const auto& one : *read) print_place(one.place, one.also, options, io);
  return {};
}

// The words that name it in a command.
std::string place_words(const KeptPlace& place) {
  const auto server = place.place.server.empty()
                          ? std::string(" --machine")
                          : " --server " + base::shell_word(place.place.server);
  return (place.is_whole() ? "--whole" : base::shell_word(place.place.place)) + server;
}

base::Error place_unchanged(const store::Relabelled& outcome, const KeptPlace& place,
                            const PlacesOptions& options) {
  const auto where = place_in_words(place.place);
  if (outcome.how == store::Declassified::kHeld && outcome.held_by) {
    return {fmt::format("another place may be called so and has this label, and nothing was "
                        "changed: {} of {}",
                        place_in_words(*outcome.held_by), server_in_words(outcome.held_by->server)),
            where,
            fmt::format("touchstone places show {}{}, and take it from there first",
                        place_words({.place = *outcome.held_by}), store_words(options))};
  }
  return {"more was written there meanwhile, and nothing was changed", where,
          fmt::format("touchstone places show {}{}", place_words(place), store_words(options))};
}

store::PlaceDeclassification declassification_of(const KeptPlace& place, const model::Relief& takes,
                                                 const PlacesOptions& options) {
  guard::Lifted lifted{
      .place = place.place, .seen = place.label, .takes = takes, .all = options.all};
  return {
      .server = place.place.server,
      .place = without_secrets(place.is_whole() ? place_in_words(place.place) : place.place.place),
      .by = who(),
      .reason = without_secrets(options.reason),
      .now = now(),
      .begin = [lifted] { return std::make_unique<guard::PlaceLift>(lifted); }};
}

}  // namespace

int places_list(const PlacesOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  auto places = kept_places(**store, options);
  if (!places) return report(io, places.error());
  std::erase_if(*places, [](const auto& one) { return !guard::is_labelled(one.label); });
  const auto count = places->size();
  if (count > options.limit)
    places->erase(places->begin() + static_cast<std::ptrdiff_t>(options.limit), places->end());
  if (options.format == Format::kJson) {
    json::Writer json;
    json.begin_array();
    for (const auto& place : *places) write_json(json.newline(), place);
    io.out << json.end_array().text() << '\n';
  } else if (places->empty()) {
    io.out << "no labelled places\n";
  } else {
    write_places(io.out, *places, io.terminal);
    if (count > places->size())
      io.out << fmt::format("and {} more: --limit {}\n", count - places->size(), count);
  }
  return kExitClean;
}

int places_show(const PlacesOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  auto found = find_places(**store, options);
  if (!found) return report(io, found.error());
  if (found->empty() && !options.place.empty()) {
    if (auto told = report_anyway(**store, options, io); !told) return report(io, told.error());
  }
  const auto place = only_one(*std::move(found), options);
  if (!place) return report(io, place.error());
  return report_place(**store, *place, options, io);
}

int places_declassify(const PlacesOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  auto found = find_places(**store, options);
  if (!found) return report(io, found.error());
  auto place = only_one(*std::move(found), options);
  if (!place) return report(io, place.error());
  const auto takes = relief_from(place->label, options, of_place(place_in_words(place->place)));
  if (!takes) return report(io, takes.error());
  const auto done_so = settled<store::Relabelled>([&](auto done) {
    (*store)->declassify_place(declassification_of(*place, *takes, options), std::move(done));
  });
  if (!done_so) return report(io, done_so.error());
  if (done_so->how != store::Declassified::kDone) {
    static_cast<void>(report(io, place_unchanged(*done_so, *place, options)));
    return kExitFindings;
  }
  auto left = label_now(**store, place->place);
  if (!left) return report(io, left.error());
  place->label = *std::move(left);
  return report_place(**store, *place, options, io);
}

}  // namespace touchstone::cli
