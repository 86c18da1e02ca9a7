#include "gateway/dialogs.hpp"

#include <fmt/format.h>

#include "json/string.hpp"
#include "net/within.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr net::Duration kLookForClient = std::chrono::seconds(5);

bool is_settled(approval::Ending ending) {
  return ending == approval::Ending::kAllowed || ending == approval::Ending::kDenied ||
         ending == approval::Ending::kExpired;
}

}  // namespace

Task<bool> Dialog::change(net::Duration at_most) {
  net::Promise<bool> changed(loop_.executor());
  const auto place = waiting_.insert(waiting_.end(), &changed);
  const struct Seat {
    std::list<net::Promise<bool>*>& all;
    std::list<net::Promise<bool>*>::iterator at;
    ~Seat() { all.erase(at); }
  } seat{waiting_, place};
  co_return co_await net::within(loop_, at_most, changed);
}

void Dialog::wake() {
  for (auto* waiter : waiting_) waiter->keep(true);
}

DialogPtr Dialogs::open(Asked asked, face::Exchange& related) {
  const Key key{asked.session->id(), asked.ticket.id};
  if (const auto it = open_.find(key); it != open_.end()) return it->second;
  if (open_.size() >= kMaxOpen) return nullptr;
  auto dialog = std::make_shared<Dialog>(loop_);
  open_.emplace(key, dialog);
  loop_.spawn(watch(dialog, asked.ticket.id, asked.ticket.expires));
  loop_.spawn(hold(dialog, std::move(asked), &related));
  return dialog;
}

// The call may be over when the client answers: all that is needed then is here.
Task<void> Dialogs::hold(DialogPtr dialog, Asked asked, face::Exchange* related) {
  const store::Ticket& ticket = asked.ticket;
  const Key key{asked.session->id(), ticket.id};
  auto said = co_await asked.session->ask("elicitation/create", std::move(asked.params), related,
                                          asked.timeout, &dialog->withdrawal_);
  bool heard = said && said->kind() == rpc::Kind::kResult;
  const json::View action = heard ? said->result().find("action") : json::View();
  if (heard && !asked.page.empty() && action.equals("accept")) {
    co_await stay_open(dialog, asked.session);
    heard = dialog->outcome_.has_value();
  } else if (heard && !asked.page.empty() && action.equals("cancel")) {
    heard = false;  // nobody chose anything, and there are other ways to answer
  } else if (heard) {
    auto put = answer(dialog, asked, said->result());
    heard = co_await std::move(put);
  }
  open_.erase(key);
  if (dialog->outcome_ && !asked.page.empty() && !asked.session->ended()) {
    asked.session->send(
        rpc::notification("notifications/elicitation/complete",
                          fmt::format(R"({{"elicitationId":{}}})", json::quoted(asked.page))));
  }
  if (!heard) dialog->has_failed_ = true;
  dialog->wake();
  desk_.stir(ticket.id);
}

Task<bool> Dialogs::answer(DialogPtr dialog, const Asked& asked, json::View said) {
  auto verdict = approval::read_verdict(asked.question, said);
  if (verdict.unnamed) {  // they meant yes, and forgot something: the question stays open
    if (!dialog->outcome_)
      dialog->outcome_ = approval::Outcome{
          approval::Ending::kUnnamed, asked.ticket, {}, std::move(verdict.reason)};
    co_return false;
  }
  auto put = desk_.answer(asked.ticket, std::move(verdict), asked.by);
  const auto answered = co_await std::move(put);
  if (!answered) log_.warning("question {}: {}", asked.ticket.id, base::to_line(answered.error()));
  co_return answered.has_value();
}

// The client has opened the page. watch() says when there is an answer, or no more time for one.
Task<void> Dialogs::stay_open(DialogPtr dialog, std::shared_ptr<face::Session> session) {
  while (!dialog->outcome_ && !dialog->has_failed_ && !session->ended()) {
    auto change = dialog->change(kLookForClient);
    (void)co_await std::move(change);
  }
}

// Nobody is kept at a question that was answered elsewhere.
Task<void> Dialogs::watch(DialogPtr dialog, std::string ticket, store::Time until) {
  auto outcome = co_await desk_.wait(std::move(ticket), until, &dialog->has_failed_);
  if (!is_settled(outcome.ending)) {
    dialog->has_failed_ = true;
    co_return dialog->wake();
  }
  const bool over = outcome.ending == approval::Ending::kExpired;
  dialog->outcome_ = std::move(outcome);
  dialog->wake();
  if (!dialog->withdrawal_.cancelled())
    dialog->withdrawal_.cancel(over ? "its time is over" : "it was answered elsewhere");
}

}  // namespace touchstone::gateway
