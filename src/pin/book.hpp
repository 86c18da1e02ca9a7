// Book: all pins, what waits for a person, and what a person has refused. The store, as a value.
//
// Its text is a JSON file that people can read, compare and keep under version control, like a lock
// file:
//
//   {"version":1,"servers":{"<name>":{
//     "identity":{"digest":…,"since":…,"definition":{…}},
//     "tools":{"<name>":{"digest":…,"since":…,"definition":{…}}},"prompts":{…},"templates":{…},
//     "pending":{"tools":{"<name>":{"digest":…,"seen":…,"grade":…,"definition":{…}}}},
//     "rejected":["<digest>"]}}}
//
// The same book always has the same text. Reading is strict: what is damaged, unknown, or has a
// digest that does not belong to its definition is an error with its place; a book is never emptied
// for that. No file and no clock here (upstream/pin_file.hpp): times are given, as text. Copies and
// compares; thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "pin/drift.hpp"
#include "pin/pin.hpp"

namespace touchstone::pin {

inline constexpr std::size_t kMaxBookBytes = std::size_t{64} << 20;    // of the file
inline constexpr std::size_t kMaxServerBytes = std::size_t{16} << 20;  // definitions of one server
inline constexpr std::size_t kMaxServers = 1'000;
inline constexpr std::size_t kMaxPins = 25'000;     // of one server; as many may be pending
inline constexpr std::size_t kMaxRejected = 1'000;  // of one server; the oldest is forgotten

struct Pinned {
  Pin pin;
  std::string since;  // "2026-11-16T06:00:00Z"

  friend bool operator==(const Pinned&, const Pinned&) = default;
};

// What was seen last and is not what is pinned. One for each key: a later one takes its place.
struct Pending {
  Pin pin;
  std::string seen;
  Grade grade = Grade::kRisky;
  bool rejected = false;  // a person said no; kept so that it can be looked at, and accepted yet

  friend bool operator==(const Pending&, const Pending&) = default;
};

struct Ledger {
  std::map<Key, Pinned> pinned;
  std::map<Key, Pending> pending;
  std::vector<std::string> rejected;  // digests, oldest first
  std::size_t bytes = 0;              // of all definitions; the book counts

  friend bool operator==(const Ledger&, const Ledger&) = default;
};

enum class State : std::uint8_t {
  kUnknown,   // nothing of this name was ever pinned
  kPinned,    // exactly this
  kChanged,   // something else is pinned, and this was not seen yet
  kPending,   // this waits for a person
  kRejected,  // a person has refused this: block it, and do not ask again
};

class Book {
 public:
  using Ledgers = std::map<std::string, Ledger, std::less<>>;

  // `source` is for messages. Text of no bytes is an error: a new book is Book().
  [[nodiscard]] static base::Result<Book> load(std::string_view text, std::string_view source);
  [[nodiscard]] std::string write() const;

  [[nodiscard]] State state(std::string_view server, const Pin& pin) const;
  [[nodiscard]] const Ledgers& servers() const { return servers_; }
  [[nodiscard]] const Ledger* find(std::string_view server) const;  // null: never met
  [[nodiscard]] const Pin* pinned(std::string_view server, const Key& key) const;

  // Pins it, in the place of what was pinned under its key. Fails if the server has too much.
  base::Result<void> pin(std::string_view server, Pin pin, std::string_view now);
  // Makes it wait for a person.
  base::Result<void> hold(std::string_view server, Pin pin, Grade grade, std::string_view now);
  // What is offered again as it is pinned needs nobody: forgets what waited under this key.
  void settle(std::string_view server, const Key& key);

  // A person's word on what waits under this key; false if nothing does.
  bool accept(std::string_view server, const Key& key, std::string_view now);
  bool reject(std::string_view server, const Key& key);
  bool forget(std::string_view server);

  friend bool operator==(const Book&, const Book&) = default;

 private:
  friend class BookReader;
  base::Result<Ledger*> ledger_of(std::string_view server);  // a new one if there is none

  Ledgers servers_;
};

// What the pinned tools of a server take together.
[[nodiscard]] Powers powers_of(const Ledger& ledger);

// The tools of all servers, those that are pinned first: whoever came later may imitate them. Then
// what waits. With `among`, only those of these servers.
[[nodiscard]] Neighbours neighbours_in(const Book& book,
                                       const std::set<std::string>* among = nullptr);

}  // namespace touchstone::pin
