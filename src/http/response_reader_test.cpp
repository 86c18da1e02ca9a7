#include "http/response_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/test_support.hpp"

namespace touchstone::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;

const std::string kLength = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello";
const std::string kChunkedAnswer =
    "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n"
    "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n";
const std::string kUntilClose = "HTTP/1.1 200 OK\r\n\r\nall that comes";

TEST(ResponseReader, a_response_is_read_with_its_headers_and_its_body) {
  const auto read = read_responses(kLength);
  ASSERT_THAT(read.responses, SizeIs(1)) << read.why;
  const auto& response = read.responses[0];
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.reason, "OK");
  EXPECT_THAT(response.headers, ElementsAre(Pair("Content-Length", "5"), Pair("X", "y")));
  EXPECT_EQ(response.body, "hello");
  EXPECT_TRUE(response.keep_alive);
  EXPECT_TRUE(response.whole);
}

TEST(ResponseReader, bodies_end_by_length_by_chunks_or_by_close) {
  EXPECT_EQ(read_responses(kChunkedAnswer).responses.at(0).body, "hello!");
  EXPECT_TRUE(read_responses(kChunkedAnswer, all_at_once(), false).responses.at(0).whole);
  const auto closed = read_responses(kUntilClose).responses.at(0);
  EXPECT_EQ(closed.body, "all that comes");
  EXPECT_TRUE(closed.whole);
  EXPECT_FALSE(closed.keep_alive);
  EXPECT_FALSE(read_responses(kUntilClose, all_at_once(), false).responses.at(0).whole);
}

TEST(ResponseReader, a_close_too_early_is_a_refusal) {
  for (const auto& bytes : {kLength, kChunkedAnswer}) {
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      const auto read = read_responses(std::string_view(bytes).substr(0, size));
      EXPECT_THAT(read.why, HasSubstr("in the middle")) << size;
    }
  }
  EXPECT_THAT(read_responses("").why, HasSubstr("without an answer"));
}

TEST(ResponseReader, it_does_not_matter_where_the_bytes_are_split) {
  for (const auto& bytes :
       {kLength + kChunkedAnswer + kUntilClose, kChunkedAnswer + "BAD\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n" + kChunkedAnswer, kLength.substr(0, 40)}) {
    const auto whole = read_responses(bytes);
    EXPECT_EQ(read_responses(bytes, byte_by_byte()), whole) << bytes;
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      ASSERT_EQ(read_responses(bytes, split_at(at)), whole) << bytes << "\nsplit at " << at;
    }
  }
}

TEST(ResponseReader, interim_responses_are_skipped_up_to_a_bound) {
  const std::string interim = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
  const auto read = read_responses("HTTP/1.1 100\r\n\r\n" + interim + kLength);
  ASSERT_THAT(read.responses, SizeIs(1));
  EXPECT_EQ(read.responses[0], read_responses(kLength).responses[0]);
  std::string many;
  for (int i = 0; i < 100; ++i) many += interim;
  EXPECT_THAT(read_responses(many + kLength).why, HasSubstr("too many interim"));
}

TEST(ResponseReader, some_responses_have_no_body_whatever_they_say) {
  for (const auto* status : {"204 No Content", "304 Not Modified"}) {
    const auto bytes = fmt::format("HTTP/1.1 {}\r\nContent-Length: 5\r\n\r\n", status);
    EXPECT_TRUE(read_responses(bytes, all_at_once(), false).responses.at(0).whole) << status;
  }
  const std::string head = kLength.substr(0, kLength.size() - 5);
  EXPECT_TRUE(read_responses(head, all_at_once(), false, true).responses.at(0).whole);
  EXPECT_TRUE(
      read_responses("HTTP/1.1 200 OK\r\n\r\n", all_at_once(), false, true).responses.at(0).whole);
  EXPECT_FALSE(read_responses(head, all_at_once(), false, false).responses.at(0).whole);
}

