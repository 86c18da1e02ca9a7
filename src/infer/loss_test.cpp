// What is gone after a deed whose verb does not say so, on made-up tools that declare nothing.
#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "infer/act.hpp"
#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

using model::Field;
using testing::guessed;
using testing::Inferred;
using testing::named;
using testing::reads_only;

struct Telling {
  std::string_view name;
  std::string_view description;
};

bool is_said(const Telling& it) {
  const auto said = guessed(named(it.name, it.description), Field::kDestructive);
  return said.value_or(false);
}

TEST(Loss, of_what_was_there_is_told_in_many_words) {
  constexpr std::array kCases{
      Telling{"move_file", "Move or rename a file; an existing file is replaced"},
      Telling{"copy_file", "Copy a file. Any existing file at the destination is overwritten."},
      Telling{"upload_object", "Upload an object. If the key exists it will be overwritten."},
      Telling{"save_page", "Saves a page; replaces an existing page of the same name"},
      Telling{"import_rows", "Import rows; existing rows are silently replaced"},
      Telling{"sync_folders", "Make both folders the same, deleting extra files"},
      Telling{"restore_backup", "Restore a backup. Current data is lost."},
  };
  for (const auto& it : kCases) EXPECT_TRUE(is_said(it)) << it.name;
}

TEST(Loss, that_is_denied_is_none) {
  constexpr std::array kCases{
      Telling{"move_file", "Move or rename a file. Existing files are not replaced."},
      Telling{"copy_file", "Copy a file. An existing file is never overwritten."},
      Telling{"save_page", "Save a page. Fails rather than replace it if the page exists."},
      Telling{"reply", "Reply to a mail without deleting the previous one."},
      Telling{"move_file", "Move a file to another folder."},
  };
  for (const auto& it : kCases) EXPECT_FALSE(is_said(it)) << it.description;
}

TEST(Loss, is_what_some_deeds_bring_to_some_things) {
  constexpr std::array kCases{
      Telling{"approve_deletion", "Approve a pending deletion request"},
      Telling{"cancel_subscription", "Cancel a customer's subscription"},
      Telling{"cancel_booking", "Cancel a hotel booking"},
      Telling{"close_account", "Close an account"},
      Telling{"close_position", "Close an open position"},
      Telling{"leave_organization", "Leave the organization"},
      Telling{"merge_contacts", "Merge contacts"},
      Telling{"squash_commits", "Squash the last commits into one"},
      Telling{"publish_package", "Publish a package"},
      Telling{"format_disk", "Format a disk"},
      Telling{"offboard_employee", "Offboard an employee"},
      Telling{"confirm_removal", "Confirm a removal"},
      Telling{"sign_contract", "Sign a contract"},
      Telling{"submit_tax_return", "Submit the tax return"},
      Telling{"force_push", "Force-push the current branch"},
      Telling{"tear_down_environment", "Tear down an environment"},
      Telling{"write_off_debt", "Write off a debt"},
      Telling{"get_rid_of_rows", "Gets rid of rows"},
  };
  for (const auto& it : kCases) EXPECT_TRUE(is_said(it)) << it.name;
}

TEST(Loss, is_not_in_every_deed_of_that_name) {
  constexpr std::array kCases{
      Telling{"approve_request", "Approve a request"},
      Telling{"preview_deletion", "Preview what a deletion would take"},
      Telling{"get_deletion_status", "Get the status of a deletion"},
      Telling{"cancel_job", "Cancel a job"},
      Telling{"close_tab", "Close a tab"},
      Telling{"close_issue", "Close an issue"},
      Telling{"leave_comment", "Leave a comment"},
      Telling{"merge_pull_request", "Merge a pull request"},
      Telling{"format_cells", "Format cells of a sheet"},
      Telling{"publish_post", "Publish a post"},
      Telling{"send_email", "Send an email"},
  };
  for (const auto& it : kCases) EXPECT_FALSE(is_said(it)) << it.name;
}

