// Two stores on one file, as two gateways have: what one knows by heart the other may have changed.
#include <map>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

Memory call_of(const std::string& key, int number) {
  auto memory = seen(key, label_from(fmt::format("mcp://{}", number)));
  memory.session->calls = 1;
  memory.session->flow = "piece";
  memory.decisions.push_back(
      {.at = noon(number), .kind = "call", .effect = "allow", .session = key});
  return memory;
}

TEST(Recall, never_hides_what_another_connection_wrote) {
  const Folder folder;
  const auto one = opened_store(at(folder.file()));
  const auto two = opened_store(at(folder.file()));
  std::mt19937 random(7);
  std::map<std::string, std::uint64_t> calls;
  int number = 0;
  for (int step = 0; step < 500; ++step) {
    const Calls store(random() % 2 == 0 ? *one : *two);
    const auto key = fmt::format("s{}", random() % 3);
    if (random() % 8 == 0) {
      (void)must(store.end(key));
      calls.erase(key);
      continue;
    }
    const auto done = must(store.remember(call_of(key, ++number)));
    ASSERT_EQ(done.calls, ++calls[key]) << "step " << step;
    ASSERT_EQ(done.flow_before, 5 * (calls[key] - 1));
    ASSERT_EQ(done.label.attribution.uris().size(), calls[key]);
  }
  const auto decisions = must(Calls(*one).decisions({.limit = kMaxPage}));
  ASSERT_EQ(decisions.size(), static_cast<std::size_t>(number));
  for (std::size_t i = 0; i < decisions.size(); ++i)
    EXPECT_EQ(decisions[i].sequence, decisions.size() - i);
}

TEST(Recall, forgets_what_was_undone) {
  const auto store = opened_store();
  const Calls calls(*store);
  must(calls.remember(call_of("s1", 1)));
  auto bad = call_of("s1", 2);
  bad.decisions.push_back({.at = noon(), .kind = "call", .effect = "allow", .body = "no object"});
  EXPECT_FALSE(calls.remember(bad));
  const auto done = must(calls.remember(call_of("s1", 3)));
  EXPECT_EQ(done.calls, 2U);
  EXPECT_EQ(done.flow_before, 5U);
  EXPECT_THAT(done.label.attribution.uris(), testing::ElementsAre("mcp://1", "mcp://3"));
  EXPECT_EQ(must(calls.decisions()).front().sequence, 2U);
}

TEST(Recall, is_bounded_and_nothing_is_lost_by_it) {
  const auto store = opened_store();
  const Calls calls(*store);
  for (int round = 1; round <= 2; ++round) {
    for (int i = 0; i < 300; ++i) {
      EXPECT_EQ(must(calls.remember(call_of(fmt::format("s{}", i), i))).calls,
                static_cast<std::uint64_t>(round));
    }
  }
}

}  // namespace
}  // namespace touchstone::store
