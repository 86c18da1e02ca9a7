// Asking: step 7 of the call path. A person decides what the policy would not decide alone.
//
// The channels, the first that works:
//   a legacy client that can be asked gets elicitation/create on the stream of its call;
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
  bool is_final = true;  // false: the client is to come back with an answer
};

class Asking {
 public:
  enum class About : std::uint8_t { kCall, kResult };

  using Now = std::function<store::Time()>;

  Asking(approval::Desk& desk, RequestState& states, const config::Config& config, Now now,
         const base::Log& log)
      : desk_(desk), states_(states), config_(config), now_(std::move(now)), log_(log) {}

  Task<tl::expected<Yes, No>> ask(face::Request& request, const guard::Case& one, About about,
                                  std::optional<Answered> answered);

 private:
  struct Put;  // a question that has been put: ticket, binding, form
  [[nodiscard]] No refused(const face::Request& request, const Put& put,
                           approval::Ending ending) const;
  Task<tl::expected<Yes, No>> hear(face::Request& request, Put& put, const Answered& answered);
  Task<tl::expected<Yes, No>> ask_legacy(face::Request& request, const Put& put);
  face::Answer ask_modern(const face::Request& request, const guard::Case& one, const Put& put);
  Task<tl::expected<Yes, No>> wait(face::Request& request, const Put& put);
  Task<tl::expected<Yes, No>> settle(const face::Request& request, const Put& put,
                                     approval::Verdict verdict);

  approval::Desk& desk_;
  RequestState& states_;
  const config::Config& config_;
  Now now_;
  const base::Log& log_;
};

}  // namespace touchstone::gateway
