// Taking a label from one place, and from no other.
#include "guard/place_lift.hpp"

#include <random>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/places_for_test.hpp"

namespace touchstone::guard {
namespace {

using Kept = std::map<store::Location, model::Label>;
using store::Declassified;

model::Label untrusted() {
  model::Label label;
  label.untrusted = true;
  label.attribution.insert_own("mcp://web/fetch");
  return label;
}
model::Label about_money() {
  model::Label label;
  label.is_private = true;
  label.classes.insert(model::DataClass::kFinancial);
  return label;
}
model::Label regulated(const std::string& scope = {}) {
  model::Label label;
  label.is_private = true;
  label.classes.insert(model::DataClass::kRegulated);
  if (!scope.empty()) label.classes.insert_scope(scope);
  return label;
}
const model::Relief kTrust{.untrusted = true};

// What a store has of places, and the calls of servers that run here.
class LabelTable {
 public:
  void write(const std::string& arguments, const model::Label& label,
             std::string_view server = "s") {
    const PlacedCall call(arguments);
    write(in(call, server), label);
  }
  // Of a call that moves what `label` is of.
  void write_moved(const std::string& arguments, const model::Label& label,
                   std::string_view server = "s") {
    const PlacedCall call(arguments);
    ASSERT_TRUE(call.found.moves) << arguments;
    write(in(call, server), label, label);
  }
  void write_path(std::string_view path, const model::Label& label, std::string_view server = "s") {
    write(fmt::format(R"({{"path":"{}"}})", path), label, server);
  }
  [[nodiscard]] model::Label read(const std::string& arguments,
                                  std::string_view server = "s") const {
    const PlacedCall call(arguments);
    const auto reader = in(call, server);
    return joined(asked_of(reader, places_of(reader)));
  }
  [[nodiscard]] model::Label read_path(std::string_view path, std::string_view server = "s") const {
    return read(fmt::format(R"({{"path":"{}"}})", path), server);
  }
  // Of all that is below a folder.
  [[nodiscard]] model::Label read_below(std::string_view folder,
                                        std::string_view server = "s") const {
    const PlacedCall call(fmt::format(R"({{"path":"{}"}})", folder));
    const auto reader = in(call, server);
    return joined(asked_below(reader, places_of(reader)));
  }
  [[nodiscard]] model::Label own(const store::Location& place) const {
    return joined(own_rows_of(place));
  }
  Declassified lift(const store::Location& place, const model::Relief& takes) {
    return apply({.place = place, .seen = own(place), .takes = takes});
  }
  Declassified lift_all(const store::Location& place) {
    return apply({.place = place, .seen = own(place), .takes = {}, .all = true});
  }
  Declassified apply(Lifted lifted) {
    PlaceLift lift(std::move(lifted));
    for (const auto& [location, label] : rows) {
      if (lift.wants(location)) lift.look_at({location, label, {}, named.contains(location)});
    }
    const auto done = lift.decide();
    held_by = done.held_by;
    for (const auto& row : done.rows) {
      if (!row.by_name || row.label == model::Label()) named.erase(row.location);
      if (row.label == model::Label()) {
        rows.erase(row.location);
      } else {
        rows[row.location] = row.label;
      }
    }
    return done.how;
  }

  Kept rows;
  std::optional<store::Location> held_by;
  std::set<store::Location> named;  // of these, what was written by its own name

