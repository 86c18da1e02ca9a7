// Store: everything that must outlive the process. One interface for every engine.
//
// Nobody waits for a disk: each function returns at once and calls `done` once, when what it asked
// for is on the disk (as far as the engine's durability promises) or has failed. Writes happen in
// the order of the calls; a read sees every write whose `done` has been called.
//
// `done` is called on a thread of the store, in general, and must not block: a gateway hops back to
// its loop. When too much is waiting already it is called at once, on the caller's thread and
// inside the call, with an error; then nothing was written. It never throws. Functions may be
// called from any thread. Before the destructor returns, all that was asked for is done.
//
// A write that fails has changed nothing. Whoever cannot write withholds what it was about.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/label.hpp"
#include "store/decision.hpp"
#include "store/location.hpp"
#include "store/memory.hpp"
#include "store/retention.hpp"
#include "store/session.hpp"
#include "store/ticket.hpp"
#include "store/time.hpp"

namespace touchstone::store {

template <typename T>
using Done = std::function<void(base::Result<T>)>;

// Runs something when the turn of the caller's loop is over, or at once if it is in none.
using Later = std::function<void(std::function<void()>)>;

// What one request may ask for, whatever its `limit` says.
inline constexpr std::size_t kMaxPage = 1'000;
inline constexpr std::size_t kMaxLocationsAtOnce = 1'024;

class Store {
 public:
  virtual ~Store() = default;

  // Whoever asks for much in one turn of a loop says so, once and first: an engine may then begin
  // with all of it together, at the turn's end. The loop may end before the store does.
  virtual void gather(const Later& later) { (void)later; }

  // All that one call leaves behind, whole or not at all.
  virtual void remember(Memory memory, Done<Remembered> done) = 0;

  // The session of this key, which begins if it is not there or has ended; with the time when it
  // was seen before this. Absent: the key belongs to another principal or route.
  virtual void open_session(SessionName name, Time now, Done<std::optional<Session>> done) = 0;
  virtual void find_session(std::string key, Done<std::optional<Session>> done) = 0;
  virtual void list_sessions(SessionFilter filter,
                             Done<std::vector<Session>> done) = 0;  // newest first
  virtual void end_session(std::string key, Time now,
                           Done<bool> done) = 0;  // false: none that lives
  // The only way for a session's label to become smaller. It is recorded as a decision.
  virtual void declassify(Declassification change, Done<Declassified> done) = 0;

  // A label for each location, empty where nothing is known.
  virtual void labels_of(std::vector<Location> locations, Done<std::vector<model::Label>> done) = 0;
  virtual void list_locations(LocationFilter filter,
                              Done<std::vector<LabelledLocation>> done) = 0;  // in their order
  // The only way for a place's label to become smaller. Nothing is written between what the change
  // looks at and what it decides. It is recorded as a decision.
  virtual void declassify_place(PlaceDeclassification change, Done<Relabelled> done) = 0;

  virtual void list_decisions(DecisionFilter filter, Done<std::vector<Decision>> done) = 0;
  virtual void find_decision(std::string id, Done<std::optional<Decision>> done) = 0;

  // Puts a question, or finds the one that is pending already for the same binding.
  virtual void ask(Ticket ticket, Done<Ticket> done) = 0;
  virtual void answer(Answer answer,
                      Done<std::optional<Answered>> done) = 0;  // absent: no such ticket
  // Takes a yes back, for every process that uses this store. Absent: no such ticket.
  virtual void revoke(Revocation change, Done<std::optional<Revoked>> done) = 0;
  // The grant for this call, if there is one. A once-grant goes to one caller only, ever.
  virtual void take_grant(Binding call, Time now, Done<Taken> done) = 0;
  virtual void find_ticket(std::string id, Done<std::optional<Ticket>> done) = 0;
  virtual void list_tickets(TicketFilter filter,
                            Done<std::vector<Ticket>> done) = 0;  // newest first
  // The questions whose time is over: they are marked so, and each is told once.
  virtual void expire_tickets(Time now, Done<std::vector<Ticket>> done) = 0;

  // Absent once it has expired.
  virtual void find_value(std::string id, Time now, Done<std::optional<Value>> done) = 0;
  // Those of a session that have not expired, the latest first, until there are so many bytes.
  virtual void list_values(std::string session, Time now, std::size_t bytes,
                           Done<std::vector<Value>> done) = 0;

  virtual void note_breach(Breach breach, Done<void> done) = 0;  // the same one twice is one
  virtual void list_breaches(std::optional<std::string> server, Done<std::vector<Breach>> done) = 0;

  virtual void prune(Time now, Retention retention, Done<Pruned> done) = 0;
};

}  // namespace touchstone::store
