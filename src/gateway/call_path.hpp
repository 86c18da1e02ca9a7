// CallPath: the way of one request to one server and of its answer back.
//
// This is the path that ARCHITECTURE.md tells as "The life of a tool call". It handles all four
// combinations of eras; what the eras do differently while a call runs (a server that asks back) is
// in rounds.cpp for legacy clients of modern servers and in parking.hpp for modern clients of
// legacy servers.
#pragma once

#include "gateway/checkpoint.hpp"
#include "gateway/ear.hpp"
#include "gateway/errand.hpp"
#include "gateway/handles.hpp"
#include "gateway/parking.hpp"
#include "gateway/request_state.hpp"
#include "gateway/resolver.hpp"
#include "gateway/schedule.hpp"
#include "gateway/task_bridge.hpp"
#include "gateway/task_offers.hpp"

namespace touchstone::gateway {

class CallPath {
 public:
  static constexpr int kMaxRounds = 32;  // of questions in one call of a legacy client

  CallPath(Handles& handles, Resolver& resolver, Checkpoint& checkpoint, Schedule& schedule,
           Parking& parking, TaskBridge& bridge, RequestState& states, Levels& levels, Ear& ear,
           const config::Config& config, net::Loop& loop)
      : handles_(handles),
        resolver_(resolver),
        checkpoint_(checkpoint),
        schedule_(schedule),
        parking_(parking),
        bridge_(bridge),
        states_(states),
        levels_(levels),
        ear_(ear),
        limits_(config.limits),
        offers_(config),
        loop_(loop) {}

  // `request` and the errand, with its view, live until the task is done. The errand's origin then
  // has what was decided, should it have begun a task.
  Task<face::Answer> run(face::Request& request, Errand& errand);

 private:
  struct Retry {
    std::optional<std::string> state;  // the server's own; "" takes the client's out
    std::string responses;             // raw inputResponses to put in
  };
  struct ComesBack {
    std::uint64_t parked = 0;  // the number of a call that waits for it
    Retry retry;
    std::optional<Answered> answered;  // none: the first time

    // It was asked about what came of a call, which is not made again.
    [[nodiscard]] bool for_result() const { return answered && answered->withheld; }
    // The server has the call already.
    [[nodiscard]] bool has_begun() const { return parked != 0 || retry.state.has_value(); }
  };
  tl::expected<ComesBack, face::Answer> reopen(const face::Request& request, Errand& errand);
  Task<face::Answer> carry(face::Request& request, Errand& errand, Retry retry, Turn& turn);
  Task<LinkResult<rpc::Message>> reach(face::Request& request, const Errand& errand, LanePtr& lane,
                                       Retry retry, Turn& turn);
  Task<LinkResult<rpc::Message>> forward(face::Request& request, const Errand& errand, LanePtr lane,
                                         Retry retry, Turn& turn);
  Task<face::Answer> rounds(face::Request& request, const Errand& errand, LanePtr lane,
                            rpc::Message asked, Turn& turn);
  Task<face::Answer> arrive(face::Request& request, const Errand& errand, LanePtr lane,
                            rpc::Message response, Turn& turn);
  face::Answer home(const face::Request& request, const Errand& errand,
                    const rpc::Message& response);

  Handles& handles_;
  Resolver& resolver_;
  Checkpoint& checkpoint_;
  Schedule& schedule_;
  Parking& parking_;
  TaskBridge& bridge_;
  RequestState& states_;
  Levels& levels_;
  Ear& ear_;
  const config::Limits& limits_;
  TaskOffers offers_;
  net::Loop& loop_;
};

}  // namespace touchstone::gateway
