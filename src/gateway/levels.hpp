// Levels: how much legacy servers log, lane by lane.
//
// A server logs to a lane by one level, whoever listens there. So the lane is set to the most that
// anybody on it wants, and each client hears what it wants itself.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gateway/sessions.hpp"

namespace touchstone::gateway {

[[nodiscard]] bool is_level(std::string_view word);
// Is `level` at least as severe as `least`? Unknown words are severe.
[[nodiscard]] bool is_severe(std::string_view level, std::string_view least);

class Levels {
 public:
  Levels(net::Loop& loop, const Servers& servers, const Sessions& sessions)
      : loop_(loop), servers_(servers), sessions_(sessions) {}

  // A session has set its level: each lane it talks on follows.
  Task<void> follow(LanePtr lane);
  // The same without waiting, for a lane that has just been opened.
  void opened(const LanePtr& lane);
  void lost(const upstream::Lane& lane) { set_.erase(&lane); }
  // A client on a lane of its own has set it by itself.
  void note(const upstream::Lane& lane, std::string level) { set_[&lane] = std::move(level); }
  // A modern client wants so much of one call: the lane is to say no less.
  Task<void> raise(LanePtr lane, std::string level);

  // Does this legacy client hear a log message of this level on this lane?
  [[nodiscard]] bool hears(const face::Session& session, const upstream::Lane& lane,
                           std::string_view level) const;

 private:
  [[nodiscard]] std::string wanted(const upstream::Lane& lane) const;  // "" if nobody said
  Task<void> set(LanePtr lane, std::string level);

  net::Loop& loop_;
  const Servers& servers_;
  const Sessions& sessions_;
  std::map<const upstream::Lane*, std::string> set_;
};

}  // namespace touchstone::gateway
