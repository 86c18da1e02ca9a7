// Turns: which calls may run now, and which wait for others.
//
// Of a server's calls those that change something run one at a time, in the order they came, as its
// config says (`writes`); those that need much are bounded, for each server and for all of them.
// A call gets all it needs at once or waits, and holds nothing while it waits: so nobody waits for
// somebody who waits. Nobody is overtaken for ever: whatever frees is offered in the order of
// arrival, and a write that waits keeps later ones (with `exclusive` also reads) from passing it.
//
// A pure book: no clock, no loop. Shared by those who have turns, which may outlive the gateway.
// The loop's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "config/config.hpp"

namespace touchstone::gateway {

// What a call needs of its server.
struct Want {
  config::Writes writes = config::Writes::kSerial;
  bool changes = false;  // it is not read-only
  bool heavy = false;
  std::uint32_t most_heavy = 1;  // that the server may have at once

  // It waits for nobody, and nobody for it.
  [[nodiscard]] bool is_free() const {
    const bool beside_all =
        writes == config::Writes::kParallel || (writes == config::Writes::kSerial && !changes);
    return beside_all && !heavy;
  }
};

class Turns;

// A call's turn, given back at its end or before. None: the call needs none, or has no longer one.
class Turn {
 public:
  Turn() = default;
  Turn(Turn&& other) noexcept { *this = std::move(other); }
  Turn& operator=(Turn&& other) noexcept;
  ~Turn() { release(); }
  void release();
  explicit operator bool() const { return turns_ != nullptr; }

 private:
  friend class Turns;
  std::shared_ptr<Turns> turns_;
  std::string_view server_;  // in the book, as long as somebody has a turn
  Want want_;
};

class Turns : public std::enable_shared_from_this<Turns> {
 public:
  static constexpr std::size_t kMaxWaiting = 256;  // calls of one server

  // Somebody who waits. Must leave() before it goes.
  class Waiter {
   public:
    virtual ~Waiter() = default;
    // Called once, in the middle of somebody's release(): to be taken note of, no more.
    virtual void begin(Turn turn) = 0;
  };

  void set_most_heavy(std::uint32_t most);
  // The turn, if it is free; allocates nothing once the server is known.
  [[nodiscard]] Turn take(std::string_view server, const Want& want);
  // False if too many wait already.
  [[nodiscard]] bool wait(std::string_view server, const Want& want, Waiter& waiter);
  void leave(const Waiter& waiter);  // whether it still waits or not
  [[nodiscard]] std::size_t waiting(std::string_view server) const;
  void forget_idle();  // servers that have nothing under way

 private:
  friend class Turn;
  struct Ahead {
    std::size_t calls = 0;
    std::size_t writes = 0;
  };
  struct Yard {
    std::uint32_t reads = 0, writes = 0, heavy = 0;  // under way
    Ahead waiting;                                   // all that wait
    Ahead ahead;                                     // of the one that is looked at (go_on)
  };
  using Yards = std::map<std::string, Yard, std::less<>>;
  struct Place {
    Yards::iterator yard;
    Want want;
    Waiter* waiter;
  };
  using Queue = std::list<Place>;

  Yards::iterator yard(std::string_view server);
  [[nodiscard]] bool may_begin(const Yard& yard, const Want& want, const Ahead& ahead) const;
  [[nodiscard]] Turn begin(Yards::iterator yard, const Want& want);
  void end(const Turn& turn);
  void go_on();

  Yards yards_;
  Queue queue_;  // of all servers, in the order of arrival
  std::uint32_t heavy_ = 0, most_heavy_ = 1;
};

}  // namespace touchstone::gateway
