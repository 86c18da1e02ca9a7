// For the tests of this module: a store at hand, its answers waited for, and a folder for its file.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "model/label_bytes.hpp"
#include "store/database.hpp"
#include "store/schema.hpp"
#include "store/sqlite_store.hpp"

namespace touchstone::store {

// A folder that goes with its scope.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "touchstone-store-XXXXXX") {
    auto text = path_.string();
    if (::mkdtemp(text.data()) == nullptr) ADD_FAILURE() << "no folder at " << text;
    path_ = text;
  }
  ~Folder() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(std::string_view name = "store.db") const {
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

// Calls, and waits until `done` is.
template <typename T, typename Call>
base::Result<T> result_of(const Call& call) {
  std::promise<base::Result<T>> promise;
  call([&](base::Result<T> result) { promise.set_value(std::move(result)); });
  return promise.get_future().get();
}

template <typename T>
T must(base::Result<T> result) {
  if (result) return std::move(*result);
  ADD_FAILURE() << base::to_string(result.error());
  return T{};
}
inline void must(const base::Result<void>& result) {
  if (!result) ADD_FAILURE() << base::to_string(result.error());
}

inline std::unique_ptr<Store> opened_store(SqliteOptions options = {}) {
  return must(open_sqlite(options));
}
inline SqliteOptions at(std::string path) {
  return {.path = std::move(path), .durability = Durability::kProcess};
}

// A store of an earlier version, and what `sql` puts into it.
inline void make_store_of(int version, const std::string& path, const std::string& sql = "") {
  std::ofstream(path, std::ios::binary | std::ios::trunc).close();
  auto tables =
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, version);
  for (int i = 0; i < version; ++i) tables += kMigrations[i];
  auto database = Database::open(path, std::chrono::seconds(1));
  ASSERT_TRUE(database);
  must(database->script(tables + sql));
}
// A label as the tables of all versions have it.
inline std::string sql_of(const model::Label& label) {
  return fmt::format("x'{}'", base::hex(model::to_bytes(label)));
}

// Noon of some day, and so many seconds later.
inline Time noon(int seconds = 0) {
  return from_ms(1'700'000'000'000) + std::chrono::seconds(seconds);
}

// The functions of Store, one after the other.
class Calls {
 public:
  explicit Calls(Store& store) : store_(store) {}

  auto remember(Memory memory) const {
    return result_of<Remembered>([&](auto done) { store_.remember(std::move(memory), done); });
  }
  auto open(SessionName name, Time now = noon()) const {
    return result_of<std::optional<Session>>(
        [&](auto done) { store_.open_session(std::move(name), now, done); });
  }
  auto session(std::string key) const {
    return result_of<std::optional<Session>>(
        [&](auto done) { store_.find_session(std::move(key), done); });
  }
  auto sessions(SessionFilter filter = {}) const {
    return result_of<std::vector<Session>>(
        [&](auto done) { store_.list_sessions(std::move(filter), done); });
  }
  auto end(std::string key, Time now = noon()) const {
    return result_of<bool>([&](auto done) { store_.end_session(std::move(key), now, done); });
  }
  auto declassify(Declassification change) const {
    return result_of<Declassified>([&](auto done) { store_.declassify(std::move(change), done); });
  }
  auto labels(std::vector<Location> locations) const {
    return result_of<std::vector<model::Label>>(
        [&](auto done) { store_.labels_of(std::move(locations), done); });
  }
  auto locations(LocationFilter filter = {}) const {
    return result_of<std::vector<LabelledLocation>>(
        [&](auto done) { store_.list_locations(std::move(filter), done); });
  }
  auto declassify_place(PlaceDeclassification change) const {
    return result_of<Relabelled>(
        [&](auto done) { store_.declassify_place(std::move(change), done); });
  }
  auto decisions(DecisionFilter filter = {}) const {
    return result_of<std::vector<Decision>>(
        [&](auto done) { store_.list_decisions(std::move(filter), done); });
  }
  auto decision(std::string id) const {
    return result_of<std::optional<Decision>>(
        [&](auto done) { store_.find_decision(std::move(id), done); });
  }
  auto ask(Ticket ticket) const {
    return result_of<Ticket>([&](auto done) { store_.ask(std::move(ticket), done); });
  }
  auto answer(Answer answer) const {
    return result_of<std::optional<Answered>>(
        [&](auto done) { store_.answer(std::move(answer), done); });
  }
  auto revoke(Revocation change) const {
    return result_of<std::optional<Revoked>>(
        [&](auto done) { store_.revoke(std::move(change), done); });
  }
  auto grant(Binding call, Time now = noon()) const {
    return taken(std::move(call), now).map([](Taken taken) { return std::move(taken.grant); });
  }
  base::Result<Taken> taken(Binding call, Time now = noon()) const {
    return result_of<Taken>([&](auto done) { store_.take_grant(std::move(call), now, done); });
  }
  auto ticket(std::string id) const {
    return result_of<std::optional<Ticket>>(
        [&](auto done) { store_.find_ticket(std::move(id), done); });
  }
  auto tickets(TicketFilter filter = {}) const {
    return result_of<std::vector<Ticket>>(
        [&](auto done) { store_.list_tickets(std::move(filter), done); });
  }
  auto expire(Time now) const {
    return result_of<std::vector<Ticket>>([&](auto done) { store_.expire_tickets(now, done); });
  }
  auto value(std::string id, Time now = noon()) const {
    return result_of<std::optional<Value>>(
        [&](auto done) { store_.find_value(std::move(id), now, done); });
  }
  auto values(std::string session, std::size_t bytes, Time now = noon()) const {
    return result_of<std::vector<Value>>(
        [&](auto done) { store_.list_values(std::move(session), now, bytes, done); });
  }
  auto note(Breach breach) const {
    return result_of<void>([&](auto done) { store_.note_breach(std::move(breach), done); });
  }
  auto breaches(std::optional<std::string> server = {}) const {
    return result_of<std::vector<Breach>>(
        [&](auto done) { store_.list_breaches(std::move(server), done); });
  }
  auto prune(Time now, Retention retention = {}) const {
    return result_of<Pruned>([&](auto done) { store_.prune(now, retention, done); });
  }

 private:
  Store& store_;
};

inline SessionName ann(std::string key = "s1") {
  return {.key = std::move(key), .principal = "ann", .route = "/mcp", .client = "test"};
}

inline model::Label label_from(std::string uri) {
  model::Label label;
  label.attribution.insert(std::move(uri));
  return label;
}

inline Memory seen(std::string key, model::Label label, Time now = noon()) {
  Memory memory;
  memory.session =
      SessionChange{.name = ann(std::move(key)), .now = now, .label = std::move(label)};
  return memory;
}

inline Memory decided(DecisionRecord record) {
  Memory memory;
  memory.decisions.push_back(std::move(record));
  return memory;
}

inline Ticket question(std::string id, std::string session = "s1") {
  return {.id = id,
          .nonce = "nonce of " + id,
          .binding = {"ann", std::move(session), "mail", "send", "arguments", "shape", "pin",
                      "policy", "", "told\n"},
          .prompt = R"({"tool":"send"})",
          .asked = noon(),
          .expires = noon(60)};
}

inline Answer yes(std::string ticket, Scope scope = Scope::kOnce) {
  return {.ticket = std::move(ticket),
          .allow = true,
          .scope = scope,
          .by = "bob",
          .now = noon(1),
          .grant_expires = noon(600)};
}

}  // namespace touchstone::store
