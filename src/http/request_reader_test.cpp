#include "http/request_reader.hpp"

#include <utility>

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

const std::string kPost =
    "POST /mcp?x=1 HTTP/1.1\r\nHost: example.com\r\nContent-Type:application/json \t\r\n"
    "Content-Length: 5\r\nX-Empty:\r\n\r\nhello";
const std::string kChunked =
    "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
    "5\r\nhello\r\n00A\r\n, world!!!\r\n0\r\n\r\n";

// A GET of HTTP/1.1 with these lines between the first and the empty one.
std::string with_lines(std::string_view lines) {
  return fmt::format("GET / HTTP/1.1\r\n{}\r\n", lines);
}
int refusal_of(std::string_view bytes, Limits limits = {}) {
  return read_requests(bytes, all_at_once(), limits).refused;
}

TEST(RequestReader, a_request_is_read_with_its_headers_and_its_body) {
  const auto read = read_requests(kPost);
  ASSERT_THAT(read.requests, SizeIs(1)) << read.why;
  const auto& request = read.requests[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/mcp?x=1");
  EXPECT_THAT(request.headers,
              ElementsAre(Pair("Host", "example.com"), Pair("Content-Type", "application/json"),
                          Pair("Content-Length", "5"), Pair("X-Empty", "")));
  EXPECT_EQ(request.body, "hello");
  EXPECT_TRUE(request.keep_alive);
  EXPECT_FALSE(request.expects_continue);
  EXPECT_EQ(request.minor_version, 1);
  EXPECT_TRUE(read.idle);
}

TEST(RequestReader, a_chunked_body_is_put_together) {
  const auto read = read_requests(kChunked);
  ASSERT_THAT(read.requests, SizeIs(1)) << read.why;
  EXPECT_EQ(read.requests[0].body, "hello, world!!!");
}

TEST(RequestReader, a_request_without_a_length_has_no_body) {
  const auto read = read_requests("POST / HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_THAT(read.requests, SizeIs(1));
  EXPECT_EQ(read.requests[0].body, "");
}

TEST(RequestReader, it_does_not_matter_where_the_bytes_are_split) {
  for (const auto& bytes : {kPost + kChunked + kPost, kChunked + "BAD\r\n\r\n", with_lines("x\r\n"),
                            with_lines("Host: a\nb\r\n"), kChunked.substr(0, 90) + "zzz\r\n"}) {
    const auto whole = read_requests(bytes);
    EXPECT_EQ(read_requests(bytes, byte_by_byte()), whole) << bytes;
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      ASSERT_EQ(read_requests(bytes, split_at(at)), whole) << bytes << "\nsplit at " << at;
    }
  }
}

TEST(RequestReader, requests_may_follow_each_other_without_waiting) {
  const auto read = read_requests(kPost + kChunked + kPost + kPost.substr(0, 30));
  ASSERT_THAT(read.requests, SizeIs(3));
  EXPECT_EQ(read.requests[0], read.requests[2]);
  EXPECT_EQ(read.requests[1].body, "hello, world!!!");
  EXPECT_FALSE(read.idle);
}

TEST(RequestReader, the_head_is_told_before_the_body_is_there) {
  RequestReader reader;
  std::string_view rest = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab";
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), RequestReader::State::kHead);
  EXPECT_EQ(reader.head().method, "POST");
  EXPECT_EQ(reader.next(), RequestReader::State::kMore);
  EXPECT_FALSE(reader.idle());
  rest = "c";
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), RequestReader::State::kRequest);
  EXPECT_EQ(reader.next(), RequestReader::State::kRequest) << "until restart()";
  EXPECT_EQ(reader.head().headers.get("host"), "a") << "the head outlives the reading of the body";
  EXPECT_EQ(reader.take_body(), "abc");
}

