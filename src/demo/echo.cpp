// echo: gives back its text, for tests and for measuring. The bytes are copied, not decoded.
#include "demo/servers.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kEcho = R"json({
  "name": "echo", "title": "Echo",
  "description": "Returns the text that it is given.",
  "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
  "annotations": {"title": "Echo", "readOnlyHint": true, "openWorldHint": false}
})json";

Reply echo(const Call& call) {
  constexpr std::string_view kHead = R"({"content":[{"type":"text","text":)";
  const std::string_view text = call.arguments().find("text").raw();
  std::string result;
  result.reserve(kHead.size() + text.size() + 3);
  result.append(kHead).append(text).append("}]}");
  return raw(std::move(result));
}

}  // namespace

Parts echo_server() {
  Parts parts;
  parts.name = "echo";
  parts.title = "Echo (demo)";
  parts.instructions = "One tool that gives back its text.";
  parts.tools.push_back({std::string(kEcho), at_once([](Call& call) { return echo(call); })});
  return parts;
}

}  // namespace touchstone::demo
