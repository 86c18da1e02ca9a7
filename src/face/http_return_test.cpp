// Legacy clients whose session was opened before the program was started.
#include "face/test_support.hpp"

namespace touchstone::face {
namespace {

constexpr std::string_view kId = "00112233445566778899aabbccddeeff";
const std::string kClaim = fmt::format("Mcp-Session-Id: {}\r\n", kId);
const std::string kCall = rpc::request("1", "xyz");

class ReturningClient : public ::testing::Test {
 protected:
  explicit ReturningClient(Limits limits = {}) : bench(limits) {
    bench.handler.from_before = Claim{std::string(kId), "/mcp", "local"};
  }
  Bench bench;
};

TEST_F(ReturningClient, goes_on_with_its_terms_as_if_nothing_had_happened) {
  const Response answer = bench.send(post_text(kCall, kClaim));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.code(), 0);
  EXPECT_EQ(bench.handler.version, "2024-11-05");
  EXPECT_EQ(bench.handler.session.lock()->id(), kId);
  EXPECT_EQ(bench.handler.returned_ids, std::vector<std::string>{std::string(kId)});
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 200);
  EXPECT_EQ(bench.handler.recalled, 1);
}

TEST_F(ReturningClient, may_begin_with_a_notification) {
  EXPECT_EQ(bench.send(post_text(rpc::notification("notifications/x"), kClaim)).status, 202);
  EXPECT_EQ(bench.handler.heard, std::vector<std::string>{"notifications/x"});
}

TEST_F(ReturningClient, gets_one_session_for_requests_that_come_together) {
  bench.handler.recall_waits = true;
  Client first = bench.client(), second = bench.client();
  first.send(post_text(kCall, kClaim));
  second.send(post_text(rpc::request("2", "xyz"), kClaim));
  EXPECT_TRUE(bench.wait([&] { return bench.handler.recalled == 2; }));
  bench.handler.recall_waits = false;
  EXPECT_EQ(first.response().status, 200);
  EXPECT_EQ(second.response().status, 200);
  EXPECT_EQ(bench.handler.returned_ids.size(), 1U);
  EXPECT_EQ(bench.face.session_count(), 1U);
}

TEST_F(ReturningClient, gets_a_fresh_stream_for_the_one_that_was_lost) {
  Client client = bench.client();
  client.send(get_text(kClaim + "Last-Event-ID: 0-7\r\n"));
  EXPECT_EQ(client.head().status, 200);
  (void)bench.send(post_text(kCall, kClaim));
  bench.handler.session.lock()->send(rpc::notification("n"));
  EXPECT_EQ(client.event(), rpc::notification("n"));
  EXPECT_FALSE(client.last_event_id().starts_with("0-")) << client.last_event_id();
}

// A yes to a question of the gateway before must not become a yes to one of this gateway.
TEST_F(ReturningClient, is_asked_under_ids_that_it_was_not_asked_under_before) {
  Client client = bench.client();
  client.send(post_text(rpc::request("1", "xyz", R"({"ask":1})"), kClaim));
  client.head();
  const auto question = json::document(client.event());
  EXPECT_GT(question.root().find("id").as_int().value_or(0), 1'000) << question.text();
  EXPECT_EQ(bench.send(post_text(rpc::result("1", R"({"yes":1})"), kClaim)).status, 202);
  const auto id = question.root().find("id").raw();
  EXPECT_EQ(bench.send(post_text(rpc::result(id, R"({"no":1})"), kClaim)).status, 202);
  EXPECT_EQ(client.event(), R"({"jsonrpc":"2.0","id":1,"result":{"no":1}})");
}

TEST_F(ReturningClient, is_unknown_on_another_route_or_as_somebody_else) {
  EXPECT_EQ(bench.send(post_text(kCall, kClaim, "/mcp/s/files")).status, 404);
  bench.handler.from_before->principal = "ann";
  const Response other = bench.send(post_text(kCall, kClaim));
  EXPECT_EQ(other.status, 404);
  EXPECT_EQ(
      bench.send(post_text(kCall, "Mcp-Session-Id: ffffffffffffffffffffffffffffffff\r\n")).body,
      other.body);
  EXPECT_EQ(bench.face.session_count(), 0U);
}

TEST_F(ReturningClient, is_not_looked_for_under_what_cannot_be_an_id) {
  for (const std::string_view id :
       {"nope", "00112233445566778899AABBCCDDEEFF", "00112233445566778899aabbccddeeff0"})
    EXPECT_EQ(bench.send(post_text(kCall, fmt::format("Mcp-Session-Id: {}\r\n", id))).status, 404);
  EXPECT_EQ(bench.handler.recalled, 0);
}

TEST_F(ReturningClient, that_ends_its_session_ends_it_for_good) {
  EXPECT_EQ(bench.send(request_text("DELETE", kClaim)).status, 200);
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 404);
  EXPECT_EQ(bench.send(request_text("DELETE", kClaim)).status, 404);
  EXPECT_EQ(bench.handler.ended_ids, std::vector<std::string>{std::string(kId)});
}

TEST_F(ReturningClient, hears_when_its_end_cannot_be_kept_and_may_try_again) {
  bench.handler.dismissal_fails = true;
  EXPECT_EQ(bench.send(request_text("DELETE", kClaim)).status, 503);
  bench.handler.dismissal_fails = false;
  EXPECT_EQ(bench.send(request_text("DELETE", kClaim)).status, 200);
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 404);
}

// With a 404 it would begin anew and lose what is known of it.
TEST_F(ReturningClient, is_told_to_try_again_while_nobody_can_tell) {
  bench.handler.recall_fails = true;
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 503);
  EXPECT_EQ(bench.send(get_text(kClaim)).status, 503);
  bench.handler.recall_fails = false;
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 200);
}

class ReturningClientInACrowd : public ReturningClient {
 protected:
  ReturningClientInACrowd()
      : ReturningClient([] {
          Limits limits;
          limits.max_sessions = 1;
          return limits;
        }()) {}
};

TEST_F(ReturningClientInACrowd, counts_among_all_sessions) {
  const std::string other = bench.open();
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 429);
  EXPECT_EQ(bench.send(request_text("DELETE", other)).status, 200);
  EXPECT_EQ(bench.send(post_text(kCall, kClaim)).status, 200);
}

TEST_F(ReturningClientInACrowd, is_looked_for_by_so_many_at_once_and_no_more) {
  bench.handler.recall_waits = true;
  std::vector<Client> clients;
  for (std::size_t i = 0; i < HttpFace::kMaxClaims; ++i) {
    clients.push_back(bench.client());
    clients.back().send(get_text(kClaim));
  }
  ASSERT_TRUE(
      bench.wait([&] { return bench.handler.recalled == static_cast<int>(HttpFace::kMaxClaims); }));
  EXPECT_EQ(bench.send(get_text(kClaim)).status, 429);
  bench.handler.recall_waits = false;
}

}  // namespace
}  // namespace touchstone::face
