// Pins, the part that tells why something is held, and what a person can do about it.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "gateway/pins.hpp"
#include "json/parser.hpp"
#include "pin/identity.hpp"

namespace touchstone::gateway {
namespace {

using pin::Grade;
using pin::Pin;
using pin::State;
using pin::Subject;

// A name goes into a command to copy only if a shell takes it for a word.
bool is_plain(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:").find(c) != std::string_view::npos;
  });
}

// Where nothing is written down, no command can reach it.
std::string in_memory(const std::string& server) {
  return fmt::format(
      "Pins are kept in memory here, so no command can allow it: restart the gateway to take what "
      "is there now, set `onDrift: accept` for {}, or give `pins` a file in the config",
      server);
}

// Did the operator change how the server is started or reached? Or is it the server that changed?
bool is_edited(const Pin& before, const Pin& now) {
  json::Parser parser;
  const auto old = parser.parse(json::Text::copy_of(before.definition));
  json::Parser another;
  const auto anew = another.parse(json::Text::copy_of(now.definition));
  if (!old || !anew) return false;
  return std::ranges::any_of(std::array<std::string_view, 2>{"command", "url"}, [&](auto key) {
    const json::View one = old->root().find(key), two = anew->root().find(key);
    return static_cast<bool>(one) != static_cast<bool>(two) || (one && one.raw() != two.raw());
  });
}

}  // namespace

Pins::Standing Pins::standing_of(const std::string& server, const Pin& pin) const {
  const State state = book_.state(server, pin);
  if (state == State::kPinned) return {};
  std::string_view word = "unknown";
  if (state == State::kRejected) {
    word = "rejected";
  } else if (book_.pinned(server, pin.key()) != nullptr) {
    word = "changed";
  } else if (state == State::kPending) {
    word = "pending";
  }
  return {why_held(server, pin, state), word};
}

std::string Pins::why_held(const std::string& server, const Pin& pin, State state) const {
  const std::string label = label_of(pin.key());
  const std::string words = is_plain(label) ? fmt::format("{} {}", server, label) : server;
  if (damaged_) {
    return fmt::format(
        "{} is held back: the store of pins cannot be read. A person can see why "
        "with `touchstone pins list{}`",
        words, store_);
  }
  const Pin* const before = book_.pinned(server, pin.key());
  const bool known = before != nullptr;
  if (path_.empty()) {
    return fmt::format("{} is held back: it {}. {}", words,
                       known ? "is not what was accepted before" : "has not been accepted yet",
                       in_memory(server));
  }
  if (!is_plain(label)) {
    return fmt::format(
        "something that {0} shows is held back, under a name that is not plain letters: it {1}. A "
        "person can see it, and how to allow it, with `touchstone pins diff {0}{2}`",
        server,
        state == State::kRejected ? "was refused by a person"
        : known                   ? "is not what was accepted before"
                                  : "has not been accepted yet",
        store_);
  }
  if (state == State::kRejected) {
    return fmt::format(
        "{} was refused by a person. It can be allowed yet with `touchstone pins "
        "accept {}{}`",
        words, words, store_);
  }
  // Which definition is meant stands in the command, for the server may change it before it is run.
  const std::string exactly = "@" + pin.digest.substr(0, pin::kSafeDigest);
  const bool edited = known && pin.subject == Subject::kServer && is_edited(*before, pin);
  return fmt::format(
      "{0} is held back: {1}. A person can see what it is about with "
      "`touchstone pins diff {0}{3}` and allow it with `touchstone pins accept {0}{2}{3}`",
      words,
      edited  ? "the config starts or reaches another program than before. If you changed that "
                "yourself, allow it once"
      : known ? "it is not what was accepted before"
              : "it has not been accepted yet",
      exactly, store_);
}

// A server's texts may speak of its own tools, and another server may have tools of the same names.
// Before it has listed its own, nobody can tell whose are meant.
bool Pins::is_early(const upstream::Server& server, const Pin& self) const {
  if (listed_.contains(server.name()) || book_.state(server.name(), self) != State::kUnknown)
    return false;
  const auto hello = server.last_hello();
  return !hello || hello->root().find("capabilities").find("tools");
}

Pins::Standing Pins::identity_standing(const upstream::Server& server, bool* new_key,
                                       std::vector<std::string> own) {
  const Pin self = self_of(server);
  const Pin* before = book_.pinned(server.name(), self.key());
  if (new_key != nullptr) *new_key = before != nullptr && pin::has_new_key(*before, self);
  // Until then only what is hostile by itself counts, and nothing is pinned.
  if (!damaged_ && is_early(server, self) && judge_new(self).grade < Grade::kHostile) return {};
  settle(server, {.shown = {self}, .own = std::move(own)});
  return standing_of(server.name(), self);
}

std::string Pins::held(const upstream::Server& server) {
  if (Standing whole = identity_standing(server); !whole.held.empty()) return whole.held;
  if (server.config().trust != config::Trust::kQuarantine) return {};
  const pin::Ledger* ledger = book_.find(server.name());
  const bool any = ledger != nullptr && std::ranges::any_of(ledger->pinned, [](const auto& entry) {
                     return entry.first.subject != Subject::kServer;
                   });
  if (any) return {};
  if (path_.empty()) {
    return fmt::format(
        "{} is in quarantine, and what a person accepts needs a file: set `pins` in the config",
        server.name());
  }
  return fmt::format(
      "{0} is in quarantine. A person can look at it with `touchstone pins diff {0}{1}` "
      "and allow it with `touchstone pins accept {0}{1}`",
      server.name(), store_);
}

}  // namespace touchstone::gateway
