#include "store/sqlite_store.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "store/lane.hpp"
#include "store/log_keeper.hpp"
#include "store/recall.hpp"
#include "store/schema.hpp"
#include "store/sqlite_file.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::string_view kInMemory = ":memory:";
constexpr std::size_t kSmall = 1'024;  // what a request takes that carries no content

std::size_t weight_of(const Memory& memory) {
  std::size_t out = kSmall;
  if (memory.session) out += memory.session->flow.size() + memory.session->flow_whole.size();
  for (const auto& value : memory.values) out += value.bytes.size();
  for (const auto& record : memory.decisions) out += record.body.size();
  return out + kSmall * (memory.locations.size() + memory.values.size());
}

template <typename Items, typename Keep>
base::Result<void> keep_each(const Items& items, const Keep& keep) {
  for (const auto& item : items) {
    if (auto kept = keep(item); !kept) return tl::unexpected(kept.error());
  }
  return {};
}

base::Result<Remembered> keep_memory(Database& database, Recall& recall, json::Parser& parser,
                                     const Memory& memory) {
  Remembered out;
  std::optional<Declassified> declassified;
  recall.check(database);
  if (memory.declassification) {
    recall.clear();
    auto tried = store::declassify(database, parser, *memory.declassification);
    if (!tried) return tl::unexpected(tried.error());
    declassified = *tried;
  }
  if (memory.session) {
    auto session = change_session(database, recall, *memory.session);
    if (!session) return session;
    out = std::move(*session);
  }
  out.declassified = declassified;
  auto done =
      keep_each(memory.locations, [&](const auto& item) { return join_location(database, item); });
  if (done) {
    done = keep_each(memory.values, [&](const auto& item) { return keep_value(database, item); });
  }
  if (!done) return tl::unexpected(done.error());
  for (const auto& record : memory.decisions) {
    auto id = append_decision(database, recall, parser, record);
    if (!id) return tl::unexpected(id.error());
    out.decisions.push_back(std::move(*id));
  }
  return out;
}

class SqliteStore final : public Store {
 public:
  SqliteStore(Database writer, std::optional<Database> reader, Lane::Bounds bounds,
              Durability durability, LogKeeper::Open open, std::size_t log_pages)
      : keeper_(std::move(open), log_pages),
        writes_(std::move(writer), Lane::Kind::kWrites, bounds, durability == Durability::kConsent,
                [this](Database& database) {
                  if (keeper_.tell(database.log_pages()))
                    static_cast<void>(database.move_log());  // what is left, is moved next time
                }) {
    if (reader) reads_.emplace(std::move(*reader), Lane::Kind::kReads, bounds);
  }

  void gather(const Later& later) override {
    if (reads_) reads_->gather(later);
    writes_.gather(later);
  }
  void remember(Memory memory, Done<Remembered> done) override {
    const auto weight = weight_of(memory);
    writes_.submit<Remembered>(
        [this, memory = std::move(memory)](Database& database) {
          return keep_memory(database, recall_, parser_, memory);
        },
        std::move(done), weight);
  }
  void open_session(SessionName name, Time now, Done<std::optional<Session>> done) override {
    write<std::optional<Session>>(std::move(done),
                                  [name = std::move(name), now](Database& database) {
                                    return store::open_session(database, name, now);
                                  });
  }
  void find_session(std::string key, Done<std::optional<Session>> done) override {
    read<std::optional<Session>>(std::move(done), [key = std::move(key)](Database& database) {
      return store::find_session(database, key);
    });
  }
  void list_sessions(SessionFilter filter, Done<std::vector<Session>> done) override {
    read<std::vector<Session>>(std::move(done), [filter = std::move(filter)](Database& database) {
      return store::list_sessions(database, filter);
    });
  }
  void end_session(std::string key, Time now, Done<bool> done) override {
    write<bool>(std::move(done), [key = std::move(key), now](Database& database) {
      return store::end_session(database, key, now);
    });
  }
  void declassify(Declassification change, Done<Declassified> done) override {
    keep<Declassified>(std::move(done), [this, change = std::move(change)](Database& database) {
      return store::declassify(database, parser_, change);
    });
  }

