// Asking: step 7 of the call path. A person decides what the policy would not decide alone.
//
// The channels, the first that works:
//   a legacy client that can be asked gets elicitation/create on the stream of its call, until
//   somebody has answered elsewhere;
//   a modern one gets input_required, and comes back with the answer and our sealed requestState;
//   else the call waits a while, and somebody answers with `touchstone approvals` (or was told by
//   the webhook); the client hears progress meanwhile, if it wants any;
//   else it is refused, with the ticket that a person can still allow: the same call then passes.
// No argument of a tool is ever consent. What a person saw is what runs: a grant is bound to the
// arguments, the definition, the policy and the session (approval/binding.hpp).
// Owned by the gateway; the loop's thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "approval/desk.hpp"
#include "base/log.hpp"
#include "config/config.hpp"
#include "face/handler.hpp"
#include "gateway/herald.hpp"
#include "gateway/request_state.hpp"
#include "guard/case.hpp"

namespace touchstone::gateway {

using net::Task;

// What a modern client came back with.
struct Answered {
  std::string ticket;    // of our question; empty: the call passed before, and a server asked
  json::View responses;  // inputResponses
};

struct Yes {
  std::string ticket;
  std::string by;
};
struct No {
  face::Answer answer;
  bool is_final = true;     // false: the client is to come back with an answer
  std::string ticket = {};  // of the question that was not answered with yes
  bool is_open = false;     // a person may still answer it
};

class Asking {
 public:
  using Now = std::function<store::Time()>;

  Asking(net::Loop& loop, approval::Desk& desk, Herald& herald, RequestState& states,
         const config::Config& config, Now now, const base::Log& log)
      : loop_(loop),
        desk_(desk),
        herald_(herald),
        states_(states),
        config_(config),
        now_(std::move(now)),
        log_(log) {}

  // About the call.
  Task<tl::expected<Yes, No>> ask(face::Request& request, const guard::Case& one,
                                  std::optional<Answered> answered);
  // About what came of it.
  Task<tl::expected<Yes, No>> ask_about(face::Request& request, const guard::Case& one,
                                        json::View result);

 private:
  struct Put;  // a question that has been put: ticket, binding, form
  Task<tl::expected<Yes, No>> put_to_somebody(face::Request& request, const guard::Case& one,
                                              Put& put,
                                              std::optional<std::chrono::milliseconds> patience);
  [[nodiscard]] No refused(const face::Request& request, const Put& put,
                           approval::Ending ending) const;
  Task<tl::expected<Yes, No>> hear(face::Request& request, Put& put, const Answered& answered);
  Task<tl::expected<Yes, No>> ask_legacy(face::Request& request, const Put& put);
  face::Answer ask_modern(const face::Request& request, const guard::Case& one, const Put& put);
  Task<tl::expected<Yes, No>> wait(face::Request& request, const Put& put);
  Task<tl::expected<Yes, No>> settle(const face::Request& request, const Put& put,
                                     approval::Verdict verdict);

  net::Loop& loop_;
  approval::Desk& desk_;
  Herald& herald_;
  RequestState& states_;
  const config::Config& config_;
  Now now_;
  const base::Log& log_;
};

}  // namespace touchstone::gateway
