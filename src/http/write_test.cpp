#include "http/write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "http/test_support.hpp"

namespace touchstone::http {
namespace {

TEST(Write, a_response_is_written_line_by_line) {
  std::string out;
  append_response_line(out, 404);
  append_header(out, "Content-Type", "application/json");
  append_header(out, "Content-Length", std::size_t{18});
  end_head(out);
  EXPECT_EQ(out,
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n"
            "Content-Length: 18\r\n\r\n");
}

TEST(Write, a_status_without_a_name_has_a_reason_all_the_same) {
  EXPECT_EQ(reason(200), "OK");
  EXPECT_EQ(reason(299), "Unknown");
}

TEST(Write, an_empty_piece_does_not_end_a_chunked_body) {
  std::string out;
  append_chunk(out, "");
  append_chunk(out, std::string(26, 'x'));
  EXPECT_EQ(out, "1a\r\n" + std::string(26, 'x') + "\r\n");
}

TEST(Write, names_are_tokens_and_values_have_no_control_bytes) {
  EXPECT_TRUE(is_token("Mcp-Session-Id"));
  EXPECT_FALSE(is_token(""));
  EXPECT_FALSE(is_token("a b"));
  EXPECT_FALSE(is_token("a:"));
  EXPECT_FALSE(is_token("\xc3\xa9"));
  EXPECT_TRUE(is_field_value(""));
  EXPECT_TRUE(is_field_value("a b\tc~"));
  EXPECT_FALSE(is_field_value("a\r\nb"));
  EXPECT_FALSE(is_field_value(std::string_view("\0", 1)));
  EXPECT_FALSE(is_field_value("\x7f"));
  EXPECT_FALSE(is_field_value("\xc3\xa9"));
}

TEST(WriteProperty, what_is_written_is_read_again) {
  EXPECT_TRUE(rc::check([](const std::string& body, const std::vector<std::string>& pieces) {
    std::string out;
    append_request_line(out, "POST", "/a?b");
    append_header(out, "Host", "a");
    append_header(out, "Content-Length", body.size());
    end_head(out);
    out += body;
    append_request_line(out, "PUT", "/c");
    append_header(out, "Host", "a");
    append_header(out, "Transfer-Encoding", "chunked");
    end_head(out);
    std::string joined;
    for (const auto& piece : pieces) {
      append_chunk(out, piece);
      joined += piece;
    }
    out += kLastChunk;
    const auto read = read_requests(out);
    RC_ASSERT(read.requests.size() == 2U);
    RC_ASSERT(read.requests[0].body == body);
    RC_ASSERT(read.requests[0].target == "/a?b");
    RC_ASSERT(read.requests[1].body == joined);
    RC_ASSERT(read.idle);
  }));
}

}  // namespace
}  // namespace touchstone::http
