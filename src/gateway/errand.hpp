// Errand: where a request goes, and what it is called there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "find/tools.hpp"
#include "gateway/catalogue.hpp"
#include "gateway/manner.hpp"
#include "gateway/servers.hpp"
#include "gateway/task_origin.hpp"
#include "guard/brought.hpp"
#include "model/label.hpp"
#include "rpc/code.hpp"

namespace touchstone::guard {
struct Case;
}  // namespace touchstone::guard

namespace touchstone::gateway {

// A call that had handles in its arguments, which has the contents now (handles.hpp).
struct Opened {
  rpc::Message written;  // as the client wrote it: its headers are about this one
  std::vector<guard::Brought> contents;
};

struct Errand {
  ServerPtr server;
  json::View renamed;   // the string in the request that has another value there; absent: none
  std::string name;     // that value
  AssayPtr assay = {};  // of a tool: what is known of it; none if it is not listed
  const Offer* offer = nullptr;                  // in the assay
  model::Tier most = model::Tier::kDestructive;  // that the call may do
  std::optional<find::RouterTool> used = {};     // the tool of ours that it was called through
  bool answers_us = false;   // what the client answers was asked by us: no server hears of it
  bool as_task = false;      // as a task there (task_bridge.hpp)
  bool behind_ours = false;  // behind a task of ours: its server hears of none
  bool is_hosted = false;    // about a task that the bridge has
  TaskOrigin origin = {};    // of a request about a task
  Manner manner = {};        // how the call is made
  std::string record = {};   // the id of the call's record, once it has one
  std::shared_ptr<const Opened> opened = {};  // none: there was no handle in it
  std::optional<model::Label> context = {};   // what the session has seen, if the server may know
  const guard::Case* one = nullptr;  // as long as its request is under way; none: not guarded
};

// May the client be told of a task in place of what it asks for?
[[nodiscard]] inline bool may_begin_task(const face::Request& request) {
  return request.terms.features.tasks || request.message.param("task");
}
// What the call, if it begins a task, is going to be the origin of.
[[nodiscard]] TaskOrigin origin_of(const Errand& errand);

// What a client is told when a server could not do its part; the server is named.
[[nodiscard]] face::Answer answer_trouble(const rpc::Message& request, const std::string& server,
                                          const upstream::LinkError& error);

// The same of a call that was sent: one that may do more each time it is made may have been done,
// and whoever made it is told to look first.
[[nodiscard]] face::Answer answer_failed(const rpc::Message& request, const Errand& errand,
                                         const upstream::LinkError& error);
// The error by itself, for what is not answered at once.
[[nodiscard]] base::Error call_trouble(const upstream::LinkError& error, const Manner& manner);

// The same, where it was not even sent the call: there is no connection to it.
[[nodiscard]] face::Answer answer_no_lane(const rpc::Message& request, const std::string& server,
                                          const upstream::LinkError& error);
// An answer to a call that no server was sent.
[[nodiscard]] face::Answer unsent(face::Answer answer);
// An answer to a part of a call that had begun before: whatever became of the part, the call may
// have been done.
[[nodiscard]] face::Answer begun_before(face::Answer answer);

// The client took the call back before its server had it. Such a server hears nothing of it.
[[nodiscard]] upstream::LinkError not_sent(const std::string& server);
[[nodiscard]] bool was_not_sent(const upstream::LinkError& error);

// The policy's time for the call is over; what its server is told, and its client.
inline constexpr std::string_view kNoMoreTime = "the policy gives it no more time";
[[nodiscard]] upstream::LinkError too_late(const Errand& errand);

// May a server answer this method with a question (input_required)?
[[nodiscard]] bool may_ask_back(std::string_view method);

// Tells the server that a call is not wanted any more, in the way of its era and transport.
void call_off(const LanePtr& lane, const upstream::Server& server, upstream::CallId id,
              std::string_view reason);

}  // namespace touchstone::gateway
