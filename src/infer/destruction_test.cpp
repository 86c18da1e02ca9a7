// Whether what a tool writes destroys, on made-up tools that differ in one thing only.
#include <gtest/gtest.h>

#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

using model::Field;
using testing::guessed;
using testing::Inferred;
using testing::may_destroy;
using testing::named;
using testing::reads_only;

TEST(Destruction, changing_what_others_depend_on_promises_nothing) {
  EXPECT_FALSE(may_destroy(named("update_label", "Update a label")));
  EXPECT_TRUE(may_destroy(named("update_cluster", "Update a cluster")));
  EXPECT_TRUE(may_destroy(named("update_roles", "Update the roles of a person")));
  EXPECT_TRUE(may_destroy(named("update_settings", "Update the settings of a team")));
  EXPECT_FALSE(may_destroy(named("create_label", "Create a label")));
  EXPECT_FALSE(may_destroy(named("create_thing", "Create a database")));
  EXPECT_TRUE(may_destroy(
      named("create_thing", "Create a thing", R"({"resourceGroup":{"type":"string"}})")));
}

TEST(Destruction, new_contents_replace_those_of_a_document) {
  const auto edit = [](std::string_view what, std::string_view required) {
    return may_destroy(
        R"({"name":"edit_)" + std::string(what) + R"(","description":"Edit a )" +
        std::string(what) +
        R"(","inputSchema":{"properties":{"content":{"type":"string"}},"required":)" +
        std::string(required) + "}}");
  };
  EXPECT_TRUE(edit("note", R"(["content"])"));
  EXPECT_FALSE(edit("note", "[]"));
  EXPECT_FALSE(edit("label", R"(["content"])"));
}

TEST(Destruction, what_is_only_started_stops_nothing) {
  constexpr std::string_view kNamespace = R"({"namespace":{"type":"string"}})";
  EXPECT_FALSE(may_destroy(named("start_watering", "Start the watering", kNamespace)));
  EXPECT_TRUE(may_destroy(named("change_watering", "Change the watering", kNamespace)));
  EXPECT_TRUE(
      may_destroy(named("start_watering", "Start or stop the watering",
                        R"({"namespace":{"type":"string"},"action":{"enum":["start","stop"]}})")));
}

TEST(Destruction, a_choice_in_words_counts_by_the_worst_it_offers) {
  EXPECT_EQ(guessed(named("edit_shelf", "Extend or replace a shelf"), Field::kDestructive), true);
  EXPECT_FALSE(may_destroy(named("edit_shelf", "Extend or label a shelf")));
}

TEST(Destruction, a_choice_of_opposites_takes_nothing_away_for_good) {
  EXPECT_FALSE(may_destroy(named("update_shelf", "Set or clear the label of a shelf")));
  EXPECT_FALSE(may_destroy(named("update_shelf", "Add or remove labels of a shelf")));
  EXPECT_TRUE(may_destroy(named("update_shelf", "Clear the label of a shelf")));
  for (const auto* text : {"Create or delete a shelf", "Add or delete a shelf",
                           "Create, update or delete a shelf", "Upload or remove a shelf"}) {
    EXPECT_EQ(guessed(named("shelf", text), Field::kDestructive), true) << text;
  }
}

TEST(Destruction, to_create_or_reopen_overwrites_nothing) {
  EXPECT_EQ(guessed(named("create_shelf", "Create or reopen a shelf"), Field::kDestructive), false);
}

TEST(Destruction, running_a_test_takes_nothing_away_but_running_a_program_might) {
  EXPECT_FALSE(may_destroy(named("run_shelf_tests", "Run the tests of a shelf")));
  EXPECT_TRUE(may_destroy(named("run_shelf_program", "Run the program of a shelf")));
}

TEST(Destruction, what_hardly_writes_destroys_even_less) {
  const auto convert = named("convert_sketch", "Convert a sketch");
  EXPECT_FALSE(reads_only(convert));  // it is not sure enough to promise that
  EXPECT_FALSE(may_destroy(convert));
  EXPECT_EQ(Inferred(named("get_sketch", "Get a sketch")).on(Field::kDestructive), nullptr);
}

TEST(Destruction, what_stands_below_the_parameters_is_about_them) {
  EXPECT_TRUE(may_destroy(named("update_label", "Update a label. Overwrites the old one.")));
  EXPECT_FALSE(may_destroy(
      named("update_label", "Update a label.\\nParameters:\\n- mode: overwrite or not")));
}

TEST(Destruction, whoever_may_make_any_request_may_have_anything_deleted) {
  const auto request = named("garden_api_request", "Make a request to the garden");
  EXPECT_FALSE(reads_only(request));
  EXPECT_EQ(guessed(request, Field::kDestructive), true);
  EXPECT_TRUE(reads_only(named("get_api_request", "Get a request to the garden")));
}

