// CallPath: the way of one request to one server and of its answer back.
//
// This is the path that ARCHITECTURE.md tells as "The life of a tool call". It handles all four
// combinations of eras; what the eras do differently while a call runs (a server that asks back) is
// in rounds.cpp for legacy clients of modern servers and in parking.hpp for modern clients of
// legacy servers.
#pragma once

#include "gateway/errand.hpp"
#include "gateway/parking.hpp"
#include "gateway/request_state.hpp"
#include "gateway/resolver.hpp"

namespace touchstone::gateway {

class CallPath {
 public:
  static constexpr int kMaxRounds = 32;  // of questions in one call of a legacy client

  CallPath(Resolver& resolver, Parking& parking, RequestState& states, Levels& levels,
           net::Duration ask_timeout, net::Loop& loop)
      : resolver_(resolver),
        parking_(parking),
        states_(states),
        levels_(levels),
        ask_timeout_(ask_timeout),
        loop_(loop) {}
  void set_ask_timeout(net::Duration timeout) { ask_timeout_ = timeout; }

  // `request` and the errand's view live until the task is done.
  Task<face::Answer> run(face::Request& request, Errand errand);

 private:
  struct Retry {
    std::optional<std::string> state;  // the server's own; "" takes the client's out
    std::string responses;             // raw inputResponses to put in
  };
  Task<LinkResult<rpc::Message>> forward(face::Request& request, const Errand& errand, LanePtr lane,
                                         Retry retry);
  Task<face::Answer> rounds(face::Request& request, const Errand& errand, LanePtr lane,
                            rpc::Message asked);
  Task<tl::expected<std::string, face::Answer>> ask_all(face::Request& request,
                                                        json::View questions);
  face::Answer home(const face::Request& request, const Errand& errand,
                    const rpc::Message& response);

  Resolver& resolver_;
  Parking& parking_;
  RequestState& states_;
  Levels& levels_;
  net::Duration ask_timeout_;
  net::Loop& loop_;
};

}  // namespace touchstone::gateway
