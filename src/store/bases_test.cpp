// Records that are kept as differences: small, whole when they are read, and never wrong.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "json/canonical.hpp"
#include "store/schema.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

using testing::HasSubstr;

DecisionRecord call_number(int number, std::string tool = "echo") {
  return {.at = noon(number),
          .kind = "call",
          .effect = "allow",
          .session = fmt::format("s{}", number % 3),
          .principal = "ann",
          .server = "files",
          .tool = std::move(tool),
          .body = fmt::format(R"({{"facts":{{"client":"{}","size":{}}},"z":2}})",
                              std::string(600, 'c'), number),
          .is_ordered = true};
}

class Bases : public testing::Test {
 protected:
  void append(DecisionRecord record) const {
    must(Calls(*store_).remember(decided(std::move(record))));
  }
  void in_file(const std::string& sql) const {
    auto other = Database::open(folder_.file(), Span(1'000));
    must(other->script(sql));
  }
  std::int64_t number(const std::string& sql) const {
    auto other = Database::open(folder_.file(), Span(1'000));
    return must(other->number(sql));
  }
  std::vector<Decision> all() const { return must(Calls(*store_).decisions({.limit = kMaxPage})); }
  void close() { store_.reset(); }
  void open() { store_ = opened_store(at(folder_.file())); }

  Folder folder_;
  std::unique_ptr<Store> store_ = opened_store(at(folder_.file()));
};

TEST_F(Bases, make_records_small_and_give_them_back_whole) {
  for (int i = 1; i <= 30; ++i) append(call_number(i, i % 2 == 0 ? "echo" : "read"));
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 2);
  EXPECT_LT(number("SELECT max(length(json)) FROM decisions"), 100);
  const auto found = all();
  ASSERT_EQ(found.size(), 30U);
  for (const auto& decision : found) {
    EXPECT_EQ(decision.digest, json::digest_of_canonical(decision.json));
    EXPECT_THAT(decision.json, HasSubstr(fmt::format(R"("size":{}}})", decision.sequence)));
    EXPECT_THAT(decision.json, HasSubstr(decision.id));
  }
  EXPECT_EQ(must(Calls(*store_).decisions({.session = "s1", .tool = "read"})).size(), 5U);
}

TEST_F(Bases, are_chosen_anew_when_records_have_become_others) {
  append(call_number(1));
  for (int i = 2; i <= 40; ++i) {
    auto record = call_number(i);
    record.body = fmt::format(R"({{"other":"{}"}})", std::string(600, 'o'));
    append(record);
  }
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 2);
  EXPECT_LT(number("SELECT length(json) FROM decisions WHERE sequence = 40"), 100);
  EXPECT_EQ(all().size(), 40U);
}

TEST_F(Bases, that_help_nothing_are_not_made_for_each_record) {
  for (int i = 0; i < 40; ++i) {
    auto record = call_number(i);
    record.body = fmt::format(R"({{"other":"{}"}})", std::string(600, static_cast<char>('0' + i)));
    append(record);
  }
  EXPECT_LE(number("SELECT count(*) FROM bases"), 5);
}

TEST_F(Bases, outlive_what_another_process_writes_but_not_what_was_undone) {
  const auto other = opened_store(at(folder_.file()));
  for (int i = 0; i < 10; ++i) {
    append(call_number(i));
    must(Calls(*other).remember(decided(call_number(i))));
  }
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 2);
  Memory bad = decided(call_number(7, "new"));
  bad.decisions.push_back({.at = noon(), .body = "no JSON"});
  EXPECT_FALSE(Calls(*store_).remember(bad));
  append(call_number(8, "new"));
  append(call_number(9, "new"));
  EXPECT_EQ(all().size(), 22U);
}

TEST_F(Bases, that_are_missing_make_records_damaged_whatever_is_asked_for) {
  append(call_number(1));
  append(call_number(2));
  in_file("DELETE FROM bases");
  for (const auto& filter : {DecisionFilter{}, DecisionFilter{.tool = "echo"},
                             DecisionFilter{.tool = "nothing", .kind = "call"}}) {
    const auto found = Calls(*store_).decisions(filter);
    ASSERT_TRUE(found);
    ASSERT_FALSE(found->empty());
    EXPECT_THAT(found->front().damage, HasSubstr("missing"));
  }
}

TEST_F(Bases, that_are_damaged_never_give_a_wrong_record) {
  for (const auto* sql :
       {"UPDATE bases SET text = replace(text, 'ccc', 'cdc')", "UPDATE bases SET text = ''",
        "UPDATE decisions SET json = x'8080'", "UPDATE decisions SET json = x'000001ff'",
        "UPDATE decisions SET digest = zeroblob(32)"}) {
    append(call_number(1));
    append(call_number(2));
    in_file(sql);
    const auto found = Calls(*store_).decisions({.limit = 1});
    ASSERT_TRUE(found && found->size() == 1) << sql;
    EXPECT_THAT(found->front().damage, HasSubstr("damaged")) << sql;
    EXPECT_THAT(found->front().json, HasSubstr(R"("kind":"damaged")")) << sql;
    const auto last = fmt::format("{:012x}-{:010x}", to_ms(noon(2)),
                                  number("SELECT max(sequence) FROM decisions"));
    EXPECT_FALSE(Calls(*store_).decision(last)) << sql;
  }
}

TEST_F(Bases, one_record_that_is_damaged_hides_no_other) {
  for (int i = 1; i <= 3; ++i) append(call_number(i));
  in_file("UPDATE decisions SET digest = zeroblob(32) WHERE sequence = 2");
  const auto found = must(Calls(*store_).decisions({}));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].damage, "");
  EXPECT_THAT(found[1].damage, HasSubstr("its digest is another"));
  EXPECT_EQ(found[1].sequence, 2U);
  EXPECT_EQ(found[2].damage, "");
}