TEST(Destruction, an_interruption_or_a_decision_is_no_promise_either) {
  for (const auto* verb : {"restart", "accept", "merge", "upgrade"}) {
    EXPECT_TRUE(may_destroy(named(std::string(verb) + "_shelf", ""))) << verb;
    EXPECT_NE(guessed(named(std::string(verb) + "_shelf", ""), Field::kDestructive), false) << verb;
  }
}

TEST(Destruction, create_or_update_overwrites_whichever_comes_first) {
  EXPECT_EQ(guessed(named("shelf", "Create or update a shelf"), Field::kDestructive), true);
  EXPECT_EQ(guessed(named("shelf", "Update or create a shelf"), Field::kDestructive), true);
  EXPECT_EQ(guessed(named("shelf", "Create a shelf and update its label"), Field::kDestructive),
            false);
}

TEST(Destruction, to_avoid_data_loss_threatens_none) {
  EXPECT_FALSE(may_destroy(named("update_label", "Update a label. Merges, to avoid data loss.")));
  EXPECT_TRUE(may_destroy(named("update_label", "Update a label. May cause data loss.")));
}

TEST(Destruction, to_create_or_ensure_overwrites_nothing_but_to_create_or_update_may) {
  EXPECT_EQ(guessed(named("create_shelf", "Create a shelf or ensure a shelf exists"),
                    Field::kDestructive),
            false);
  EXPECT_EQ(guessed(named("create_shelf", "Create a shelf or update a shelf"), Field::kDestructive),
            true);
}

struct Deed {
  std::string_view name;
  std::string_view text;
  std::string_view properties = "{}";
};

TEST(Destruction, bookkeeping_of_small_things_destroys_nothing) {
  for (const auto& [name, text, properties] : {
           Deed{"move_card", "Move a card to another tray."},
           Deed{"rename_card", "Rename a card."},
           Deed{"archive_message", "Archive a message."},
           Deed{"categorize_receipt", "Set the category of a receipt."},
           Deed{"tag_letter", "Tag a letter."},
           Deed{"flag_letter", "Flag a letter for later."},
           Deed{"mark_message", "Mark a message as read."},
           Deed{"star_letter", "Star a letter."},
           Deed{"pin_note", "Pin a note."},
           Deed{"assign_task", "Assign a task to a clerk."},
           Deed{"reorder_trays", "Reorder trays."},
           Deed{"snooze_alarm", "Snooze an alarm."},
           Deed{"disable_lamp", "Disable a lamp."},
           Deed{"set_heating", "Set the temperature of a room."},
           Deed{"reserve_table", "Reserve a table."},
           Deed{"reply_to_message", "Reply to a message."},
       }) {
    EXPECT_FALSE(may_destroy(named(name, text, properties))) << name;
    EXPECT_FALSE(reads_only(named(name, text, properties))) << name;
  }
}

// Money, files that are replaced, and what others decided may be at stake.
TEST(Destruction, of_what_is_moved_or_approved_otherwise_nothing_is_promised) {
  for (const auto& [name, text, properties] : {
           Deed{"move_bitcoin", "Move bitcoin to an address."},
           Deed{"move_file", "Move a file; an existing file at the destination is replaced."},
           Deed{"approve_deletion", "Approve the deletion of an account."},
           Deed{"move_card", "Move a card to another account.", R"({"amount":{"type":"number"}})"},
           Deed{"rename_branch", "Rename a branch."},
       }) {
    EXPECT_TRUE(may_destroy(named(name, text, properties))) << name;
    EXPECT_FALSE(Inferred(named(name, text, properties)).profile().is_true(Field::kReversible))
        << name;
  }
}

TEST(Destruction, what_loses_something_is_no_bookkeeping) {
  for (const auto& [name, text, properties] : {
           Deed{"remove_tag", "Remove all tags of a letter."},
           Deed{"reset_trays", "Reset the order of trays."},
           Deed{"revoke_pass", "Revoke a pass."},
           Deed{"cancel_visit", "Cancel a visit."},
           Deed{"terminate_lease", "Terminate a lease."},
           Deed{"merge_letters", "Merge two letters."},
           Deed{"archive_team", "Archive a team."},
           Deed{"disable_account", "Disable an account."},
           Deed{"rename_tag", "Rename a tag across all letters."},
           Deed{"move_cluster", "Move a cluster."},
           Deed{"move_letter", "Move a letter. This cannot be undone."},
           Deed{"move_letter", "Move a letter. Overwrites what is there."},
           Deed{"move_letter", "Move a letter.", R"({"overwrite":{"type":"boolean"}})"},
           Deed{"move_letter", "Move a letter.", R"({"force":{"type":"boolean"}})"},
           Deed{"rename_shelf", "Rename a shelf.", R"({"dropTarget":{"type":"boolean"}})"},
       }) {
    EXPECT_TRUE(may_destroy(named(name, text, properties))) << name << ": " << text;
  }
}

}  // namespace
}  // namespace touchstone::infer
