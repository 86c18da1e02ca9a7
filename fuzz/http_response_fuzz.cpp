// Any bytes as responses: what is read does not depend on how they are split, a body is made of
// bytes that came, and a connection is kept only if both sides know where the response ended.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "http/test_support.hpp"

namespace touchstone::http {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_framing(const ReadResponse& response, bool head_only) {
  int ends = 0;
  for (const auto& [name, value] : response.headers) {
    const std::string lower = base::lower_case(name);
    require(name.find_first_of(" \t\r\n:") == std::string::npos, "a header's name is a token");
    require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
            "a header's value is one line");
    if (lower == "content-length") ++ends;
    if (lower == "transfer-encoding") {
      ++ends;
      require(base::lower_case(value) == "chunked", "the only coding is chunked");
    }
  }
  require(ends <= 1, "one thing at most says where the body ends");
  const bool bare = head_only || response.status == 204 || response.status == 304;
  require(!bare || response.body.empty(), "some responses have no body");
  require(ends == 1 || bare || !response.keep_alive, "a body without a length closes");
}

void check(std::string_view bytes, bool closes, bool head_only, Limits limits) {
  const auto read = [&](const Splitter& split) {
    return read_responses(bytes, split, closes, head_only, limits);
  };
  const ReadResponses whole = read(all_at_once());
  const std::uint64_t hash = base::hash64(bytes);
  std::string steps(reinterpret_cast<const char*>(&hash), sizeof(hash));
  require(read(byte_by_byte()) == whole, "byte by byte is the same");
  require(read(in_steps(steps)) == whole, "split is the same");
  std::size_t handed_out = 0;
  for (const auto& response : whole.responses) {
    require(response.status >= 200 && response.status <= 599, "interim responses are skipped");
    check_framing(response, head_only);
    handed_out += response.body.size();
  }
  require(handed_out <= bytes.size(), "no byte is handed out twice");
}

}  // namespace
}  // namespace touchstone::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  touchstone::http::check(bytes, true, false, {});
  touchstone::http::check(bytes, false, false, {.max_head = 120, .max_headers = 4, .max_body = 12});
  touchstone::http::check(bytes, true, true, {});
  return 0;
}
