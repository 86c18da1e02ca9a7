// Engine: many connections, one thread, one epoll. It opens sessions and drives calls.
//
// Two ways to drive. Maximum: each connection sends its next call when the last one is answered.
// Fixed rate: calls have times at which they are due whether or not earlier ones are answered, and
// a call's latency counts from then, so that a stall shows in every call it delayed and not in one
// (no coordinated omission).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/connection.hpp"
#include "bench/histogram.hpp"
#include "bench/script.hpp"

namespace touchstone::bench {

struct Load {
  double seconds = 1;
  double rate = 0;  // calls a second; 0: as many as there can be
};

struct Outcome {
  Histogram latency;
  std::uint64_t errors = 0;
  std::uint64_t missed = 0;  // due, and still not answered kGrace after the end
  double seconds = 0;
  std::string first_fault;
};

class Engine {
 public:
  Engine(Target target, std::vector<std::string> command);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  static constexpr double kGraceSeconds = 5;
  static constexpr double kOpenSeconds = 60;

  // Opens `count` connections with a session each. False: fault() says why.
  [[nodiscard]] bool open(std::size_t count);
  [[nodiscard]] Outcome drive(const Load& load);
  // Ends the sessions, so that the next run meets a gateway without them. Waits for kGrace at most.
  void close_sessions();
  // Opens `sessions` sessions, over one connection each if `keep`, and else over a few connections
  // that are closed at the end.
  [[nodiscard]] bool hold(std::size_t sessions, bool keep);
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  struct Run;
  [[nodiscard]] Connection* connect();
  void watch(Connection& connection, int operation) const;
  template <typename OnEvent>
  void wait(std::int64_t until, OnEvent&& on_event);
  void begin(Connection& connection, std::int64_t due, Run& run);
  void send_due(Run& run);
  void on_event(Connection& connection, Connection::Event event, Run& run);

  Target target_;
  std::vector<std::string> command_;
  std::vector<std::unique_ptr<Connection>> connections_;
  int epoll_ = -1;
  std::uint64_t calls_ = 0;  // ever begun: the number of the next one
  std::string fault_;
};

[[nodiscard]] std::int64_t now_ns();

}  // namespace touchstone::bench
