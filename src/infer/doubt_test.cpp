#include "infer/doubt.hpp"

#include <gtest/gtest.h>

#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

using testing::named;
using testing::reads_only;

struct Definition {
  std::string_view name;
  std::string_view text;
  std::string_view parameter = "";

  [[nodiscard]] bool reads() const {
    const auto properties = parameter.empty()
                                ? std::string("{}")
                                : R"({")" + std::string(parameter) + R"(":{"type":"string"}})";
    return reads_only(named(name, text, properties));
  }
};

void expect_no_look(std::initializer_list<Definition> tools) {
  for (const auto& tool : tools) EXPECT_FALSE(tool.reads()) << tool.name << ": " << tool.text;
}

void expect_look(std::initializer_list<Definition> tools) {
  for (const auto& tool : tools) EXPECT_TRUE(tool.reads()) << tool.name << ": " << tool.text;
}

TEST(Doubt, a_noun_at_the_end_promises_nothing_behind_a_verb) {
  expect_no_look({{"make_promise", "Make a client a promise.", "client"},
                  {"make_forecast_public", "Make a forecast public"},
                  {"make_offer", ""},
                  {"issue_report", "Issue a report to the press"},
                  {"file_audit", "File an audit with the board"},
                  {"order_search", "Order a search of the register", "name"},
                  {"cast_look", "Cast a look"},
                  {"raise_query", ""}});
  expect_look({{"order_search", "Search orders", "query"},
               {"order_lookup", "Looks up an order"},
               {"issue_list", "List issues", "state"},
               {"file_view", "View a file", "path"},
               {"weather_forecast", "Weather forecast for a city", "city"}});
}

TEST(Doubt, a_description_that_begins_with_a_deed_outweighs_the_name) {
  expect_no_look({{"get_refunded", "Request a refund", "order"},
                  {"get_signature", "Request a signature from a client"},
                  {"get_credit", "Apply for a loan"},
                  {"view_flat", "Book a viewing of a flat", "date"},
                  {"preview_build", "Publish a preview"},
                  {"estimate_effort", "Record an estimate for a task", "hours"},
                  {"find_home", "Place a pet with a family", "pet"},
                  {"verify_account", "Mark an account as verified"}});
  expect_look({{"get_plan", "Creates a plan of a garden"},
               {"get_tree", "Builds a tree of pages"},
               {"get_groups", "Groups a shop's parcels. Fetches all parcels first."},
               {"get_rights", "Get view and edit rights of a page"}});
}

TEST(Doubt, what_is_joined_to_a_look_and_done_to_something_is_a_deed) {
  expect_no_look({{"fetch_parcel", "Fetch a parcel and delete it from the shelf"},
                  {"check_guest", "Check a guest and charge them"},
                  {"read_script", "Read a script and run it"}});
  expect_look({{"get_comments", "Get comments of an issue, update, or document"}});
}

TEST(Doubt, what_is_joined_to_a_look_and_destroys_is_a_deed_whatever_it_is_done_to) {
  expect_no_look({{"list_users", "Lists users and deletes inactive ones."},
                  {"get_mail", "Get mail and delete each message after download."},
                  {"get_file", "Gets a file and deletes its backups."},
                  {"get_files", "Gets the files and deletes all of them."},
                  {"list_users", "Lists users and removes those who are inactive."},
                  {"search_replace", "Search and replace text in a file."}});
  expect_look({{"get_log", "Gets the log of what was created and deleted"},
               {"get_policy", "Get the retention policy and purge schedule of a bucket."}});
}

TEST(Doubt, how_or_when_it_is_done_makes_it_no_less_a_deed) {
  expect_no_look({{"read_mail", "Reads the mail and permanently deletes it."},
                  {"get_rows", "Fetches rows and also erases them from the table."},
                  {"check_balance", "Checks the balance and automatically pays what is due."},
                  {"list_sessions", "Lists sessions and forcibly terminates idle ones."},
                  {"get_log", "Gets a log and then silently deletes it."},
                  {"get_users", "Lists users & deletes them."},
                  {"read_mail", "Read the newest mail and permanently deletes it."}});
  expect_look({{"get_page", "Fetches a page and also its title."},
               {"read_mail", "Reads a mail and never deletes it."}});
}

TEST(Doubt, to_read_only_some_of_it_is_no_claim) {
  expect_no_look({{"get_mail", "Read only the newest mail and delete it."},
                  {"get_account", "Read only the balance and pay the invoice."}});
  expect_look({{"get_mail", "Read only the newest mail."},
               {"run_query", "Runs a read only query and returns rows."},
               {"get_mail", "Read only: gets a mail."}});
}

