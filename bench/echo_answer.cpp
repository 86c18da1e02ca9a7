#include "bench/echo_answer.hpp"

#include <fmt/format.h>

namespace touchstone::bench {
namespace {

constexpr std::string_view kServer = R"({"name":"echo","version":"1"})";
constexpr std::string_view kTool =
    R"({"name":"echo","description":"Returns the text it is given.","inputSchema":)"
    R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},)"
    R"("annotations":{"readOnlyHint":true,"openWorldHint":false}})";

// Members that every modern result has, and those of one that may be cached.
constexpr std::string_view kComplete = R"("resultType":"complete",)";
constexpr std::string_view kCacheable =
    R"("resultType":"complete","ttlMs":60000,"cacheScope":"public",)";

std::string result(json::View id, std::string_view members) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{{{}}}}})", id.raw(), members);
}

std::string error(json::View id, int code, std::string_view message) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":"{}"}}}})",
                     id ? id.raw() : "null", code, message);
}

std::string discover(json::View id) {
  return result(id, fmt::format(R"({}"supportedVersions":["2026-07-28"],"capabilities":)"
                                R"({{"tools":{{}}}},"_meta":)"
                                R"({{"io.modelcontextprotocol/serverInfo":{}}})",
                                kCacheable, kServer));
}

std::string initialize(json::View id, json::View params) {
  const auto version = params.find("protocolVersion");
  return result(
      id, fmt::format(R"("protocolVersion":{},"capabilities":{{"tools":{{}}}},"serverInfo":{})",
                      version ? version.raw() : R"("2025-11-25")", kServer));
}

std::string call(json::View id, json::View params, bool modern) {
  const auto text = params.find("arguments").find("text");
  if (!params.find("name").equals("echo") || !text.is(json::Kind::kString)) {
    return error(id, -32602, "there is one tool, echo {text}");
  }
  return result(id, fmt::format(R"({}"content":[{{"type":"text","text":{}}}])",
                                modern ? kComplete : "", text.raw()));
}

}  // namespace

Answer echo_answer(json::Parser& parser, std::string_view message) {
  const auto document = parser.parse(json::Text::copy_of(message));
  if (!document) return {error({}, -32700, "not JSON")};
  const auto root = document->root();
  const auto id = root.find("id");
  const auto method = root.find("method");
  const auto params = root.find("params");
  if (!id) return {};
  const bool modern =
      static_cast<bool>(params.find("_meta").find("io.modelcontextprotocol/protocolVersion"));
  if (method.equals("tools/call")) return {call(id, params, modern)};
  if (method.equals("tools/list")) {
    return {result(id, fmt::format(R"({}"tools":[{}])", modern ? kCacheable : "", kTool))};
  }
  if (method.equals("server/discover")) return {discover(id)};
  if (method.equals("initialize")) return {initialize(id, params), true};
  if (method.equals("ping")) return {result(id, "")};
  return {error(id, -32601, "no such method"), false, modern};
}

}  // namespace touchstone::bench
