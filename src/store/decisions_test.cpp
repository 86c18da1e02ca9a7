#include <fmt/format.h>
#include <gmock/gmock.h>

#include "json/canonical.hpp"
#include "json/test_support.hpp"
#include "store/sqlite_rows.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

class Decisions : public testing::Test {
 protected:
  std::string append(DecisionRecord record) {
    const auto kept = must(calls_.remember(decided(std::move(record))));
    return kept.decisions.empty() ? "" : kept.decisions.front();
  }
  std::vector<std::string> ids(DecisionFilter filter) {
    std::vector<std::string> out;
    for (const auto& decision : must(calls_.decisions(std::move(filter)))) {
      out.push_back(decision.id);
    }
    return out;
  }
  std::unique_ptr<Store> store_ = opened_store();
  Calls calls_{*store_};
};

TEST_F(Decisions, are_canonical_and_their_digest_covers_what_they_are_found_by) {
  const auto id = append({.at = noon(),
                          .kind = "call",
                          .effect = "block",
                          .session = "s1",
                          .principal = "ann",
                          .server = "mail",
                          .tool = "send",
                          .body = R"({ "b": 1.0, "a": [] })"});
  const auto found = must(calls_.decision(id));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->json,
            fmt::format(R"({{"at":1700000000000,"body":{{"a":[],"b":1}},"effect":"block",)"
                        R"("id":"{}","kind":"call","principal":"ann","sequence":1,)"
                        R"("server":"mail","session":"s1","tool":"send"}})",
                        id));
  EXPECT_EQ(found->digest, json::digest_of_canonical(found->json));
  EXPECT_FALSE(must(calls_.decision("nothing")));
}

TEST_F(Decisions, that_are_ordered_are_read_again_only_if_something_is_escaped) {
  for (const auto& [body, becomes] :
       {std::pair(R"({"a":1,"b":"x"})", R"({"a":1,"b":"x"})"),
        std::pair(R"({"a":1,"b":"\u00e9\n"})", "{\"a\":1,\"b\":\"\u00e9\\n\"}")}) {
    const auto found =
        must(calls_.decision(append({.at = noon(), .body = body, .is_ordered = true})));
    ASSERT_TRUE(found);
    EXPECT_THAT(found->json, testing::HasSubstr(fmt::format("\"body\":{}", becomes)));
    EXPECT_EQ(found->json, json::canonical(json::document(found->json).root()));
  }
}

TEST_F(Decisions, have_ids_in_order_and_numbers_without_gaps_also_when_the_clock_is_set_back) {
  std::vector<std::string> ids;
  for (const auto second : {5, 9, 2, 2, 30}) ids.push_back(append({.at = noon(second)}));
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  const auto all = must(calls_.decisions({.oldest_first = true}));
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].id, ids[i]);
    EXPECT_EQ(all[i].sequence, i + 1);
  }
}

TEST_F(Decisions, that_fail_leave_no_gap) {
  append({.at = noon()});
  EXPECT_FALSE(calls_.remember(decided({.at = noon(), .body = "no JSON"})));
  append({.at = noon()});
  EXPECT_EQ(must(calls_.decisions())[0].sequence, 2U);
}

TEST_F(Decisions, are_found_by_every_filter) {
  const auto one = append({noon(1), "call", "allow", "s1", "ann", "files", "read"});
  const auto two = append({noon(2), "call", "block", "s2", "bob", "mail", "send"});
  const auto three = append({noon(3), "result", "allow", "s2", "ann", "files", "read"});
  using testing::ElementsAre;
  EXPECT_THAT(ids({}), ElementsAre(three, two, one));
  EXPECT_THAT(ids({.session = "s2"}), ElementsAre(three, two));
  EXPECT_THAT(ids({.principal = "ann"}), ElementsAre(three, one));
  EXPECT_THAT(ids({.server = "mail"}), ElementsAre(two));
  EXPECT_THAT(ids({.tool = "read"}), ElementsAre(three, one));
  EXPECT_THAT(ids({.kind = "result"}), ElementsAre(three));
  EXPECT_THAT(ids({.effect = "block"}), ElementsAre(two));
  EXPECT_THAT(ids({.since = noon(2)}), ElementsAre(three, two));
  EXPECT_THAT(ids({.until = noon(2)}), ElementsAre(one));
  EXPECT_THAT(ids({.before = three, .limit = 1}), ElementsAre(two));
  EXPECT_THAT(ids({.after = one}), ElementsAre(two, three)) << "oldest first, to follow";
  EXPECT_THAT(ids({.after = three}), ElementsAre());
  EXPECT_THAT(ids({.oldest_first = true, .limit = 2}), ElementsAre(one, two));
  EXPECT_THAT(ids({.session = "s2", .effect = "allow"}), ElementsAre(three));
}

