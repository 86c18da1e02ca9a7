#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/echo_answer.hpp"
#include "bench/histogram.hpp"
#include "bench/http_reader.hpp"
#include "bench/script.hpp"

namespace touchstone::bench {
namespace {

using testing::HasSubstr;
using testing::Not;
using State = HttpReader::State;

constexpr std::string_view kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nmcp-session-ID: s1\r\n\r\n"
    "4\r\nabcd\r\n1\r\ne\r\n0\r\n\r\n";

TEST(HttpReader, chunks_are_put_together_wherever_the_bytes_are_cut) {
  HttpReader reader;
  for (std::size_t i = 0; i + 1 < kChunked.size(); ++i) {
    reader.append(kChunked.substr(i, 1));
    ASSERT_EQ(reader.advance(), State::kNeedsMore) << i;
  }
  reader.append(kChunked.substr(kChunked.size() - 1));
  ASSERT_EQ(reader.advance(), State::kComplete);
  EXPECT_EQ(reader.body(), "abcde");
  EXPECT_EQ(reader.header("Mcp-Session-Id"), "s1");
}

TEST(HttpReader, messages_that_come_together_are_told_apart) {
  HttpReader reader;
  reader.append("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 202 Accepted\r\n\r\n");
  ASSERT_EQ(reader.advance(), State::kComplete);
  EXPECT_EQ(reader.body(), "hi");
  reader.next();
  ASSERT_EQ(reader.advance(), State::kComplete);
  EXPECT_EQ(reader.start_line(), "HTTP/1.1 202 Accepted");
  EXPECT_EQ(reader.body(), "");
}

TEST(HttpReader, a_length_that_is_none_is_bad) {
  HttpReader reader;
  reader.append("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n");
  EXPECT_EQ(reader.advance(), State::kBad);
}

RC_GTEST_PROP(Histogram, one_value_is_told_within_one_percent, ()) {
  const auto value = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 40);
  Histogram histogram;
  histogram.record(value);
  histogram.record(std::int64_t{1} << 41);
  const double told = histogram.quantile_us(0) * 1000;
  RC_ASSERT(told >= static_cast<double>(value));
  RC_ASSERT(told <= static_cast<double>(value) * 1.01 + 1);
}

TEST(Histogram, quantiles_share_out_what_was_recorded) {
  Histogram histogram;
  for (int i = 1; i <= 1000; ++i) histogram.record(std::int64_t{i} * 1000);
  EXPECT_NEAR(histogram.quantile_us(0.5), 500, 6);
  EXPECT_NEAR(histogram.quantile_us(0.99), 990, 10);
  EXPECT_DOUBLE_EQ(histogram.max_us(), 1000);
  EXPECT_DOUBLE_EQ(histogram.quantile_us(1), 1000);
}

std::string answer_to(std::string_view request) {
  json::Parser parser;
  return echo_answer(parser, request).body;
}

class Calls : public testing::Test {
 protected:
  Target target_ = {.lines = true, .size = 100};
  EchoCall call_ = EchoCall(target_, "");
};

TEST_F(Calls, only_the_answer_to_the_call_sent_last_counts) {
  const auto early = answer_to(call_.write(7));
  EXPECT_TRUE(call_.is_answered_by(early));
  EXPECT_TRUE(call_.is_answered_by("event: message\ndata: " + early + "\n\n"));
  const auto late = answer_to(call_.write(8));
  EXPECT_FALSE(call_.is_answered_by(early));
  EXPECT_TRUE(call_.is_answered_by(late));
  EXPECT_FALSE(call_.is_answered_by(late.substr(0, late.size() / 2)));
}

TEST_F(Calls, a_failed_call_is_no_echo_even_if_it_repeats_the_text) {
  auto answer = answer_to(call_.write(7));
  answer.insert(answer.rfind(']') + 1, ",\"isError\":true");
  EXPECT_FALSE(call_.is_answered_by(answer));
}

TEST_F(Calls, a_request_is_modern_by_what_it_says_of_itself) {
  EXPECT_THAT(answer_to(call_.write(1)), Not(HasSubstr("resultType")));
  target_.modern = true;
  EXPECT_THAT(answer_to(EchoCall(target_, "").write(1)), HasSubstr(R"("resultType":"complete")"));
}

TEST_F(Calls, the_session_and_the_length_stand_in_the_head) {
  target_.lines = false;
  HttpReader reader;
  reader.append(EchoCall(target_, "s1").write(1));
  ASSERT_EQ(reader.advance(), State::kComplete);
  EXPECT_EQ(reader.header("mcp-session-id"), "s1");
  EXPECT_TRUE(reader.body().ends_with('}'));
  reader.next();
  EXPECT_EQ(reader.advance(), State::kNeedsMore);
}

TEST(EchoAnswer, notifications_get_no_answer_and_unknown_methods_an_error) {
  EXPECT_EQ(answer_to(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "");
  EXPECT_THAT(answer_to(R"({"jsonrpc":"2.0","id":"a","method":"x"})"), HasSubstr("-32601"));
  EXPECT_THAT(answer_to("{"), HasSubstr("-32700"));
}

}  // namespace
}  // namespace touchstone::bench
