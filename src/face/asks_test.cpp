#include "face/asks.hpp"

#include <gtest/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::face {
namespace {

struct QuietExchange final : Exchange {
  void send(std::string /*message*/) override {}
};

// One question, and what came of it.
class OneQuestion {
 public:
  explicit OneQuestion(const Exchange& related) {
    Asks::Ways ways;
    ways.send = ways.later = [](const std::string&) {};
    loop_.spawn(put(asks, related, std::move(ways), reply));
    turn();
  }
  void turn() {
    loop_.context().restart();
    loop_.context().poll();
  }

 private:
  static net::Task<void> put(Asks& asks, const Exchange& related, Asks::Ways ways,
                             std::optional<base::Result<rpc::Message>>& into) {
    auto said = co_await asks.ask("elicitation/create", "{}", &related, std::chrono::minutes(1),
                                  nullptr, std::move(ways));
    into.emplace(std::move(said));
  }
  net::Loop loop_;

 public:
  Asks asks{loop_};
  std::optional<base::Result<rpc::Message>> reply;
};

// The next request may stand where the one that was answered stood.
TEST(AnsweredRequest, its_question_stays_open_whatever_happens_to_the_next_one) {
  const QuietExchange exchange;
  OneQuestion question(exchange);
  question.asks.let_go(exchange);
  question.asks.call_off(exchange);
  question.turn();
  EXPECT_FALSE(question.reply);
  EXPECT_TRUE(question.asks.deliver(std::move(
      *rpc::Message::read(json::document(R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})")))));
  question.turn();
  ASSERT_TRUE(question.reply);
  EXPECT_TRUE(question.reply->has_value());
}

TEST(AnsweredRequest, until_then_its_question_goes_with_it) {
  const QuietExchange exchange;
  OneQuestion question(exchange);
  question.asks.call_off(exchange);
  question.turn();
  ASSERT_TRUE(question.reply);
  EXPECT_FALSE(question.reply->has_value());
}

}  // namespace
}  // namespace touchstone::face
