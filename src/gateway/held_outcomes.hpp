// HeldOutcomes: writes that were made, and whose result waits for a person.
//
// A client that cannot come back with what it was asked, or does not, can only make the same call
// again. What only reads is made again then, and may bring something newer; a write would be done
// twice for one yes. So the same write gets what the first one brought, as if its server had said
// it now: judged, asked about and recorded under the rules of now (repeated.cpp). Each outcome has
// the record of its call for a name; of several of one call the first that a person has allowed is
// the one, else the oldest. It is forgotten when it is delivered, and some time after somebody
// could last be asked, unless there is a yes to it by then.
//
// Of this process alone, and bounded, for all and for each principal: after a restart, and where
// there is no room, the call is made. What was promised to somebody makes no room for others. Owned
// by the checkpoint; the loop's thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/request_state.hpp"
#include "guard/subject.hpp"
#include "model/label.hpp"
#include "store/ticket.hpp"
#include "store/time.hpp"

namespace touchstone::gateway {

class HeldOutcomes {
 public:
  struct Room {
    std::size_t outcomes;
    std::size_t bytes;
  };
  static constexpr Room kForAll{256, std::size_t{16} << 20};
  static constexpr Room kForOne{64, std::size_t{4} << 20};  // principal

  // Under which a person can open it while it waits.
  struct Handle {
    std::string id;
    bool for_session = false;
    model::Label label = {};
    store::Time expires = {};
  };
  struct Held {
    store::Binding call;
    store::Time session_began;
    std::string content;  // the result or error, raw
    Withheld what;        // and its name
    store::Time until;
    std::string ticket = {};  // of the last question about it
    std::optional<Handle> handle = {};

    [[nodiscard]] const std::string& name() const { return what.call; }
  };
  // False: there is no room.
  bool keep(Held held, store::Time now);
  // Under this name; null: it is not kept, or not any more.
  [[nodiscard]] Held* find(std::string_view name);
  // What this call has brought in a session that is no more: one that begins later under the same
  // key is another one, and has made no call yet.
  void forget_others(const store::Binding& call, store::Time session_began);
  // What this very call has brought, the oldest first.
  [[nodiscard]] std::vector<std::string> names_of(const store::Binding& call) const;
  // May there be something of this server's? A quick look.
  [[nodiscard]] bool may_have(std::string_view server) const;
  void forget(std::string_view name);

 private:
  [[nodiscard]] bool has_room(const Held& held) const;

  std::deque<Held> held_;  // the oldest first
};

// Whose call it is, of what, with which arguments; whatever the rules say of it.
[[nodiscard]] store::Binding same_call(const guard::Subject& subject);

}  // namespace touchstone::gateway
