// The general rules, each on made-up tools that differ in one thing only.
#include <gtest/gtest.h>

#include "infer/infer.hpp"
#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

using model::DataClass;
using model::Field;
using testing::guessed;
using testing::Inferred;
using testing::may_destroy;
using testing::named;
using testing::reads_only;

std::string answering(std::string_view name, std::string_view description,
                      std::string_view output_schema) {
  return R"({"name":")" + std::string(name) + R"(","description":")" + std::string(description) +
         R"(","inputSchema":{"type":"object"},"outputSchema":)" + std::string(output_schema) + "}";
}

TEST(Rules, what_a_verb_is_done_to_ends_at_the_next_preposition) {
  const auto reads = [](std::string_view text) {
    return guessed(named("shelves", text), Field::kReadOnly);
  };
  EXPECT_EQ(reads("Runs a browser-based check of all shelves"), true);
  EXPECT_EQ(reads("Runs the shelves for a check"), false);
  EXPECT_EQ(reads("Composes a set of diagrams"), true);
  EXPECT_EQ(reads("Composes shelves from diagrams"), false);
}

TEST(Rules, to_generate_a_test_is_to_write_it_down_for_the_caller_but_to_create_one_may_keep_it) {
  EXPECT_EQ(guessed(named("generate_tests", "Generate tests"), Field::kReadOnly), true);
  EXPECT_EQ(guessed(named("create_tests", "Create tests"), Field::kReadOnly), false);
}

TEST(Rules, a_query_in_a_language_that_cannot_write_only_looks) {
  const auto query = [](std::string_view language) {
    return reads_only(named(
        "query_logs", "Query the database of logs with SQL or the like",
        R"({"query":{"type":"string","description":"in )" + std::string(language) + R"("}})"));
  };
  EXPECT_TRUE(query("PromQL"));
  EXPECT_FALSE(query("SQL"));
  EXPECT_FALSE(query("PromQL or SQL"));
}

TEST(Rules, a_word_for_anything_and_a_choice_of_deeds_say_nothing_of_a_second_call) {
  EXPECT_EQ(guessed(named("manage_note", "Manages a note."), Field::kIdempotent), std::nullopt);
  EXPECT_EQ(
      guessed(named("update_note", "Updates a note.", R"({"action":{"enum":["create","delete"]}})"),
              Field::kIdempotent),
      std::nullopt);
}

TEST(Rules, what_can_be_done_twice_without_harm_is_idempotent) {
  const auto* again = "Create a shelf. If there is one already, this will succeed silently.";
  EXPECT_EQ(guessed(named("create_shelf", again), Field::kIdempotent), true);
  EXPECT_EQ(guessed(named("create_shelf", "Create a shelf."), Field::kIdempotent), false);
}

TEST(Rules, environment_variables_may_hold_credentials) {
  const Inferred inferred(named("get_setup", "Returns all environment variables"));
  EXPECT_TRUE(inferred.profile().classes(Field::kReturnSensitivity).has(DataClass::kCredentials));
}

TEST(Rules, a_message_in_an_answer_tells_how_it_went_and_messages_are_somebodys) {
  const auto returns_user_data = [](std::string_view field) {
    const Inferred inferred(answering(
        "close_shelf", "Close a shelf",
        R"({"type":"object","properties":{")" + std::string(field) + R"(":{"type":"string"}}})"));
    return inferred.on(Field::kReturnSensitivity) != nullptr;
  };
  EXPECT_FALSE(returns_user_data("message"));
  EXPECT_TRUE(returns_user_data("messages"));
}

TEST(Rules, to_resolve_an_incident_is_to_close_it) {
  EXPECT_EQ(guessed(named("resolve_incident", "Resolve an incident"), Field::kReadOnly), false);
  EXPECT_EQ(guessed(named("resolve_address", "Resolve an address"), Field::kReadOnly), true);
}

TEST(Rules, a_vague_noun_in_a_name_gives_way_to_a_clear_verb_of_the_description) {
  EXPECT_TRUE(reads_only(named("garden_design", "Recommends plants for a garden")) ||
              guessed(named("garden_design", "Recommends plants for a garden"), Field::kReadOnly) ==
                  true);
  EXPECT_EQ(guessed(named("design_garden", ""), Field::kReadOnly), false);
}

