#include "store/failing_store.hpp"

namespace touchstone::store {

void FailingStore::fail(Request request, std::size_t times) {
  const std::lock_guard lock(mutex_);
  failing_[request] = times;
}

void FailingStore::hold(Request request) {
  const std::lock_guard lock(mutex_);
  holding_.insert(request);
}

// Outside the lock, since an answer may ask the store for something.
void FailingStore::release() {
  std::vector<std::function<void()>> answers;
  {
    const std::lock_guard lock(mutex_);
    holding_.clear();
    answers.swap(held_);
  }
  for (const auto& answer : answers) answer();
}

std::size_t FailingStore::held() const {
  const std::lock_guard lock(mutex_);
  return held_.size();
}

bool FailingStore::takes_failure(Request request) {
  const std::lock_guard lock(mutex_);
  const auto left = failing_.find(request);
  if (left == failing_.end() || left->second == 0) return false;
  if (left->second != kAlways) --left->second;
  return true;
}

bool FailingStore::keep(Request request, const std::function<void()>& answer) {
  const std::lock_guard lock(mutex_);
  if (!holding_.contains(request)) return false;
  held_.push_back(answer);
  return true;
}

template <typename T>
bool FailingStore::admit(Request request, Done<T>& done) {
  if (takes_failure(request)) {
    done(base::fail("the store failed, as a test asked it to"));
    return false;
  }
  done = [this, request, done = std::move(done)](base::Result<T> result) {
    if (!keep(request, [done, result] { done(result); })) done(std::move(result));
  };
  return true;
}

void FailingStore::remember(Memory memory, Done<Remembered> done) {
  if (admit(Request::kRemember, done)) behind_.remember(std::move(memory), std::move(done));
}
void FailingStore::open_session(SessionName name, Time now, Done<std::optional<Session>> done) {
  if (admit(Request::kOpenSession, done)) {
    behind_.open_session(std::move(name), now, std::move(done));
  }
}
void FailingStore::find_session(std::string key, Done<std::optional<Session>> done) {
  if (admit(Request::kFindSession, done)) behind_.find_session(std::move(key), std::move(done));
}
void FailingStore::list_sessions(SessionFilter filter, Done<std::vector<Session>> done) {
  if (admit(Request::kListSessions, done)) {
    behind_.list_sessions(std::move(filter), std::move(done));
  }
}
void FailingStore::end_session(std::string key, Time now, Done<bool> done) {
  if (admit(Request::kEndSession, done)) behind_.end_session(std::move(key), now, std::move(done));
}
void FailingStore::declassify(Declassification change, Done<Declassified> done) {
  if (admit(Request::kDeclassify, done)) behind_.declassify(std::move(change), std::move(done));
}
void FailingStore::labels_of(std::vector<Location> locations,
                             Done<std::vector<model::Label>> done) {
  if (admit(Request::kLabelsOf, done)) behind_.labels_of(std::move(locations), std::move(done));
}
void FailingStore::list_locations(LocationFilter filter, Done<std::vector<LabelledLocation>> done) {
  if (admit(Request::kListLocations, done)) {
    behind_.list_locations(std::move(filter), std::move(done));
  }
}
void FailingStore::declassify_place(PlaceDeclassification change, Done<Relabelled> done) {
  if (admit(Request::kDeclassifyPlace, done)) {
    behind_.declassify_place(std::move(change), std::move(done));
  }
}
void FailingStore::list_decisions(DecisionFilter filter, Done<std::vector<Decision>> done) {
  if (admit(Request::kListDecisions, done)) {
    behind_.list_decisions(std::move(filter), std::move(done));
  }
}
void FailingStore::find_decision(std::string id, Done<std::optional<Decision>> done) {
  if (admit(Request::kFindDecision, done)) behind_.find_decision(std::move(id), std::move(done));
}
void FailingStore::ask(Ticket ticket, Done<Ticket> done) {
  if (admit(Request::kAsk, done)) behind_.ask(std::move(ticket), std::move(done));
}
void FailingStore::answer(Answer answer, Done<std::optional<Answered>> done) {
  if (admit(Request::kAnswer, done)) behind_.answer(std::move(answer), std::move(done));
}
void FailingStore::revoke(Revocation change, Done<std::optional<Revoked>> done) {
  if (admit(Request::kRevoke, done)) behind_.revoke(std::move(change), std::move(done));
}
void FailingStore::take_grant(Binding call, Time now, Done<Taken> done) {
  if (admit(Request::kTakeGrant, done)) behind_.take_grant(std::move(call), now, std::move(done));
}
void FailingStore::find_ticket(std::string id, Done<std::optional<Ticket>> done) {
  if (admit(Request::kFindTicket, done)) behind_.find_ticket(std::move(id), std::move(done));
}
void FailingStore::list_tickets(TicketFilter filter, Done<std::vector<Ticket>> done) {
  if (admit(Request::kListTickets, done)) behind_.list_tickets(std::move(filter), std::move(done));
}
void FailingStore::expire_tickets(Time now, Done<std::vector<Ticket>> done) {
  if (admit(Request::kExpireTickets, done)) behind_.expire_tickets(now, std::move(done));
}
void FailingStore::find_value(std::string id, Time now, Done<std::optional<Value>> done) {
  if (admit(Request::kFindValue, done)) behind_.find_value(std::move(id), now, std::move(done));
}
void FailingStore::list_values(std::string session, Time now, std::size_t bytes,
                               Done<std::vector<Value>> done) {
  if (admit(Request::kListValues, done))
    behind_.list_values(std::move(session), now, bytes, std::move(done));
}
void FailingStore::note_breach(Breach breach, Done<void> done) {
  if (admit(Request::kNoteBreach, done)) behind_.note_breach(std::move(breach), std::move(done));
}
void FailingStore::list_breaches(std::optional<std::string> server,
                                 Done<std::vector<Breach>> done) {
  if (admit(Request::kListBreaches, done)) {
    behind_.list_breaches(std::move(server), std::move(done));
  }
}
void FailingStore::prune(Time now, Retention retention, Done<Pruned> done) {
  if (admit(Request::kPrune, done)) behind_.prune(now, retention, std::move(done));
}

}  // namespace touchstone::store