TEST(RequestReader, the_head_stays_while_a_large_body_moves_the_buffer) {
  RequestReader reader;
  const std::string body(300'000, 'x');
  const std::string bytes =
      fmt::format("POST / HTTP/1.1\r\nHost: abc\r\nContent-Length: {}\r\n\r\n", body.size()) + body;
  std::string_view rest = bytes;
  give(reader, rest, split_at(100));
  ASSERT_EQ(reader.next(), RequestReader::State::kHead);
  const std::string_view host = reader.head().headers.get("Host");
  while (!rest.empty()) {
    give(reader, rest, split_at(5000));
    (void)reader.next();
  }
  ASSERT_EQ(reader.next(), RequestReader::State::kRequest);
  EXPECT_EQ(host, "abc");
  EXPECT_EQ(reader.take_body(), body);
}

struct Case {
  std::string_view name;
  std::string bytes;
  int status;
};

// How requests have been smuggled past one reader to another: a byte that two readers could take
// differently is refused.
TEST(RequestReader, what_two_readers_could_take_differently_is_refused) {
  const auto post = [](std::string_view lines, std::string_view body = "") {
    return fmt::format("POST / HTTP/1.1\r\nHost: a\r\n{}\r\n{}", lines, body);
  };
  const std::string te = "Transfer-Encoding: chunked\r\n";
  const Case cases[] = {
      {"length, then coding", post("Content-Length: 4\r\n" + te, "0\r\n\r\n"), 400},
      {"coding, then length", post(te + "Content-Length: 4\r\n", "0\r\n\r\n"), 400},
      {"two lengths", post("Content-Length: 0\r\nContent-Length: 1\r\n", "x"), 400},
      {"two equal lengths", post("Content-Length: 1\r\ncontent-length: 1\r\n", "x"), 400},
      {"list of lengths", post("Content-Length: 1, 1\r\n", "x"), 400},
      {"signed length", post("Content-Length: +1\r\n", "x"), 400},
      {"negative length", post("Content-Length: -1\r\n", "x"), 400},
      {"hexadecimal length", post("Content-Length: 0x1\r\n", "x"), 400},
      {"empty length", post("Content-Length:\r\n"), 400},
      {"length beyond 64 bits", post("Content-Length: 18446744073709551617\r\n", "x"), 413},
      {"two codings", post(te + te, "0\r\n\r\n"), 400},
      {"coding twice in a line", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 501},
      {"other coding", post("Transfer-Encoding: gzip\r\n"), 501},
      {"other coding first", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 501},
      {"identity", post("Transfer-Encoding: identity\r\n"), 501},
      {"nearly chunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501},
      {"quoted", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), 501},
      {"vertical tab", post("Transfer-Encoding: \vchunked\r\n", "0\r\n\r\n"), 400},
      {"empty coding", post("Transfer-Encoding:\r\n"), 501},
      {"coding in 1.0", "POST / HTTP/1.0\r\nHost: a\r\n" + te + "\r\n0\r\n\r\n", 400},
      {"space before colon", post("Content-Length : 1\r\n", "x"), 400},
      {"tab before colon", post("Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n"), 400},
      {"folded line", post("X: a\r\n b\r\n"), 400},
      {"folded by tab", post("X: a\r\n\tb\r\n"), 400},
      {"folded first line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
      {"no colon", post("X\r\n"), 400},
      {"no name", post(": x\r\n"), 400},
      {"odd name", post("X(y): x\r\n"), 400},
      {"name beyond ASCII", post("X\xc3\xa9: x\r\n"), 400},
      {"bare newline", post("X: a\nY: b\r\n"), 400},
      {"bare newlines only", "GET / HTTP/1.1\nHost: a\n\n", 400},
      {"bare return", post("X: a\rY: b\r\n"), 400},
      {"return twice", post("X: a\r\r\n"), 400},
      {"NUL in a value", post(std::string("X: a\0b\r\n", 8)), 400},
      {"NUL in a name", post(std::string("X\0: b\r\n", 7)), 400},
      {"DEL in a value", post("X: \x7f\r\n"), 400},
      {"escape in a value", post("X: \x1b[0m\r\n"), 400},
      {"escape in a long value", post("X: 0123456789abcdef0123456789abcdef\x1b[0m\r\n"), 400},
      {"chunk extension", post(te, "1;a=b\r\nx\r\n0\r\n\r\n"), 400},
      {"empty chunk extension", post(te, "1;\r\nx\r\n0\r\n\r\n"), 400},
      {"space after chunk size", post(te, "1 \r\nx\r\n0\r\n\r\n"), 400},
      {"space before chunk size", post(te, " 1\r\nx\r\n0\r\n\r\n"), 400},
      {"no chunk size", post(te, "\r\nx\r\n0\r\n\r\n"), 400},
      {"negative chunk size", post(te, "-1\r\nx\r\n0\r\n\r\n"), 400},
      {"prefixed chunk size", post(te, "0x1\r\nx\r\n0\r\n\r\n"), 400},
      {"chunk size beyond 64 bits", post(te, "10000000000000001\r\nx\r\n0\r\n\r\n"), 400},
      {"largest chunk size", post(te, "ffffffffffffffff\r\nx\r\n"), 413},
      {"bare newline after size", post(te, "1\nx\r\n0\r\n\r\n"), 400},
      {"bare return after size", post(te, "1\rx\r\n0\r\n\r\n"), 400},
      {"chunk longer than its size", post(te, "1\r\nxy\r\n0\r\n\r\n"), 400},
      {"bare newline after data", post(te, "1\r\nx\n0\r\n\r\n"), 400},
      {"trailer", post(te, "1\r\nx\r\n0\r\nHost: b\r\n\r\n"), 400},
      {"no end of chunks", post(te, "0\r\nGET / HTTP/1.1\r\n\r\n"), 400},
  };
  for (const auto& [name, bytes, status] : cases) {
    const auto read = read_requests(bytes);
    EXPECT_EQ(read.refused, status) << name << ": " << read.why;
    EXPECT_THAT(read.requests, SizeIs(0)) << name;
    EXPECT_EQ(read_requests(bytes, byte_by_byte()), read) << name;
  }
}

TEST(RequestReader, the_first_line_is_held_to_its_form) {
  const Case cases[] = {
      {"no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"empty target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"two spaces", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"tab", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"space at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},
      {"space at the start", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"empty line first", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"no path", "GET mcp HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"star", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"authority", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", 400},
      {"fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"beyond ASCII", "GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"odd method", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"no version", "GET /\r\nHost: a\r\n\r\n", 400},
      {"lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400},
      {"long version", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", 400},
      {"HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505},
      {"HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"TLS", "\x16\x03\x01", 400},
  };
  for (const auto& [name, bytes, status] : cases) {
    EXPECT_EQ(refusal_of(bytes), status) << name;
    EXPECT_EQ(read_requests(bytes, byte_by_byte()), read_requests(bytes)) << name;
  }
}

TEST(RequestReader, there_is_exactly_one_host) {
  EXPECT_EQ(refusal_of(with_lines("")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: a\r\nhost: a\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host:\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: a b\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: a,b\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: a/b\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: u@a\r\n")), 400);
  EXPECT_EQ(refusal_of(with_lines("Host: [::1]:8080\r\n")), 0);
  EXPECT_EQ(refusal_of("GET / HTTP/1.0\r\n\r\n"), 0) << "HTTP/1.0 does without";
  EXPECT_EQ(refusal_of("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
}

TEST(RequestReader, a_whole_url_as_target_is_cut_to_its_path_if_it_names_the_same_host) {
  const auto target_of = [](std::string_view target) -> std::string {
    const auto read =
        read_requests(fmt::format("GET {} HTTP/1.1\r\nHost: Example.com:80\r\n\r\n", target));
    return read.refused != 0 ? std::to_string(read.refused) : read.requests.at(0).target;
  };
  EXPECT_EQ(target_of("http://example.com:80/mcp?x"), "/mcp?x");
  EXPECT_EQ(target_of("HTTPS://EXAMPLE.com:80/"), "/");
  EXPECT_EQ(target_of("http://example.com:80"), "/");
  EXPECT_EQ(target_of("http://example.com:80?x"), "400");
  EXPECT_EQ(target_of("http://evil.example/mcp"), "400");
  EXPECT_EQ(target_of("http:///mcp"), "400") << "an empty host is another host";
  EXPECT_EQ(target_of("ftp://example.com:80/"), "400");
  EXPECT_EQ(refusal_of("GET http://a/ HTTP/1.0\r\n\r\n"), 400) << "there is no Host to compare";
}

TEST(RequestReader, connections_stay_open_by_the_rules_of_their_version) {
  const auto stays = [](int minor, std::string_view lines) {
    const auto read =
        read_requests(fmt::format("GET / HTTP/1.{}\r\nHost: a\r\n{}\r\n", minor, lines));
    return read.requests.at(0).keep_alive;
  };
  EXPECT_TRUE(stays(1, ""));
  EXPECT_TRUE(stays(1, "Connection: upgrade\r\n"));
  EXPECT_FALSE(stays(1, "Connection: Close\r\n"));
  EXPECT_FALSE(stays(1, "Connection: foo ,\tclose\r\n"));
  EXPECT_FALSE(stays(1, "Connection: keep-alive\r\nConnection: close\r\n"));
  EXPECT_TRUE(stays(1, "Connection: closed\r\n"));
  EXPECT_FALSE(stays(0, ""));
  EXPECT_TRUE(stays(0, "Connection: Keep-Alive\r\n"));
  EXPECT_FALSE(stays(0, "Connection: keep-alive, close\r\n"));
}

TEST(RequestReader, a_client_that_waits_for_100_continue_is_known) {
  const auto waits = [](int minor, std::string_view lines) {
    RequestReader reader;
    const std::string bytes = fmt::format("PUT / HTTP/1.{}\r\nHost: a\r\n{}\r\n", minor, lines);
    std::string_view rest = bytes;
    give(reader, rest, all_at_once());
    EXPECT_EQ(reader.next(), RequestReader::State::kHead);
    return reader.head().expects_continue;
  };
  EXPECT_TRUE(waits(1, "Expect: 100-Continue\r\nContent-Length: 5\r\n"));
  EXPECT_TRUE(waits(1, "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n"));
  EXPECT_FALSE(waits(1, "Content-Length: 5\r\n"));
  EXPECT_FALSE(waits(1, "Expect: 100-continue\r\n")) << "nothing is to come";
  EXPECT_FALSE(waits(0, "Expect: 100-continue\r\nContent-Length: 5\r\n"));
}

TEST(RequestReader, a_head_may_be_as_large_as_the_limit_and_no_larger) {
  const std::string head = with_lines("Host: a\r\nX: " + std::string(100, 'x') + "\r\n");
  EXPECT_EQ(refusal_of(head, {.max_head = head.size()}), 0);
  EXPECT_EQ(refusal_of(head, {.max_head = head.size() - 1}), 431);
  const Limits small{.max_head = 100};
  EXPECT_EQ(refusal_of(std::string(99, 'G'), small), 0) << "not yet";
  EXPECT_EQ(refusal_of(std::string(100, 'G'), small), 431);
  EXPECT_EQ(read_requests(head, byte_by_byte(), small), read_requests(head, all_at_once(), small));
}

TEST(RequestReader, there_may_be_as_many_headers_as_the_limit_and_no_more) {
  std::string lines = "Host: a\r\n";
  for (int i = 0; i < 4; ++i) lines += fmt::format("X{}: y\r\n", i);
  EXPECT_EQ(refusal_of(with_lines(lines), {.max_headers = 5}), 0);
  EXPECT_EQ(refusal_of(with_lines(lines), {.max_headers = 4}), 431);
}

TEST(RequestReader, a_body_beyond_the_limit_is_refused_before_it_comes) {
  const Limits ten{.max_body = 10};
  const auto with_length = [](int length) {
    return fmt::format("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", length);
  };
  EXPECT_EQ(refusal_of(with_length(10), ten), 0);
  EXPECT_EQ(refusal_of(with_length(11), ten), 413);
  const std::string chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(refusal_of(chunked + "a\r\n0123456789\r\n0\r\n\r\n", ten), 0);
  EXPECT_EQ(refusal_of(chunked + "b\r\n", ten), 413) << "as soon as the size is known";
  EXPECT_EQ(refusal_of(chunked + "b", ten), 0) << "b may become b0, or a fault";
  EXPECT_EQ(refusal_of(chunked + "5\r\n01234\r\n5\r\n56789\r\n1\r\n", ten), 413);
}

TEST(RequestReader, every_body_has_the_spare_room_it_was_promised) {
  for (const std::size_t size : {0U, 1U, 63U, 64U, 1000U, 1U << 20, (3U << 20) + 5}) {
    const std::string body(size, 'x');
    const auto length =
        fmt::format("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", size);
    const auto chunked = fmt::format(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n", size);
    EXPECT_TRUE(read_requests(length + body, in_steps("\xff")).padded) << size;
    EXPECT_TRUE(read_requests(length + body, all_at_once(), {}, 100).padded) << size;
    if (size == 0) continue;
    const auto read = read_requests(chunked + body + "\r\n0\r\n\r\n", in_steps("\xff\x07"));
    EXPECT_TRUE(read.padded && read.requests.size() == 1) << size;
  }
  EXPECT_TRUE(read_requests("GET / HTTP/1.1\r\nHost: a\r\n\r\n").padded);
}

TEST(RequestReader, a_length_that_lies_costs_little_memory) {
  RequestReader reader;
  std::string_view rest = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16000000\r\n\r\nonly this";
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), RequestReader::State::kHead);
  EXPECT_EQ(reader.next(), RequestReader::State::kMore);
  EXPECT_LE(reader.room().size(), std::size_t{256} << 10);
  EXPECT_LE(reader.take_body().capacity(), (std::size_t{1} << 20) + 128);
}

TEST(RequestReader, memory_is_given_back_while_idle_and_reading_goes_on_after) {
  RequestReader reader;
  for (int i = 0; i < 3; ++i) {
    std::string_view rest = kPost;
    give(reader, rest, all_at_once());
    EXPECT_EQ(reader.next(), RequestReader::State::kHead);
    EXPECT_EQ(reader.next(), RequestReader::State::kRequest);
    EXPECT_FALSE(reader.idle());
    EXPECT_EQ(reader.take_body(), "hello");
    reader.restart();
    EXPECT_TRUE(reader.idle());
    reader.shrink();
  }
}

TEST(RequestReader, a_refusal_stays) {
  RequestReader reader;
  std::string_view rest = "BAD\r\n\r\n";
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), RequestReader::State::kRefused);
  reader.restart();
  rest = kPost;
  give(reader, rest, all_at_once());
  EXPECT_EQ(reader.next(), RequestReader::State::kRefused);
  EXPECT_THAT(reader.refusal().what, HasSubstr("first line"));
}

TEST(RequestReader, a_reader_can_be_moved_in_the_middle_of_a_request) {
  RequestReader first;
  std::string_view rest = kPost;
  give(first, rest, split_at(90));
  EXPECT_EQ(first.next(), RequestReader::State::kMore);
  RequestReader second = std::move(first);
  give(second, rest, all_at_once());
  EXPECT_EQ(second.next(), RequestReader::State::kHead);
  EXPECT_EQ(second.next(), RequestReader::State::kRequest);
  EXPECT_EQ(second.take_body(), "hello");
}

TEST(Headers, names_are_found_in_any_case_and_the_first_counts) {
  Headers headers;
  headers.add("Accept", "a");
  headers.add("accept", "b");
  EXPECT_EQ(headers.get("ACCEPT"), "a");
  EXPECT_EQ(headers.count("Accept"), 2U);
  EXPECT_TRUE(headers.has("accept"));
  EXPECT_FALSE(headers.has("Accep"));
  EXPECT_EQ(headers.get("x"), "");
  EXPECT_FALSE(same_name("a@", "a`")) << "only letters have two cases";
}

}  // namespace
}  // namespace touchstone::http
