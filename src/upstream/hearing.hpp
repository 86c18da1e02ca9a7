// Hearing: stands between a link and its listener.
//
// While a link is being opened its owner does not have it yet and could not answer what the server
// asks, so what comes early is held back, in order, and delivered after release(). Bounded: beyond
// the bound it is dropped; a server that says so much before the handshake is out of its mind.
// Sees to it that the end is told once, and nothing after the link is gone (mute()).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "upstream/link.hpp"

namespace touchstone::upstream {

class Hearing : public std::enable_shared_from_this<Hearing> {
 public:
  static constexpr std::size_t kMaxHeld = std::size_t{4} << 20;  // bytes of messages

  Hearing(net::Loop& loop, Listener& listener) : loop_(loop), listener_(&listener) {}

  void message(rpc::Message message, CallId related);  // a notification or a request
  void ended(const base::Error& why);
  void release();  // from a later turn of the loop on, everything is delivered at once
  void mute() { listener_ = nullptr; }

 private:
  struct Held {
    rpc::Message message;
    CallId related;
  };
  void deliver();
  void hand_over(rpc::Message message, CallId related);

  net::Loop& loop_;
  Listener* listener_;
  bool holds_ = true;
  bool told_end_ = false;
  std::vector<Held> held_;
  std::size_t held_bytes_ = 0;
  std::optional<base::Error> held_end_;
};

}  // namespace touchstone::upstream
