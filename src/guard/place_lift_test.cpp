// Taking a label from one place, and from no other.
#include <gmock/gmock.h>

#include "guard/label_table_for_test.hpp"

namespace touchstone::guard {
namespace {

using place_testing::about_money;
using place_testing::Declassified;
using place_testing::kTrust;
using place_testing::LabelTable;
using place_testing::regulated;
using place_testing::untrusted;

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

}  // namespace
}  // namespace touchstone::guard