TEST(Rules, the_verb_of_the_description_decides_between_the_words_of_a_name) {
  EXPECT_FALSE(reads_only(named("compute_shelf_update", "Updates a shelf")));
  EXPECT_TRUE(reads_only(named("compute_shelf_update", "Computes where a shelf belongs")));
}

TEST(Rules, a_name_that_asks_reads) {
  EXPECT_TRUE(reads_only(named("shelf_can_i_move", "Checks whether a shelf can be moved")));
  EXPECT_FALSE(reads_only(named("shelf_move", "Moves a shelf")));
}

TEST(Rules, documentation_is_an_answer_unless_something_is_done_to_it) {
  EXPECT_TRUE(reads_only(named("migrate_shelf_guide", "")));
  EXPECT_FALSE(reads_only(named("unpublish_documentation", "Unpublishes a text")));
}

TEST(Rules, who_takes_nothing_and_speaks_of_guidance_answers_with_a_text) {
  constexpr std::string_view kText = "Create a shelf, with step by step instructions";
  EXPECT_TRUE(reads_only(named("shelf", kText)));
  EXPECT_FALSE(reads_only(named("shelf", kText, R"({"width":{"type":"number"}})")));
  EXPECT_FALSE(reads_only(R"({"name":"shelf","description":")" + std::string(kText) + "\"}"));
}

TEST(Rules, what_runs_on_after_the_call_is_more_than_a_look) {
  EXPECT_TRUE(reads_only(named("find_gaps", "Finds gaps on shelves.")));
  EXPECT_FALSE(reads_only(named("find_gaps", "Finds gaps on shelves. Starts an inventory scan.")));
  EXPECT_FALSE(
      reads_only(named("find_gaps", "Finds gaps and waits for the inventory to complete")));
}

TEST(Rules, a_flag_that_deletes_takes_back_what_a_reading_verb_promised) {
  EXPECT_FALSE(
      reads_only(named("fetch_shelves", "Fetch shelves", R"({"prune":{"type":"boolean"}})")));
  EXPECT_TRUE(
      reads_only(named("fetch_shelves", "Fetch shelves", R"({"clearance":{"type":"boolean"}})")));
  EXPECT_TRUE(
      reads_only(named("fetch_shelves", "Fetch shelves", R"({"clear_wood":{"type":"boolean"}})")));
  EXPECT_TRUE(
      reads_only(named("fetch_shelves", "Fetch shelves", R"({"prune":{"type":"string"}})")));
}

TEST(Rules, contents_and_a_file_name_make_a_file) {
  const auto tool = [](std::string_view required) {
    return R"({"name":"export_list","description":"Export a list","inputSchema":{"required":)" +
           std::string(required) +
           R"(,"properties":{"content":{"type":"string"},"fileName":{"type":"string"}}}})";
  };
  EXPECT_FALSE(reads_only(tool(R"(["content","fileName"])")));
  EXPECT_EQ(guessed(tool("[]"), Field::kReadOnly), true);
  EXPECT_FALSE(
      reads_only(named("list_shelves", "List shelves", R"({"output_file":{"type":"string"}})")));
}

TEST(Rules, the_part_of_a_name_that_looks_promises_nothing_for_the_rest) {
  EXPECT_EQ(guessed(named("find_and_replace_words", ""), Field::kReadOnly), false);
  EXPECT_EQ(guessed(named("find_and_count_words", ""), Field::kReadOnly), true);
}

TEST(Rules, what_a_verb_settles_depends_on_what_it_is_done_to) {
  const auto reads = [](std::string_view name, std::string_view text) {
    return guessed(named(name, text), Field::kReadOnly);
  };
  EXPECT_EQ(reads("capture_payment", "Capture a payment"), false);
  EXPECT_EQ(reads("capture_page", "Capture a page"), true);
  EXPECT_EQ(reads("confirm_booking", "Confirm a booking"), false);
  EXPECT_EQ(reads("confirm_booking_details", "Confirm booking details"), true);
  EXPECT_EQ(reads("convert_lead", "Convert a lead"), false);
  EXPECT_EQ(reads("report_spam", "Report spam"), false);
}

TEST(Rules, a_runbook_is_an_answer) {
  EXPECT_TRUE(reads_only(named("check_and_optimise_shelf", "Returns a runbook for the shelf")));
  EXPECT_FALSE(reads_only(named("check_and_optimise_shelf", "Returns the shelf")));
}

