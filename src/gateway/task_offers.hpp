// TaskOffers: tasks that clients of 2025-11-25 are offered, though their servers know of none.
//
// In that revision a client asks for a task, and only where the server has declared tasks and the
// tool's definition says that it can be one. So that a slow call of such a client can go on behind
// a task of ours (task_bridge.hpp), tasks are declared to it wherever there are tools, and its
// lists say `taskSupport: optional` of tools that are slow in effect. What a server that runs tasks
// itself says of them stays as it is. All other clients hear nothing of this, and nobody does where
// lists stay as they came (`annotate: off`).
//
// Whoever asks for a task of a tool that can be none gets an error, as the revision has it, and the
// call is not made: a plain result would not be understood. Owned by whoever asks; has no state.
#pragma once

#include <cstdint>
#include <optional>

#include "gateway/errand.hpp"
#include "json/splice.hpp"

namespace touchstone::gateway {

// Who runs a call as a task, for a client of 2025-11-25 that asks for one.
enum class TaskHost : std::uint8_t {
  kServer,  // its server, in the client's own words; or nobody knows the server yet
  kBridge,  // its server, a modern one, in other words
  kGateway  // its server knows of none
};
[[nodiscard]] TaskHost task_host(const upstream::Server& server);

class TaskOffers {
 public:
  explicit TaskOffers(const config::Config& config) : config_(config) {}

  [[nodiscard]] bool are_for(const mcp::Terms& client) const;
  // The same, and this server may have tools whose calls can be such tasks.
  [[nodiscard]] bool are_for(const mcp::Terms& client, const upstream::Lane& lane) const;
  // Whose word counts for the tools of this server, in the lists of this client.
  [[nodiscard]] TaskHost host_of(const mcp::Terms& client, const upstream::Server& server) const;
  // Says in a definition that the tool can be a task, if it can and does not say so.
  static void mark(json::Splice& splice, const Offer& offer, TaskHost host);

  // Does this call ask for a task where we have something to say of that?
  [[nodiscard]] bool is_asked(const face::Request& request) const;
  // Its tool can be none.
  [[nodiscard]] static face::Answer none_here(const face::Request& request);
  // Why this call, which asks for a task, is not made. Once its manner is known.
  [[nodiscard]] std::optional<face::Answer> refusal(const face::Request& request,
                                                    const Errand& errand) const;
  // Does this call go on behind a task of ours?
  [[nodiscard]] bool is_ours(const face::Request& request, const Errand& errand) const;

 private:
  const config::Config& config_;
};

}  // namespace touchstone::gateway
