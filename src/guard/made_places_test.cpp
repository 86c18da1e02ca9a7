// What a call that writes says that it made.
#include "guard/made_places.hpp"

#include <chrono>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/places_for_test.hpp"
#include "guard/text_ids.hpp"
#include "json/string.hpp"

namespace touchstone::guard {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Places made_by(const std::string& result, const std::string& tool = "create_note") {
  const auto document = json::Parser().parse(json::Text(result));
  const Subject subject{.method = "tools/call", .server = "s", .name = tool};
  return places_made(subject, document->root(), {});
}

Places made_in_text(const std::string& text, const std::string& tool = "create_note") {
  return made_by(fmt::format(R"({{"content":[{{"type":"text","text":{}}}]}})", json::quoted(text)),
                 tool);
}

// Does a call with these arguments find what was written by one that was answered so?
bool leads_to(const std::string& text, const std::string& arguments) {
  const Subject subject{.method = "tools/call", .server = "s", .name = "create_note"};
  const PlacedCall reader(arguments);
  const auto asked_rows = asked_of(reader.subject, reader.found);
  const auto kept_rows = kept_of(subject, made_in_text(text), {}, {}, {});
  return std::ranges::any_of(kept_rows, [&](const store::LabelledLocation& one) {
    return one.location.kind != "any" && std::ranges::count(asked_rows, one.location) > 0;
  });
}

TEST(MadePlaces, are_found_by_who_names_them_in_arguments) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"id":101,"ok":true})", R"({"note_id":101})"},
      {R"({"id":101,"ok":true})", R"({"id":"101"})"},
      {R"({"ticket_id":4712})", R"({"ticket_id":4712})"},
      {R"({"key":"OPS-17","self":"https://t.example/OPS-17"})", R"({"issue_key":"ops-17"})"},
      {R"({"ticket":{"id":"0F8FAD5B-d9cb-469f-a165-70867728950e"}})",
       R"({"id":"0f8fad5b-d9cb-469f-a165-70867728950e"})"},
      {R"({"number":58,"url":"https://t.example/issues/58"})", R"({"issue_number":58})"},
      {R"({"number":58,"url":"https://t.example/issues/58"})",
       R"({"url":"https://t.example/issues/58"})"},
      {R"({"id":"x","url":"https://t.example/issues/58"})", R"({"issue_number":58})"},
      {R"({"data":{"doc":{"documentId":"1AbC_dEf2345gHiJ"}}})", R"({"docId":"1AbC_dEf2345gHiJ"})"},
      {R"({"created":[{"id":1},{"id":2}]})", R"({"id":2})"},
      {R"({"ids":["a","b"]})", R"({"id":"b"})"},
      {R"({"path":"/notes/5.md"})", R"({"path":"/notes/5.md"})"},
      {R"({"uri":"note://x1"})", R"({"id":"x1"})"},
      {R"({"ok":true,"message":"Created ticket #4713."})", R"({"ticket_id":4713})"},
      {R"({"result":"Saved as note 101"})", R"({"note_id":101})"},
      {R"({"result":101})", R"({"note_id":101})"},
      {"101", R"({"note_id":101})"},
      {"Created ticket #4713.", R"({"ticket_id":4713})"},
      {"Saved as note 101", R"({"note_id":101})"},
      {"Note created successfully with ID: 101.", R"({"note_id":101})"},
      {"Done (id=a7).", R"({"id":"a7"})"},
      {"Opened OPS-17 for you", R"({"key":"OPS-17"})"},
      {"See https://t.example/issues/58.", R"({"issue_number":58})"},
      {"https://t.example/x/issues/58#issuecomment-977", R"({"comment_id":977})"},
      {"https://n.example/Lunch-0123456789abcdef0123456789abcdef?pvs=4",
       R"({"page_id":"0123456789abcdef0123456789abcdef"})"}};
  for (const auto& [receipt, arguments] : cases) {
    EXPECT_TRUE(leads_to(receipt, arguments)) << receipt << " " << arguments;
    EXPECT_FALSE(leads_to(receipt, R"({"id":"other-7"})")) << receipt;
  }
}

TEST(MadePlaces, are_found_by_the_uris_of_resources) {
  const Subject read{.method = "resources/read", .server = "s", .name = "note://101"};
  const auto asked_rows = in_words(asked_of(read, places_of(read)));
  EXPECT_THAT(asked_rows, Contains("id 101"));
  EXPECT_THAT(in_words(made_by(R"({"content":[{"type":"resource_link","uri":"note://101"}]})").all),
              ElementsAre("own note://101"));
}

TEST(MadePlaces, say_which_thing_it_is_or_only_what_it_is_called) {
  for (const auto* which : {R"({"id":1})", R"({"number":58})", R"({"note":"n7"})",
                            "Created ticket #4713.", "https://t.example/issues/58"})
    EXPECT_TRUE(made_in_text(which).named) << which;
  for (const auto* no : {R"({"title":"Lunch"})", R"({"ok":true})", "Saved 13 bytes.", "ok", "", "3",
                         R"({"count":3})", R"({"request_id":"r-77"})", R"({"etag":"0a1b2c"})",
                         R"({"user":{"id":7}})", R"({"project_id":7})", "Saved as UTF-8"})
    EXPECT_FALSE(made_in_text(no).named) << no;
}

TEST(MadePlaces, are_not_whose_it_is_or_what_it_belongs_to) {
  const auto* issue = R"({"id":9,"user":{"id":7,"url":"https://x.example/u/7"},"labels":)"
                      R"([{"id":3,"name":"bug"}],"author_id":8,"project":{"key":"P-1"}})";
  EXPECT_THAT(in_words(made_in_text(issue).all), ElementsAre("id 9"));
  EXPECT_THAT(in_words(made_in_text(R"({"user":{"id":7}})", "create_user").all),
              ElementsAre("id 7"));
  EXPECT_THAT(in_words(made_in_text(R"({"pull_request":{"number":7}})", "open").all),
              ElementsAre("id 7"));
}

TEST(MadePlaces, are_none_in_what_is_long_or_printed_by_a_command) {
  EXPECT_THAT(made_in_text("ticket 7 " + std::string(kMaxReceiptText, 'x')).all, IsEmpty());
  const auto document =
      json::Parser().parse(json::Text(R"({"content":[{"type":"text","text":"ticket 7"}]})"));
  Places written;
  written.in_code = true;
  const Subject subject{.method = "tools/call", .server = "s", .name = "bash"};
  EXPECT_THAT(places_made(subject, document->root(), written).all, IsEmpty());
}

TEST(MadePlaces, that_are_too_many_are_told) {
  std::string all;
  for (std::size_t i = 0; i < kMaxPlaces; ++i) all += fmt::format("{},", i);
  EXPECT_FALSE(made_in_text(fmt::format(R"({{"ids":[{}0]}})", all.substr(2))).too_many);
  const auto made = made_in_text(fmt::format(R"({{"ids":[{}0,1]}})", all));
  EXPECT_TRUE(made.too_many);
  EXPECT_LE(made.all.size(), kMaxPlaces);
}

std::vector<std::string> ids_in(std::string_view text) {
  std::vector<std::string> out;
  each_id_in_text(text, [&](const IdInText& id) {
    out.push_back((id.leads ? "leads " : "") + std::string(id.text));
    return true;
  });
  return out;
}

TEST(TextIds, are_numbers_of_things_keys_and_links) {
  EXPECT_THAT(ids_in("Sunny in Rome, 21 degrees at 10:30 on 2026-05-05"), IsEmpty());
  EXPECT_THAT(ids_in("101: lunch\n- [102] more\n| 103 | x |\n1. first\n2) second"),
              ElementsAre("leads 101", "leads 102", "leads 103"));
  EXPECT_THAT(ids_in("the note 7, ticket #8 (OPS-9), see <https://x.example/1>."),
              ElementsAre("7", "8", "OPS-9", "https://x.example/1"));
  EXPECT_THAT(ids_in("id:a7;key=b8"), ElementsAre("a7", "b8"));
  EXPECT_THAT(ids_in("::: ### ()= #"), IsEmpty());
}

// Each part of a run is looked at once: this takes a minute if the run is searched for each of
// them.
TEST(TextIds, are_read_in_linear_time) {
  std::string run;
  for (int i = 0; i < 200'000; ++i) run += "a:";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(ids_in(run), IsEmpty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace touchstone::guard