TEST_F(Decisions, are_found_by_every_time_also_when_the_oldest_are_gone) {
  std::vector<std::string> all;
  for (const auto second : {1, 1, 4, 4, 4, 7, 3, 9}) all.push_back(append({.at = noon(second)}));
  must(calls_.prune(noon(10), {.decisions = 6}));
  EXPECT_EQ(ids({.since = noon(0)}).size(), 6U);
  EXPECT_EQ(ids({.since = noon(4)}).size(), 6U);
  EXPECT_EQ(ids({.since = noon(5)}).size(), 3U) << "the clock that was set back counts as 7";
  EXPECT_EQ(ids({.since = noon(9)}).size(), 1U);
  EXPECT_EQ(ids({.since = noon(10)}).size(), 0U);
  EXPECT_EQ(ids({.until = noon(0)}).size(), 0U);
  EXPECT_EQ(ids({.since = noon(4), .until = noon(7)}).size(), 3U);
}

TEST_F(Decisions, are_given_a_page_at_a_time_however_many_are_asked_for) {
  Memory memory;
  memory.decisions.assign(kMaxPage + 5, {.at = noon()});
  EXPECT_EQ(must(calls_.remember(memory)).decisions.size(), kMaxPage + 5);
  EXPECT_EQ(must(calls_.decisions({.limit = 1'000'000})).size(), kMaxPage);
}

TEST_F(Decisions, take_nothing_for_an_id_that_is_none) {
  append({.at = noon()});
  for (const auto* id : {"1", "zzzzzzzzzzzz-0000000001", "018bcfe56800-00000000-1",
                         "018bcfe56800+0000000001", "018bcfe56800--000000001"}) {
    EXPECT_FALSE(calls_.decisions({.before = id})) << id;
    EXPECT_FALSE(calls_.decisions({.after = id})) << id;
  }
}

TEST_F(Decisions, take_a_body_that_is_one_object_and_nothing_else) {
  for (const auto* body : {"", "[]", "1", "{", R"({"a":1,"a":2})", R"({},"id":"x")", "{}{}",
                           R"({"a":"\)", "{} ", R"({},"body":{})", "{\"a\":\"\xff\"}"}) {
    EXPECT_FALSE(calls_.remember(decided({.at = noon(), .body = body}))) << body;
  }
  const auto large = fmt::format(R"({{"a":"{}"}})", std::string(kMaxRecordBytes, 'x'));
  EXPECT_FALSE(calls_.remember(decided({.at = noon(), .body = large})));
  EXPECT_TRUE(must(calls_.decisions()).empty());
}

TEST_F(Decisions, may_be_about_any_names) {
  const auto id = append({.at = noon(), .kind = "call", .effect = "allow", .tool = "a\"\n\xff\\"});
  const auto found = must(calls_.decisions({.tool = "a\"\n\xff\\"}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, id);
}

TEST_F(Decisions, stand_or_fall_with_the_rest_of_what_a_call_leaves_behind) {
  auto memory = seen("s1", label_from("mcp://a"));
  memory.decisions.push_back({.at = noon(), .body = "no JSON"});
  memory.locations.push_back({{"s", "path", "/"}, label_from("mcp://a"), noon()});
  memory.values.push_back({"v", "s1", "bytes", {}, noon(), noon(60)});
  EXPECT_FALSE(calls_.remember(memory));
  EXPECT_FALSE(must(calls_.session("s1")));
  EXPECT_EQ(must(calls_.labels({{"s", "path", "/"}}))[0], model::Label());
  EXPECT_FALSE(must(calls_.value("v")));
}

// They are noted for their sessions in blocks: before the first, between two, and after pruning.
TEST_F(Decisions, of_a_session_are_found_wherever_the_notes_end) {
  const auto of = [&](const std::string& session) {
    return must(calls_.decisions({.session = session, .limit = kMaxPage})).size();
  };
  for (int i = 0; i < 2'500; ++i) {
    append(
        {.at = noon(i), .kind = "call", .effect = "allow", .session = fmt::format("s{}", i % 5)});
    if (i == 999) EXPECT_EQ(of("s3"), 200U);
  }
  EXPECT_EQ(of("s3"), 500U);
  EXPECT_EQ(of("s9"), 0U);
  Retention few;
  few.decisions = 1'000;
  while (must(calls_.prune(noon(2'500), few)).more) {
  }
  EXPECT_EQ(of("s3"), 200U);
}

// What is noted of decisions that have gone goes with them, also where a block is cut in two.
TEST(DecisionNotes, are_of_decisions_that_are_there) {
  const Folder folder;
  const auto store = opened_store(at(folder.file()));
  Memory memory;
  for (int i = 0; i < 2'048; ++i)
    memory.decisions.push_back({.at = noon(i), .session = fmt::format("s{}", i % 500)});
  must(Calls(*store).remember(memory));
  for (const std::size_t left : {2'000U, 1'990U, 1'500U, 777U, 100U, 1U}) {
    Retention few;
    few.decisions = left;
    must(Calls(*store).prune(noon(2'048), few));
    auto database = Database::open(folder.file(), Span(1'000));
    EXPECT_EQ(must(database->number("SELECT count(*) FROM decisions")), left);
    EXPECT_EQ(must(database->number("SELECT count(*) FROM decided")),
              must(database->number("SELECT count(*) FROM (SELECT DISTINCT session, sequence / 256 "
                                    "FROM decisions)")));
    EXPECT_EQ(must(Calls(*store).decisions({.session = "s47"})).size(), (left + 499) / 500);
  }
}

}  // namespace
}  // namespace touchstone::store
