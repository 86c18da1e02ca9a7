#include "guard/places.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "guard/place_name.hpp"
#include "guard/place_rows.hpp"
#include "guard/place_uri.hpp"
#include "guard/places_for_test.hpp"

namespace touchstone::guard {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> places_of_resource(const std::string& uri) {
  const Subject subject{.method = "resources/read", .server = "s", .name = uri};
  return in_words(places_of(subject).all);
}

TEST(Places, a_path_is_one_place_however_it_is_written) {
  for (const auto* path : {"docs/a.txt", "./docs/a.txt", "docs//a.txt", "docs/x/../a.txt",
                           "docs/./x/y/../../a.txt", "Docs/A.txt", "docs\\\\x\\\\..\\\\a.txt"}) {
    EXPECT_THAT(places(R"({"path":")" + std::string(path) + R"("})"),
                ElementsAre("path docs/a.txt"))
        << path;
  }
}

TEST(Places, so_is_one_without_an_ending_that_only_its_parameter_tells) {
  for (const auto* path : {"docs/plan", "./docs/plan", "docs/x/../plan", "docs/plan/"}) {
    EXPECT_THAT(places(R"({"path":")" + std::string(path) + R"("})"), ElementsAre("path docs/plan"))
        << path;
  }
  EXPECT_EQ(places(R"({"path":"./plan"})"), places(R"({"name":"plan"})"));
}

TEST(Places, a_file_uri_is_its_path) {
  const auto same = ElementsAre("path /docs/a b.txt");
  EXPECT_THAT(places_of_resource("file:///docs/x/../a%20b.txt"), same);
  EXPECT_THAT(places_of_resource("FILE://localhost/docs/%61%20b.txt"), same);
  EXPECT_THAT(places(R"({"uri":"file:///docs/a%20b.txt"})"), same);
  EXPECT_THAT(places(R"({"path":"/docs/a b.txt"})"), same);
}

TEST(Places, a_uri_is_one_place_with_and_without_needless_escapes) {
  const auto same = ElementsAre("uri host.dev/a/~b?q=%2f");
  EXPECT_THAT(places(R"({"url":"https://host.dev/a/~b?q=%2F"})"), same);
  EXPECT_THAT(places(R"({"url":"https://Host.dev/x/../%61/%7eb?q=%2f"})"), same);
  EXPECT_THAT(places_of_resource("https://host.dev/a/%7Eb?q=%2f"), same);
  EXPECT_THAT(places_of_resource("note:%41"), ElementsAre("own note:a"));
}

TEST(Places, what_is_moved_is_named_by_both_ends) {
  EXPECT_THAT(places(R"({"source":"plan","destination":"plan two"})"),
              ElementsAre("id plan", "id plan two"));
  EXPECT_THAT(places(R"({"destination":"Berlin"})"), IsEmpty());
}

TEST(Places, in_a_list_are_named_by_the_list) {
  EXPECT_THAT(places(R"({"ids":["doc-1","doc 2"]})"), ElementsAre("id doc 1", "id doc 2"));
  EXPECT_THAT(places(R"({"names":["Zed"]})"), ElementsAre("id zed"));
  EXPECT_THAT(places(R"({"paths":["plan","docs/b"]})"), ElementsAre("id plan", "path docs/b"));
  EXPECT_THAT(places(R"({"entities":[{"name":"Zed","observations":["o1"]}]})"),
              ElementsAre("id zed"));
  EXPECT_THAT(places(R"({"fileIds":[[7]],"size":[8]})"), ElementsAre("id 7"));
}

TEST(Places, are_what_things_are_called_by) {
  EXPECT_THAT(places(R"({"issue_number":12,"number":3})"), ElementsAre("id 12"));
  EXPECT_THAT(places(R"({"issue":{"number":3}})"), ElementsAre("id 3"));
  EXPECT_THAT(places(R"({"title":"Plan B"})"), ElementsAre("id plan b"));
  EXPECT_THAT(places(R"({"channel":"#general"})"), places(R"({"channel":"general"})"));
  EXPECT_THAT(places(R"({"entityName":"Bob"})"), ElementsAre("id bob"));
  EXPECT_THAT(places(R"({"body":"Bob","amount":12,"identity":"x"})"), IsEmpty());
}

TEST(Places, a_uri_with_a_blank_is_the_one_with_its_escape) {
  EXPECT_THAT(places(R"({"uri":"notes://a/b c"})"), ElementsAre("own notes://a/b c"));
  EXPECT_TRUE(finds(R"({"uri":"notes://a/b c"})", R"({"uri":"notes://a/b%20c"})"));
}

// Does who reads the one find what was written by the other, whichever is which?
bool are_one(const std::string& uri, const std::string& arguments) {
  const auto resource = fmt::format(R"({{"uri":"{}"}})", uri);
  EXPECT_EQ(finds(resource, arguments), finds(arguments, resource)) << uri << " " << arguments;
  return finds(arguments, resource);
}

TEST(Places, a_uri_of_the_servers_own_is_what_its_tools_call_it) {
  for (const auto* uri : {"demo://files/reports/new.txt", "note:///reports/new.txt",
                          "note:///srv/share/reports/new.txt", "note:reports/new.txt",
                          "DEMO://Files/x/../reports/new%2Etxt?view=full#top",
                          "db://ann:pw@files:8080/reports%2Fnew.txt"}) {
    EXPECT_TRUE(are_one(uri, R"({"path":"reports/new.txt"})")) << uri;
    EXPECT_FALSE(are_one(uri, R"({"path":"reports/other.txt"})")) << uri;
    EXPECT_FALSE(are_one(uri, R"({"path":"reports"})")) << uri << ", a list of files";
  }
  EXPECT_TRUE(are_one("demo://files/docs/a.txt", R"({"path":"/srv/root/docs/a.txt"})"));
  EXPECT_FALSE(are_one("demo://files/docs/a.txt", R"({"path":"/srv/root/old/a.txt"})"));
  EXPECT_TRUE(are_one("a+b://docs/a.txt", R"({"path":"docs/a.txt"})"));
  EXPECT_TRUE(are_one("note:///srv/w2.txt", R"({"path":"/srv/w2.txt"})"));
}

TEST(Places, a_uri_of_the_servers_own_is_what_it_ends_in) {
  for (const auto* uri :
       {"note://plan%20b", "note:///Plan%20B", "note://box/plan-b", "note://box/a/plan b",
        "note:plan%20b", "urn:note:plan%20b", "note://box/get?id=plan%20b&view=full"}) {
    EXPECT_TRUE(are_one(uri, R"({"title":"Plan B"})")) << uri;
    EXPECT_FALSE(are_one(uri, R"({"title":"Plan"})")) << uri;
  }
  EXPECT_TRUE(are_one("note://x", R"({"id":"x"})"));
  EXPECT_TRUE(are_one("note:///x", R"({"id":"x"})"));
  EXPECT_TRUE(are_one("tickets://acme/7", R"({"ticket":7})"));
  EXPECT_FALSE(are_one("note://box/a/x", R"({"id":"x"})")) << "a letter may be anything";
}

TEST(Places, a_uri_of_the_servers_own_has_what_was_written_to_its_holder) {
  EXPECT_TRUE(finds(R"({"ticket":"t-17"})", R"({"uri":"ticket://t-17/comments"})"));
  EXPECT_TRUE(finds(R"({"bucket":"bills"})", R"({"uri":"s3://bills/2026/may.pdf"})"));
  EXPECT_FALSE(finds(R"({"uri":"ticket://t-17/comments"})", R"({"uri":"ticket://t-17/people"})"));
  EXPECT_FALSE(finds(R"({"uri":"db://items?id=5"})", R"({"uri":"db://items?id=6"})"));
}

// In a folder's name a colon is one letter of many.
TEST(Places, a_path_with_the_mark_of_a_uri_in_it_is_a_path) {
  for (const auto* path : {"docs/qq://../a.txt", "docs/http://../a.txt", "./qq://../docs/a.txt",
                           "docs/qq://x/../../a.txt", "qq://../docs/a.txt"}) {
    const auto written = fmt::format(R"({{"path":"{}"}})", path);
    EXPECT_TRUE(finds(written, R"({"path":"docs/a.txt"})")) << path;
    EXPECT_TRUE(finds(R"({"path":"docs/a.txt"})", written)) << path;
  }
  EXPECT_TRUE(finds(R"({"path":"/srv/docs/qq://../a.txt"})", R"({"path":"/srv/docs/a.txt"})"));
  EXPECT_THAT(places(R"({"path":"http:docs/x://../a.txt"})"),
              places(R"({"path":"http:docs/a.txt"})"));
}

// By builds that knew no "own" places.
TEST(Places, a_uri_of_the_servers_own_is_found_as_it_was_kept_before) {
  for (const auto& [uri, row] : std::vector<std::pair<std::string, std::string>>{
           {"note://x17", "uri x17"},
           {"note://Box/x/../Plan%20B", "uri box/Plan B"},
           {"demo://files/a.txt?v=1", "uri files/a.txt?v=1"},
           {"urn:note:x17", "uri urn:note:x17"}}) {
    EXPECT_THAT(asked(fmt::format(R"({{"uri":"{}"}})", uri)), Contains(row));
    Places shown;
    shown.all = places_of({.method = "resources/read", .server = "s", .name = uri}).all;
    EXPECT_THAT(in_words(asked_of_shown({.server = "s"}, shown)), Contains(row));
  }
}

TEST(Places, pages_of_one_host_are_different_things) {
  for (const auto* url : {"https://host.dev/reports/new.txt", "http://host.dev:8080/new.txt"}) {
    EXPECT_FALSE(are_one(url, R"({"path":"new.txt"})")) << url;
    EXPECT_FALSE(are_one(url, R"({"name":"host.dev"})")) << url;
    EXPECT_FALSE(are_one(url, R"({"url":"https://host.dev/new.html"})")) << url;
  }
}

TEST(Places, what_is_moved_as_a_folder_is_labelled_below_by_uri_too) {
  EXPECT_TRUE(finds(R"({"source":"d1","destination":"d2"})", R"({"uri":"demo://files/d2/x.txt"})"));
  EXPECT_TRUE(finds(R"({"source":"demo://files/d1","destination":"demo://files/d2"})",
                    R"({"path":"d2/x.txt"})"));
}

TEST(Places, the_user_before_a_host_is_kept_nowhere) {
  EXPECT_THAT(places_of_resource("db://ann:pw@Files:81/a"), ElementsAre("own db://files:81/a"));
  EXPECT_THAT(places(R"({"path":"c:/docs/a.txt"})"), ElementsAre("path c:/docs/a.txt"));
}

RC_GTEST_PROP(Places, of_any_uri_are_found_again_and_have_names, ()) {
  const auto parts = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "/", "//", "..", "a", "B7", ":", "@", "%2F", "%", "?", "id=", "&", "=", "#", "-", " "));
  std::string uri = "note:";
  for (const auto& part : parts) uri += part;
  const Subject read{.method = "resources/read", .server = "s", .name = uri};
  const Places found = places_of(read);
  const auto rows = asked_of(read, found);
  const auto written = kept_of(read, found, {}, {}, {});
  RC_ASSERT(std::ranges::any_of(written, [&](const auto& one) {
    return one.location.kind == "own" && std::ranges::count(rows, one.location) > 0;
  }));
  for (const auto& row : rows) RC_ASSERT(!row.place.empty() || row.kind == "every");
}

TEST(Places, a_file_is_found_from_another_folder) {
  const auto* absolute = R"({"path":"/srv/root/docs/a.txt"})";
  for (const auto* read : {R"({"path":"a.txt"})", R"({"path":"docs/a.txt"})",
                           R"({"path":"./root/docs/a.txt"})", absolute}) {
    EXPECT_TRUE(finds(absolute, read)) << read;
    EXPECT_TRUE(finds(read, absolute)) << read;
  }
  EXPECT_FALSE(finds(absolute, R"({"path":"b.txt"})"));
  EXPECT_FALSE(finds(absolute, R"({"path":"/srv/other/docs/a.txt"})"));
  EXPECT_FALSE(finds(absolute, R"({"path":"/srv/root/docs"})")) << "a list of files";
  EXPECT_FALSE(finds(absolute, R"({"path":"/srv/root/docs/b.txt"})"));
}

TEST(Places, what_is_moved_as_a_folder_is_labelled_below) {
  const auto* moved = R"({"source":"/r/d1","destination":"/r/d2"})";
  EXPECT_TRUE(finds(moved, R"({"path":"/r/d2/x/y.txt"})"));
  EXPECT_FALSE(finds(moved, R"({"path":"/r/d3/x.txt"})"));
  EXPECT_FALSE(finds(R"({"path":"/r/d2"})", R"({"path":"/r/d2/x.txt"})")) << "not moved";
  const PlacedCall call(moved);
  EXPECT_THAT(in_words(asked_before_move(call.subject, call.found)), Contains("within /r/d1"));
  EXPECT_THAT(kept(R"({"path":"/r/d1/x.txt"})"), Contains("within /r/d1"));
}

TEST(Places, a_mail_moves_nothing) {
  EXPECT_THAT(places(R"({"from":"ann","to":"bob"})"), IsEmpty());
  EXPECT_TRUE(PlacedCall(R"({"from":"/a/b","to":"/a/c"})").found.moves);
}

TEST(Places, of_a_tool_that_moves_or_copies_are_all_short_texts) {
  constexpr std::string_view kGiven = R"({"a":"pay talk","b":"lunch","n":3,"query":"x"})";
  for (const auto* tool : {"rename_note", "mv", "publish", "copyPage", "notes.duplicate"}) {
    PlacedCall call{std::string(kGiven)};
    call.subject.name = tool;
    const Places found = places_of(call.subject);
    EXPECT_THAT(in_words(found.all), ElementsAre("id lunch", "id pay talk")) << tool;
    EXPECT_TRUE(found.moves) << tool;
  }
  for (const auto* tool : {"remove_note", "recopying", "send", "MVP"}) {
    PlacedCall call{std::string(kGiven)};
    call.subject.name = tool;
    EXPECT_THAT(in_words(places_of(call.subject).all), IsEmpty()) << tool;
  }
}

TEST(Places, of_a_tool_that_moves_are_neither_long_texts_nor_whom_a_mail_goes_to) {
  PlacedCall call{fmt::format(R"({{"a":"{}","b":"one\ntwo","to":"ann@example.com"}})",
                              std::string(kMaxThingMoved + 1, 'x'))};
  call.subject.name = "copy_mail";
  EXPECT_THAT(in_words(places_of(call.subject).all), IsEmpty());
}

TEST(Places, who_names_none_reads_what_has_no_name) {
  const auto* nameless = R"({"sql":"delete from t"})";
  EXPECT_TRUE(finds(nameless, "{}"));
  EXPECT_TRUE(finds(nameless, R"({"query":"o1"})"));
  EXPECT_TRUE(finds(nameless, R"({"query":"report.txt"})")) << "a word that is searched for";
  EXPECT_FALSE(finds(nameless, R"({"names":["Nobody"]})"));
  EXPECT_FALSE(finds(R"({"entities":[{"name":"Zed"}]})", "{}")) << "by its result alone";
  EXPECT_FALSE(finds(R"({"path":"/a/b.txt"})", "{}"));
}

TEST(Places, of_the_open_world_have_no_whole) {
  PlacedCall call(R"({"body":"hello"})");
  model::Profile::States states;
  states[static_cast<std::size_t>(model::Field::kOpenWorld)] = {.value = true,
                                                                .source = model::Source::kDeclared};
  const model::Profile profile(states, {});
  call.subject.profile = &profile;
  model::Label label;
  label.untrusted = true;
  std::vector<store::Location> rows;
  for (const auto& one : kept_of(call.subject, call.found, label, {}, {}))
    rows.push_back(one.location);
  EXPECT_THAT(in_words(rows), testing::ElementsAre("any", "rest"));
}

std::string many_paths(std::size_t count, const std::string& last) {
  std::string out = R"({"paths":[)";
  for (std::size_t i = 0; i < count; ++i) out += fmt::format(R"("/r/none{}.txt",)", i);
  return out + fmt::format(R"("{}"]}})", last);
}

TEST(Places, too_many_lose_no_label) {
  const auto* one = R"({"path":"/r/t65.txt"})";
  EXPECT_TRUE(finds(one, many_paths(70, "/r/t65.txt")));
  EXPECT_TRUE(finds(one, many_paths(kMaxPlaces + 70, "/r/t65.txt")));
  EXPECT_TRUE(finds(many_paths(kMaxPlaces + 70, "/r/t65.txt"), one));
  EXPECT_FALSE(finds(one, many_paths(70, "/r/x.txt")));
}

std::string folders(std::string_view mark, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("{}{}/", mark, i);
  return out;
}

TEST(Places, that_name_too_much_lose_no_label) {
  std::string uris;
  for (std::size_t i = 0; i + 1 < kMaxPlaces; ++i) {
    std::string query;
    for (std::size_t j = 0; j < kMaxQueryNames; ++j)
      query += fmt::format("&id={}{}", folders(fmt::format("q{}-{}-", i, j), 20), j);
    uris += fmt::format(R"("note://h{}/{}a?{}",)", i, folders("s", 30), query);
  }
  const auto many = fmt::format(R"({{"uris":[{}"zed://z/t65.txt"]}})", uris);
  const auto* one = R"({"path":"t65.txt"})";
  EXPECT_TRUE(finds(one, many));
  EXPECT_TRUE(finds(many, one));
  EXPECT_LE(asked(many).size(), kMaxRows);
  EXPECT_LE(kept(many).size(), kMaxRows + 1'024);  // the last has room as a whole
}

TEST(Places, that_are_paths_have_room_whatever_their_folders) {
  std::string paths;
  for (std::size_t i = 0; i + 1 < kMaxPlaces; ++i)
    paths += fmt::format(R"("/{}a",)", folders(fmt::format("s{}-", i), 30));
  const auto many = fmt::format(R"({{"paths":[{}"/r/x.txt"]}})", paths);
  EXPECT_FALSE(finds(R"({"path":"/r/t65.txt"})", many));
  EXPECT_FALSE(finds(many, R"({"path":"/r/t65.txt"})"));
}

}  // namespace
}  // namespace touchstone::guard