TEST(Loss, is_not_what_verbs_of_loss_always_mean) {
  constexpr std::array kCases{
      Telling{"clear_selection", "Clear the selection"},
      Telling{"reset_zoom", "Reset the zoom"},
      Telling{"clear_highlight", "Clear the highlight of the table view"},
      Telling{"restore_from_trash", "Restore an item from the trash"},
  };
  for (const auto& it : kCases) EXPECT_FALSE(is_said(it)) << it.name;
  EXPECT_TRUE(is_said({"reset_replication_cursor", "Reset the replication cursor."}));
  EXPECT_TRUE(is_said({"clear_database_selection", "Clear the database selection"}));
  EXPECT_TRUE(is_said({"reset_cursor", "Resets the cursor."}));
  EXPECT_TRUE(is_said({"clear_cursor", "Clears the cursor of the subscription."}));
  EXPECT_TRUE(is_said({"clear_filter", "Clears the spam filter"}));
  EXPECT_TRUE(is_said({"drag_and_drop", "Drags a file onto the trash to delete it"}));
  EXPECT_TRUE(is_said({"clear_history", "Clear the history"}));
  EXPECT_TRUE(is_said({"reset_database", "Reset the database"}));
  EXPECT_TRUE(is_said({"drop_table", "Drop a table"}));
}

// Whatever it returns, and whatever its parameters are called.
TEST(Loss, is_not_undone_by_an_answer) {
  const auto said = [](std::string_view name, std::string_view text, std::string_view properties) {
    return guessed(named(name, text, properties), Field::kDestructive).value_or(false);
  };
  EXPECT_TRUE(said("remove_messages",
                   "Remove all messages containing the text and return the count",
                   R"({"text":{}})"));
  EXPECT_TRUE(said("erase", "Erase the device. Returns ok.", R"({"code":{}})"));
}

TEST(Loss, is_not_hidden_by_words_around_it) {
  EXPECT_FALSE(reads_only(named("dry_run_then_deploy", "Dry run, then deploy to production")));
  EXPECT_FALSE(
      reads_only(named("dry_run_migration", "Dry runs a migration, then drops the old tables.")));
  EXPECT_FALSE(reads_only(named("read_from_delete")));
  EXPECT_TRUE(is_said({"kick_off_user", "Kicks off a user"}));
  EXPECT_TRUE(reads_only(named("get_top_up_history")));
}

TEST(Loss, in_a_later_sentence_makes_a_look_a_deed) {
  EXPECT_FALSE(reads_only(named("get_mail", "Fetches a mail. Deletes it from the server.")));
  EXPECT_TRUE(reads_only(named("get_mail", "Fetches a mail. Never deletes it.")));
  EXPECT_FALSE(reads_only(named("get_page", "Fetches the page. Then wipes the disk.")));
  EXPECT_FALSE(reads_only(named("get_page", "Gets the page. Gets rid of drafts.")));
}

TEST(Loss, that_a_name_says_comes_then_is_one) {
  for (const auto* name : {"fetch_then_delete", "fetch_then_tear_down", "get_page_then_delete_page",
                           "get_page_and_then_delete", "list_users_then_remove_inactive"}) {
    EXPECT_FALSE(reads_only(named(name))) << name;
    EXPECT_TRUE(is_said({name, ""})) << name;
  }
}

TEST(Loss, names_both_words_of_a_pair) {
  const Inferred inferred(named("get_rid"));
  const auto* item = inferred.on(Field::kDestructive);
  ASSERT_NE(item, nullptr);
  EXPECT_NE(item->reason.find("`get rid`"), std::string::npos) << item->reason;
  const Inferred told(named("x", "Tears down the stack"));
  ASSERT_NE(told.on(Field::kDestructive), nullptr);
  EXPECT_NE(told.on(Field::kDestructive)->reason.find("\"tears down stack\""), std::string::npos)
      << told.on(Field::kDestructive)->reason;
}

TEST(Pair, is_found_in_every_form) {
  constexpr std::array kForms{
      std::pair{std::pair{"get", "rid"}, Form::kBase},
      std::pair{std::pair{"gets", "rid"}, Form::kThird},
      std::pair{std::pair{"getting", "rid"}, Form::kGerund},
      std::pair{std::pair{"tears", "down"}, Form::kThird},
      std::pair{std::pair{"writing", "off"}, Form::kGerund},
      std::pair{std::pair{"topped", "up"}, Form::kPast},
  };
  for (const auto& [words, form] : kForms) {
    const auto found = find_pair(words.first, words.second);
    ASSERT_TRUE(found) << words.first;
    EXPECT_EQ(found.form, form) << words.first;
  }
  EXPECT_FALSE(find_pair("get", "up"));
  EXPECT_FALSE(find_pair("", ""));
}

}  // namespace
}  // namespace touchstone::infer
