// Asking: step 7 of the call path, and step 11 where a rule wants it. A person decides what the
// policy would not decide alone.
//
// The channels, the first that works:
//   a legacy client that can be asked gets elicitation/create on the stream of its call, until
//   somebody has answered elsewhere; the call waits for it only so long as clients wait for calls,
//   and an answer after that is good for the same call made again (dialogs.hpp);
//   a modern one gets input_required, and comes back with the answer and our sealed requestState;
//   of a result, the ticket keeps what the person was shown, and that is what is delivered;
//   one that only opens URLs gets that of our page (approval_page.hpp) in the same ways, if there
//   is one: its accept says that the page was opened, and the answer comes from there;
//   else the call waits a while, and somebody answers with `touchstone approvals` (or was told by
//   the webhook); the client hears progress meanwhile, if it wants any;
//   else it is refused, with the ticket that a person can still allow: the same call then passes.
// No argument of a tool is ever consent. What a person saw is what runs: a grant is bound to the
// arguments, the definition, the policy and the session (approval/binding.hpp), and where arguments
// may differ to what was told about data (approval/seen.hpp). The first answer to a ticket counts,
// wherever it is given; what a client brings later is told of it. A call that its client takes back
// uses up no yes, however late that is: the same call may have it. A yes that a person takes back
// lets nothing pass from then on.
// Owned by the gateway; the loop's thread.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "approval/desk.hpp"
#include "base/log.hpp"
#include "config/config.hpp"
#include "face/handler.hpp"
#include "gateway/approval_page.hpp"
#include "gateway/dialogs.hpp"
#include "gateway/herald.hpp"
#include "gateway/request_state.hpp"
#include "guard/case.hpp"

namespace touchstone::gateway {

using net::Task;

// What a modern client came back with.
struct Answered {
  std::string ticket;    // of our question; empty: the call passed before, and a server asked
  json::View responses;  // inputResponses
  Withheld withheld = {};
};

struct Yes {
  std::string ticket;
  std::string by;
  bool saw = false;  // the arguments of this very call; not of another that the yes holds for, too
  std::optional<store::Ticket> once = {};  // the grant, if this call has used it up
};
struct No {
  face::Answer answer;
  bool is_final = true;     // false: the client is to come back with an answer
  std::string ticket = {};  // of the question that was not answered with yes
  bool is_open = false;     // a person may still answer it
  std::string why = {};     // in words; empty: see the answer
  bool taken_back = false;  // the client no longer wants it
};

class Asking {
 public:
  using Now = std::function<store::Time()>;
  using Heard = tl::expected<Yes, No>;

  Asking(net::Loop& loop, approval::Desk& desk, const ApprovalPage& page, Herald& herald,
         RequestState& states, const config::Config& config, Now now, const base::Log& log)
      : desk_(desk),
        page_(page),
        herald_(herald),
        states_(states),
        dialogs_(loop, desk, log),
        config_(config),
        now_(std::move(now)),
        log_(log) {}

  // About the call.
  Task<Heard> ask(face::Request& request, const guard::Case& one, std::optional<Answered> answered);
  // About what came of it. `what`: how a client that comes back gets it; `answered`: it did.
  Task<Heard> ask_about(face::Request& request, const guard::Case& one, json::View result,
                        Withheld what, std::optional<Answered> answered);
  // A yes for once, to a call that was not made after all: the same call may have it, until it
  // expires. Kept in this process alone, so nobody can have it twice.
  void give_back(Yes yes);
  // Until when a person's yes to this question holds; the beginning of time: there is none.
  Task<store::Time> allowed_until(std::string ticket);
  // The result that this question is about, as it was shown. Nothing: there is no such question of
  // this session's.
  Task<std::optional<std::string>> result_of(const face::Request& request, std::string ticket);

 private:
  struct Put;   // a question that has been put: ticket, binding, form
  class Signs;  // of life, for a client that wants progress
  Task<Heard> ask_or_hear(face::Request& request, const guard::Case& one, Put& put,
                          std::optional<Answered> answered);
  Task<Heard> put_to_somebody(face::Request& request, const guard::Case& one, Put& put);
  [[nodiscard]] No refused(const face::Request& request, const Put& put,
                           approval::Outcome outcome) const;
  [[nodiscard]] No failed(const face::Request& request, std::string_view what,
                          const base::Error& error) const;
  [[nodiscard]] static No too_large(const face::Request& request, const Put& put);
  [[nodiscard]] static No taken_back(const face::Request& request, const Put& put);
  [[nodiscard]] Heard unless_taken_back(const face::Request& request, const Put& put, Heard heard);
  Task<Heard> hear(face::Request& request, const guard::Case& one, Put& put, Answered answered);
  Task<Heard> hear_of_page(face::Request& request, const Put& put, approval::Outcome now,
                           json::View response);
  [[nodiscard]] bool asks_on_page(const face::Request& request) const;
  // A modern client gets the question as its answer.
  [[nodiscard]] bool comes_back(const face::Request& request) const;
  [[nodiscard]] std::string elicitation_for(const face::Request& request, const Put& put) const;
  Task<Heard> ask_legacy(face::Request& request, const Put& put);
  No ask_modern(const face::Request& request, const guard::Case& one, const Put& put);
  Task<Heard> wait(face::Request& request, const Put& put, Signs& signs,
                   net::Clock::time_point until);
  Task<Heard> settle(const face::Request& request, const Put& put, approval::Verdict verdict);
  Task<Heard> conclude(const face::Request& request, const Put& put, approval::Outcome outcome);
  [[nodiscard]] net::Duration left_of(const store::Ticket& ticket) const;

  static constexpr std::size_t kMaxGivenBack = 256;
  [[nodiscard]] std::optional<Yes> take_back(const store::Binding& binding);
  [[nodiscard]] Task<std::optional<Yes>> given_back(const store::Binding& binding);

  std::deque<Yes> given_back_;  // the oldest first
  approval::Desk& desk_;
  const ApprovalPage& page_;
  Herald& herald_;
  RequestState& states_;
  Dialogs dialogs_;
  const config::Config& config_;
  Now now_;
  const base::Log& log_;
};

}  // namespace touchstone::gateway