TEST(Doubt, verbs_of_two_words_are_deeds_as_those_of_one_are) {
  expect_no_look({{"get_job", "Fetches a job. Tears down the stack."},
                  {"get_job_info", "Get job info and tear down the stack."},
                  {"list_stale_files", "Lists the stale files and gets rid of them."},
                  {"fetch_invoice", "Fetches an invoice and pays off the debt."},
                  {"get_wallet", "Gets the wallet and cashes out the balance."},
                  {"read_draft", "Reads a draft, then throws away the original."},
                  {"get_branch", "Gets a branch and force pushes the result."},
                  {"view_report", "Views a report and writes off the debt."},
                  {"get_or_tear_down_stack", "Get or tear down a stack."},
                  {"fetch_or_take_down", "Fetch or take down a site."},
                  {"show_or_tear_down_stack", "x"},
                  {"read_or_throw_away", ""}});
  expect_look({{"get_write_off_history", "Gets the history of write-offs"}});
}

TEST(Doubt, a_verb_that_nobody_knows_is_no_look) {
  expect_no_look({{"check_box", "Tick a box of a form", "box"},
                  {"look_after", "Water the plants"},
                  {"scan_bag", "Queues a bag for the belt"}});
  expect_look({{"fetch_page", "Grabs a page from the web"}, {"list_tags", "Grabs the tags"}});
}

TEST(Doubt, in_the_form_of_an_order_some_looks_are_deeds) {
  expect_no_look({{"give_raise", "Give an employee a raise", "employee"},
                  {"give_access", ""},
                  {"offer_ride", "Offer a neighbour a ride"},
                  {"report_absence", "Report your absence", "day"},
                  {"watch_page", "Watch a page"},
                  {"confirm_seat", "Confirm a seat"},
                  {"choose_seat", "Choose a seat"},
                  {"choose_plan", "Choose a plan"},
                  {"return_parcel", "Return a parcel to the shop"}});
  expect_look({{"give_summary", "Give a summary of a text"},
               {"give_advice", "Gives advice on a garden"},
               {"report_status", "Report the status of a job"},
               {"report_uptime", "Reports the uptime of a host"},
               {"watch_logs", "Returns new lines of a log"},
               {"return_rows", "Returns rows of a table"}});
}

TEST(Doubt, what_a_look_is_done_to_may_make_it_a_deed) {
  expect_no_look({{"check_in_luggage", "Check in luggage", "bag"},
                  {"check_visitor", "Check a visitor out at the desk"},
                  {"list_car", "List a car for sale"},
                  {"list_flat", "List flats on the market"},
                  {"count_ballot", "Count a ballot for a party"},
                  {"show_banner", "Show a banner on all pages"},
                  {"display_notice", "Display a notice on the board"},
                  {"validate_voucher", "Validate a voucher at the till"},
                  {"scan_badge", "Scan a badge at the door"},
                  {"export_leads", "Export leads to a spreadsheet"},
                  {"monitor_price", "Monitor a price, with alerts"},
                  {"recall_message", "Recall a message"},
                  {"provide_refund", "Provide a refund"},
                  {"tell_guest", "Tell something to a guest"},
                  {"quote_job", "Quote a job to a customer"}});
  expect_look({{"check_status", "Check the status of an order", "order"},
               {"check_stock", "Check whether it is in the store", "sku"},
               {"list_directory", "List a directory", "path"},
               {"list_user_pages", "List a user's pages", "user"},
               {"count_words", "Count the words of a text", "text"},
               {"show_page", "Show a page", "id"},
               {"validate_schema", "Validate a schema", "schema"},
               {"scan_image", "Scan an image for flaws", "image"},
               {"export_pages", "Export pages as PDF", "query"},
               {"monitor_disks", "Monitor the disks of a host", "host"}});
}

TEST(Doubt, parameters_that_a_deed_needs_take_back_what_an_unclear_verb_promised) {
  expect_no_look({{"list_product", "List products", "price"},
                  {"export_archive", "Export an archive", "bucket"},
                  {"export_names", "Export names", "deliver_to"},
                  {"preview_mail", "Preview a mail", "recipient"}});
  expect_look({{"list_products", "List products", "price"},
               {"search_flights", "Search flights", "price"},
               {"calculate_tax", "Calculate a tax", "amount"}});
}

TEST(Doubt, who_says_that_nothing_is_changed_is_not_doubted) {
  expect_look({{"scan_badge", "Scan a badge. Read-only.", "badge"}});
}

TEST(Doubt, the_reason_tells_what_the_doubt_is) {
  const testing::Inferred inferred(named("issue_report", "Issue a report"));
  const auto* item = inferred.on(model::Field::kReadOnly);
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(item->value, model::Value(false));
  EXPECT_NE(item->reason.find("name may mean to issue a report"), std::string::npos)
      << item->reason;
}

}  // namespace
}  // namespace touchstone::infer