TEST(Rules, a_short_word_in_parentheses_interrupts_no_thought) {
  EXPECT_EQ(guessed(named("garden", "Compose Garden Description (GD) diagrams"), Field::kReadOnly),
            true);
  EXPECT_EQ(
      guessed(named("garden", "Compose gardens (not just small ones) diagrams"), Field::kReadOnly),
      false);
}

TEST(Rules, only_a_verb_about_a_database_asks_it_anything) {
  const auto reads = [](std::string_view text) { return reads_only(named("run_query", text)); };
  EXPECT_FALSE(reads("Runs a query on MySQL."));
  EXPECT_TRUE(reads("Runs the queries of a report. Reports may use MySQL."));
}

TEST(Rules, results_tell_what_was_done) {
  const auto handle = [](std::string_view properties) {
    return answering("shelf", "",
                     R"({"type":"object","properties":)" + std::string(properties) + "}");
  };
  for (const auto* properties :
       {R"({"deleted":{"type":"boolean"}})", R"({"rows_affected":{"type":"integer"}})",
        R"({"createdId":{"type":"string"}})"}) {
    EXPECT_EQ(guessed(handle(properties), Field::kReadOnly), false) << properties;
  }
  EXPECT_EQ(guessed(handle(R"({"deleted":{"type":"boolean"}})"), Field::kDestructive), true);
  EXPECT_EQ(guessed(handle(R"({"items":{"type":"array"},"next_page":{"type":"string"}})"),
                    Field::kReadOnly),
            true);
  for (const auto* properties :
       {R"({"created_at":{"type":"string"}})", R"({"deleted":{"type":"string"}})",
        R"({"items":{"type":"array"}})",
        R"({"item":{"type":"object","properties":{"deleted":{"type":"boolean"}}}})"}) {
    EXPECT_EQ(guessed(handle(properties), Field::kReadOnly), std::nullopt) << properties;
  }
  const Inferred inferred(handle(R"({"deleted":{"type":"boolean"}})"));
  EXPECT_EQ(inferred.on(Field::kReadOnly)->reason, "result `deleted`: does more than look");
  EXPECT_EQ(inferred.on(Field::kReadOnly)->pointer, "/outputSchema/properties/deleted");
}

TEST(Rules, a_record_with_such_a_field_is_still_only_read) {
  EXPECT_TRUE(reads_only(
      answering("get_shelf", "Get a shelf", R"({"properties":{"deleted":{"type":"boolean"}}})")));
}

TEST(Rules, an_answer_that_speaks_of_the_new_thing_tells_of_a_write) {
  EXPECT_EQ(guessed(answering("shelf", "", R"({"description":"The id of the new shelf"})"),
                    Field::kReadOnly),
            false);
  EXPECT_EQ(guessed(named("shelf", "Returns the created shelf."), Field::kReadOnly), false);
}

TEST(Rules, fields_of_results_and_parameters_tell_what_data_they_hold) {
  const auto returned = [](std::string_view field) {
    return Inferred(
               answering("get_shelf", "Get a shelf",
                         R"({"properties":{")" + std::string(field) + R"(":{"type":"string"}}})"))
        .profile()
        .classes(Field::kReturnSensitivity);
  };
  EXPECT_TRUE(returned("owner_email").has(DataClass::kPii));
  EXPECT_TRUE(returned("password").has(DataClass::kCredentials));
  EXPECT_TRUE(returned("token").has(DataClass::kCredentials));
  EXPECT_TRUE(returned("balance").has(DataClass::kFinancial));
  EXPECT_FALSE(returned("next_page_token").has(DataClass::kCredentials));
  EXPECT_FALSE(returned("colour").has(DataClass::kPii));
  const Inferred given(named("find_shelf", "", R"({"email":{"type":"string"}})"));
  EXPECT_TRUE(given.profile().classes(Field::kInputSensitivity).has(DataClass::kPii));
  EXPECT_TRUE(given.profile().is_true(Field::kSensitiveData));
}

TEST(Rules, a_choice_whose_deeds_undo_each_other_is_reversible) {
  const auto reversible = [](std::string_view values) {
    return guessed(named("shelf_lock", "", R"({"action":{"enum":)" + std::string(values) + "}}"),
                   Field::kReversible);
  };
  EXPECT_EQ(reversible(R"(["get","lock","unlock"])"), true);
  EXPECT_EQ(reversible(R"(["subscribe","unsubscribe"])"), true);
  EXPECT_NE(reversible(R"(["create","delete"])"), true);
}

