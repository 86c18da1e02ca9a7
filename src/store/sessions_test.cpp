#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "store/sqlite_rows.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

class Sessions : public testing::Test {
 protected:
  std::unique_ptr<Store> store_ = opened_store();
  Calls calls_{*store_};
};

TEST_F(Sessions, begin_empty_and_are_found_by_their_key) {
  const auto opened = must(calls_.open(ann()));
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->label, model::Label());
  EXPECT_EQ(opened->created, noon());
  const auto found = must(calls_.session("s1"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name.principal, "ann");
  EXPECT_EQ(found->name.route, "/mcp");
  EXPECT_EQ(found->name.client, "test");
  EXPECT_FALSE(must(calls_.session("s2")));
}

TEST_F(Sessions, tell_whoever_opens_them_when_they_were_seen_before) {
  EXPECT_EQ(must(calls_.open(ann(), noon()))->last_seen, noon());
  EXPECT_EQ(must(calls_.open(ann(), noon(60)))->last_seen, noon());
  EXPECT_EQ(must(calls_.open(ann(), noon(90)))->last_seen, noon(60));
  EXPECT_EQ(must(calls_.session("s1"))->last_seen, noon(90));
}

TEST_F(Sessions, keep_all_that_calls_added) {
  auto memory = seen("s1", label_from("mcp://a"));
  memory.session->label.untrusted = true;
  memory.session->legs.reads_private = true;
  memory.session->calls = 1;
  memory.session->flow = "one";
  must(calls_.remember(memory));
  memory = seen("s1", label_from("mcp://b"), noon(5));
  memory.session->legs.sends_out = true;
  memory.session->calls = 2;
  memory.session->flow = std::string("t\0o", 3);
  const auto now = must(calls_.remember(memory));
  const auto session = must(calls_.session("s1"));
  ASSERT_TRUE(session);
  EXPECT_TRUE(session->label.untrusted);
  EXPECT_THAT(session->label.attribution.uris(), testing::ElementsAre("mcp://a", "mcp://b"));
  EXPECT_EQ(session->legs, (model::Legs{true, false, true}));
  EXPECT_EQ(session->calls, 3U);
  EXPECT_EQ(session->last_seen, noon(5));
  EXPECT_THAT(session->flow,
              testing::ElementsAre(FlowPiece{3, "one"}, FlowPiece{6, std::string("t\0o", 3)}));
  EXPECT_EQ(now.label, session->label);
  EXPECT_EQ(now.calls, 3U);
}

TEST_F(Sessions, labels_never_shrink_whatever_is_written_in_whatever_order) {
  int sessions = 0;
  EXPECT_TRUE(rc::check([&] {
    const auto key = fmt::format("s{}", ++sessions);
    model::Label all;
    for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
      auto label = label_from(fmt::format("mcp://{}", *rc::gen::inRange(0, 400)));
      label.malicious = *rc::gen::arbitrary<bool>();
      if (*rc::gen::arbitrary<bool>()) label.classes.insert_scope("GDPR");
      all.join(label);
      RC_ASSERT(must(calls_.remember(seen(key, label))).label == all);
    }
    RC_ASSERT(must(calls_.session(key))->label == all);
  }));
}

TEST_F(Sessions, belong_to_the_principal_and_route_that_began_them) {
  must(calls_.open(ann()));
  auto other = ann();
  other.principal = "bob";
  EXPECT_FALSE(must(calls_.open(other)));
  auto elsewhere = ann();
  elsewhere.route = "/mcp/readonly";
  EXPECT_FALSE(must(calls_.open(elsewhere)));
  auto memory = seen("s1", label_from("mcp://a"));
  memory.session->name = other;
  EXPECT_FALSE(calls_.remember(memory));
  EXPECT_EQ(must(calls_.session("s1"))->label, model::Label());
}

TEST_F(Sessions, still_belong_to_them_when_they_have_ended) {
  must(calls_.open(ann()));
  EXPECT_TRUE(must(calls_.end("s1")));
  auto other = ann();
  other.principal = "bob";
  EXPECT_FALSE(must(calls_.open(other)));
}

TEST_F(Sessions, begin_anew_after_their_end) {
  auto memory = seen("s1", label_from("mcp://a"));
  memory.session->flow = "piece";
  must(calls_.remember(memory));
  EXPECT_TRUE(must(calls_.end("s1", noon(9))));
  EXPECT_FALSE(must(calls_.end("s1", noon(10)))) << "once";
  EXPECT_EQ(must(calls_.session("s1"))->ended, noon(9));
  const auto again = must(calls_.open(ann(), noon(20)));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->label, model::Label());
  EXPECT_EQ(again->created, noon(20));
  EXPECT_TRUE(again->flow.empty());
  EXPECT_FALSE(again->ended);
}

TEST_F(Sessions, keep_what_arrives_after_their_end_for_the_next_beginning) {
  must(calls_.remember(seen("s1", label_from("mcp://before"))));
  must(calls_.end("s1"));
  must(calls_.remember(seen("s1", label_from("mcp://after"), noon(1))));
  EXPECT_THAT(must(calls_.open(ann(), noon(2)))->label.attribution.uris(),
              testing::ElementsAre("mcp://after"));
}

