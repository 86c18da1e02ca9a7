#include "cli/places_report.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "approval/words.hpp"
#include "cli/approvals_report.hpp"
#include "cli/printable.hpp"
#include "cli/table.hpp"
#include "guard/place_rows.hpp"

namespace touchstone::cli {
namespace {

using approval::time_text;

constexpr std::size_t kSourcesListed = 2;  // of one place; `show` has all

std::string sources_in_words(const model::Attribution& attribution) {
  const auto uris = attribution.uris();
  std::string out;
  for (std::size_t i = 0; i < std::min(uris.size(), kSourcesListed); ++i)
    out += (i == 0 ? "" : ", ") + printable(uris[i]);
  const auto listed = std::min(uris.size(), kSourcesListed);
  const auto more = uris.size() - listed + attribution.more();
  return more == 0 ? out : fmt::format("{} and {} more", out, more);
}

// Why a read of another place than this gets that.
std::string reason_in_words(const AlsoRead& one) {
  const auto& [server, kind, place] = one.row;
  if (kind == "every") return "what was written to too many places at once (--whole)";
  if (kind == "under") return fmt::format("what was moved to {}", printable(place));
  if (kind == "ending") return "a path that ends so";
  if (server == guard::kMachine)
    return fmt::format("{} on this machine, by another server", printable(place));
  return printable(place);
}

void write_location(json::Writer& out, const store::Location& place) {
  const bool is_of_machine = place.server == guard::kMachine;
  out.key("server");
  is_of_machine ? out.null() : out.string(place.server);
  if (is_of_machine) out.key("machine").boolean(true);
  out.key("kind").string(place.kind);
  if (!guard::is_of_server(place.kind)) out.key("place").string(place.place);
}

void write_members(json::Writer& out, const KeptPlace& place) {
  write_location(out, place.place);
  write_label(out.key("label"), place.label);
  out.key("written");
  place.written == store::Time() ? out.null() : out.string(time_text(place.written));
  out.key("alsoCalled").begin_array();
  for (const auto& name : place.others) out.string(name.place);
  out.end_array();
}

}  // namespace

void write_places(std::ostream& out, const std::vector<KeptPlace>& places,
                  const Terminal& terminal) {
  Table table(0, terminal.width);
  table.add({std::string("server"), std::string("place"), std::string("label"),
             std::string("last written"), std::string("from")});
  for (const auto& one : places) {
    table.add({server_in_words(one.place.server), place_in_words(one.place),
               label_in_words(one.label), time_text(one.written),
               sources_in_words(one.label.attribution)});
  }
  table.print(out);
}

void write_place(std::ostream& out, const KeptPlace& place, const std::vector<AlsoRead>& also,
                 const Terminal& terminal) {
  Table table(0, terminal.width);
  const auto row = [&](std::string name, std::string text) {
    table.add({std::move(name), std::move(text)});
  };
  row("server", server_in_words(place.place.server));
  row("place", place_in_words(place.place));
  for (const auto& name : place.others) row("also called", printable(name.place));
  if (place.written != store::Time()) row("label", label_in_words(place.label));
  if (place.written != store::Time()) row("last written", time_text(place.written));
  bool first = true;
  for (const auto& uri : place.label.attribution.uris())
    row(std::exchange(first, false) ? "from" : "", printable(uri));
  if (const auto more = place.label.attribution.more(); more > 0)
    row("", fmt::format("and about {} more", more));
  for (const auto& one : also) {
    row("reads also get",
        fmt::format("{}, by {}", label_in_words(one.label), reason_in_words(one)));
  }
  table.print(out);
}

void write_json(json::Writer& out, const KeptPlace& place) {
  out.begin_object();
  write_members(out, place);
  out.end_object();
}

void write_json(json::Writer& out, const KeptPlace& place, const std::vector<AlsoRead>& also) {
  out.begin_object();
  write_members(out, place);
  out.key("readsAlsoGet").begin_array();
  for (const auto& one : also) {
    out.begin_object();
    write_location(out, one.row);
    write_label(out.key("label"), one.label);
    out.end_object();
  }
  out.end_array().end_object();
}

}  // namespace touchstone::cli
