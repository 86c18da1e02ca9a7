// What the tables of the SQLite store are asked and told: one function for each request of Store.
//
// Each runs inside a transaction that its lane begins and ends, and gives a value or an error,
// after which nothing of it is kept. On the thread of the lane whose connection it is given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/parser.hpp"
#include "store/database.hpp"
#include "store/store.hpp"

namespace touchstone::store {

inline constexpr std::size_t kMaxLabelBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxRecordBytes = std::size_t{2} << 20U;
inline constexpr std::size_t kMaxFlowBytes = std::size_t{1} << 20U;  // of one session, and a piece
inline constexpr std::size_t kMaxLiveSessions = 10'000;              // of one principal
inline constexpr std::size_t kMaxOpening = std::size_t{64} << 10U;   // longer: none is kept
inline constexpr std::size_t kMaxPending = 64;                       // questions of one session
inline constexpr std::size_t kMaxValueBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kMaxValuesOfSession = 256;
inline constexpr std::size_t kMaxValueBytesOfSession = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxAllValueBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaxBreachesOfServer = 1'000;

class Recall;

// Sessions.
[[nodiscard]] base::Result<Remembered> change_session(Database& database, Recall& recall,
                                                      const SessionChange& change);
[[nodiscard]] base::Result<std::optional<Session>> open_session(Database& database,
                                                                const SessionName& name, Time now);
[[nodiscard]] base::Result<std::optional<Session>> find_session(Database& database,
                                                                std::string_view key);
[[nodiscard]] base::Result<std::vector<Session>> list_sessions(Database& database,
                                                               const SessionFilter& filter);
[[nodiscard]] base::Result<bool> end_session(Database& database, std::string_view key, Time now);
[[nodiscard]] base::Result<Declassified> declassify(Database& database, json::Parser& parser,
                                                    const Declassification& change);

[[nodiscard]] base::Result<void> forget_session(Database& database, std::uint64_t number);

// A session as its row has it: what only the tables need to know of its flow memory is in it too.
struct SessionRow : Session {
  std::uint64_t flow_begin = 0;  // where the first piece begins that is kept
  std::uint64_t flow_first = 0;  // the first piece that is kept
  std::uint64_t flow_last = 0;   // the last piece; 0: none
};

// Its pieces, oldest first.
[[nodiscard]] base::Result<std::vector<FlowPiece>> flow_of(Database& database,
                                                           const SessionRow& session);
// False: it is of another session, or others have added what the whole does not have. What changes
// in the row is for the caller to write.
[[nodiscard]] base::Result<bool> add_flow(Database& database, Recall& recall, SessionRow& session,
                                          const SessionChange& change);
// Nobody needs what the row says is kept. At once goes only what costs little (flow_rounds.hpp).
[[nodiscard]] base::Result<void> drop_flow(Database& database, const SessionRow& session);
// All that nobody needs and that has not gone yet.
[[nodiscard]] base::Result<void> sweep_rounds(Database& database);

// Locations.
[[nodiscard]] base::Result<void> join_location(Database& database, const LabelledLocation& change);
[[nodiscard]] base::Result<std::vector<model::Label>> labels_of(
    Database& database, const std::vector<Location>& locations);
[[nodiscard]] base::Result<std::vector<LabelledLocation>> list_locations(
    Database& database, const LocationFilter& filter);
[[nodiscard]] base::Result<Relabelled> declassify_place(Database& database, json::Parser& parser,
                                                        const PlaceDeclassification& change);

struct Place {  // of a record in the row of all
  std::int64_t sequence = 1;
  std::int64_t at = 0;  // its id's; never before that of the one before it
};
[[nodiscard]] std::string id_of(const Place& place);
[[nodiscard]] std::optional<Place> place_of(std::string_view id);
// Of a row that begins with sequence, id and time: in those of before version 5 the time is another
// one, and the id is there.
[[nodiscard]] Place place_in(const Query& row);
// Of a row of kDecisionColumns; an error if it is damaged.
[[nodiscard]] base::Result<Decision> read_decision(const Query& row);
[[nodiscard]] Decision listed_decision(const Query& row);  // the same for a list; see decision.hpp
inline constexpr std::string_view kDecisionColumns =
    "SELECT sequence, id, at, json, digest, part, base, text FROM decisions LEFT JOIN recurring ON "
    "recurring.number = recurring LEFT JOIN bases ON bases.number = base";

// Decisions. `append` gives the id.
[[nodiscard]] base::Result<std::string> append_decision(Database& database, Recall& recall,
                                                        json::Parser& parser,
                                                        const DecisionRecord& record);
[[nodiscard]] base::Result<std::string> append_decision(Database& database, json::Parser& parser,
                                                        const DecisionRecord& record);
[[nodiscard]] base::Result<std::vector<Decision>> list_decisions(Database& database,
                                                                 const DecisionFilter& filter);
[[nodiscard]] base::Result<std::optional<Decision>> find_decision(Database& database,
                                                                  std::string_view id);
// Which decisions are of which session is noted for many at once (sqlite_decided.cpp).
[[nodiscard]] base::Result<void> note_decided(Database& database, std::int64_t last);
[[nodiscard]] base::Result<void> forget_decided(Database& database, std::int64_t last);

// A record's text as it is kept: a difference from a base (sqlite_bases.cpp).
struct Reduced {
  std::int64_t base;
  std::string difference;
};
[[nodiscard]] base::Result<Reduced> reduce(Database& database, Recall& recall,
                                           const DecisionRecord& record, std::int64_t sequence,
                                           const std::string& text);
// The records up to `last` are gone.
[[nodiscard]] base::Result<void> prune_bases(Database& database, std::int64_t last);
// What those of before have in common (sqlite_recurring.cpp).
[[nodiscard]] std::string put_in(std::string text, std::string_view part);
[[nodiscard]] base::Result<std::size_t> prune_recurring(Database& database);

// Tickets.
[[nodiscard]] base::Result<Ticket> ask(Database& database, const Ticket& ticket);
[[nodiscard]] base::Result<std::optional<Answered>> answer(Database& database, json::Parser& parser,
                                                           const Answer& answer);
[[nodiscard]] base::Result<std::optional<Revoked>> revoke(Database& database, json::Parser& parser,
                                                          const Revocation& change);
[[nodiscard]] base::Result<Taken> take_grant(Database& database, const Binding& call, Time now);
[[nodiscard]] base::Result<std::optional<Ticket>> find_ticket(Database& database,
                                                              std::string_view id);
[[nodiscard]] base::Result<std::vector<Ticket>> list_tickets(Database& database,
                                                             const TicketFilter& filter);
[[nodiscard]] base::Result<std::vector<Ticket>> expire_tickets(Database& database, Time now);
// What was allowed for this session is over.
[[nodiscard]] base::Result<void> end_grants(Database& database, std::string_view session);

// Values and breaches.
[[nodiscard]] base::Result<void> keep_value(Database& database, const Value& value);
[[nodiscard]] base::Result<std::optional<Value>> find_value(Database& database, std::string_view id,
                                                            Time now);
[[nodiscard]] base::Result<std::vector<Value>> list_values(Database& database,
                                                           std::string_view session, Time now,
                                                           std::size_t bytes);
[[nodiscard]] base::Result<void> note_breach(Database& database, const Breach& breach);
[[nodiscard]] base::Result<std::vector<Breach>> list_breaches(
    Database& database, const std::optional<std::string>& server);

[[nodiscard]] base::Result<Pruned> prune(Database& database, Time now, const Retention& retention);

// Labels as the tables keep them.
[[nodiscard]] base::Result<std::string> stored(const model::Label& label);

// Conditions that a filter adds one by one, and their arguments in order.
class Where {
 public:
  // `condition` has one `?`.
  template <typename T>
  Where& when(const std::optional<T>& value, std::string_view condition) {
    if (value) add(condition, argument(*value));
    return *this;
  }
  void add(std::string_view condition, Argument value);
  void add(std::string_view condition);
  // Goes on with the condition that was added last.
  void more(std::string_view rest, Argument value);
  void more(std::string_view rest) { conditions_ += rest; }
  // " WHERE … " or nothing, `rest` and a limit within kMaxPage.
  [[nodiscard]] Query query(Database& database, std::string_view select, std::string_view rest,
                            std::size_t limit);

 private:
  std::string conditions_;
  std::vector<Argument> arguments_;
};

}  // namespace touchstone::store