TEST_F(Sessions, are_listed_newest_first_in_pages) {
  for (const auto* key : {"a", "b", "c"}) must(calls_.open(ann(key)));
  auto bobs = ann("d");
  bobs.principal = "bob";
  must(calls_.open(bobs));
  must(calls_.end("b"));
  const auto page = must(calls_.sessions({.principal = "ann", .limit = 2}));
  ASSERT_EQ(page.size(), 2U);
  EXPECT_EQ(page[0].name.key, "c");
  EXPECT_EQ(page[1].name.key, "b");
  const auto rest = must(calls_.sessions({.principal = "ann", .before = page[1].number}));
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].name.key, "a");
  EXPECT_EQ(must(calls_.sessions({.live_only = true})).size(), 3U);
}

TEST_F(Sessions, are_declassified_with_a_name_and_a_reason_and_that_is_recorded) {
  auto label = label_from("mcp://a");
  label.untrusted = true;
  must(calls_.remember(seen("s1", label)));
  Declassification change{"s1", label, label_from("mcp://a"), "bob", "read it", noon(3)};
  EXPECT_EQ(must(calls_.declassify(change)), Declassified::kDone);
  EXPECT_EQ(must(calls_.session("s1"))->label, label_from("mcp://a"));
  const auto records = must(calls_.decisions({.kind = "declassification"}));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(records[0].json, testing::HasSubstr(R"("by":"bob")"));
  EXPECT_THAT(records[0].json, testing::HasSubstr(R"("reason":"read it")"));
  EXPECT_THAT(records[0].json, testing::HasSubstr(R"("untrusted":true)"));
}

TEST_F(Sessions, are_not_declassified_by_nobody_or_for_no_reason) {
  must(calls_.open(ann()));
  EXPECT_FALSE(calls_.declassify({"s1", {}, {}, "", "reason", noon()}));
  EXPECT_FALSE(calls_.declassify({"s1", {}, {}, "bob", "", noon()}));
  EXPECT_TRUE(must(calls_.decisions()).empty());
}

TEST_F(Sessions, are_not_declassified_of_what_the_person_has_not_seen) {
  must(calls_.remember(seen("s1", label_from("mcp://a"))));
  must(calls_.remember(seen("s1", label_from("mcp://b"))));
  EXPECT_EQ(must(calls_.declassify({"s1", label_from("mcp://a"), {}, "bob", "why", noon()})),
            Declassified::kLabelGrew);
  EXPECT_EQ(must(calls_.session("s1"))->label.attribution.uris().size(), 2U);
  EXPECT_EQ(must(calls_.declassify({"s2", {}, {}, "bob", "why", noon()})),
            Declassified::kNoSession);
}

TEST_F(Sessions, are_declassified_with_what_the_call_brought_in_one_write) {
  must(calls_.remember(seen("s1", label_from("mcp://a"))));
  const auto known = *must(calls_.session("s1"));
  auto memory = seen("s1", label_from("mcp://b"));
  memory.session->calls = 1;
  memory.declassification = Declassification{.key = "s1",
                                             .seen = known.label,
                                             .becomes = {},
                                             .by = "tool:s/t",
                                             .reason = "named",
                                             .now = noon(1),
                                             .server = "s",
                                             .tool = "t",
                                             .calls = known.calls};
  const auto after = must(calls_.remember(memory));
  EXPECT_EQ(after.declassified, Declassified::kDone);
  EXPECT_THAT(after.label.attribution.uris(), testing::ElementsAre("mcp://b"));
  EXPECT_EQ(must(calls_.decisions({.server = "s", .tool = "t"})).size(), 1U);
  // The same again comes too late: something was delivered since, though the label may look the
  // same. What the call brought is kept all the same.
  memory.declassification->seen = after.label;
  memory.session->label = label_from("mcp://c");
  const auto later = must(calls_.remember(memory));
  EXPECT_EQ(later.declassified, Declassified::kLabelGrew);
  EXPECT_EQ(later.label.attribution.uris().size(), 2U);
}

TEST_F(Sessions, whose_label_is_out_of_all_proportion_are_not_written) {
  EXPECT_FALSE(calls_.remember(seen("s1", label_from(std::string(kMaxLabelBytes, 'x')))));
  EXPECT_FALSE(must(calls_.session("s1"))) << "not even begun";
}

TEST_F(Sessions, may_have_any_key) {
  const std::string odd("a\0'\"\xff%", 6);
  must(calls_.open(ann(odd)));
  EXPECT_EQ(must(calls_.session(odd))->name.key, odd);
  EXPECT_FALSE(must(calls_.session("a")));
}

TEST_F(Sessions, locations_join_what_is_written_there) {
  const Location page{"files", "path", "/tmp/page"};
  Memory memory;
  memory.locations = {{page, label_from("mcp://a"), noon()},
                      {page, label_from("mcp://b"), noon()},
                      {{"files", "path", "/tmp/other"}, label_from("mcp://c"), noon()}};
  must(calls_.remember(memory));
  const auto labels = must(calls_.labels({page, {"files", "uri", "/tmp/page"}}));
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_THAT(labels[0].attribution.uris(), testing::ElementsAre("mcp://a", "mcp://b"));
  EXPECT_EQ(labels[1], model::Label());
  EXPECT_FALSE(calls_.labels(std::vector(kMaxLocationsAtOnce + 1, page)));
}

TEST_F(Sessions, locations_with_very_long_names_are_told_apart) {
  const Location one{"s", "uri", std::string(100'000, 'x')};
  const Location two{"s", "uri", std::string(100'000, 'x') + "y"};
  Memory memory;
  memory.locations = {{one, label_from("mcp://a"), noon()}};
  must(calls_.remember(memory));
  const auto labels = must(calls_.labels({one, two}));
  EXPECT_EQ(labels[0], label_from("mcp://a"));
  EXPECT_EQ(labels[1], model::Label());
}

}  // namespace
}  // namespace touchstone::store
