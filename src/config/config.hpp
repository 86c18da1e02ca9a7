// Config: what a person wrote, read, checked and typed. A value; who holds it may not be surprised.
//
// The `mcpServers` object of every MCP client loads as it is; our own keys stand beside the common
// ones in each server, and at the top level. Where a default is not obvious the comment says why.
// docs/configuration.md is the manual; `touchstone config schema` prints the JSON Schema.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/hours.hpp"
#include "config/tree.hpp"
#include "model/derive.hpp"
#include "model/enrich.hpp"
#include "model/evidence.hpp"
#include "model/relief.hpp"
#include "resolve/rule.hpp"

namespace touchstone::config {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // in the order of the file

enum class Transport : std::uint8_t { kStdio, kHttp, kSse };
// kHttp finds out by itself whether the server speaks Streamable HTTP or the older HTTP+SSE; kSse
// (`type: sse`) goes straight to the latter.

// Who shares a server's process or session.
//   auto     whom the server may ask something has one of its own; of the rest, those of one
//            principal who can be asked the same share one. The default.
//   session  each legacy client session has its own, as it would without a gateway; modern clients
//            have no sessions and share as above.
//   shared   all clients share one. Saves processes; the server cannot tell its clients apart.
enum class Isolation : std::uint8_t { kAuto, kSession, kShared };

enum class Start : std::uint8_t { kLazy, kEager };

// How far a server is trusted. What its word is worth follows (word_of); the last two also say who
// may use it:
//   quarantine  listed to nobody until a person has accepted its tools, which are then untrusted
//   blocked     not used at all
enum class Trust : std::uint8_t { kTrusted, kStandard, kUntrusted, kQuarantine, kBlocked };
[[nodiscard]] constexpr model::Trust word_of(Trust trust) {
  if (trust == Trust::kTrusted) return model::Trust::kTrusted;
  return trust == Trust::kStandard ? model::Trust::kStandard : model::Trust::kUntrusted;
}

// How clients find tools.
//   all     tools/list has every tool
//   search  tools/list has find_tools, describe_tool and three tools to call what was found
enum class Routing : std::uint8_t { kAll, kSearch };

// What the operator says of tools, whatever is declared or seen: rules without conditions. A field
// that is unset there goes back to its default.
struct Overrides {
  static constexpr std::size_t kMax = 1'000;  // of one server

  std::vector<resolve::Rule> rules;

  // Those on this tool, as the operator's word.
  [[nodiscard]] std::vector<model::Evidence> evidence_on(std::string_view tool_name) const;
  // For the record, a line each: "`write_*`: destructiveHint false (touchstone.yaml:12)".
  [[nodiscard]] std::vector<std::string> lines() const;

  friend bool operator==(const Overrides&, const Overrides&) = default;
};

// Tools whose results take something from their session's label (docs/configuration.md).
struct Declassifiers {
  static constexpr std::size_t kMax = 256;      // tools of one server
  static constexpr std::size_t kMaxWords = 64;  // of one tool

  struct Tool {
    std::string name;  // at its server, as a whole
    model::Relief takes;

    friend bool operator==(const Tool&, const Tool&) = default;
  };
  std::vector<Tool> tools;  // in the order of the file

  // What that tool takes, or nothing.
  [[nodiscard]] const model::Relief* of(std::string_view tool) const;

  friend bool operator==(const Declassifiers&, const Declassifiers&) = default;
};

// A choice of tools with an endpoint of its own, /mcp/v/<name>.
struct View {
  std::string name;
  std::vector<std::string> servers;  // names, with * for anything; none: all
  std::vector<std::string> tools;    // names as clients see them in /mcp, with *; none: all
  std::vector<std::string> except;   // of those
  model::Tier tier = model::Tier::kDestructive;  // the most that its calls may do
  Routing routing = Routing::kAll;

  friend bool operator==(const View&, const View&) = default;
};

// What happens when a server shows something else than was pinned (pin/drift.hpp has the grades).
//   ask     what is risky waits for a person, what is hostile is blocked. The default.
//   block   what is risky is blocked as well.
//   accept  everything is pinned anew; what is hostile is told in the log.
enum class OnDrift : std::uint8_t { kAsk, kBlock, kAccept };

// Calls of tools that are not read-only, of all clients together. Those that are run beside each
// other.
//   serial     one at a time, in the order they came; reads run beside them. The default.
//   exclusive  one at a time, and no read beside it.
//   parallel   as they come.
enum class Writes : std::uint8_t { kSerial, kExclusive, kParallel };

struct Server {
  std::string name;  // letters, digits, '-', '_', '.'; unique
  Transport transport = Transport::kStdio;

  std::string command;
  std::vector<std::string> args;
  Pairs env;                         // added to the clean environment
  std::vector<std::string> inherit;  // names of variables taken over from ours
  std::string cwd;

  std::string url;
  Pairs headers;

  bool disabled = false;
  Trust trust = Trust::kStandard;
  float inference_trust = 0.8F;  // how sure inference must be to reassure
  Isolation isolation = Isolation::kAuto;
  Start start = Start::kLazy;
  OnDrift on_drift = OnDrift::kAsk;
  std::string prefix;  // of its tools and prompts in /mcp; the name if not given, may be ""

  std::vector<std::string> roots;    // folders it is meant to work in; a path elsewhere raises
  std::vector<resolve::Rule> rules;  // what its tools are for certain arguments
  Overrides overrides;               // what they are, whatever anybody else says
  bool share_labels = false;         // it is told what a session has seen, in `_meta.annotations`
  Declassifiers declassifies;        // its tools that take something from a session's label

