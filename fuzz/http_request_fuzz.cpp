// Any bytes as requests: what is read does not depend on how they are split, and whatever is
// accepted passes a second look, line by line, that shares no code with the reader.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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

// Up to the next \r\n, which is taken too.
std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = bytes.find("\r\n");
  require(end != std::string_view::npos, "an accepted line ends in \\r\\n");
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end + 2);
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    require((byte >= ' ' || byte == '\t') && byte != 0x7f, "no control byte in an accepted line");
  }
  return line;
}

using Fields = std::multimap<std::string, std::string>;

Fields take_fields(std::string_view& bytes) {
  Fields fields;
  while (true) {
    const std::string_view line = take_line(bytes);
    if (line.empty()) return fields;
    const std::size_t colon = line.find(':');
    require(colon != std::string_view::npos && colon > 0, "a header has a name and a colon");
    for (const char c : line.substr(0, colon)) {
      require(c > ' ' && std::string_view("()<>@,;\\\"/[]?={}").find(c) == std::string_view::npos,
              "a header's name is a token");
    }
    std::string value(line.substr(colon + 1));
    value.erase(0, value.find_first_not_of(" \t"));
    value.erase(value.find_last_not_of(" \t") + 1);
    fields.emplace(base::lower_case(line.substr(0, colon)), value);
  }
}

std::string take_chunks(std::string_view& bytes) {
  std::string body;
  while (true) {
    const std::string digits(take_line(bytes));
    require(!digits.empty() && digits.size() <= 16 &&
                digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos,
            "a chunk's size is digits only");
    const std::size_t size = std::stoull(digits, nullptr, 16);
    require(size <= bytes.size(), "a chunk is whole");
    body += bytes.substr(0, size);
    bytes.remove_prefix(size);
    require(take_line(bytes).empty(), "an empty line follows a chunk");
    if (size == 0) return body;
  }
}

std::string take_body(std::string_view& bytes, const Fields& fields) {
  const auto lengths = fields.count("content-length");
  const auto codings = fields.count("transfer-encoding");
  require(lengths + codings <= 1, "one thing at most says where the body ends");
  if (codings == 1) {
    require(base::lower_case(fields.find("transfer-encoding")->second) == "chunked",
            "the only coding is chunked");
    return take_chunks(bytes);
  }
  if (lengths == 0) return {};
  const std::string& digits = fields.find("content-length")->second;
  require(!digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos,
          "a length is digits only");
  const std::size_t size = std::stoull(digits);
  require(size <= bytes.size(), "the body is whole");
  const std::string body(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return body;
}

// A path as it came, or a whole URL that names the Host.
bool is_target(const std::string& sent, const std::string& host, const std::string& target) {
  if (sent == target) return true;
  const std::string rest = base::lower_case(sent);
  const std::string name = base::lower_case(host) + (sent.ends_with(target) ? target : "");
  if (rest.size() < target.size() || (!sent.ends_with(target) && target != "/")) return false;
  return rest == base::lower_case("http://" + name) || rest == base::lower_case("https://" + name);
}

void check_first_line(const std::string& line, const std::string& host,
                      const ReadRequest& request) {
  const std::string version = request.minor_version == 1 ? " HTTP/1.1" : " HTTP/1.0";
  const std::size_t space = request.method.size();
  require(line.starts_with(request.method + " ") && line.ends_with(version), "method and version");
  require(line.size() > space + 1 + version.size(), "there is a target");
  const std::string sent = line.substr(space + 1, line.size() - version.size() - space - 1);
  require(is_target(sent, host, request.target), "the target is the one that was sent");
  require(request.target.starts_with('/'), "the target is a path");
  for (const char c : sent) require(c > ' ' && c < 0x7f && c != '#', "the target is visible");
}

// Takes from `bytes` what must have been `request`.
void look_again(std::string_view& bytes, const ReadRequest& request) {
  const std::string first(take_line(bytes));
  const Fields fields = take_fields(bytes);
  const auto hosts = fields.count("host");
  require(hosts == 1 || (hosts == 0 && request.minor_version == 0), "there is one Host");
  check_first_line(first, hosts == 1 ? fields.find("host")->second : "", request);
  require(fields.size() == request.headers.size(), "no header is lost or added");
  require(take_body(bytes, fields) == request.body, "the body is the one that was sent");
}

void check(std::string_view bytes, Limits limits) {
  const ReadRequests whole = read_requests(bytes, all_at_once(), limits);
  const std::uint64_t hash = base::hash64(bytes);
  std::string steps(reinterpret_cast<const char*>(&hash), sizeof(hash));
  require(read_requests(bytes, byte_by_byte(), limits) == whole, "byte by byte is the same");
  require(read_requests(bytes, in_steps(steps), limits) == whole, "split is the same");
  require(whole.padded, "every body has its padding");
  for (const auto& request : whole.requests) {
    look_again(bytes, request);
    require(request.body.size() <= limits.max_body, "no body beyond the limit");
    require(request.headers.size() <= limits.max_headers, "no more headers than the limit");
  }
  require(whole.refused != 0 || whole.idle == bytes.empty(), "idle means that nothing is left");
}

}  // namespace
}  // namespace touchstone::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  touchstone::http::check(bytes, {});
  touchstone::http::check(bytes, {.max_head = 120, .max_headers = 4, .max_body = 12});
  return 0;
}
