// Dialogs: questions that stand open in the dialogs of legacy clients.
//
// A dialog belongs to a ticket and a client, not to a call: a call waits no longer than its client
// waits for calls, and a person may read for longer than that. Whatever is said there answers the
// ticket, also after the call was told to come again; the same call made meanwhile waits for the
// same dialog. It is withdrawn when somebody has answered elsewhere or the question's time is over,
// and it ends with its client. Where the client opens our page, its yes says only that: the dialog
// stays until the page, or somebody elsewhere, has the answer, and the client is told of that.
//
// A dialog knows nothing of the requests that wait for it. Owned by Asking; the desk and the loop
// outlive it, and Loop::end() frees what is still open. The loop's thread.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "approval/desk.hpp"
#include "base/log.hpp"
#include "face/handler.hpp"

namespace touchstone::gateway {

using net::Task;

class Dialog {
 public:
  explicit Dialog(net::Loop& loop) : loop_(loop) {}
  Dialog(const Dialog&) = delete;

  // What became of the ticket, once it is settled; or kUnnamed, if what was said here is no answer.
  [[nodiscard]] const std::optional<approval::Outcome>& outcome() const { return outcome_; }
  // Nobody will say anything there: the client cannot ask, or has gone.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  // Waits until one of the two changes; false if that takes longer.
  Task<bool> change(net::Duration at_most);

 private:
  friend class Dialogs;
  void wake();

  net::Loop& loop_;
  face::Cancellation withdrawal_;
  std::optional<approval::Outcome> outcome_;
  bool has_failed_ = false;
  std::list<net::Promise<bool>*> waiting_;
};
using DialogPtr = std::shared_ptr<Dialog>;

class Dialogs {
 public:
  static constexpr std::size_t kMaxOpen = approval::Desk::kMaxWaiting / 2;  // of all clients

  struct Asked {
    std::shared_ptr<face::Session> session;
    approval::Question question;
    store::Ticket ticket;
    std::string params;     // of elicitation/create
    std::string by;         // who answers
    net::Duration timeout;  // how long the question may still wait
    std::string page = {};  // id of an elicitation that opens our page; empty: it is a form
  };

  Dialogs(net::Loop& loop, approval::Desk& desk, const base::Log& log)
      : loop_(loop), desk_(desk), log_(log) {}

  // The client's dialog for this ticket, opened on the stream of `related` unless it is open
  // already. None: too many are.
  DialogPtr open(Asked asked, face::Exchange& related);
  [[nodiscard]] std::size_t size() const { return open_.size(); }

 private:
  using Key = std::pair<std::string, std::string>;  // session, ticket
  Task<void> hold(DialogPtr dialog, Asked asked, face::Exchange* related);
  // False: that settles nothing.
  Task<bool> answer(DialogPtr dialog, const Asked& asked, json::View said);
  static Task<void> stay_open(DialogPtr dialog, std::shared_ptr<face::Session> session);
  Task<void> watch(DialogPtr dialog, std::string ticket, store::Time until);

  net::Loop& loop_;
  approval::Desk& desk_;
  const base::Log& log_;
  std::map<Key, DialogPtr> open_;
};

}  // namespace touchstone::gateway
