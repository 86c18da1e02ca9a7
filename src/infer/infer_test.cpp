#include "infer/infer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "infer/test_support.hpp"
#include "json/pointer.hpp"

namespace touchstone::infer {
namespace {

using model::Field;
using testing::Inferred;
using testing::named;

struct Expected {
  std::string_view name;
  std::string_view description;
  std::string_view properties;
  bool read_only;
};

TEST(Infer, tells_reading_from_writing) {
  for (const auto& [name, description, properties, read_only] : {
           Expected{"get_merge_request", "Get one merge request", "{}", true},
           Expected{"group_list", "List the groups of a tenant", "{}", true},
           Expected{"create_droplet", "Create a droplet", "{}", false},
           Expected{"drop_table", "Drops a table", "{}", false},
           Expected{"acme_page", "Deletes a page", "{}", false},
           Expected{"page_settings", "Returns the settings of a page", "{}", true},
           Expected{"get_or_create_page", "Get a page, or create it", "{}", false},
           Expected{"manage_files", "Manage files",
                    R"({"action":{"enum":["read","list","delete"]}})", false},
           Expected{"manage_files", "Manage files", R"({"action":{"enum":["read","list"]}})", true},
           Expected{"list_events", "List events", R"({"action":{"enum":["create","delete"]}})",
                    true},
           Expected{"query_rows", "Run a query", R"({"sql":{"type":"string"}})", false},
           Expected{"query_rows", "Run a read-only query", R"({"sql":{"type":"string"}})", true},
           Expected{"take_picture", "Take a screenshot",
                    R"({"path":{"type":"string","description":"where to save it"}})", false},
           Expected{"take_picture", "Take a screenshot", "{}", true},
           Expected{"run_check", "Performs a full consistency check of the index", "{}", true},
           Expected{"page_helper", "", "{}", false},
       }) {
    const Inferred inferred(named(name, description, properties));
    EXPECT_EQ(inferred.profile().is_true(Field::kReadOnly), read_only)
        << name << " " << description;
  }
}

TEST(Infer, a_delete_destroys_and_a_create_does_not) {
  EXPECT_TRUE(
      Inferred(named("delete_page", "Delete a page")).profile().is_true(Field::kDestructive));
  EXPECT_FALSE(
      Inferred(named("create_page", "Create a page")).profile().is_true(Field::kDestructive));
  EXPECT_FALSE(
      Inferred(named("update_page", "Update a page")).profile().is_true(Field::kDestructive));
  EXPECT_TRUE(Inferred(named("update_page", "Overwrites a page. This cannot be undone."))
                  .profile()
                  .is_true(Field::kDestructive));
  EXPECT_TRUE(Inferred(named("create_or_update_page", "Create or update a page"))
                  .profile()
                  .is_true(Field::kDestructive));
}

TEST(Infer, a_choice_of_actions_is_taken_at_its_worst_and_told) {
  const Inferred inferred(
      named("files", "Work with files", R"({"action":{"enum":["list","purge"]}})"));
  const auto* destructive = inferred.on(Field::kDestructive);
  ASSERT_NE(destructive, nullptr);
  EXPECT_EQ(destructive->value, model::Value(true));
  EXPECT_NE(destructive->reason.find("parameter `action` offers list and purge"), std::string::npos)
      << destructive->reason;
  EXPECT_EQ(destructive->pointer, "/inputSchema/properties/action");
  const auto outcomes = inferred.profile().choices(Field::kOutcomes);
  EXPECT_TRUE(outcomes.has("benign"));
  EXPECT_TRUE(outcomes.has("irreversible"));
}

TEST(Infer, sending_to_somebody_leaves_the_system) {
  const Inferred inferred(
      named("send_letter", "Send a letter", R"({"recipients":{"type":"array"}})"));
  const auto* destination = inferred.on(Field::kDestination);
  ASSERT_NE(destination, nullptr);
  EXPECT_EQ(destination->reason, "parameter `recipients` and verb `send`: leaves the system");
  EXPECT_EQ(destination->value, model::Value(model::ChoiceSet(model::Destination::kPublic)));
  EXPECT_EQ(inferred.on(Field::kReversible)->value, model::Value(false));
  EXPECT_TRUE(inferred.profile().is_true(Field::kOpenWorld));
}

TEST(Infer, fetching_an_address_of_the_callers_choice_is_a_source_and_a_way_out) {
  const Inferred inferred(
      named("fetch_page", "Fetch a page", R"({"url":{"type":"string","format":"uri"}})"));
  EXPECT_TRUE(inferred.profile().is_true(Field::kReadOnly));
  EXPECT_TRUE(inferred.profile().choices(Field::kSource).has("untrustedPublic"));
  EXPECT_TRUE(inferred.profile().choices(Field::kDestination).has("public"));
}

TEST(Infer, siblings_that_undo_each_other_make_a_tool_reversible) {
  const Inferred inferred(R"([{"name":"create_label"},{"name":"delete_label"},
                              {"name":"archive_page"},{"name":"restore_page"},
                              {"name":"delete_page"},{"name":"delete_user"}])");
  EXPECT_EQ(inferred.on(Field::kReversible, 0)->value, model::Value(true));
  EXPECT_NE(inferred.on(Field::kReversible, 0)->reason.find("`delete_label`"), std::string::npos);
  EXPECT_EQ(inferred.on(Field::kReversible, 2)->value, model::Value(true));
  EXPECT_EQ(inferred.on(Field::kReversible, 4)->value, model::Value(true));
  EXPECT_EQ(inferred.on(Field::kReversible, 5)->value, model::Value(false));
}

TEST(Infer, the_prefix_that_all_tools_share_is_no_verb) {
  const Inferred inferred(R"([{"name":"post_search"},{"name":"post_page"},{"name":"post_find"}])");
  EXPECT_TRUE(inferred.profile(0).is_true(Field::kReadOnly));
}

TEST(Infer, names_the_data_a_tool_handles) {
  const Inferred inferred(named("get_payroll", "Get the salary of an employee"));
  EXPECT_TRUE(
      inferred.profile().classes(Field::kReturnSensitivity).has(model::DataClass::kFinancial));
  EXPECT_TRUE(inferred.profile().is_true(Field::kSensitiveData));
  const Inferred login(named("sign_in", "", R"({"password":{"type":"string"}})"));
  EXPECT_TRUE(
      login.profile().classes(Field::kInputSensitivity).has(model::DataClass::kCredentials));
}

TEST(Infer, tells_how_a_tool_works) {
  EXPECT_TRUE(Inferred(named("ask_llm", "")).profile().is_true(Field::kAiProcessing));
  EXPECT_TRUE(
      Inferred(named("solve", "Works autonomously on a goal")).profile().is_true(Field::kAgency));
  EXPECT_TRUE(Inferred(named("set_admin", "")).profile().is_true(Field::kPrivilegedAccess));
  EXPECT_TRUE(Inferred(named("index_all", "This may take several minutes"))
                  .profile()
                  .is_true(Field::kSlowExecution));
  EXPECT_TRUE(
      Inferred(named("transcode", "Uses the GPU")).profile().is_true(Field::kResourceIntensive));
}

TEST(Infer, never_reads_what_is_declared) {
  const auto with = [](std::string_view annotations) {
    return Inferred(R"({"name":"delete_page","annotations":)" + std::string(annotations) + "}")
        .of();
  };
  EXPECT_EQ(with("{}"), with(R"({"readOnlyHint":true,"destructiveHint":false,"title":"Get"})"));
}

TEST(Infer, every_reason_can_be_read_and_every_pointer_leads_somewhere) {
  const Inferred inferred(named("send_invoice", "Sends an invoice. Cannot be undone. Uses an LLM.",
                                R"({"to":{"description":"email address"},"a/b~c":{"enum":["x"]},
                                    "url":{"type":"string"},"mode":{"enum":["get","delete"]}})"));
  EXPECT_GT(inferred.of().size(), 6U);
  for (const auto& item : inferred.of()) {
    EXPECT_EQ(item.source, model::Source::kInferred);
    EXPECT_FALSE(item.reason.empty());
    EXPECT_TRUE(static_cast<bool>(json::at(inferred.root(), item.pointer))) << item.pointer;
    EXPECT_GT(item.confidence, 0.0F);
    EXPECT_LT(item.confidence, 1.0F);
  }
}

TEST(Infer, hostile_definitions_are_read_within_bounds) {
  const std::string huge(1 << 20, 'x');
  std::string deep = R"({"type":"string"})";
  for (int i = 0; i < 50; ++i) deep = R"({"properties":{"delete":)" + deep + "}}";
  std::string many = "{";
  for (int i = 0; i < 5000; ++i) {
    many += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + "\":{\"enum\":[\"delete\"]}";
  }
  for (const auto& text :
       {named(huge, huge), named("x", "", deep), named("x", "", many + "}"),
        std::string(R"({"name":7,"title":[],"description":{},"inputSchema":[1]})"),
        std::string(R"({"name":"x","inputSchema":{"properties":{"action":7},"required":3}})"),
        std::string(R"([null,7,{"name":"x"}])")}) {
    const Inferred inferred(text);
    EXPECT_LT(inferred.of().size(), 40U);
    for (const auto& item : inferred.of()) EXPECT_LT(item.reason.size(), 20'000U);
  }
}

RC_GTEST_PROP(Infer, the_same_words_always_say_the_same, (const std::string& name)) {
  json::Writer out;
  out.begin_object().key("name").string(name).key("description").string(name).end_object();
  RC_ASSERT(Inferred(out.text()).of() == Inferred(out.text()).of());
}

}  // namespace
}  // namespace touchstone::infer
