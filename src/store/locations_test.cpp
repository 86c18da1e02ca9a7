// Labelled locations: listed, and relabelled by a person.
#include <gmock/gmock.h>

#include "store/database.hpp"
#include "store/schema.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

using testing::ElementsAre;

const Location kNote{"notes", "path", "a.txt"};
const Location kOther{"notes", "path", "b.txt"};
const Location kFolder{"notes", "within", "docs"};

// Looks at the rows of one kind, and gives what a test says.
struct Script {
  std::string kind = "path";
  Relabelled decided;
  std::vector<std::string> seen = {};
};
class Scripted final : public Relabelling {
 public:
  explicit Scripted(Script& script) : script_(script) {}
  [[nodiscard]] bool wants(const Location& location) const override {
    return location.kind == script_.kind;
  }
  void look_at(const LabelledLocation& row) override {
    script_.seen.push_back(row.location.place + " " + row.label.attribution.uris().front());
  }
  [[nodiscard]] Relabelled decide() override { return script_.decided; }

 private:
  Script& script_;
};

enum class Kept { kInMemory, kInFile };

class Locations : public testing::TestWithParam<Kept> {
 protected:
  Locations() {
    Memory memory;
    memory.locations = {{kNote, label_from("mcp://a"), noon()},
                        {kOther, label_from("mcp://b"), noon(1)},
                        {kFolder, label_from("mcp://a"), noon(1)},
                        {{"mail", "id", "7"}, label_from("mcp://c"), noon(2)}};
    must(calls_.remember(memory));
  }
  std::vector<std::string> listed(LocationFilter filter = {}) {
    std::vector<std::string> out;
    for (const auto& one : must(calls_.locations(std::move(filter))))
      out.push_back(one.location.server + " " + one.location.kind + " " + one.location.place);
    return out;
  }
  static PlaceDeclassification by_script(Script& script, std::string by = "bob") {
    return {.server = "notes",
            .place = "a.txt",
            .by = std::move(by),
            .reason = "mine",
            .now = noon(5),
            .begin = [&script] { return std::make_unique<Scripted>(script); }};
  }
  Folder folder_;
  std::unique_ptr<Store> store_ =
      opened_store(GetParam() == Kept::kInFile ? at(folder_.file()) : SqliteOptions());
  Calls calls_{*store_};
};

TEST_P(Locations, are_listed_in_their_order_with_label_and_time) {
  EXPECT_THAT(listed(), ElementsAre("mail id 7", "notes path a.txt", "notes path b.txt",
                                    "notes within docs"));
  const auto mail = must(calls_.locations({.server = "mail"}));
  ASSERT_EQ(mail.size(), 1U);
  EXPECT_EQ(mail[0].label, label_from("mcp://c"));
  EXPECT_EQ(mail[0].now, noon(2));
}

TEST_P(Locations, are_listed_by_kind_and_page_by_page) {
  EXPECT_THAT(listed({.kinds = {"id", "within"}}), ElementsAre("mail id 7", "notes within docs"));
  EXPECT_THAT(listed({.server = "notes", .kinds = {"path", "within"}, .after = kNote, .limit = 1}),
              ElementsAre("notes path b.txt"));
  EXPECT_THAT(listed({.after = kFolder}), ElementsAre());
}

TEST_P(Locations, are_relabelled_as_was_decided_and_that_is_recorded) {
  Script script{.decided = {.rows = {{kNote, {}, noon()}, {kOther, label_from("mcp://d"), noon()}},
                            .before = label_from("mcp://a")}};
  EXPECT_EQ(must(calls_.declassify_place(by_script(script))).how, Declassified::kDone);
  EXPECT_THAT(script.seen, ElementsAre("a.txt mcp://a", "b.txt mcp://b"));
  EXPECT_THAT(listed({.kinds = {"path"}}), ElementsAre("notes path b.txt"));
  EXPECT_EQ(must(calls_.labels({kOther}))[0], label_from("mcp://d"));
  EXPECT_EQ(must(calls_.labels({kFolder}))[0], label_from("mcp://a"));
  const auto records = must(calls_.decisions({.server = "notes", .kind = "declassification"}));
  ASSERT_EQ(records.size(), 1U);
  for (const auto* part : {R"("by":"bob")", R"("place":"a.txt")", R"("reason":"mine")",
                           R"("before":{"attribution":["mcp://a"])"}) {
    EXPECT_THAT(records[0].json, testing::HasSubstr(part));
  }
}

TEST_P(Locations, stay_as_they_are_and_unrecorded_unless_it_is_done) {
  Script script{.decided = {.how = Declassified::kLabelGrew, .rows = {{kNote, {}, noon()}}}};
  EXPECT_EQ(must(calls_.declassify_place(by_script(script))).how, Declassified::kLabelGrew);
  script.decided.how = Declassified::kDone;
  EXPECT_FALSE(calls_.declassify_place(by_script(script, "")));
  EXPECT_EQ(must(calls_.labels({kNote}))[0], label_from("mcp://a"));
  EXPECT_TRUE(must(calls_.decisions()).empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, Locations, testing::Values(Kept::kInMemory, Kept::kInFile));

TEST_P(Locations, know_whether_somebody_wrote_there_by_that_name) {
  const auto remember = [&](bool by_name) {
    Memory memory;
    memory.locations.push_back({kOther, label_from("mcp://a"), noon(), by_name});
    must(calls_.remember(std::move(memory)));
    return must(calls_.locations({.kinds = {kOther.kind}})).back().by_name;
  };
  Script script{.decided = {.rows = {{kOther, {}, noon()}}}};
  EXPECT_EQ(must(calls_.declassify_place(by_script(script))).how, Declassified::kDone);
  EXPECT_FALSE(remember(false));
  EXPECT_TRUE(remember(true));
  EXPECT_TRUE(remember(false));
  script.decided.rows = {{kOther, label_from("mcp://a"), noon(), false}};
  EXPECT_EQ(must(calls_.declassify_place(by_script(script))).how, Declassified::kDone);
  EXPECT_FALSE(must(calls_.locations({.kinds = {kOther.kind}})).back().by_name);
}

TEST(LocationsOfAnEarlierStore, count_as_written_by_their_own_names) {
  const Folder folder;
  make_store_of(8, folder.file(),
                fmt::format("INSERT INTO locations VALUES ('notes', 'id', 'x1', {}, 0)",
                            sql_of(label_from("mcp://a"))));
  const auto store = opened_store(at(folder.file()));
  EXPECT_TRUE(must(Calls(*store).locations({})).at(0).by_name);
}

TEST(LocationsOfAnEarlierStore, count_what_nobody_can_tell_as_written_without_a_place) {
  const Folder folder;
  const auto label = sql_of(label_from("mcp://a"));
  make_store_of(6, folder.file(),
                fmt::format("INSERT INTO locations VALUES ('notes', 'any', '', {0}, 0), "
                            "('', 'any', '', {0}, 0)",
                            label));
  const auto store = opened_store(at(folder.file()));
  const auto rest = must(Calls(*store).locations({.kinds = {"rest"}}));
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].location, (Location{"notes", "rest", ""}));
  EXPECT_EQ(rest[0].label, label_from("mcp://a"));
}

}  // namespace
}  // namespace touchstone::store