  void labels_of(std::vector<Location> locations, Done<std::vector<model::Label>> done) override {
    read<std::vector<model::Label>>(std::move(done),
                                    [locations = std::move(locations)](Database& database) {
                                      return store::labels_of(database, locations);
                                    });
  }

  void list_locations(LocationFilter filter, Done<std::vector<LabelledLocation>> done) override {
    read<std::vector<LabelledLocation>>(std::move(done),
                                        [filter = std::move(filter)](Database& database) {
                                          return store::list_locations(database, filter);
                                        });
  }
  void declassify_place(PlaceDeclassification change, Done<Relabelled> done) override {
    keep<Relabelled>(std::move(done), [this, change = std::move(change)](Database& database) {
      return store::declassify_place(database, parser_, change);
    });
  }

  void list_decisions(DecisionFilter filter, Done<std::vector<Decision>> done) override {
    read<std::vector<Decision>>(std::move(done), [filter = std::move(filter)](Database& database) {
      return store::list_decisions(database, filter);
    });
  }
  void find_decision(std::string id, Done<std::optional<Decision>> done) override {
    read<std::optional<Decision>>(std::move(done), [id = std::move(id)](Database& database) {
      return store::find_decision(database, id);
    });
  }

  void ask(Ticket ticket, Done<Ticket> done) override {
    const auto weight = kSmall + ticket.prompt.size();
    write<Ticket>(
        std::move(done),
        [ticket = std::move(ticket)](Database& database) { return store::ask(database, ticket); },
        weight);
  }
  void answer(Answer answer, Done<std::optional<Answered>> done) override {
    keep<std::optional<Answered>>(std::move(done),
                                  [this, answer = std::move(answer)](Database& database) {
                                    return store::answer(database, parser_, answer);
                                  });
  }
  void revoke(Revocation change, Done<std::optional<Revoked>> done) override {
    keep<std::optional<Revoked>>(std::move(done),
                                 [this, change = std::move(change)](Database& database) {
                                   return store::revoke(database, parser_, change);
                                 });
  }
  void take_grant(Binding call, Time now, Done<Taken> done) override {
    keep<Taken>(std::move(done), [call = std::move(call), now](Database& database) {
      return store::take_grant(database, call, now);
    });
  }
  void find_ticket(std::string id, Done<std::optional<Ticket>> done) override {
    read<std::optional<Ticket>>(std::move(done), [id = std::move(id)](Database& database) {
      return store::find_ticket(database, id);
    });
  }
  void list_tickets(TicketFilter filter, Done<std::vector<Ticket>> done) override {
    read<std::vector<Ticket>>(std::move(done), [filter = std::move(filter)](Database& database) {
      return store::list_tickets(database, filter);
    });
  }
  void expire_tickets(Time now, Done<std::vector<Ticket>> done) override {
    write<std::vector<Ticket>>(std::move(done), [now](Database& database) {
      return store::expire_tickets(database, now);
    });
  }

  void find_value(std::string id, Time now, Done<std::optional<Value>> done) override {
    read<std::optional<Value>>(std::move(done), [id = std::move(id), now](Database& database) {
      return store::find_value(database, id, now);
    });
  }

  void list_values(std::string session, Time now, std::size_t bytes,
                   Done<std::vector<Value>> done) override {
    read<std::vector<Value>>(std::move(done),
                             [session = std::move(session), now, bytes](Database& database) {
                               return store::list_values(database, session, now, bytes);
                             });
  }

  void note_breach(Breach breach, Done<void> done) override {
    const auto weight = kSmall + breach.text.size();
    write<void>(
        std::move(done),
        [breach = std::move(breach)](Database& database) {
          return store::note_breach(database, breach);
        },
        weight);
  }
  void list_breaches(std::optional<std::string> server, Done<std::vector<Breach>> done) override {
    read<std::vector<Breach>>(std::move(done), [server = std::move(server)](Database& database) {
      return store::list_breaches(database, server);
    });
  }

