#include "bench/engine.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <utility>

#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace touchstone::bench {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::size_t kOpeners = 32;  // connections that open sessions to be held

std::int64_t nanoseconds(double seconds) {
  return static_cast<std::int64_t>(seconds * static_cast<double>(kSecond));
}

}  // namespace

std::int64_t now_ns() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Engine::Engine(Target target, std::vector<std::string> command)
    : target_(std::move(target)),
      command_(std::move(command)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

Engine::~Engine() { ::close(epoll_); }

Connection* Engine::connect() {
  auto connection = std::make_unique<Connection>(target_, command_);
  if (connection->fd() < 0) {
    fault_ = fmt::format("cannot connect to {}:{}", target_.host, target_.port);
    return nullptr;
  }
  watch(*connection, EPOLL_CTL_ADD);
  return connections_.emplace_back(std::move(connection)).get();
}

void Engine::watch(Connection& connection, int operation) const {
  epoll_event event = {};
  connection.watches_out = connection.wants_to_write();
  event.events = connection.watches_out ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = &connection;
  ::epoll_ctl(epoll_, operation, connection.fd(), &event);
}

// Waits for something to happen, at most until `until`, and tells on_event what did.
template <typename OnEvent>
void Engine::wait(std::int64_t until, OnEvent&& on_event) {
  std::array<epoll_event, 128> events = {};
  const auto left = std::max<std::int64_t>(until - now_ns(), 0);
  const timespec timeout = {left / kSecond, left % kSecond};
  const int count =
      ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
  for (int i = 0; i < count; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    auto& connection = *static_cast<Connection*>(event.data.ptr);
    auto what = Connection::Event::kNone;
    if ((event.events & EPOLLOUT) != 0) what = connection.writable();
    if (what == Connection::Event::kNone && (event.events & ~EPOLLOUT) != 0) {
      what = connection.readable();
    }
    if (what == Connection::Event::kBroken) {
      ::epoll_ctl(epoll_, EPOLL_CTL_DEL, connection.fd(), nullptr);
    }
    if (what != Connection::Event::kNone) on_event(connection, what);
    if (connection.wants_to_write() != connection.watches_out) watch(connection, EPOLL_CTL_MOD);
  }
}

bool Engine::open(std::size_t count) {
  std::size_t opened = 0;
  const auto on_event = [&](const Connection& connection, Connection::Event event) {
    if (event == Connection::Event::kOpened) {
      ++opened;
    } else if (event != Connection::Event::kNone) {
      fault_ = fmt::format("no session: {}", connection.fault());
    }
  };
  const auto deadline = now_ns() + nanoseconds(kOpenSeconds);
  for (std::size_t i = 0; i < count && fault_.empty(); ++i) {
    if (auto* connection = connect()) on_event(*connection, connection->open_session());
  }
  while (opened < count && fault_.empty()) {
    if (now_ns() > deadline) fault_ = fmt::format("{} of {} sessions opened", opened, count);
    wait(deadline, on_event);
  }
  return fault_.empty();
}

void Engine::close_sessions() {
  std::size_t left = connections_.size();
  const auto on_event = [&](const Connection&, Connection::Event event) {
    if (event != Connection::Event::kNone) --left;
  };
  const auto deadline = now_ns() + nanoseconds(kGraceSeconds);
  for (const auto& connection : connections_) on_event(*connection, connection->close_session());
  while (left > 0 && now_ns() < deadline) wait(deadline, on_event);
}

bool Engine::hold(std::size_t sessions, bool keep) {
  std::size_t begun = 0;
  std::size_t held = 0;
  const auto begin_next = [&](Connection* connection) {
    if (begun == sessions || connection == nullptr) return;
    ++begun;
    if (connection->open_session() == Connection::Event::kBroken) fault_ = connection->fault();
  };
  const auto on_event = [&](Connection& connection, Connection::Event event) {
    if (event != Connection::Event::kOpened) {
      fault_ = fmt::format("after {} sessions: {}", held, connection.fault());
      return;
    }
    ++held;
    if (begun < sessions) begin_next(keep ? connect() : &connection);
  };
  const auto deadline = now_ns() + nanoseconds(kOpenSeconds);
  for (std::size_t i = 0; i < std::min(kOpeners, sessions) && fault_.empty(); ++i) {
    begin_next(connect());
  }
  while (held < sessions && fault_.empty()) {
    if (now_ns() > deadline) fault_ = fmt::format("{} of {} sessions opened", held, sessions);
    wait(deadline, on_event);
  }
  if (!keep) connections_.clear();
  return fault_.empty();
}

struct Engine::Run {
  const Load& load;
  std::int64_t start = now_ns();
  std::int64_t end = start + nanoseconds(load.seconds);
  std::deque<Connection*> idle = {};
  std::uint64_t scheduled = 0;  // fixed rate: calls handed to a connection
  std::size_t in_flight = 0;
  std::int64_t last_answer = start;
  Outcome outcome = {};

  [[nodiscard]] bool fixed() const { return load.rate > 0; }
  [[nodiscard]] std::int64_t next_due() const {
    return start + nanoseconds(static_cast<double>(scheduled) / load.rate);
  }
  [[nodiscard]] bool has_more(std::int64_t now) const {
    return fixed() ? next_due() < end : now < end;
  }
};

void Engine::begin(Connection& connection, std::int64_t due, Run& run) {
  connection.due = due;
  ++run.in_flight;
  const auto event = connection.call(calls_++);
  if (connection.wants_to_write() != connection.watches_out) watch(connection, EPOLL_CTL_MOD);
  if (event != Connection::Event::kNone) on_event(connection, event, run);
}

void Engine::send_due(Run& run) {
  while (!run.idle.empty() && run.next_due() < run.end && run.next_due() <= now_ns()) {
    auto* const connection = run.idle.front();
    run.idle.pop_front();
    const auto due = run.next_due();
    ++run.scheduled;
    begin(*connection, due, run);
  }
}

void Engine::on_event(Connection& connection, Connection::Event event, Run& run) {
  const auto now = now_ns();
  run.last_answer = now;
  if (run.in_flight > 0) --run.in_flight;
  if (event == Connection::Event::kAnswered) {
    run.outcome.latency.record(now - connection.due);
  } else if (run.outcome.errors++ == 0) {
    run.outcome.first_fault = connection.fault();
  }
  if (event == Connection::Event::kBroken) return;
  if (!run.fixed() && now < run.end) {
    begin(connection, now, run);
  } else {
    run.idle.push_back(&connection);
  }
}

Outcome Engine::drive(const Load& load) {
  Run run{load};
  for (const auto& connection : connections_) run.idle.push_back(connection.get());
  if (!run.fixed()) {
    for (auto* connection : std::exchange(run.idle, {})) begin(*connection, now_ns(), run);
  }
  const auto deadline = run.end + nanoseconds(kGraceSeconds);
  for (auto now = now_ns(); now < deadline; now = now_ns()) {
    if (run.fixed()) send_due(run);
    if (run.in_flight == 0 && (!run.has_more(now) || run.idle.empty())) break;
    const bool sleeps_until_due = run.fixed() && !run.idle.empty() && run.has_more(now);
    wait(
        sleeps_until_due ? run.next_due() : deadline,
        [&](Connection& connection, Connection::Event event) { on_event(connection, event, run); });
  }
  run.outcome.missed = run.in_flight;
  if (run.fixed()) {
    for (; run.next_due() < run.end; ++run.scheduled) ++run.outcome.missed;
  }
  run.outcome.seconds = static_cast<double>(run.last_answer - run.start) / 1e9;
  return std::move(run.outcome);
}

}  // namespace touchstone::bench
