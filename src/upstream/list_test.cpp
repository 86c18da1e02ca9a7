#include "upstream/list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "upstream/http_server_for_test.hpp"
#include "upstream/server_for_test.hpp"

namespace touchstone::upstream {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

// A modern server behind a URL whose list the test makes up.
class ListFetch : public ServerTest {
 protected:
  using Page = std::function<std::string(const std::string& cursor)>;  // a raw result

  void offer(Page page) {
    http = std::make_unique<HttpServer>(world.loop, [this, page](const Seen& seen) {
      if (seen.is("server/discover")) return json_answer(result_of(seen, discovery));
      if (hangs) return Reply{"", false, true, 0};
      ++asked;
      const auto at = seen.body.find("\"cursor\":\"");
      const auto from = at + 10;
      const std::string cursor =
          at == std::string::npos ? "" : seen.body.substr(from, seen.body.find('"', from) - from);
      return json_answer(result_of(seen, page(cursor)));
    });
    config::Server config;
    config.name = "it";
    config.transport = config::Transport::kHttp;
    config.url = http->url();
    serve(config);
  }
  static std::string tools(std::string_view names, std::string_view more = {}) {
    std::string items;
    for (const char name : names)
      items += std::string(items.empty() ? "" : ",") + R"({"name":")" + name +
               R"(","inputSchema":{"type":"object"}})";
    return R"({"tools":[)" + items + "]" + std::string(more) + "}";
  }
  static std::string next(const std::string& cursor) {
    return R"(,"nextCursor":")" + cursor + "\"";
  }

  Task<void> fetch_tools(net::Duration timeout = 30s) {
    auto open = co_await lane("");
    names.clear();
    error = {};
    auto list = co_await fetch(open, ListKind::kTools, terms, timeout);
    if (!list) error = list.error();
    if (list)
      for (const json::View item : (*list)->items)
        names.push_back(item.find("name").as_string().value_or("?"));
  }

  std::string discovery =
      R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}})";
  std::unique_ptr<HttpServer> http;
  int asked = 0;
  bool hangs = false;  // whatever it is asked from now on
  std::vector<std::string> names;
};

TEST_F(ListFetch, joins_the_pages_and_takes_the_first_of_two_with_one_name) {
  offer([](const std::string& cursor) {
    if (cursor.empty()) return tools("ab", next("2"));
    return cursor == "2" ? tools("", next("3")) : tools("bc");
  });
  world.run(fetch_tools());
  EXPECT_THAT(names, ElementsAre("a", "b", "c"));
  EXPECT_EQ(asked, 3);
}

TEST_F(ListFetch, of_what_the_server_does_not_have_is_empty_and_asks_nobody) {
  discovery = R"({"supportedVersions":["2026-07-28"],"capabilities":{"prompts":{}}})";
  offer([](const std::string&) { return tools("a"); });
  world.run(fetch_tools());
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(error.error.what, "");
}

TEST_F(ListFetch, ends_when_a_cursor_comes_again) {
  offer([](const std::string& cursor) { return tools("a", next(cursor == "x" ? "y" : "x")); });
  world.run(fetch_tools());
  EXPECT_EQ(error.trouble, Trouble::kProtocol);
  EXPECT_EQ(error.error.what, "its tools/list gives the same cursor again");
  EXPECT_LE(asked, 3);
}

TEST_F(ListFetch, has_a_bound_in_bytes) {
  const std::string big = R"(,"_meta":{"x":")" + std::string(std::size_t{14} << 20, 'x') + "\"}";
  offer([&](const std::string& cursor) { return tools("a", big + next(cursor + "x")); });
  world.run(fetch_tools(5min));
  EXPECT_EQ(error.trouble, Trouble::kProtocol);
  EXPECT_EQ(error.error.what, "its tools/list has more than 64 MiB");
  EXPECT_EQ(asked, 5);
}