TEST(Rules, every_listed_pair_of_siblings_is_known_in_its_direction) {
  struct Case {
    std::string_view does, undoes;
    bool both;
  };
  for (const auto& [does, undoes, both] :
       {Case{"subscribe", "unsubscribe", true}, Case{"hide", "unhide", true},
        Case{"block", "unblock", true}, Case{"publish", "unpublish", true},
        Case{"start", "stop", true}, Case{"protect", "unprotect", true},
        Case{"create", "delete", false}, Case{"trash", "untrash", false}}) {
    const auto list = R"([{"name":")" + std::string(does) + R"(_shelf"},{"name":")" +
                      std::string(undoes) + R"(_shelf"}])";
    const Inferred inferred(list);
    ASSERT_NE(inferred.on(Field::kReversible, 0), nullptr) << does;
    EXPECT_EQ(inferred.on(Field::kReversible, 0)->value, model::Value(true)) << does;
    const auto* back = inferred.on(Field::kReversible, 1);
    EXPECT_EQ(back != nullptr && back->value == model::Value(true), both) << undoes;
  }
}

TEST(Rules, an_address_that_will_be_called_is_a_way_out) {
  const Inferred inferred(
      named("create_webhook", "Create a webhook", R"({"url":{"type":"string"}})"));
  EXPECT_TRUE(inferred.profile().choices(Field::kDestination).has("public"));
}

TEST(Rules, who_names_the_site_it_writes_to_sends_things_there) {
  const auto is_open = [](std::string_view name, std::string_view text) {
    return guessed(named(name, text), Field::kOpenWorld) == true;
  };
  const auto leaves = [](std::string_view text) {
    return Inferred(named("upload_file", text))
        .profile()
        .choices(Field::kDestination)
        .has("public");
  };
  EXPECT_TRUE(is_open("upload_file", "Uploads a file to file.io and returns a link."));
  EXPECT_TRUE(is_open("upload_file", "Uploads a file to https://files.example/x"));
  EXPECT_FALSE(is_open("upload_file", "Uploads a file to config.json of the folder."));
  EXPECT_FALSE(is_open("read_file", "Reads a file. Similar to file.io."));
  EXPECT_TRUE(leaves("Uploads a file to paste.files.io."));
  EXPECT_FALSE(leaves("Uploads a file to the folder. It is for me.io"));
}

TEST(Rules, the_system_speaks_of_itself_and_its_makers_of_it) {
  EXPECT_TRUE(
      Inferred(named("get_version", "Get it")).profile().choices(Field::kSource).has("system"));
  EXPECT_TRUE(Inferred(named("search_help", "Search the official documentation"))
                  .profile()
                  .choices(Field::kSource)
                  .has("trustedPublic"));
}

TEST(Rules, what_is_said_in_passing_makes_no_tool_privileged_or_intelligent) {
  const auto says = [](std::string_view text, Field field) {
    return Inferred(named("update_shelf", text)).profile().is_true(field);
  };
  EXPECT_FALSE(says("Update a shelf. Requires permission to write.", Field::kPrivilegedAccess));
  EXPECT_TRUE(says("Update the permissions of a shelf.", Field::kPrivilegedAccess));
  EXPECT_TRUE(says("Update a shelf. Runs with elevated privileges.", Field::kPrivilegedAccess));
  EXPECT_FALSE(says("Update a shelf. The LLM should ask first.", Field::kAiProcessing));
  EXPECT_TRUE(says("Update a shelf with a language model.", Field::kAiProcessing));
}

TEST(Rules, a_delete_that_declares_itself_harmless_is_overruled) {
  const Inferred inferred(named("delete_shelf", "Delete a shelf"));
  auto evidence = inferred.of();
  evidence.push_back({Field::kDestructive, false, model::Source::kDeclared, 1.0F, "", ""});
  EXPECT_TRUE(model::fold(evidence, {}).is_true(Field::kDestructive));
}

TEST(Rules, an_update_that_declares_itself_harmless_is_believed) {
  const Inferred inferred(named("update_cluster", "Update a cluster"));
  auto evidence = inferred.of();
  evidence.push_back({Field::kDestructive, false, model::Source::kDeclared, 1.0F, "", ""});
  EXPECT_FALSE(model::fold(evidence, {}).is_true(Field::kDestructive));
}

}  // namespace
}  // namespace touchstone::infer