TEST(ResponseReader, what_two_readers_could_take_differently_is_refused) {
  const auto with = [](std::string_view lines, std::string_view body = "") {
    return fmt::format("HTTP/1.1 200 OK\r\n{}\r\n{}", lines, body);
  };
  const std::string te = "Transfer-Encoding: chunked\r\n";
  const std::string refused[] = {
      with("Content-Length: 1\r\nContent-Length: 1\r\n", "x"),
      with("Content-Length: 1\r\n" + te, "0\r\n\r\n"),
      with(te + "Content-Length: 1\r\n", "0\r\n\r\n"),
      with("Content-Length: -1\r\n"),
      with("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
      with(te, "1;x\r\nx\r\n0\r\n\r\n"),
      with(te, "0\r\nX: y\r\n\r\n"),
      with(te, "10000000000000000\r\n"),
      with("X : y\r\n"),
      with("X: y\r\n z\r\n"),
      with("X: y\nZ: z\r\n"),
      with("X: y\rZ: z\r\n"),
      with(std::string("X: \0\r\n", 6)),
      "HTTP/1.0 200 OK\r\n" + te + "\r\n0\r\n\r\n",
      "HTTP/1.1  200 OK\r\n\r\n",
      "HTTP/1.1 20 OK\r\n\r\n",
      "HTTP/1.1 2000 OK\r\n\r\n",
      "HTTP/1.1 +20 OK\r\n\r\n",
      "HTTP/1.1 099 Low\r\n\r\n",
      "HTTP/1.1 600 High\r\n\r\n",
      "HTTP/1.1 200 O\x01K\r\n\r\n",
      "HTTP/1.1\r\n\r\n",
      "HTTP/2.0 200 OK\r\n\r\n",
      "http/1.1 200 OK\r\n\r\n",
      "ICY 200 OK\r\n\r\n",
      "\r\nHTTP/1.1 200 OK\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\n\r\n",
  };
  for (const auto& bytes : refused) {
    const auto read = read_responses(bytes, all_at_once(), false);
    EXPECT_NE(read.why, "") << bytes;
    EXPECT_EQ(read_responses(bytes, byte_by_byte(), false), read) << bytes;
  }
}

TEST(ResponseReader, limits_hold_for_heads_and_announced_lengths) {
  const auto why = [](std::string_view bytes, Limits limits) {
    return read_responses(bytes, all_at_once(), false, false, limits).why;
  };
  EXPECT_THAT(why(kLength, {.max_head = 30}), HasSubstr("head is too large"));
  EXPECT_THAT(why(kLength, {.max_headers = 1}), HasSubstr("too many headers"));
  EXPECT_THAT(why(kLength, {.max_body = 4}), HasSubstr("body is too large"));
  EXPECT_EQ(why(kLength, {.max_body = 5}), "");
  EXPECT_EQ(why(kChunkedAnswer, {.max_body = 1}), "") << "it may be a stream without end";
}

TEST(ResponseReader, bytes_after_a_response_are_noticed) {
  for (const auto& [bytes, leftover] :
       {std::pair(kLength, false), std::pair(kLength + "x", true)}) {
    ResponseReader reader;
    std::string_view rest = bytes;
    give(reader, rest, all_at_once());
    EXPECT_EQ(reader.next(), ResponseReader::State::kHead);
    EXPECT_EQ(reader.next(), ResponseReader::State::kBody);
    EXPECT_EQ(reader.piece(), "hello");
    EXPECT_FALSE(reader.has_leftover());
    EXPECT_EQ(reader.next(), ResponseReader::State::kDone);
    EXPECT_EQ(reader.has_leftover(), leftover);
  }
}

TEST(ResponseReader, the_rest_of_a_body_is_never_read_as_the_next_head) {
  ResponseReader reader;
  std::string_view rest = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n";
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), ResponseReader::State::kHead);
  reader.restart();
  EXPECT_EQ(reader.next(), ResponseReader::State::kRefused);
  EXPECT_EQ(reader.refusal().status, 502);
}

TEST(ResponseReader, connections_stay_open_by_the_rules_of_their_version) {
  const auto stays = [](int minor, std::string_view lines) {
    const auto bytes = fmt::format("HTTP/1.{} 200 OK\r\nContent-Length: 0\r\n{}\r\n", minor, lines);
    return read_responses(bytes).responses.at(0).keep_alive;
  };
  EXPECT_TRUE(stays(1, ""));
  EXPECT_FALSE(stays(1, "Connection: close\r\n"));
  EXPECT_FALSE(stays(0, ""));
  EXPECT_TRUE(stays(0, "Connection: keep-alive\r\n"));
}

}  // namespace
}  // namespace touchstone::http
