#include "face/modern.hpp"

#include <fmt/format.h>

#include "json/string.hpp"
#include "mcp/mirror.hpp"
#include "rpc/code.hpp"

namespace touchstone::face {
namespace {

Answer unsupported(const rpc::Message& request, std::string_view version) {
  const std::string data = fmt::format(R"({{"supported":["{}"],"requested":{}}})",
                                       mcp::kModernVersion, json::quoted(version));
  return answer_error(request, rpc::kUnsupportedVersion, "Unsupported protocol version", data);
}

Answer mismatch(const rpc::Message& request, std::string_view header, std::string_view what) {
  return answer_error(request, rpc::kHeaderMismatch,
                      fmt::format("Header mismatch: {} {}", header, what));
}

std::optional<Answer> check_name(const rpc::Message& request, const http::Headers& headers) {
  const std::string_view key = mcp::named_param(request.method());
  if (key.empty()) return std::nullopt;
  if (!headers.has("Mcp-Name")) {
    if (!request.param(key)) return std::nullopt;  // the handler will miss it
    return mismatch(request, "Mcp-Name", "is missing");
  }
  const auto name = mcp::from_header(headers.get("Mcp-Name"));
  if (!name) return mismatch(request, "Mcp-Name", "is not valid Base64");
  if (!request.param(key).equals(*name))
    return mismatch(request, "Mcp-Name", fmt::format("does not match params.{}", key));
  return std::nullopt;
}

}  // namespace

std::optional<Answer> read_terms(const rpc::Message& request, mcp::Terms& terms) {
  auto read = mcp::terms_of_request(request);
  if (!read)
    return answer_error(request, rpc::kInvalidParams, "Invalid params: " + read.error().what);
  if (read->version != mcp::kModernVersion) return unsupported(request, read->version);
  terms = std::move(*read);
  return std::nullopt;
}

std::optional<Answer> check_headers(const rpc::Message& request, const http::Headers& headers) {
  const std::string_view version = headers.get("MCP-Protocol-Version");
  if (version.empty()) return mismatch(request, "MCP-Protocol-Version", "is missing");
  if (const json::View meta = request.meta(mcp::kMetaVersion); meta && !meta.equals(version))
    return mismatch(request, "MCP-Protocol-Version", "does not match _meta");
  if (!headers.has("Mcp-Method")) return mismatch(request, "Mcp-Method", "is missing");
  if (headers.get("Mcp-Method") != request.method())
    return mismatch(request, "Mcp-Method", "does not match the method");
  return check_name(request, headers);
}

int http_status(int error_code) {
  switch (error_code) {
    case rpc::kMethodNotFound: return 404;
    case rpc::kHeaderMismatch:
    case rpc::kMissingCapability:
    case rpc::kUnsupportedVersion:
    case rpc::kParseError:
    case rpc::kInvalidRequest: return 400;
    case rpc::kTooMany: return 429;
    default: return 200;
  }
}

}  // namespace touchstone::face
