// places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/store_for_test.hpp"
#include "guard/place_rows.hpp"
#include "guard/place_uri.hpp"

namespace touchstone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LabelledPlaces : public testing::StoreFile {
 protected:
  static model::Label from_the_web() {
    model::Label label;
    label.untrusted = true;
    label.attribution.insert_own("mcp://web/fetch");
    return label;
  }
  static model::Label about_money() {
    model::Label label;
    label.is_private = true;
    label.classes.insert(model::DataClass::kFinancial);
    return label;
  }
  // As a server that runs here does.
  void write(const std::string& server, const std::string& place,
             const model::Label& label = from_the_web()) {
    const guard::Subject subject{.method = "tools/call", .server = server, .transport = "stdio"};
    guard::Places places;
    if (!place.empty()) {
      places.all.push_back(guard::is_own_uri(place) ? guard::uri_place(server, place)
                                                    : guard::file_place(server, place));
    }
    store::Memory memory;
    memory.locations = guard::kept_of(subject, places, label, {}, now());
    remember(std::move(memory));
  }
  [[nodiscard]] testing::Ran lift(std::vector<std::string> words) const {
    words.insert(words.begin(), {"places", "declassify"});
    words.insert(words.end(), {"--reason", "I read it"});
    return touchstone(std::move(words));
  }
  [[nodiscard]] std::string list(std::vector<std::string> words = {}) const {
    words.insert(words.begin(), {"places", "list"});
    return touchstone(std::move(words)).out;
  }
  [[nodiscard]] std::size_t rows() const {
    return settled<std::vector<store::LabelledLocation>>(
               [&](auto done) { store_->list_locations({.limit = 1'000}, std::move(done)); })
        ->size();
  }
};

TEST_F(LabelledPlaces, are_listed_each_once_with_label_and_source) {
  EXPECT_EQ(list(), "no labelled places\n");
  write("files", "/home/me/notes.txt");
  write("notes", "note:///x1", about_money());
  write("notes", "");
  const auto all = list();
  EXPECT_THAT(all, HasSubstr("server  place                  label               last written"));
  EXPECT_THAT(all, HasSubstr("files   /home/me/notes.txt     untrusted"));
  EXPECT_THAT(all, HasSubstr("notes   the server as a whole  untrusted"));
  EXPECT_THAT(all, HasSubstr("notes   note:///x1             private, financial"));
  EXPECT_THAT(all, HasSubstr("mcp://web/fetch"));
  EXPECT_EQ(std::ranges::count(all, '\n'), 4);
  EXPECT_GT(rows(), 12U);
}

TEST_F(LabelledPlaces, are_listed_of_one_server_and_so_many_as_are_wanted) {
  write("files", "/a.txt");
  write("notes", "b.txt");
  write("notes", "c.txt");
  EXPECT_THAT(list({"--server", "notes"}), Not(HasSubstr("/a.txt")));
  const auto some = list({"--limit", "1"});
  EXPECT_THAT(some, HasSubstr("/a.txt"));
  EXPECT_THAT(some, HasSubstr("and 2 more: --limit 3\n"));
}

TEST_F(LabelledPlaces, are_listed_for_programs) {
  write("notes", "note:///x1");
  write("notes", "");
  const auto json = list({"--format", "json"});
  EXPECT_THAT(json, HasSubstr(R"({"server":"notes","kind":"whole","label":{"untrusted":true)"));
  EXPECT_THAT(json, HasSubstr(R"({"server":"notes","kind":"own","place":"note:///x1")"));
  EXPECT_THAT(json, HasSubstr(R"("alsoCalled":["x1"])"));
}

TEST_F(LabelledPlaces, of_the_machine_are_listed_if_no_server_tells_of_them) {
  write("files", "/a/x.txt");
  EXPECT_THAT(list(), Not(HasSubstr("this machine")));
  store::Memory memory;
  memory.locations.push_back({{"", "path", "/a/x.txt"}, about_money(), now()});
  remember(std::move(memory));
  EXPECT_THAT(list(), HasSubstr("this machine  /a/x.txt  untrusted, private, financial"));
  EXPECT_EQ(lift({"/a/x.txt", "--server", "files", "--all"}).code, 0);
  const auto machine = lift({"/a/x.txt", "--all"});
  EXPECT_EQ(machine.code, 0) << machine.err;
  EXPECT_EQ(list(), "no labelled places\n");
}

TEST_F(LabelledPlaces, lose_what_is_taken_and_who_took_it_is_on_record) {
  write("files", "/home/me/notes.txt");
  write("files", "/home/me/notes.txt", about_money());
  const auto done = lift({"/home/me/notes.txt", "--untrusted"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("label         private, financial\n"));
  EXPECT_THAT(done.out, HasSubstr("from          mcp://web/fetch\n"));
  EXPECT_THAT(done.out, Not(HasSubstr("reads also get")));
  const auto records = touchstone({"decisions", "list", "--kind", "declassification", "--server",
                                   "files", "--format", "json"})
                           .out;
  for (const auto* part : {R"("reason":"I read it")", R"("place":"/home/me/notes.txt")",
                           R"("effect":"declassify")", R"("untrusted":true)"}) {
    EXPECT_THAT(records, HasSubstr(part));
  }
  EXPECT_THAT(
      touchstone({"explain", "--last"}).out,
      HasSubstr("took something from the label of /home/me/notes.txt of files: I read it."));
}

TEST_F(LabelledPlaces, are_forgotten_under_all_their_names_if_all_goes) {
  write("files", "/home/me/notes.txt");
  write("notes", "note:///docs/x1.md");
  write("notes", "");
  EXPECT_EQ(lift({"/home/me/notes.txt", "--all"}).code, 0);
  EXPECT_EQ(lift({"docs/x1.md", "--all"}).code, 0) << "as its URI names it";
  const auto whole = lift({"--whole", "--server", "notes", "--all"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_THAT(whole.out, HasSubstr("the server as a whole\n"));
  EXPECT_EQ(rows(), 0U);
}

// Whoever writes a URI chooses what it names.
TEST_F(LabelledPlaces, that_a_uri_names_are_listed_if_somebody_wrote_there_by_that_name) {
  write("files", "docs/budget.xlsx", about_money());
  write("files", "evil://docs/budget.xlsx");
  EXPECT_THAT(list(), HasSubstr("files   docs/budget.xlsx         untrusted, private, financial"));
  EXPECT_THAT(list(), HasSubstr("files   evil://docs/budget.xlsx  untrusted  "));
  const auto done = lift({"evil://docs/budget.xlsx", "--all"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("also called     docs/budget.xlsx"));
  EXPECT_THAT(done.out, HasSubstr("reads also get  untrusted, private, financial, by docs/budget"));
  EXPECT_EQ(lift({"docs/budget.xlsx", "--all"}).code, 0);
  EXPECT_EQ(list(), "no labelled places\n");
  EXPECT_EQ(rows(), 0U);
}

TEST_F(LabelledPlaces, as_earlier_builds_have_them_are_the_same_place) {
  write("notes", "note://x1/y");
  store::Memory memory;
  memory.locations.push_back({{"notes", "uri", "note://x1/y"}, about_money(), now()});
  remember(std::move(memory));
  EXPECT_THAT(list(), HasSubstr("notes   note://x1/y  untrusted, private, financial"));
  EXPECT_EQ(std::ranges::count(list(), '\n'), 2);
  const auto done = lift({"note://x1/y", "--all"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(rows(), 0U);
}

TEST_F(LabelledPlaces, of_the_machine_can_be_named_beside_those_of_servers) {
  write("files", "/a/x.txt");
  store::Memory memory;
  memory.locations.push_back({{"", "path", "/a/x.txt"}, about_money(), now()});
  remember(std::move(memory));
  const auto several = lift({"/a/x.txt", "--all"});
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, HasSubstr("--machine"));
  EXPECT_THAT(list({"--machine"}), Not(HasSubstr("files")));
  const auto done = lift({"/a/x.txt", "--machine", "--class", "financial", "--private"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(list(), HasSubstr("files   /a/x.txt  untrusted "));
  EXPECT_THAT(list(), Not(HasSubstr("this machine")));
}

TEST_F(LabelledPlaces, that_nobody_wrote_are_shown_by_what_reads_of_them_get) {
  write("files", "/a/zz.txt");
  const auto shown = touchstone({"places", "show", "zz.txt"});
  EXPECT_EQ(shown.code, 2);
  EXPECT_THAT(shown.err, HasSubstr("no label is kept of this place"));
  EXPECT_THAT(shown.out, HasSubstr("server          files\n"));
  EXPECT_THAT(shown.out, HasSubstr("reads also get  untrusted, by a path that ends so\n"));
  const auto json = touchstone({"places", "show", "zz.txt", "--format", "json"}).out;
  EXPECT_THAT(json, HasSubstr(R"("written":null,)"));
  EXPECT_EQ(touchstone({"places", "show", "other.txt"}).out, "");
}

TEST_F(LabelledPlaces, are_the_server_as_a_whole_only_where_a_read_gets_that) {
  store::Memory memory;
  memory.locations.push_back({{"mail", "rest", ""}, from_the_web(), now()});
  memory.locations.push_back({{"mail", "any", ""}, from_the_web(), now()});
  remember(std::move(memory));
  EXPECT_THAT(list(), HasSubstr("mail    beside all its places  untrusted"));
  EXPECT_EQ(lift({"--whole", "--server", "mail", "--all"}).code, 0);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(LabelledPlaces, lose_a_scope_by_the_word_that_is_printed) {
  model::Label label;
  label.is_private = true;
  label.classes.insert_scope("GDPR");
  write("files", "/a/x.txt", label);
  EXPECT_THAT(list(), HasSubstr("private, regulated:GDPR"));
  const auto done = lift({"/a/x.txt", "--class", "regulated:GDPR"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("label         private\n"));
  EXPECT_EQ(lift({"/a/x.txt", "--class", "regulated:HIPAA"}).code, 2);
}

TEST_F(LabelledPlaces, are_not_listed_when_nothing_is_left_but_where_it_came_from) {
  write("files", "/a/x.txt");
  EXPECT_EQ(lift({"/a/x.txt", "--untrusted"}).code, 0);
  EXPECT_EQ(list(), "no labelled places\n");
  EXPECT_THAT(touchstone({"places", "show", "/a/x.txt"}).out, HasSubstr("nothing that needs care"));
}

TEST_F(LabelledPlaces, that_others_support_stay_as_they_are_and_the_exit_code_says_so) {
  write("notes", "x1");
  write("notes", "note:///x1");
  const auto held = lift({"x1", "--all"});
  EXPECT_EQ(held.code, 1);
  EXPECT_THAT(held.err, HasSubstr("another place may be called so and has this label"));
  EXPECT_THAT(held.err, HasSubstr("changed: note:///x1 of notes\n"));
  EXPECT_THAT(held.err, HasSubstr("touchstone places show note:///x1 --server notes"));
  EXPECT_EQ(lift({"note:///x1", "--all"}).code, 0);
  EXPECT_EQ(lift({"x1", "--all"}).code, 0);
}

TEST_F(LabelledPlaces, are_found_in_any_spelling) {
  write("files", "/home/me/notes.txt");
  EXPECT_EQ(touchstone({"places", "show", "/home/me/x/../Notes.TXT"}).code, 0);
  EXPECT_EQ(touchstone({"places", "show", "file:///home/me/notes.txt"}).code, 0);
}

TEST_F(LabelledPlaces, say_what_a_read_gets_from_elsewhere) {
  write("files", "/a/x.txt");
  write("other", "/a/x.txt", about_money());
  write("files", "x.txt", about_money());
  const auto done = lift({"/a/x.txt", "--server", "files", "--all"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("label           nothing that needs care\n"));
  EXPECT_THAT(
      done.out,
      HasSubstr("reads also get  private, financial, by /a/x.txt on this machine, by another"));
  EXPECT_THAT(done.out, HasSubstr("reads also get  private, financial, by x"));
}

TEST_F(LabelledPlaces, that_nobody_knows_or_several_have_are_errors) {
  write("files", "/a/x.txt");
  write("other", "/a/x.txt");
  write("notes", "note:///x1");
  write("notes", "task:///x1");
  const auto unknown = lift({"/a/y.txt", "--all"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no label is kept of this place"));
  EXPECT_THAT(unknown.err, HasSubstr("touchstone places list"));
  const auto several = lift({"/a/x.txt", "--all"});
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err,
              HasSubstr("more than one server has labels of this place: files, other"));
  const auto two = lift({"x1", "--all"});
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("more than one place is called so: note:///x1, task:///x1"));
  EXPECT_EQ(lift({"--whole", "--server", "files", "--all"}).code, 2);
  EXPECT_EQ(lift({"--all"}).code, 2);
  EXPECT_EQ(lift({"--whole", "--all"}).code, 2) << "of which server?";
  EXPECT_EQ(touchstone({"decisions", "list"}).out, "no decisions\n");
}

TEST_F(LabelledPlaces, lose_nothing_without_a_reason_or_by_a_word_that_they_lack) {
  write("files", "/a/x.txt");
  EXPECT_EQ(touchstone({"places", "declassify", "/a/x.txt", "--all"}).code, 2);
  EXPECT_EQ(lift({"/a/x.txt"}).code, 2);
  const auto wrong = lift({"/a/x.txt", "--class", "financial"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("nothing there is labelled financial"));
  EXPECT_THAT(wrong.err, HasSubstr("its label is: untrusted"));
  EXPECT_THAT(list(), HasSubstr("/a/x.txt"));
}

TEST_F(LabelledPlaces, are_on_record_without_the_secrets_in_their_names) {
  // In two parts, so that nobody takes this file for a leak.
  const std::string secret = std::string("ghp_") + "Q7dM2xkLw9RzT4vBn8HsYc1JfUeP3a0WqXr5";
  write("notes", "note:///" + secret);
  EXPECT_EQ(lift({"note:///" + secret, "--all"}).code, 0);
  EXPECT_THAT(touchstone({"decisions", "list", "--format", "json"}).out, Not(HasSubstr(secret)));
}

}  // namespace
}  // namespace touchstone::cli
