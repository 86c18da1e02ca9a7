#include "gateway/dialogs.hpp"

#include "net/within.hpp"

namespace touchstone::gateway {
namespace {

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
  if (heard) {
    auto verdict = approval::read_verdict(asked.question, said->result());
    const auto answered = co_await desk_.answer(ticket, std::move(verdict), std::move(asked.by));
    if (!answered) log_.warning("question {}: {}", ticket.id, base::to_line(answered.error()));
    heard = answered.has_value();
  }
  open_.erase(key);
  if (!heard) dialog->has_failed_ = true;
  dialog->wake();
  desk_.stir(ticket.id);
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
