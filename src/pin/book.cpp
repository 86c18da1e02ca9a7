#include "pin/book.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace touchstone::pin {
namespace {

std::size_t bytes_of(const Pin& pin) { return pin.definition.size() + pin.name.size(); }

// Takes an entry out, with its bytes.
template <typename Entries>
void take_out(Ledger& ledger, Entries& entries, const Key& key) {
  const auto found = entries.find(key);
  if (found == entries.end()) return;
  ledger.bytes -= bytes_of(found->second.pin);
  entries.erase(found);
}

template <typename Entries, typename Entry>
void put_in(Ledger& ledger, Entries& entries, Entry entry) {
  auto key = entry.pin.key();
  take_out(ledger, entries, key);
  ledger.bytes += bytes_of(entry.pin);
  entries.insert_or_assign(std::move(key), std::move(entry));
}

base::Result<void> check_room(const Ledger& ledger, std::size_t entries, const Pin& pin,
                              std::string_view server) {
  if (entries < kMaxPins && ledger.bytes + bytes_of(pin) <= kMaxServerBytes) return {};
  return base::fail(fmt::format("offers more than can be pinned ({} definitions or {} MiB)",
                                kMaxPins, kMaxServerBytes >> 20U),
                    std::string(server), "block it, or ask its author for a shorter list");
}

void remember(std::vector<std::string>& digests, const std::string& digest) {
  std::erase(digests, digest);
  digests.push_back(digest);
  if (digests.size() > kMaxRejected) digests.erase(digests.begin());
}

}  // namespace

const Ledger* Book::find(std::string_view server) const {
  const auto found = servers_.find(server);
  return found == servers_.end() ? nullptr : &found->second;
}

const Pin* Book::pinned(std::string_view server, const Key& key) const {
  const auto* ledger = find(server);
  if (ledger == nullptr) return nullptr;
  const auto found = ledger->pinned.find(key);
  return found == ledger->pinned.end() ? nullptr : &found->second.pin;
}

State Book::state(std::string_view server, const Pin& pin) const {
  const auto* ledger = find(server);
  if (ledger == nullptr) return State::kUnknown;
  const auto pinned = ledger->pinned.find(pin.key());
  const bool known = pinned != ledger->pinned.end();
  if (known && pinned->second.pin.digest == pin.digest) return State::kPinned;
  const auto& rejected = ledger->rejected;
  if (std::ranges::find(rejected, pin.digest) != rejected.end()) return State::kRejected;
  const auto pending = ledger->pending.find(pin.key());
  if (pending != ledger->pending.end() && pending->second.pin.digest == pin.digest) {
    return State::kPending;
  }
  return known ? State::kChanged : State::kUnknown;
}

base::Result<Ledger*> Book::ledger_of(std::string_view server) {
  if (find(server) == nullptr && servers_.size() >= kMaxServers) {
    return base::fail(fmt::format("more than {} servers", kMaxServers), std::string(server));
  }
  return &servers_[std::string(server)];
}

base::Result<void> Book::pin(std::string_view server, Pin pin, std::string_view now) {
  auto ledger = ledger_of(server);
  if (!ledger) return tl::unexpected(std::move(ledger.error()));
  auto& own = **ledger;
  if (auto room = check_room(own, own.pinned.size(), pin, server); !room) return room;
  take_out(own, own.pending, pin.key());
  std::erase(own.rejected, pin.digest);
  put_in(own, own.pinned, Pinned{std::move(pin), std::string(now)});
  return {};
}

base::Result<void> Book::hold(std::string_view server, Pin pin, Grade grade, std::string_view now) {
  auto ledger = ledger_of(server);
  if (!ledger) return tl::unexpected(std::move(ledger.error()));
  auto& own = **ledger;
  if (auto room = check_room(own, own.pending.size(), pin, server); !room) return room;
  put_in(own, own.pending, Pending{std::move(pin), std::string(now), grade});
  return {};
}

void Book::settle(std::string_view server, const Key& key) {
  const auto found = servers_.find(server);
  if (found != servers_.end()) take_out(found->second, found->second.pending, key);
}

bool Book::accept(std::string_view server, const Key& key, std::string_view now) {
  const auto found = servers_.find(server);
  if (found == servers_.end()) return false;
  auto& ledger = found->second;
  const auto waiting = ledger.pending.find(key);
  if (waiting == ledger.pending.end()) return false;
  auto pin = std::move(waiting->second.pin);
  ledger.bytes -= bytes_of(pin);
  ledger.pending.erase(waiting);
  std::erase(ledger.rejected, pin.digest);
  put_in(ledger, ledger.pinned, Pinned{std::move(pin), std::string(now)});
  return true;
}

bool Book::reject(std::string_view server, const Key& key) {
  const auto found = servers_.find(server);
  if (found == servers_.end()) return false;
  const auto waiting = found->second.pending.find(key);
  if (waiting == found->second.pending.end()) return false;
  waiting->second.rejected = true;
  remember(found->second.rejected, waiting->second.pin.digest);
  return true;
}

bool Book::forget(std::string_view server) {
  const auto found = servers_.find(server);
  if (found == servers_.end()) return false;
  servers_.erase(found);
  return true;
}

Powers powers_of(const Ledger& ledger) {
  Powers out;
  for (const auto& [key, entry] : ledger.pinned) {
    if (key.subject == Subject::kTool) out.add(powers_of(entry.pin));
  }
  return out;
}

Neighbours neighbours_in(const Book& book, const std::set<std::string>* among) {
  Neighbours out;
  const auto add = [&](const std::string& server, const auto& entries) {
    if (among != nullptr && !among->contains(server)) return;
    for (const auto& [key, entry] : entries) {
      if (key.subject == Subject::kTool) out.add({server, key.name});
    }
  };
  for (const auto& [server, ledger] : book.servers()) add(server, ledger.pinned);
  for (const auto& [server, ledger] : book.servers()) add(server, ledger.pending);
  return out;
}

}  // namespace touchstone::pin