  void prune(Time now, Retention retention, Done<Pruned> done) override {
    write<Pruned>(std::move(done), [now, retention](Database& database) {
      return store::prune(database, now, retention);
    });
  }

 private:
  // They change the tables as they please.
  template <typename Work>
  auto unrecalled(Work work) {
    return [this, work = std::move(work)](Database& database) {
      recall_.clear();
      return work(database);
    };
  }
  template <typename T, typename Work>
  void write(Done<T> done, Work work, std::size_t weight = kSmall) {
    writes_.submit<T>(unrecalled(std::move(work)), std::move(done), weight);
  }
  // What a person's word hangs on: it may not come back, nor be gone, after a power cut.
  template <typename T, typename Work>
  void keep(Done<T> done, Work work) {
    writes_.submit<T>(unrecalled(std::move(work)), std::move(done), kSmall, Lane::Lasts::kMachine);
  }
  template <typename T, typename Work>
  void read(Done<T> done, Work work) {
    (reads_ ? *reads_ : writes_).template submit<T>(std::move(work), std::move(done), kSmall);
  }

  json::Parser parser_;  // of the writing thread, as the next; before the lanes, which end first
  Recall recall_;
  LogKeeper keeper_;
  Lane writes_;
  std::optional<Lane> reads_;  // none in memory
};

constexpr int kLogBytes = 16 << 20;
constexpr int kCacheKib = 4 << 10;  // what is written is near what was written last

std::string pragmas_of(const SqliteOptions& options) {
  return fmt::format(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = {}; PRAGMA wal_autocheckpoint = 0; "
      "PRAGMA journal_size_limit = {}; PRAGMA cache_size = -{}; PRAGMA temp_store = MEMORY; "
      "PRAGMA cell_size_check = ON;",
      options.durability == Durability::kMachine ? "FULL" : "NORMAL", kLogBytes, kCacheKib);
}

base::Result<std::unique_ptr<Store>> open_in_memory(Lane::Bounds bounds) {
  auto database = Database::open(std::string(kInMemory), std::chrono::milliseconds(0));
  if (!database) return tl::unexpected(database.error());
  if (auto made = create_schema(*database); !made) return tl::unexpected(made.error());
  return std::make_unique<SqliteStore>(std::move(*database), std::nullopt, bounds,
                                       Durability::kProcess, nullptr, SIZE_MAX);
}

base::Result<Database> open_connection(const SqliteOptions& options, const std::string& path) {
  auto database = Database::open(path, options.busy_wait);
  if (!database) return database;
  auto set = database->script(pragmas_of(options));
  if (set) set = database->wipe_pages(false);
  if (!set) return tl::unexpected(set.error());
  return database;
}

// Looked at before a pragma can change anything in it.
base::Result<void> check_at(const SqliteOptions& options, const std::string& path) {
  auto database = Database::open(path, options.busy_wait);
  if (!database) return tl::unexpected(database.error());
  if (auto good = check_file(*database, path); !good) return good;
  return migrate(*database, path);
}

}  // namespace

base::Result<std::unique_ptr<Store>> open_sqlite(const SqliteOptions& options) {
  const Lane::Bounds bounds{options.max_waiting, options.max_waiting_bytes};
  if (options.path == kInMemory) return open_in_memory(bounds);
  if (options.path.empty()) return base::fail("the store has no file", "", "name one with `store`");
  // SQLite takes some relative names for something else.
  std::error_code failed;
  const auto path = std::filesystem::absolute(options.path, failed).string();
  if (failed) return base::fail(failed.message(), options.path);
  auto ready = make_file(path);
  if (ready) ready = check_at(options, path);
  if (!ready) return tl::unexpected(ready.error());
  auto writer = open_connection(options, path);
  if (!writer) return tl::unexpected(writer.error());
  auto reader = open_connection(options, path);
  if (!reader) return tl::unexpected(reader.error());
  writer->watch_log();
  return std::make_unique<SqliteStore>(
      std::move(*writer), std::move(*reader), bounds, options.durability,
      [options, path] { return open_connection(options, path); }, options.log_pages);
}

}  // namespace touchstone::store