TEST_F(ListFetch, has_one_deadline_for_all_its_pages) {
  offer([](const std::string& cursor) {
    ::usleep(30'000);  // real time has to pass: the deadline is what is tested
    return tools("a", next(cursor + "x"));
  });
  const auto start = net::Clock::now();
  world.run(fetch_tools(400ms));
  EXPECT_EQ(error.trouble, Trouble::kTimeout);
  EXPECT_LT(net::Clock::now() - start, 10s);
  EXPECT_LT(asked, 30);
}

TEST_F(ListFetch, asks_again_when_the_list_was_said_to_have_changed_and_not_before) {
  offer([](const std::string&) { return tools("a", R"(,"ttlMs":60000)"); });
  const auto body = [&]() -> Task<void> {
    co_await fetch_tools();
    co_await fetch_tools();
    EXPECT_EQ(asked, 1);
    server->find("")->lists.invalidate(ListKind::kPrompts);
    co_await fetch_tools();
    EXPECT_EQ(asked, 1);
    server->find("")->lists.invalidate(ListKind::kTools);
    co_await fetch_tools();
    EXPECT_EQ(asked, 2);
  };
  world.run(body());
}

TEST_F(ListFetch, is_the_last_one_known_while_the_server_has_all_the_calls_it_may_have) {
  offer([](const std::string&) { return tools("a"); });
  auto config = server->config();
  config.max_in_flight = 1;
  serve(config);
  const auto body = [&]() -> Task<void> {
    co_await fetch_tools();
    server->find("")->lists.invalidate(ListKind::kTools);
    hangs = true;
    world.loop.spawn(call(server->find("")));
    co_await world.loop.turn();
    co_await fetch_tools();
    EXPECT_EQ(error.error.what, "");
    EXPECT_THAT(names, ElementsAre("a"));
    EXPECT_EQ(asked, 1);
    server->close();
    co_await world.loop.turn();
  };
  world.run(body());
}

TEST_F(ListFetch, asks_anew_for_a_client_that_says_it_can_do_other_things) {
  offer([](const std::string&) { return tools("a", R"(,"ttlMs":60000)"); });
  const auto body = [&]() -> Task<void> {
    co_await fetch_tools();
    terms.capabilities = R"({"roots":{}})";
    co_await fetch_tools();
    EXPECT_EQ(asked, 2);
  };
  world.run(body());
}

ListPtr list_of(std::size_t bytes) {
  auto list = std::make_shared<List>();
  list->bytes = bytes;
  return list;
}

TEST(Lists, are_fresh_for_their_time_and_last_known_after_it) {
  Lists lists;
  const auto list = list_of(1);
  lists.keep(ListKind::kTools, 0, list, 1h);
  EXPECT_EQ(lists.fresh(ListKind::kTools, 0), list);
  EXPECT_EQ(lists.fresh(ListKind::kTools, 1), nullptr);
  EXPECT_EQ(lists.fresh(ListKind::kPrompts, 0), nullptr);
  lists.invalidate(ListKind::kTools);
  EXPECT_EQ(lists.fresh(ListKind::kTools, 0), nullptr);
  EXPECT_EQ(lists.last(ListKind::kTools, 0), list);
}

TEST(Lists, give_way_to_what_is_being_read_the_stalest_first) {
  Lists lists;
  lists.keep(ListKind::kTools, 0, list_of(Lists::kMaxBytes / 2), 1h);
  lists.keep(ListKind::kPrompts, 0, list_of(Lists::kMaxBytes / 2), 2h);
  EXPECT_TRUE(lists.take_room(1));
  EXPECT_EQ(lists.last(ListKind::kTools, 0), nullptr);
  EXPECT_NE(lists.last(ListKind::kPrompts, 0), nullptr);
  EXPECT_FALSE(lists.take_room(Lists::kMaxBytes));
  lists.give_room_back(1);
  EXPECT_TRUE(lists.take_room(Lists::kMaxBytes));
}

}  // namespace
}  // namespace touchstone::upstream
