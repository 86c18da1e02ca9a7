// The two eras of MCP and their revisions.
//
// Legacy: a handshake (`initialize`) opens a session in which both sides ask and answer. Modern:
// each request stands alone and carries in its _meta what the handshake used to settle.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rpc/message.hpp"

namespace touchstone::mcp {

enum class Era : std::uint8_t { kLegacy, kModern };

inline constexpr std::string_view kModernVersion = "2026-07-28";
inline constexpr std::string_view kLatestLegacy = "2025-11-25";
// Newest first.
inline constexpr std::array<std::string_view, 4> kLegacyVersions = {"2025-11-25", "2025-06-18",
                                                                    "2025-03-26", "2024-11-05"};

[[nodiscard]] bool is_legacy_version(std::string_view version);
// What `initialize` is answered with: the requested legacy revision if we know it, else the latest.
// Who asks for 2025-03-26 gets 2024-11-05: only that revision has batches, which we do not take,
// and clients that know nothing newer know the one before it.
[[nodiscard]] std::string_view negotiate(std::string_view requested);

// Keys of a modern request's params._meta.
inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
// Ours: which session of an agent a request belongs to.
inline constexpr std::string_view kMetaSession = "dev.touchstone/session";

// A request is modern if its _meta names a protocol version that is not one of the legacy ones.
[[nodiscard]] Era era_of(const rpc::Message& request);

}  // namespace touchstone::mcp
