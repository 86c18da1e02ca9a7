// Checkpoint: steps 5 to 7 and 10 to 12 of the call path, where the guard meets clients.
//
// Before a call: trace, decide, and ask a person if the policy says so. After it: label the result,
// decide again, and remember, before anything is delivered. All that servers answer goes through
// deliver(), whatever the method; their questions to a legacy client go through withheld(), and
// what they tell by themselves through the house, which asks the guard as these do. What the guard
// cannot read or write is refused: a call that cannot be recorded is not made, and of a result that
// cannot be labelled its client gets an error. Owned by the gateway; the loop's thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/log.hpp"
#include "gateway/answer_parts.hpp"
#include "gateway/asking.hpp"
#include "gateway/directory.hpp"
#include "gateway/errand.hpp"
#include "gateway/held_outcomes.hpp"
#include "gateway/resolver.hpp"
#include "gateway/subject.hpp"
#include "guard/guard.hpp"
#include "json/parser.hpp"

namespace touchstone::gateway {

// A call that may be made, with what is needed when it comes back. Nothing in it: not guarded.
struct Pass {
  guard::CasePtr one;
  Yes yes = {};               // a person's, to be given back if the call is not made after all
  bool is_under_way = false;  // the call was made before; the client brings what it was asked

  // How long the call may take, if the policy says so. Where a person was asked, its time is for
  // the answer.
  [[nodiscard]] std::optional<std::chrono::milliseconds> at_most() const {
    const bool asked = one && one->decision.effect == policy::Effect::kEscalate;
    return one && !asked ? one->decision.timeout : std::nullopt;
  }
  // The record of the call, if there is one by now.
  [[nodiscard]] std::string record() const { return one ? one->call_id : std::string(); }
  // What the session has seen by now, for a server that may know.
  [[nodiscard]] std::optional<model::Label> context(const config::Server& server) const {
    return one && server.share_labels ? std::optional(one->session->label) : std::nullopt;
  }
};

class Checkpoint final : public Discretion, public ListReader {
 public:
  Checkpoint(guard::Guard& guard, Asking& asking, const config::Config& config,
             const base::Log& log)
      : guard_(guard), asking_(asking), config_(config), log_(log) {}
  [[nodiscard]] bool is_on() const { return guard_.is_on(); }

  // The request, errand and weighed outlive the pass. `answered` is what a modern client brings
  // back when it was asked by us.
  Task<tl::expected<Pass, face::Answer>> admit(face::Request& request, const Errand& errand,
                                               const Weighed& weighed,
                                               std::optional<Answered> answered);
  // It passed, and is about to be made. An answer instead: that cannot be recorded.
  Task<std::optional<face::Answer>> begin(const face::Request& request, Pass& pass);
  // It cannot be made now, whatever would be decided; `answer` says why. On record.
  Task<face::Answer> turn_away(const face::Request& request, const Errand& errand,
                               const Weighed& weighed, face::Answer answer);
  // It passed, but is not made; `answer` says why. There is a record of that too, and a yes for
  // once is as good as before.
  Task<face::Answer> refuse(const face::Request& request, Pass& pass, face::Answer answer);
  // The same of one that its client no longer wants.
  Task<face::Answer> taken_back(const face::Request& request, Pass& pass);
  // Whatever a server answers goes through here, or through withheld(), before its client sees it.
  Task<face::Answer> deliver(face::Request& request, const Errand& errand, Pass pass,
                             face::Answer answer);
  // A modern client was asked about what came of a call, and brings what a person says to it. The
  // call is not made again: what was shown to the person is judged once more, and delivered or not.
  Task<face::Answer> deliver_withheld(face::Request& request, const Errand& errand,
                                      const Weighed& weighed, Answered answered);
  // It was made before, and what came of it waits for a person (held_outcomes.hpp): that is what it
  // gets, whatever the rules would say of the call by now, for none is made.
  Task<std::optional<face::Answer>> made_before(face::Request& request, const Errand& errand,
                                                const Weighed& weighed);
  // The client is about to be shown texts of a server that may not be trusted. An answer instead:
  // its session cannot be labelled with that.
  Task<std::optional<face::Answer>> shown(const face::Request& request, ServerPtr server);

  // Entries of a list that carry an attack are left out, as a result that does is withheld; the
  // others are content as results are.
  Task<Open> read(const face::Request& request, ServerPtr server,
                  std::vector<std::string_view> said) override;

  // A raw task in a list of them, without its server's words if they carry an attack.
  Task<std::string> listed_task(const face::Request& request, ServerPtr server, std::string task);

