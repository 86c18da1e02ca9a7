// What a client is shown, watches and is asked in the middle of a call leaves its trace.
#include "gateway/unread.hpp"
#include "store/failing_store.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Traced : public UnreadWords {
 protected:
  Traced() { bench.config.servers[0].trust = config::Trust::kUntrusted; }
  std::size_t count(std::string_view mark) {
    std::size_t found = 0;
    for (const auto& decision : stored_decisions(bench))
      found += decision.json.find(mark) != std::string::npos ? 1U : 0U;
    return found;
  }
};

// --- shown

TEST_P(Traced, what_servers_list_marks_the_session_whichever_list_it_is) {
  if (client_era() == Era::kLegacy) return;  // was shown the instructions, which do it already
  (void)bench.open();
  for (const auto* method : {"resources/list", "resources/templates/list"}) {
    for (const auto* route : {"/mcp", "/mcp/s/it"}) {
      Client client(bench, client_era(), "{}", route, fmt::format("{}-{}", method, route));
      const auto before = stored_sessions(bench).size();
      EXPECT_EQ(error_code(client.ask(method)), 0);
      EXPECT_EQ(stored_sessions(bench).size(), before + 1) << method << " at " << route;
    }
  }
}

TEST_P(Traced, so_does_what_is_found_by_search) {
  bench.config.routing = config::Routing::kSearch;
  if (client_era() == Era::kLegacy) return;
  Client client(bench, client_era());
  const auto found = client.ask("tools/call", call_of("find_tools", R"({"query":"read"})"));
  EXPECT_THAT(found.text(), HasSubstr("it__read"));
  EXPECT_TRUE(session().label.untrusted);
}

TEST_P(Traced, what_cannot_be_marked_is_not_shown) {
  std::unique_ptr<store::Store> real;
  auto& fails = failing_before(bench, real);
  fails.fail(store::FailingStore::Request::kRemember, 1);
  if (client_era() == Era::kLegacy) {
    Client client(bench, client_era());
    EXPECT_EQ(error_code(client.hello), rpc::kInternalError) << client.hello.text();
    EXPECT_THAT(client.hello.text(), Not(HasSubstr("This is it")));
  } else {
    Client client(bench, client_era());
    const auto refused = client.ask("tools/list");
    EXPECT_EQ(error_code(refused), rpc::kInternalError) << refused.text();
    EXPECT_EQ(error_code(client.ask("tools/list")), 0);
  }
  bench.gateway->close();
  bench.gateway.reset();
  bench.store.reset();
}

// --- watched

TEST_P(Traced, what_is_watched_is_on_record) {
  Client client(bench, client_era());
  if (client_era() == Era::kLegacy) {
    EXPECT_EQ(error_code(client.ask("resources/subscribe", R"("uri":"test://a")")), 0);
  } else {
    const auto listen = client.send("subscriptions/listen",
                                    R"("notifications":{"resourceSubscriptions":["test://a"]})");
    bench.until([&] { return !listen->exchange.sent.empty(); });
    EXPECT_THAT(listen->exchange.sent.front(), HasSubstr("test://a"));
    listen->exchange.cancel("enough");
    (void)bench.finish(listen);
  }
  EXPECT_EQ(count(R"("tool":"test://a")"), 1U) << records();
  EXPECT_EQ(count(R"("outcome":"forwarded")"), 1U) << records();
}

// --- asked in the middle of a call

demo::Parts asking_writer() {
  demo::Parts parts;
  parts.name = "w";
  parts.tools = {{R"({"name":"write","inputSchema":{"type":"object"},"annotations":)"
                  R"({"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}})",
                  [](demo::Call& call) -> demo::Task<demo::Reply> {
                    const std::vector<demo::Question> questions = {
                        demo::elicit("q", "Sure?", R"({"type":"object","properties":{}})")};
                    demo::Asked asked = co_await call.ask(questions);
                    if (asked.reply) co_return std::move(*asked.reply);
                    co_return demo::text("written");
                  },
                  demo::Background::kNever}};
  return parts;
}

TEST_P(Traced, a_call_in_which_its_server_asks_is_one_call) {
  bench.add("w", asking_writer(), std::get<Speaks>(GetParam()));
  Client client(bench, client_era(), R"({"elicitation":{}})");
  const auto answer =
      client.converse("tools/call", call_of("w__write"), {R"({"action":"accept","content":{}})"});
  EXPECT_EQ(said(answer), "written") << answer.text();
  const auto all = stored_decisions(bench);
  ASSERT_EQ(all.size(), 3U) << records();
  EXPECT_THAT(all[0].json, HasSubstr(R"("kind":"call")"));
  EXPECT_THAT(all[1].json, HasSubstr(R"("method":"elicitation/create")"));
  EXPECT_THAT(all[2].json, HasSubstr(R"("kind":"result")"));
  EXPECT_THAT(all[2].json, HasSubstr(fmt::format(R"("call":"{}")", all[0].id)));
}

INSTANTIATE_TEST_SUITE_P(Cells, Traced, all_cells());

}  // namespace
}  // namespace touchstone::gateway
