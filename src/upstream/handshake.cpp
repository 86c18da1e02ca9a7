#include "upstream/handshake.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "json/writer.hpp"
#include "mcp/ourselves.hpp"
#include "rpc/code.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

std::string_view client_info(const mcp::Terms& declare) {
  return declare.client_info.empty() ? mcp::kOurselves : std::string_view(declare.client_info);
}

bool is_modern_code(int code) {
  return code == rpc::kHeaderMismatch || code == rpc::kMissingCapability ||
         code == rpc::kUnsupportedVersion;
}

std::vector<std::string> strings(json::View array) {
  std::vector<std::string> out;
  for (const json::View item : array.elements())
    if (auto text = item.as_string()) out.push_back(std::move(*text));
  return out;
}

// By the versions a modern server says it speaks.
Finding judge_versions(const std::vector<std::string>& versions, const std::string& server) {
  if (std::ranges::any_of(versions, mcp::is_legacy_version)) return {};
  return {Finding::Kind::kHopeless,
          {},
          {"it speaks MCP " + base::list_in_words(versions) + "; this gateway speaks " +
               std::string(mcp::kModernVersion) + " and " + std::string(mcp::kLatestLegacy) +
               " and older",
           server, "update whichever of the two is older"}};
}

Finding judge_result(json::View result, const std::string& server) {
  const json::View offered = result.find("supportedVersions");
  if (!offered.is(json::Kind::kArray)) return {};
  const auto versions = strings(offered);
  if (std::ranges::find(versions, mcp::kModernVersion) != versions.end())
    return {Finding::Kind::kModern, std::string(result.raw()), {}};
  return judge_versions(versions, server);
}

std::string words_of(const rpc::Message& error) {
  return "error " + std::to_string(error.error_code()) + ": " +
         error.error().find("message").as_string().value_or("(no message)").substr(0, 500);
}

Finding judge_error(const rpc::Message& message, const std::string& server) {
  if (!is_modern_code(message.error_code())) return {};
  const json::View supported = message.error().find("data").find("supported");
  if (message.error_code() == rpc::kUnsupportedVersion && supported.is(json::Kind::kArray)) {
    const auto versions = strings(supported);
    if (std::ranges::find(versions, mcp::kModernVersion) == versions.end())
      return judge_versions(versions, server);
  }
  return {Finding::Kind::kHopeless,
          {},
          {"it refuses to be discovered: " + words_of(message), server, ""},
          message.error_code() == rpc::kUnsupportedVersion};
}

std::optional<rpc::Message> message_in_body(const LinkError& error, json::Parser& parser) {
  if (error.trouble != Trouble::kRefused || error.http_body.empty()) return std::nullopt;
  auto message = rpc::Message::parse(parser, json::Text::copy_of(error.http_body));
  if (!message || message->kind() != rpc::Kind::kError) return std::nullopt;
  return std::move(*message);
}

}  // namespace

std::string discover_params(const mcp::Terms& declare) {
  json::Writer w;
  w.begin_object().key("_meta").begin_object();
  w.key(mcp::kMetaVersion).string(mcp::kModernVersion);
  w.key(mcp::kMetaClientInfo).raw(client_info(declare));
  w.key(mcp::kMetaCapabilities).raw(declare.capabilities);
  w.end_object().end_object();
  return std::move(w).take();
}

std::string initialize_params(const mcp::Terms& declare) {
  json::Writer w;
  w.begin_object();
  w.key("protocolVersion").string(mcp::kLatestLegacy);
  w.key("capabilities").raw(declare.capabilities);
  w.key("clientInfo").raw(client_info(declare));
  w.end_object();
  return std::move(w).take();
}

Finding judge_discovery(const LinkResult<rpc::Message>& answer, json::Parser& parser,
                        const std::string& server) {
  if (answer && answer->kind() == rpc::Kind::kResult) return judge_result(answer->result(), server);
  if (answer) return judge_error(*answer, server);
  const auto message = message_in_body(answer.error(), parser);
  return message ? judge_error(*message, server) : Finding{};
}

bool is_modern_refusal(const LinkResult<rpc::Message>& answer, json::Parser& parser) {
  if (answer) return is_modern_code(answer->error_code());
  const auto message = message_in_body(answer.error(), parser);
  return message && is_modern_code(message->error_code());
}

LinkResult<Agreement> judge_initialize(const LinkResult<rpc::Message>& answer,
                                       const std::string& server) {
  if (!answer) return tl::unexpected(answer.error());
  if (answer->kind() == rpc::Kind::kError) {
    return tl::unexpected(
        trouble(Trouble::kRefused, "it refuses to be initialized: " + words_of(*answer), server));
  }
  const auto version = answer->result().find("protocolVersion").as_string();
  if (!version || !mcp::is_legacy_version(*version)) {
    return tl::unexpected(trouble(
        Trouble::kProtocol,
        version ? "it speaks MCP " + version->substr(0, 100) + ", which this gateway does not"
                : "its answer to `initialize` names no protocol version",
        server, "update the server, or the gateway"));
  }
  return Agreement{*version, std::string(answer->result().raw())};
}

}  // namespace touchstone::upstream