  // Only servers that are not distrusted, and what the guard has nothing against.
  Task<bool> may_show(const face::Request& request, const Errand& errand,
                      const Weighed& weighed) override;
  [[nodiscard]] bool keeps_back(const face::Request& request, const upstream::Server& server,
                                json::View said) override;

  // What is answered instead, if a modern server's questions are not to be passed on; if they are,
  // the session has them.
  [[nodiscard]] Task<std::optional<face::Answer>> withheld(const face::Request& request,
                                                           const Errand& errand,
                                                           json::View questions);

  // What is answered instead, if what the client brings to its server's questions is not to be
  // passed on; raw. Of one answer, and of all in the request's own inputResponses.
  [[nodiscard]] Task<std::optional<face::Answer>> refused_answer(const face::Request& request,
                                                                 const Errand& errand,
                                                                 std::string method,
                                                                 std::string answer);
  [[nodiscard]] Task<std::optional<face::Answer>> refused_answers(const face::Request& request,
                                                                  const Errand& errand);
  [[nodiscard]] guard::Guard& guard() { return guard_; }

 private:
  [[nodiscard]] face::Answer trouble(const face::Request& request, const base::Error& error) const;
  // The same where the call was made by then.
  [[nodiscard]] face::Answer lost(const face::Request& request, const guard::Case& one,
                                  const base::Error& error) const;
  // What a person said to a result, or does not say.
  struct Said {
    bool yes = false;
    std::string why = {};                   // of a no, in words
    std::string ticket = {};                // that may still be answered
    std::optional<face::Answer> asks = {};  // the client is asked, and to come back
  };
  Task<face::Answer> deliver(face::Request& request, guard::Case& one, face::Answer answer,
                             std::optional<Answered> answered);
  // What came of a call before, as if it came now.
  Task<face::Answer> deliver_again(face::Request& request, guard::Case& one, std::string content,
                                   Withheld what, std::optional<Answered> answered);
  // The name of what this call gets that was kept for it, or nothing.
  Task<std::string> outcome_for(store::Binding call);
  // Keeps it for the same call, if that would else be made again and there is room.
  void keep_outcome(const face::Request& request, const guard::Case& one, json::View content,
                    const Withheld& what);
  void note_asked(const guard::Case& one, const No& no);
  [[nodiscard]] store::Time until_nobody_asks(const guard::Case& one) const;
  Task<Said> ask_about(face::Request& request, guard::Case& one, json::View content,
                       std::optional<Answered> answered);
  // What is to be kept behind a handle, whose id is in the case by then; nothing if there is none,
  // or if it is one from before.
  std::optional<store::Value> put_aside(guard::Case& one, json::View result,
                                        guard::Guard::Opens opens);
  Task<face::Answer> withhold(face::Request& request, guard::Case& one,
                              const json::Document& answer, const AnswerParts& parts,
                              const Said& said);
  // What a person can do about a result that is withheld, as commands to type.
  [[nodiscard]] std::string way_to_value(std::string_view id, bool for_session) const;
  [[nodiscard]] std::string way_to_allow(const guard::Case& one, std::string_view ticket);
  Task<face::Answer> look_at(const face::Request& request, const upstream::Server& server,
                             face::Answer answer);
  // Words of a server that are passed on: the session has them, or nobody gets them. `written`:
  // also if they are no news to its label.
  Task<base::Result<void>> hear(guard::Hearer hearer, const detect::ResultDetections& found,
                                json::View said, bool written);
  // Words of a server that are withheld: if they carry an attack, the session is marked.
  Task<base::Result<void>> mark_if_attack(const guard::Guard::Overheard& heard,
                                          guard::Hearer hearer);
  [[nodiscard]] guard::Subject subject_of_list(const face::Request& request,
                                               const upstream::Server& server) const;
  [[nodiscard]] std::vector<bool> without_attacks(json::View list);
  using Read = base::Result<json::Document>;
  Task<std::optional<Read>> without_besides(const guard::Case& one, const json::Document& answer,
                                            const AnswerParts& parts);
  Task<std::optional<face::Answer>> without_question(const face::Request& request,
                                                     const guard::Case& one,
                                                     const face::Answer& answer, json::View asked);
  Read without_findings(const json::Document& answer, json::View content);
  [[nodiscard]] std::string annotated(const guard::Case& one, const json::Document& answer,
                                      const AnswerParts& parts, mcp::Era client) const;

  guard::Guard& guard_;
  Asking& asking_;
  HeldOutcomes held_;
  const config::Config& config_;
  const base::Log& log_;
  json::Parser parser_;  // of answers
};

}  // namespace touchstone::gateway