TEST_F(Bases, go_when_the_last_record_that_can_have_them_has_gone) {
  Memory memory;
  for (int i = 0; i < 9'000; ++i) memory.decisions.push_back(call_number(i));
  must(Calls(*store_).remember(memory));
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 2);
  Retention few;
  few.decisions = 810;
  while (must(Calls(*store_).prune(noon(9'000), few)).more) {
  }
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 2);
  EXPECT_EQ(all().size(), 810U);
  few.decisions = 10;
  while (must(Calls(*store_).prune(noon(9'000), few)).more) {
  }
  EXPECT_EQ(number("SELECT count(*) FROM bases"), 1);
  EXPECT_EQ(all().size(), 10U);
  EXPECT_EQ(number("SELECT count(*) FROM decisions LEFT JOIN bases ON bases.number = base WHERE "
                   "bases.number IS NULL"),
            0);
}

// A store as version 4 left it: whole records, of which one has a mark for what recurs.
TEST_F(Bases, are_for_new_records_and_old_ones_stay_as_they_were) {
  close();
  std::filesystem::remove(folder_.file());
  make_store_of(4, folder_.file());
  const std::string whole =
      R"({"body":{"facts":{"tool.name":"old"}},"id":"018bcfe56800-0000000001"})";
  in_file("INSERT INTO recurring VALUES (7, '\"tool.name\":\"old\"')");
  in_file(
      fmt::format("INSERT INTO decisions VALUES (1, '018bcfe56800-0000000001', 5, 'call', 'block', "
                  "'s1', 'ann', "
                  "'files', 'old', replace('{}', '\"tool.name\":\"old\"', char(1)), '{}', 7)",
                  whole, json::digest_of_canonical(whole)));
  open();
  append(call_number(1));
  const auto found = all();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].json, whole);
  EXPECT_EQ(found[1].id, "018bcfe56800-0000000001");
  EXPECT_EQ(found[0].sequence, 2U);
  EXPECT_EQ(must(Calls(*store_).decisions({.session = "s1"})).size(), 2U);
  EXPECT_EQ(must(Calls(*store_).decisions({.principal = "ann", .tool = "old"})).size(), 1U);
  EXPECT_TRUE(must(Calls(*store_).decision(found[1].id)));
  Retention few;
  few.decisions = 1;
  must(Calls(*store_).prune(noon(1), few));
  EXPECT_EQ(number("SELECT count(*) FROM recurring"), 0);
  EXPECT_EQ(all().size(), 1U);
}

}  // namespace
}  // namespace touchstone::store