 private:
  static Subject in(const PlacedCall& call, std::string_view server) {
    Subject out = call.subject;
    out.server = server;
    out.transport = "stdio";
    return out;
  }
  void write(const Subject& subject, const model::Label& label, const model::Label& moved = {}) {
    for (const auto& one : kept_of(subject, places_of(subject), label, moved, {})) {
      auto kept = one.location;
      kept.place = store::kept_place(kept.place);
      rows[kept].join(one.label);
      if (one.by_name) named.insert(kept);
    }
  }
  [[nodiscard]] model::Label joined(const std::vector<store::Location>& asked) const {
    model::Label out;
    for (auto location : asked) {
      location.place = store::kept_place(location.place);
      if (const auto found = rows.find(location); found != rows.end()) out.join(found->second);
    }
    return out;
  }
};

store::Location path(std::string place, std::string server = "s") {
  return {std::move(server), "path", std::move(place)};
}

TEST(PlaceLift, of_the_only_place_leaves_nothing_under_any_name) {
  LabelTable table;
  table.write_path("/a/b/x.txt", untrusted());
  EXPECT_GT(table.rows.size(), 8U);
  EXPECT_EQ(table.lift_all(path("/a/b/x.txt")), Declassified::kDone);
  EXPECT_THAT(table.rows, testing::IsEmpty());
}

TEST(PlaceLift, takes_what_is_named_and_keeps_where_it_came_from) {
  LabelTable table;
  auto label = untrusted();
  label.join(about_money());
  table.write_path("/a/x.txt", label);
  EXPECT_EQ(table.lift(path("/a/x.txt"), kTrust), Declassified::kDone);
  const auto left = table.read_path("/a/x.txt");
  EXPECT_FALSE(left.untrusted);
  EXPECT_TRUE(left.is_private && left.classes.has(model::DataClass::kFinancial));
  EXPECT_FALSE(left.attribution.empty());
  EXPECT_FALSE(table.read_below("/a").untrusted);
}

TEST(PlaceLift, leaves_a_folder_labelled_by_other_files_in_it) {
  LabelTable table;
  table.write_path("/a/x.txt", untrusted());
  table.write_path("/a/b/y.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_FALSE(table.read_path("/a/x.txt").untrusted);
  EXPECT_TRUE(table.read_path("/a/b/y.txt").untrusted);
  EXPECT_TRUE(table.read_below("/a").untrusted);
  EXPECT_TRUE(table.read_below("/a", "other").untrusted);
  EXPECT_EQ(table.lift_all(path("/a/b/y.txt")), Declassified::kDone);
  EXPECT_THAT(table.rows, testing::IsEmpty());
}

TEST(PlaceLift, leaves_an_ending_that_others_have) {
  LabelTable table;
  table.write_path("/a/x.txt", untrusted());
  table.write_path("/b/x.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_TRUE(table.read_path("x.txt").untrusted);
  EXPECT_FALSE(table.read_path("a/x.txt").untrusted);
}

TEST(PlaceLift, takes_a_path_from_the_machine_when_no_other_server_has_it) {
  LabelTable table;
  table.write_path("/a/x.txt", untrusted(), "s");
  table.write_path("/a/x.txt", untrusted(), "t");
  EXPECT_EQ(table.lift_all(path("/a/x.txt", "s")), Declassified::kDone);
  EXPECT_TRUE(table.read_path("/a/x.txt", "u").untrusted);
  EXPECT_TRUE(table.read_below("/a", "u").untrusted);
  EXPECT_EQ(table.lift_all(path("/a/x.txt", "t")), Declassified::kDone);
  EXPECT_FALSE(table.read_path("/a/x.txt", "u").untrusted);
  EXPECT_THAT(table.rows, testing::IsEmpty());
}

TEST(PlaceLift, of_the_machine_takes_only_what_no_server_says) {
  LabelTable table;
  table.write_path("/a/x.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("/a/x.txt", "")), Declassified::kHeld);
  EXPECT_EQ(table.held_by, path("/a/x.txt"));
  table.rows.erase(path("/a/x.txt"));  // so long ago that it is forgotten
  EXPECT_EQ(table.lift_all(path("/a/x.txt", "")), Declassified::kDone);
  EXPECT_FALSE(table.read_path("/a/x.txt", "u").untrusted);
}

TEST(PlaceLift, takes_what_a_uri_names_with_it) {
  LabelTable table;
  table.write(R"({"uri":"note://docs/a.txt"})", untrusted());
  EXPECT_TRUE(table.read_path("docs/a.txt").untrusted);
  EXPECT_EQ(table.lift_all({"s", "own", "note://docs/a.txt"}), Declassified::kDone);
  EXPECT_THAT(table.rows, testing::IsEmpty());
}

TEST(PlaceLift, leaves_a_name_that_another_uri_has_too) {
  LabelTable table;
  table.write(R"({"uri":"note:///x1"})", untrusted());
  table.write(R"({"uri":"task:///x1"})", untrusted());
  EXPECT_EQ(table.lift_all({"s", "own", "note:///x1"}), Declassified::kDone);
  EXPECT_TRUE(table.rows[(store::Location{"s", "id", "x1"})].untrusted);
  EXPECT_TRUE(table.read(R"({"id":"x1"})").untrusted);
  EXPECT_TRUE(table.read(R"({"uri":"task:///x1"})").untrusted);
  EXPECT_EQ(table.lift_all({"s", "own", "task:///x1"}), Declassified::kDone);
  EXPECT_THAT(table.rows, testing::IsEmpty());
}

TEST(PlaceLift, tells_what_is_left_of_the_place_without_what_others_keep_in_its_names) {
  LabelTable table;
  table.write(R"({"uri":"note:///x1"})", untrusted());
  table.write(R"({"uri":"task:///x1"})", untrusted());
  const store::Location note{"s", "own", "note:///x1"};
  PlaceLift lift({.place = note, .seen = table.own(note), .takes = {}, .all = true});
  for (const auto& [location, label] : table.rows) {
    if (lift.wants(location)) lift.look_at({location, label, {}, table.named.contains(location)});
  }
  const auto done = lift.decide();
  EXPECT_TRUE(done.before.untrusted);
  EXPECT_FALSE(done.after.untrusted);
}

TEST(PlaceLift, leaves_a_file_what_a_uri_kept_by_its_digest_may_have_told_it) {
  LabelTable table;
  const auto pad = std::string(store::kMaxPlaceBytes, 'n');
  table.write_path("docs/plan.txt", untrusted());
  table.write(fmt::format(R"({{"uri":"note://memo?pad={}&path=docs/plan.txt"}})", pad),
              untrusted());
  (void)table.lift_all(path("docs/plan.txt"));
  EXPECT_TRUE(table.read_path("docs/plan.txt").untrusted);
}

// Whoever writes it could choose them.
TEST(PlaceLift, leaves_what_a_uri_names_several_of) {
  LabelTable table;
  const std::string uri = "note://memo?file=docs/pay.txt&id=77";
  table.write_path("docs/pay.txt", about_money());
  table.write(R"({"id":"77"})", about_money());
  table.write(fmt::format(R"({{"uri":"{}"}})", uri), untrusted());
  EXPECT_EQ(table.lift_all({"s", "own", uri}), Declassified::kDone);
  EXPECT_TRUE(table.read_path("docs/pay.txt").is_private);
  EXPECT_TRUE(table.read(R"({"id":"77"})").is_private);
}

TEST(PlaceLift, of_the_server_as_a_whole_leaves_its_places) {
  LabelTable table;
  table.write(R"({"text":"hello"})", untrusted());
  table.write_path("docs/a.txt", about_money());
  EXPECT_TRUE(table.read("{}").untrusted);
  EXPECT_EQ(table.lift_all({"s", "whole", ""}), Declassified::kDone);
  EXPECT_FALSE(table.read("{}").untrusted);
  EXPECT_TRUE(table.read_path("docs/a.txt").is_private);
  const auto any = table.rows.at(any_of("s"));
  EXPECT_TRUE(any.is_private);
  EXPECT_FALSE(any.untrusted);
}

// A read of more places than are looked at asks the machine, whichever server wrote there.
TEST(PlaceLift, of_a_path_leaves_what_any_server_of_the_machine_wrote_without_a_place) {
  LabelTable table;
  const auto machine = any_of(std::string(kMachine));
  table.write(R"({"text":"hello"})", untrusted(), "t");
  table.rows[machine] = untrusted();
  table.write_path("/a/x.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_TRUE(table.rows[machine].untrusted);
  EXPECT_EQ(table.lift_all({"t", "whole", ""}), Declassified::kDone);
  EXPECT_FALSE(table.rows[machine].untrusted);
}

TEST(PlaceLift, of_a_place_leaves_what_was_written_without_one) {
  LabelTable table;
  table.write(R"({"text":"hello"})", untrusted());
  table.write_path("docs/a.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("docs/a.txt")), Declassified::kDone);
  EXPECT_TRUE(table.read("{}").untrusted);
  EXPECT_TRUE(table.rows.at(any_of("s")).untrusted);
  EXPECT_FALSE(table.read_path("docs/a.txt").untrusted);
}

TEST(PlaceLift, changes_nothing_if_more_was_written_than_was_judged) {
  LabelTable table;
  table.write_path("/a/x.txt", untrusted());
  const auto judged = table.own(path("/a/x.txt"));
  table.write_path("/a/x.txt", about_money());
  const auto before = table.rows;
  EXPECT_EQ(table.apply({.place = path("/a/x.txt"), .seen = judged, .takes = {}, .all = true}),
            Declassified::kLabelGrew);
  EXPECT_EQ(table.rows, before);
}

TEST(PlaceLift, takes_from_a_folder_only_what_the_place_had) {
  LabelTable table;
  table.write_path("/a/old.txt", about_money());
  table.write_path("/a/x.txt", untrusted());
  for (const auto* server : {"s", ""}) table.rows.erase(path("/a/old.txt", server));
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_TRUE(table.read_below("/a").is_private);
  EXPECT_FALSE(table.read_below("/a").untrusted);
}

TEST(PlaceLift, takes_a_very_long_path_from_the_machine_by_its_digest) {
  LabelTable table;
  const auto deep = "/a/" + std::string(2 * store::kMaxPlaceBytes, 'n') + ".txt";
  table.write_path(deep, untrusted());
  const auto digest = store::kept_place(file_place("s", deep).place);
  ASSERT_TRUE(table.rows.contains(path(digest, "")));
  EXPECT_EQ(table.lift_all(path(digest)), Declassified::kDone);
  EXPECT_FALSE(table.rows.contains(path(digest, "")));
}

// Nobody can say in which folder what is kept by its digest is.
TEST(PlaceLift, leaves_a_folder_labelled_that_a_very_long_path_may_be_in) {
  LabelTable table;
  const auto deep = "/a/" + std::string(2 * store::kMaxPlaceBytes, 'n') + ".txt";
  table.write_path(deep, untrusted());
  table.write_path("/a/x.txt", untrusted());
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_TRUE(table.read_below("/a").untrusted);
  EXPECT_EQ(table.lift_all(path(deep)), Declassified::kDone);
  EXPECT_FALSE(table.read_below("/a").untrusted);
}

TEST(PlaceLift, of_one_scope_leaves_a_folder_regulated_by_another_file) {
  LabelTable table;
  table.write_path("/a/x.txt", regulated("GDPR"));
  table.write_path("/a/y.txt", regulated());
  EXPECT_EQ(table.lift(path("/a/x.txt"), {.classes = {"GDPR"}}), Declassified::kDone);
  EXPECT_TRUE(table.read_below("/a").classes.has(model::DataClass::kRegulated));
  EXPECT_TRUE(table.read_below("/a").classes.scopes().empty());
  table.write_path("/a/x.txt", regulated("GDPR"));
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_TRUE(table.read_below("/a").classes.has(model::DataClass::kRegulated));
}

TEST(PlaceLift, of_what_is_regulated_leaves_the_scopes_of_others) {
  LabelTable table;
  table.write_path("/a/x.txt", regulated());
  table.write_path("/a/old.txt", regulated("HIPAA"));
  for (const auto* server : {"s", ""}) table.rows.erase(path("/a/old.txt", server));
  EXPECT_EQ(table.lift_all(path("/a/x.txt")), Declassified::kDone);
  EXPECT_THAT(table.read_below("/a").classes.scopes(), testing::ElementsAre("HIPAA"));
}

// Nobody can say what it names.
TEST(PlaceLift, leaves_a_name_that_a_very_long_uri_may_have_too) {
  LabelTable table;
  const auto pad = std::string(store::kMaxPlaceBytes, 'n');
  table.write(R"({"uri":"note:///x1"})", untrusted());
  table.write(fmt::format(R"({{"uri":"note:///x1?pad={}"}})", pad), untrusted());
  EXPECT_EQ(table.lift_all({"s", "own", "note:///x1"}), Declassified::kDone);
  EXPECT_TRUE(table.rows[(store::Location{"s", "id", "x1"})].untrusted);
}

// Whoever writes a URI chooses what it names.
TEST(PlaceLift, of_a_uri_leaves_what_was_written_by_the_name_itself) {
  for (const auto& label : {about_money(), untrusted()}) {
    LabelTable table;
    table.write_path("docs/budget.xlsx", label);
    table.write(R"({"uri":"evil://docs/budget.xlsx"})", untrusted());
    auto written = label;
    written.join(untrusted());
    ASSERT_EQ(table.read_path("docs/budget.xlsx"), written);
    EXPECT_EQ(table.lift_all({"s", "own", "evil://docs/budget.xlsx"}), Declassified::kDone);
    EXPECT_TRUE(table.read_path("docs/budget.xlsx").covers(label));
    EXPECT_EQ(table.lift_all(path("docs/budget.xlsx")), Declassified::kDone);
    EXPECT_THAT(table.rows, testing::IsEmpty());
  }
}

TEST(PlaceLift, leaves_what_another_uri_moved_under_a_name_of_both) {
  LabelTable table;
  table.write_moved(R"({"from":"note:///n1","to":"note:///d1"})", untrusted());
  table.write_moved(R"({"from":"task:///n2","to":"task:///d1"})", untrusted());
  EXPECT_EQ(table.lift_all({"s", "own", "note:///d1"}), Declassified::kDone);
  EXPECT_TRUE(table.read_path("d1/x.txt").untrusted);
  EXPECT_EQ(table.lift_all({"s", "own", "task:///d1"}), Declassified::kDone);
  EXPECT_FALSE(table.read_path("d1/x.txt").untrusted);
}

// One thing that a call writes: under a name, or several that it moves.
struct Written {
  std::string server, arguments;
  model::Label label;
  bool moves = false;
};

// A store that somebody wrote to at random, and what is lifted there.
class RandomStore {
 public:
  explicit RandomStore(unsigned seed) : random_(seed) {
    for (auto i = 1 + pick(6); i > 0; --i) written.push_back(some());
    const auto& lifted_one = written[pick(written.size())];
    const PlacedCall call(lifted_one.arguments);
    place = call.found.all[pick(call.found.all.size())];
    place.server = lifted_one.server;
    place.place = store::kept_place(place.place);
  }
  // All, or what did not name the place.
  [[nodiscard]] LabelTable table(bool with_place) const {
    LabelTable out;
    for (const auto& one : written) {
      if (!with_place && names_it(one)) continue;
      one.moves ? out.write_moved(one.arguments, one.label, one.server)
                : out.write(one.arguments, one.label, one.server);
    }
    return out;
  }
  // Whether it can be known of all who said what.
  [[nodiscard]] bool is_plain() const {
    const auto names = rows_of(place).names;
    return std::ranges::none_of(written, [&](const Written& one) {
      const PlacedCall call(one.arguments);
      return one.moves || one.arguments.size() > store::kMaxPlaceBytes ||
             std::ranges::any_of(call.found.all, [&](store::Location named) {
               named.server = one.server;
               return one.server == place.server && named != place &&
                      std::ranges::count(names, named) > 0;
             });
    });
  }

  std::vector<Written> written;
  store::Location place;

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  std::string name() {
    const std::string folders[] = {"",     "/",          "/a/",        "/a/b/",    "/b/a/", "a/",
                                   "b/a/", "note:///a/", "task:///a/", "note:///", "q:id="};
    const std::string files[] = {"x.txt", "y.txt", "b", "a"};
    auto out = folders[pick(std::size(folders))] + files[pick(std::size(files))];
    if (out.starts_with("q:id=")) return "note://memo?" + out.substr(2) + "&file=a/x.txt";
    if (out.starts_with("note:") && pick(4) == 0)
      out += "?pad=" + std::string(store::kMaxPlaceBytes, 'n');
    return out;
  }
  model::Label label() {
    switch (pick(5)) {
      case 0: return untrusted();
      case 1: return about_money();
      case 2: return regulated();
      case 3: return regulated("GDPR");
      default: return regulated("HIPAA");
    }
  }
  Written some() {
    const std::string server = pick(2) == 0 ? "s" : "t";
    if (pick(5) > 0) return {server, fmt::format(R"({{"path":"{}"}})", name()), label()};
    auto both = fmt::format(R"({{"from":"{}","to":"{}"}})", name(), name());
    const bool moves = PlacedCall(both).found.moves;
    return {server, std::move(both), label(), moves};
  }
  [[nodiscard]] bool names_it(const Written& one) const {
    const PlacedCall call(one.arguments);
    return one.server == place.server &&
           std::ranges::any_of(call.found.all, [&](const auto& named) {
             return named.kind == place.kind && store::kept_place(named.place) == place.place;
           });
  }

  std::mt19937 random_;
};

// Whatever was written: to lift all of one place never takes what anything else says; and it is as
// if it had not been written, where it can be known who said what.
TEST(PlaceLift, leaves_what_there_would_be_had_nobody_written_there) {
  int plain = 0;
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    const RandomStore store(seed);
    auto all = store.table(true);
    const auto others = store.table(false);
    const auto done = all.lift_all(store.place);
    const auto where = fmt::format("seed {}: {} {}", seed, store.place.kind, store.place.place);
    ASSERT_TRUE(done == Declassified::kDone || done == Declassified::kHeld) << where;
    for (const auto& [location, label] : others.rows) {
      ASSERT_TRUE(all.rows.contains(location))
          << where << ", " << location.kind << " " << location.place;
      auto expected = label;
      expected.attribution = {};
      ASSERT_TRUE(all.rows.at(location).covers(expected))
          << where << ", " << location.kind << " " << location.place;
    }
    if (!store.is_plain()) continue;
    ++plain;
    ASSERT_EQ(all.rows.size(), others.rows.size()) << where;
    for (const auto& [location, label] : others.rows)
      ASSERT_EQ(all.rows.at(location).classes, label.classes) << where << ", " << location.kind;
  }
  EXPECT_GT(plain, 500);
}

}  // namespace
}  // namespace touchstone::guard
