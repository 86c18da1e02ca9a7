// FailingStore: for tests of whoever uses a store. Before another store it fails chosen requests,
// or holds their answers back. Any thread; the other store must live as long as this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/store.hpp"

namespace touchstone::store {

class FailingStore final : public Store {
 public:
  enum class Request : std::uint8_t {
    kRemember,
    kOpenSession,
    kFindSession,
    kListSessions,
    kEndSession,
    kDeclassify,
    kLabelsOf,
    kListLocations,
    kDeclassifyPlace,
    kListDecisions,
    kFindDecision,
    kAsk,
    kAnswer,
    kRevoke,
    kTakeGrant,
    kFindTicket,
    kListTickets,
    kExpireTickets,
    kFindValue,
    kListValues,
    kNoteBreach,
    kListBreaches,
    kPrune,
  };
  static constexpr std::size_t kAlways = std::numeric_limits<std::size_t>::max();

  explicit FailingStore(Store& behind) : behind_(behind) {}

  // The next `times` requests of this kind fail at once and reach nothing. 0: they work again.
  void fail(Request request, std::size_t times = kAlways);
  // From now on the request happens, but its answer waits for release().
  void hold(Request request);
  // Answers that wait are given in the order in which they arrived; nothing is held any more.
  void release();
  [[nodiscard]] std::size_t held() const;  // answers that wait

  void remember(Memory memory, Done<Remembered> done) override;
  void open_session(SessionName name, Time now, Done<std::optional<Session>> done) override;
  void find_session(std::string key, Done<std::optional<Session>> done) override;
  void list_sessions(SessionFilter filter, Done<std::vector<Session>> done) override;
  void end_session(std::string key, Time now, Done<bool> done) override;
  void declassify(Declassification change, Done<Declassified> done) override;
  void labels_of(std::vector<Location> locations, Done<std::vector<model::Label>> done) override;
  void list_locations(LocationFilter filter, Done<std::vector<LabelledLocation>> done) override;
  void declassify_place(PlaceDeclassification change, Done<Relabelled> done) override;
  void list_decisions(DecisionFilter filter, Done<std::vector<Decision>> done) override;
  void find_decision(std::string id, Done<std::optional<Decision>> done) override;
  void ask(Ticket ticket, Done<Ticket> done) override;
  void answer(Answer answer, Done<std::optional<Answered>> done) override;
  void revoke(Revocation change, Done<std::optional<Revoked>> done) override;
  void take_grant(Binding call, Time now, Done<Taken> done) override;
  void find_ticket(std::string id, Done<std::optional<Ticket>> done) override;
  void list_tickets(TicketFilter filter, Done<std::vector<Ticket>> done) override;
  void expire_tickets(Time now, Done<std::vector<Ticket>> done) override;
  void find_value(std::string id, Time now, Done<std::optional<Value>> done) override;
  void list_values(std::string session, Time now, std::size_t bytes,
                   Done<std::vector<Value>> done) override;
  void note_breach(Breach breach, Done<void> done) override;
  void list_breaches(std::optional<std::string> server, Done<std::vector<Breach>> done) override;
  void prune(Time now, Retention retention, Done<Pruned> done) override;

 private:
  // False: it was failed, and nobody else may call `done`.
  template <typename T>
  [[nodiscard]] bool admit(Request request, Done<T>& done);
  [[nodiscard]] bool takes_failure(Request request);
  [[nodiscard]] bool keep(Request request, const std::function<void()>& answer);

  Store& behind_;
  mutable std::mutex mutex_;  // of what follows
  std::map<Request, std::size_t> failing_;
  std::set<Request> holding_;
  std::vector<std::function<void()>> held_;
};

}  // namespace touchstone::store