  Milliseconds start_timeout = std::chrono::seconds(60);   // some servers need more than 12 s cold
  Milliseconds call_timeout = std::chrono::minutes(10);    // 0: none. Progress starts it anew.
  Milliseconds health_timeout = std::chrono::seconds(60);  // 0: never. See upstream/lane.hpp.
  Milliseconds slow_timeout = std::chrono::minutes(60);    // the same, of tools that are slow
  Milliseconds restart_max = std::chrono::seconds(60);     // the longest pause between restarts
  Milliseconds idle_timeout = std::chrono::minutes(5);     // of a process that no session needs
  std::uint32_t max_processes = 64;                        // at once, if it is a program
  std::uint32_t max_in_flight = 256;
  std::uint32_t max_heavy = 4;  // calls at once of tools that need much
  Hours heavy_hours;            // when they may be called; none: as limits says
  Writes writes = Writes::kSerial;
  std::size_t max_message = std::size_t{16} << 20;

  std::string where;  // "touchstone.yaml:12", for messages

  friend bool operator==(const Server&, const Server&) = default;
};

struct Token {
  std::string principal;  // who shows it
  std::string secret;

  friend bool operator==(const Token&, const Token&) = default;
};

// Every limit of the gateway's own face. 0 is never "unlimited".
struct Limits {
  std::size_t max_body = std::size_t{16} << 20;
  std::size_t max_head = std::size_t{16} << 10;
  std::uint32_t max_depth = 128;
  std::uint32_t max_connections = 20'000;
  std::uint32_t max_sessions = 20'000;
  std::uint32_t max_subscriptions = 1'000;  // of one client
  std::uint32_t max_in_flight = 1'024;      // of all clients together
  std::uint32_t max_in_flight_per_session = 64;
  std::uint32_t max_heavy = 16;    // calls at once of tools that need much, of all servers
  Hours heavy_hours;               // when they may be called; none: at any time
  std::uint32_t max_parked = 256;  // calls of legacy servers that wait for an answer
  Milliseconds idle_timeout = std::chrono::minutes(5);  // a connection that says nothing
  Milliseconds head_timeout =
      std::chrono::seconds(15);  // from the first byte of a request to its last
  Milliseconds session_timeout = std::chrono::minutes(60);  // a session nobody uses
  Milliseconds parked_timeout = std::chrono::minutes(5);    // and how long a requestState is good
  Milliseconds turn_timeout = std::chrono::minutes(5);      // of a call that waits for others
  // Programs from npm take 1 to 3 s to start, and on a slow machine the first is late, too: so the
  // first answers are whole as a rule, and soon always.
  Milliseconds start_grace = std::chrono::seconds(3);
  Milliseconds heartbeat = std::chrono::seconds(5);     // while a slow call says nothing
  Milliseconds ask_timeout = std::chrono::minutes(10);  // a person's answer to a server's question

  friend bool operator==(const Limits&, const Limits&) = default;
};

// A text that nobody is shown, unless he asks for it.
struct Secret {
  std::string text;

  friend bool operator==(const Secret&, const Secret&) = default;
};

// Where something is told by HTTP: questions to a person, or that a rule with `notify` fired.
struct Webhook {
  std::string url;                                  // empty: nowhere
  Secret secret;                                    // of the signature
  Milliseconds timeout = std::chrono::seconds(10);  // of one attempt
  std::string name = {};                            // of a channel

  friend bool operator==(const Webhook&, const Webhook&) = default;
};

// When a policy asks a person.
struct Approvals {
  Milliseconds timeout = std::chrono::minutes(5);  // how long a question may wait
  // How long a call waits for somebody at the command line, if its client cannot be asked: less
  // than clients wait for a call.
  Milliseconds wait = std::chrono::seconds(20);
  // How long it waits while its (legacy) client asks. Common clients give a call 60 s, and a token
  // for progress promises no more.
  Milliseconds wait_for_client = std::chrono::seconds(45);
  Webhook webhook;
  // Where people reach our page, for clients that only open URLs; empty: where we listen; or kOff.
  std::string page = {};

  friend bool operator==(const Approvals&, const Approvals&) = default;
};

inline constexpr std::string_view kOff = "off";  // of `policy`: nothing is labelled or decided
inline constexpr std::string_view kInMemory = ":memory:";  // of `pins` and `store`: not kept

struct Config {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7332;
  std::string
      socket;  // Unix socket for `touchstone connect`; empty: $XDG_RUNTIME_DIR/touchstone.sock
  std::vector<std::string> allowed_hosts;    // besides localhost and the listen address
  std::vector<std::string> allowed_origins;  // besides those of loopback
  std::vector<Token> tokens;                 // none: anybody who reaches the address
  std::vector<std::string> domains;  // the organisation's own; data that stays there stays in
  std::string pins;  // the pin store; empty: in the user's state folder; or kInMemory
  std::string
      store;  // labels, decisions, approvals; empty: in the user's state folder; or kInMemory
  std::string policy = "balanced";  // the name of a pack, or a file: it has a '/' or an ending
  Milliseconds session_idle =
      std::chrono::hours(1);  // of a session that nothing but its user names
  Approvals approvals;
  std::string separator = "__";
  std::uint32_t page_size = 250;  // entries of one page of a list
  model::Annotate annotate = model::Annotate::kEnrich;
  Routing routing = Routing::kAll;  // of /mcp
  std::vector<View> views;
  std::vector<Webhook> channels;  // that rules of the policy may notify
  Limits limits;
  std::vector<Server> servers;  // in the order of the file
  std::string source;           // the file's path, or empty

  friend bool operator==(const Config&, const Config&) = default;
};

}  // namespace touchstone::config
