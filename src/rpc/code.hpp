// The error codes of JSON-RPC and MCP, by name.
#pragma once

namespace touchstone::rpc {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kResourceNotFound = -32002;  // legacy
inline constexpr int kHeaderMismatch = -32020;    // modern from here on
inline constexpr int kMissingCapability = -32021;
inline constexpr int kUnsupportedVersion = -32022;
inline constexpr int kUrlElicitationRequired = -32042;  // 2025-11-25

// Ours, outside the range that JSON-RPC and MCP reserve.
inline constexpr int kUpstreamFailed =
    -31001;  // the server behind us broke or could not be reached
inline constexpr int kUpstreamTimeout = -31002;  // it took longer than the config allows
inline constexpr int kTooMany = -31003;  // a limit of the gateway: sessions, calls, subscriptions
inline constexpr int kRefused = -31004;  // by the policy; the text says why

}  // namespace touchstone::rpc
