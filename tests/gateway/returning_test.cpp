// Legacy clients whose session was opened by an earlier run of the gateway.
#include "gateway/stored.hpp"
#include "gateway/subject.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

using Recalled = base::Result<std::optional<mcp::Terms>>;

demo::Part returning_part(std::string_view name, bool reads) {
  return {fmt::format(R"({{"name":"{}","annotations":{{"readOnlyHint":{},"destructiveHint":false,)"
                      R"("openWorldHint":true}},"inputSchema":{{"type":"object"}}}})",
                      name, reads),
          demo::at_once([](demo::Call&) { return demo::text("done"); }), demo::Background::kNever};
}

class Returning : public ::testing::Test {
 protected:
  Returning() {
    demo::Parts parts;
    parts.name = "office";
    parts.tools = {returning_part("fetch_page", true), returning_part("send_mail", false)};
    bench.policy = wary_policy();
    bench.config.approvals.wait = 1ms;
    bench.add("office", std::move(parts), Speaks::kBoth);
  }
  static std::string call(Client& client, std::string_view tool) {
    return said(
        client.ask("tools/call",
                   fmt::format(R"("name":"office__{}","arguments":{{"to":"a@b.example"}})", tool)));
  }
  static face::Claim claim_of(const Client& client) {
    return {client.session->id(), client.session->route(), client.principal};
  }
  // What another run of the gateway knows.
  Recalled recall(face::Claim claim) {
    std::optional<Recalled> got;
    const auto drive = [](Gateway& gateway, face::Claim of,
                          std::optional<Recalled>& into) -> net::Task<void> {
      auto asked = gateway.recall(std::move(of));
      into = co_await std::move(asked);
    };
    bench.loop.spawn(drive(bench.open(), std::move(claim), got));
    bench.until([&] { return got.has_value(); });
    return std::move(*got);
  }
  bool comes_back(const face::Claim& claim) {
    const Recalled got = recall(claim);
    EXPECT_TRUE(got.has_value());
    return got && got->has_value();
  }
  void dismiss(const std::string& id) {
    std::optional<base::Result<void>> got;
    const auto drive = [](Gateway& gateway, std::string of,
                          std::optional<base::Result<void>>& into) -> net::Task<void> {
      auto asked = gateway.dismissed(std::move(of));
      into = co_await std::move(asked);
    };
    bench.loop.spawn(drive(bench.open(), id, got));
    bench.until([&] { return got.has_value(); });
    EXPECT_TRUE(*got);
  }
  void restart() { bench.gateway.reset(); }
  Bench bench;
};

TEST_F(Returning, a_client_finds_its_terms_and_its_label_again) {
  Client client(bench, Era::kLegacy, R"({"roots":{"listChanged":true}})");
  (void)call(client, "fetch_page");
  restart();
  const Recalled terms = recall(claim_of(client));
  ASSERT_TRUE(terms && *terms);
  EXPECT_EQ((*terms)->version, client.session->terms().version);
  EXPECT_EQ((*terms)->capabilities, client.session->terms().capabilities);
  EXPECT_EQ((*terms)->client_info, client.session->terms().client_info);
  EXPECT_EQ((*terms)->features, client.session->terms().features);
  bench.open().returned(client.session);
  EXPECT_EQ(client.session->heard("notifications/tools/list_changed"), 1U);
  EXPECT_THAT(call(client, "send_mail"), HasSubstr("touchstone approvals allow"));
  restart();
  EXPECT_TRUE(comes_back(claim_of(client)));
}

TEST_F(Returning, a_client_that_was_only_shown_poisoned_words_comes_back_too) {
  bench.config.servers.back().trust = config::Trust::kUntrusted;
  Client client(bench, Era::kLegacy);
  (void)client.tools();
  restart();
  EXPECT_TRUE(comes_back(claim_of(client)));
}

TEST_F(Returning, an_id_is_worth_nothing_to_somebody_else_or_on_another_route) {
  Client client(bench, Era::kLegacy, "{}", "/mcp", "ann");
  (void)call(client, "fetch_page");
  restart();
  face::Claim other = claim_of(client);
  other.principal = "bob";
  EXPECT_FALSE(comes_back(other));
  other = claim_of(client);
  other.route = "/mcp/s/office";
  EXPECT_FALSE(comes_back(other));
  EXPECT_TRUE(comes_back(claim_of(client)));
}

TEST_F(Returning, a_session_that_was_idle_too_long_is_over) {
  Client client(bench, Era::kLegacy);
  (void)call(client, "fetch_page");
  restart();
  bench.now += bench.config.limits.session_timeout;
  EXPECT_TRUE(comes_back(claim_of(client)));
  bench.now += 1s;
  EXPECT_FALSE(comes_back(claim_of(client)));
}

TEST_F(Returning, a_session_that_its_client_ended_is_over_for_good) {
  Client client(bench, Era::kLegacy);
  (void)call(client, "fetch_page");
  client.leave();
  dismiss(client.session->id());
  EXPECT_FALSE(comes_back(claim_of(client)));
  restart();
  EXPECT_FALSE(comes_back(claim_of(client)));
}

TEST_F(Returning, a_call_that_outlives_its_session_does_not_bring_it_back) {
  Client client(bench, Era::kLegacy);
  (void)call(client, "fetch_page");
  bench.server("office").delay = 200ms;
  const auto late = client.send("tools/call", R"("name":"office__fetch_page","arguments":{})");
  bench.rest(50ms);
  client.leave();
  dismiss(client.session->id());
  (void)bench.finish(late);
  restart();
  EXPECT_FALSE(comes_back(claim_of(client)));
}

TEST_F(Returning, a_session_that_somebody_ended_at_the_command_line_is_over) {
  Client client(bench, Era::kLegacy);
  (void)call(client, "fetch_page");
  restart();
  (void)stored<bool>(bench, [&](store::Done<bool> done) {
    bench.store->end_session(client_key(client.session->id()), bench.now, std::move(done));
  });
  EXPECT_FALSE(comes_back(claim_of(client)));
}

TEST_F(Returning, there_is_nothing_to_come_back_to_without_a_label_or_a_policy) {
  Client quiet(bench, Era::kLegacy);
  Client marked(bench, Era::kLegacy);
  (void)marked.ask("tools/call", R"("name":"office__fetch_page","arguments":{})",
                   R"("dev.touchstone/session":"m")");
  Client local(bench, Era::kLegacy);
  local.is_local = true;
  (void)call(local, "fetch_page");
  Client client(bench, Era::kLegacy);
  (void)call(client, "fetch_page");
  restart();
  EXPECT_FALSE(comes_back(claim_of(quiet)));
  EXPECT_FALSE(comes_back(claim_of(marked)));
  EXPECT_FALSE(comes_back(claim_of(local)));
  EXPECT_TRUE(comes_back(claim_of(client)));
  restart();
  bench.policy.clear();
  EXPECT_FALSE(comes_back(claim_of(client)));
}

TEST_F(Returning, terms_of_any_size_are_carried_but_not_kept) {
  const auto large = fmt::format(R"({{"experimental":{{"x":"{}"}}}})", std::string(70'000, 'x'));
  Client client(bench, Era::kLegacy, large);
  EXPECT_EQ(call(client, "fetch_page"), "done");
  restart();
  EXPECT_FALSE(comes_back(claim_of(client)));
}

}  // namespace
}  // namespace touchstone::gateway
