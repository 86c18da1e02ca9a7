#include "upstream/server.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "net/within.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kAlike = "like:";
constexpr milliseconds kSoon(250);  // between looks at lanes that are closing

// The first failure may be bad luck and costs no pause.
milliseconds pause_after(std::uint32_t failures, milliseconds first, milliseconds longest) {
  if (failures < 2) return milliseconds(0);
  const std::uint32_t doublings = std::min(failures - 2, 16U);
  return std::min(first * (1U << doublings), longest);
}

milliseconds time_left(net::Clock::time_point until) {
  return std::chrono::ceil<milliseconds>(until - net::Clock::now());
}

std::string seconds(milliseconds time) {
  return fmt::format("{:.1f} s", static_cast<double>(time.count()) / 1000);
}

// The lane that a further one like it is named after: "like:r#2" → "like:r".
std::string_view base_key(std::string_view key) { return key.substr(0, key.find('#')); }

// What is declared for all who share a lane is what they have in common.
mcp::Terms terms_for(const std::string& key, const mcp::Terms& declare) {
  mcp::Terms terms = declare;
  if (is_shared_key(key)) terms.capabilities = mcp::capabilities_with(declare.features);
  return terms;
}

}  // namespace

std::string shared_key(const mcp::ClientFeatures& features, std::string_view principal) {
  const std::string letters = mcp::letters_of(features);
  if (!principal.empty()) return fmt::format("{}{}/{}", kAlike, letters, principal);
  return letters.empty() ? letters : std::string(kAlike) + letters;
}

bool is_shared_key(std::string_view key) {
  return base_key(key).empty() || key.starts_with(kAlike);
}

// Several may need the same lane at once; it is opened once.
struct Server::Opening {
  LanePtr lane;
  std::vector<net::Promise<bool>*> waiting;
  LinkResult<LanePtr> outcome = nullptr;
  net::Clock::time_point began = net::Clock::now();

  static Task<LinkResult<LanePtr>> wait(std::shared_ptr<Opening> opening, net::Loop& loop) {
    net::Promise<bool> done(loop.executor());
    opening->waiting.push_back(&done);
    (void)co_await done.wait();
    co_return opening->outcome;
  }
};

Server::Server(config::Server config, Context context, House& house, Pace pace)
    : config_(std::move(config)), context_(context), house_(house), pace_(pace) {
  load_->most = config_.max_in_flight;
}

Task<void> Server::settle() {
  if (era_ || opening_.empty()) co_return;
  (void)co_await Opening::wait(opening_.begin()->second, context_.loop);
}

// --- opening

Task<LinkResult<LanePtr>> Server::lane(std::string key, const mcp::Terms& declare,
                                       std::weak_ptr<const void> owner) {
  if (auto found = find(key)) co_return found;
  if (!opening_.contains(key)) co_await sit_out_pause();
  if (auto found = find(key)) co_return found;
  if (const auto it = opening_.find(key); it != opening_.end()) {
    auto outcome = co_await Opening::wait(it->second, context_.loop);
    co_return outcome;
  }
  if (auto no = refusal()) co_return tl::unexpected(std::move(*no));
  const auto opening = std::make_shared<Opening>();
  opening->lane = std::make_shared<Lane>(name(), key, house_, load_);
  if (!is_shared_key(key)) opening->lane->belong_to(std::move(owner));
  opening_.emplace(key, opening);
  note_state();
  const mcp::Terms terms = terms_for(key, declare);
  opening->outcome = co_await open(opening->lane, terms);
  opening_.erase(key);
  note_state();
  for (auto* waiter : opening->waiting) waiter->keep(true);
  co_return opening->outcome;
}

// As long as it is short; somebody else may try first, and another pause begin.
Task<void> Server::sit_out_pause() {
  const auto self = shared_from_this();
  const auto until = net::Clock::now() + pace_.short_pause;
  while (!closed_ && failures_ > 0 && net::Clock::now() < next_try_ && next_try_ <= until)
    co_await context_.loop.sleep(time_left(next_try_));
}

std::optional<LinkError> Server::refusal() {
  if (retired_) {
    return trouble(Trouble::kEnded, "the server is no longer in the config", name(), "list again");
  }
  if (closed_) return trouble(Trouble::kEnded, "the gateway is closing", name());
  if (auto wait = must_wait()) return wait;
  if (make_room()) return std::nullopt;
  const bool program = config_.transport == config::Transport::kStdio;
  return trouble(Trouble::kTooMany,
                 fmt::format("it already has {} {}, and all of them are in use", most_lanes(),
                             program ? "processes" : "sessions"),
                 name(),
                 program ? "end some sessions, raise its maxProcesses, or let them share one with "
                           "`isolation: shared`"
                         : "end some sessions, or let them share one with `isolation: shared`");
}

Task<LinkResult<LanePtr>> Server::open(LanePtr lane, const mcp::Terms& declare) {
  auto opened = co_await lane->open(config_, declare, context_, era_);
  const bool unwanted = lane->was_closed();
  if (unwanted || !opened) put_away(lane);
  if (unwanted) {
    co_return tl::unexpected(
        trouble(Trouble::kEnded, "it was closed while it was being opened", name()));
  }
  if (!opened) {
    // Who waited in vain once shall not do so at every call.
    const bool late = opened.error().trouble == Trouble::kTimeout;
    failed(opened.error().error, late ? config_.start_timeout : net::Duration(0));
    co_return tl::unexpected(std::move(opened.error()));
  }
  if (std::exchange(fell_, false)) ++restarts_;
  context_.log.info("{}: connected, speaks {}", name(), lane->version());
  era_ = lane->era();
  last_hello_ = lane->hello_document();
  // A modern server needs no more than one; who asked at first did not know that yet.
  if (lane->modern()) {
    if (auto shared = find("")) {
      put_away(lane);
      co_return shared;
    }
    lane->rename("");
    lane->belong_to({});
  }
  lanes_.insert_or_assign(lane->key(), lane);
  note_state();
  if (!next_look_) next_look_ = context_.loop.after(pace_.look, [this] { tend(); });
  house_.opened(lane);
  co_return lane;
}

std::size_t Server::most_lanes() const {
  return config_.transport == config::Transport::kStdio ? config_.max_processes : kMaxSessions;
}

// True if one more may be opened; a lane that is only kept in case somebody comes makes way.
bool Server::make_room() {
  const std::size_t most = most_lanes();
  std::erase_if(closing_, [](const LanePtr& lane) { return lane->is_gone(); });
  if (closing_.size() >= most) return false;
  if (lanes_.size() + opening_.size() < most) return true;
  LanePtr oldest;
  for (const auto& [key, lane] : lanes_) {
    if (is_spare(lane) && (!oldest || lane->used_at() < oldest->used_at())) oldest = lane;
  }
  if (!oldest) return false;
  close_lane(oldest->key());
  return true;
}

// --- lending

Task<LinkResult<LanePtr>> Server::lease(std::string key, const mcp::Terms& declare) {
  const bool shared = config_.isolation == config::Isolation::kShared;
  const std::size_t most = shared ? 1 : kMaxLeased;
  const auto until = net::Clock::now() + pace_.lease_wait;
  const auto before_us = [&](const Waiting& waiting) { return waiting.key == key; };
  for (bool turn = std::ranges::none_of(queue_, before_us);; turn = true) {
    for (std::size_t i = 0; turn && i < most; ++i) {
      const std::string candidate = i == 0 ? key : fmt::format("{}#{}", key, i);
      if (!leased_.insert(candidate).second) continue;
      auto lane = co_await this->lane(candidate, declare);
      // One that turned out to be everybody's cannot be lent.
      if (!lane || (*lane)->key() != candidate) unlend(candidate);
      co_return lane;
    }
    const auto left = std::chrono::duration_cast<milliseconds>(until - net::Clock::now());
    if (left.count() <= 0 || queue_.size() >= kMaxQueue) break;
    net::Promise<bool> freed(context_.loop.executor());
    const auto place = queue_.insert(queue_.end(), Waiting{key, &freed});
    (void)co_await net::within(context_.loop, left, freed);
    queue_.erase(place);
  }
  co_return tl::unexpected(trouble(Trouble::kTooMany,
                                   "too many calls at once that may ask the user", name(),
                                   "answer the questions that are open, or try again"));
}

void Server::give_back(const LanePtr& lane) { unlend(lane->key()); }

void Server::unlend(const std::string& key) {
  if (leased_.erase(key) == 0) return;
  for (const Waiting& waiting : queue_) {
    if (waiting.key != base_key(key) || waiting.freed->kept()) continue;
    return waiting.freed->keep(true);
  }
}

// --- looking

LanePtr Server::find(std::string_view key) const {
  const auto it = lanes_.find(key);
  return it != lanes_.end() && it->second->is_open() ? it->second : nullptr;
}

std::vector<LanePtr> Server::lanes() const {
  std::vector<LanePtr> all;
  for (const auto& [key, lane] : lanes_) all.push_back(lane);
  return all;
}

// Shared, and neither in anybody's hands nor in anybody's ear.
bool Server::is_spare(const LanePtr& lane) const {
  const std::string& key = lane->key();
  const bool first = base_key(key) == key;  // the others of a kind are for calls alone
  const bool wanted_early = config_.start == config::Start::kEager && key.empty();
  return is_shared_key(key) && !wanted_early && lane->in_flight() == 0 && lane.use_count() == 1 &&
         !leased_.contains(key) && !(first && house_.listens(*lane));
}

bool Server::is_proven(const Lane& lane) const {
  return lane.opened_at() != net::Clock::time_point() &&
         net::Clock::now() - lane.opened_at() > pace_.proven;
}

// --- closing

void Server::close_lane(std::string_view key) {
  if (const auto it = opening_.find(key); it != opening_.end()) it->second->lane->close();
  const auto it = lanes_.find(key);
  if (it == lanes_.end()) return;
  const LanePtr lane = std::move(it->second);
  lanes_.erase(it);
  put_away(lane);
  note_state();
}

void Server::put_away(const LanePtr& lane) {
  if (is_proven(*lane)) failures_ = 0;
  lane->close();
  closing_.push_back(lane);
  next_look_ = context_.loop.after(kSoon, [this] { tend(); });
}

template <typename Useless>
void Server::close_those(Useless useless) {
  std::vector<std::string> keys;
  for (const auto& [key, lane] : lanes_)
    if (useless(lane)) keys.push_back(key);
  for (const std::string& key : keys) close_lane(key);
}

void Server::close() {
  closed_ = true;
  for (const auto& [key, opening] : opening_) opening->lane->close();
  for (const Waiting& waiting : queue_) waiting.freed->keep(true);  // to be told no
  close_those([](const LanePtr&) { return true; });
}

void Server::retire() {
  closed_ = retired_ = true;
  for (const auto& [key, opening] : opening_) opening->lane->close();
  for (const Waiting& waiting : queue_) waiting.freed->keep(true);
  tend();
}

bool Server::ended() const {
  const bool gone = std::ranges::all_of(closing_, [](const auto& lane) { return lane->is_gone(); });
  return gone && opening_.empty() && lanes_.empty();
}

// From time to time, and soon again while something is closing.
void Server::tend() {
  std::erase_if(closing_, [](const LanePtr& lane) { return lane->is_gone(); });
  const auto now = net::Clock::now();
  close_those([&](const LanePtr& lane) {
    if (retired_ && lane->in_flight() == 0) return true;
    return lane->is_orphan() || (now - lane->used_at() >= config_.idle_timeout && is_spare(lane));
  });
  next_look_.reset();
  const bool soon = !closing_.empty() || retired_;
  if (!closing_.empty() || !lanes_.empty())
    next_look_ = context_.loop.after(soon ? kSoon : pace_.look, [this] { tend(); });
}

// --- failing

void Server::lost(const Lane& lane, const base::Error& why) {
  const auto it = lanes_.find(lane.key());
  if (it == lanes_.end() || it->second.get() != &lane) return;  // we closed it ourselves
  if (is_proven(lane)) failures_ = 0;
  const LanePtr last = std::move(it->second);
  lanes_.erase(it);
  if (!last->is_gone()) {  // it was given up
    closing_.push_back(last);
    next_look_ = context_.loop.after(kSoon, [this] { tend(); });
  }
  if (lane.session_is_lost()) {  // the server is well, it only forgot
    context_.log.info("{}: {}", name(), base::to_line(why));
    return note_state();
  }
  failed(why);
}

void Server::failed(base::Error why, net::Duration least_pause) {
  if (why.where == name()) why.where.clear();
  last_error_ = base::to_line(why);
  // As long as one lane does well it is not the server that fails time and again.
  const auto proven = [&](const auto& entry) { return is_proven(*entry.second); };
  failures_ = std::ranges::any_of(lanes_, proven) ? 1 : failures_ + 1;
  const auto pause = std::max(pause_after(failures_, pace_.first_pause, config_.restart_max),
                              std::min(least_pause, config_.restart_max));
  fell_ = true;
  next_try_ = net::Clock::now() + pause;
  context_.log.warning("{}: {}{}", name(), last_error_,
                       pause.count() > 0 ? "; next try in " + seconds(pause) : "");
  note_state();
}

std::string_view Server::state() const {
  const auto open = [](const auto& entry) { return entry.second->is_open(); };
  if (std::ranges::any_of(lanes_, open)) return "running";
  if (!opening_.empty()) return "starting";
  if (failures_ > 0 && fell_) return "failing";
  return last_hello_ ? "idle" : "not started";
}

void Server::note_state() {
  const std::string_view now = state();
  if (now == std::exchange(last_state_, now)) return;
  since_ = std::chrono::system_clock::now();
}

Server::Status Server::status() const {
  return {state(), since_, last_error_, restarts_, lanes_.size(), load_->in_flight, silent_for()};
}

net::Duration Server::silent_for() const {
  const auto now = net::Clock::now();
  auto since = now;
  for (const auto& [key, opening] : opening_) since = std::min(since, opening->began);
  for (const auto& [key, lane] : lanes_)
    since = std::min(since, lane->silent_since().value_or(now));
  return std::chrono::duration_cast<net::Duration>(now - since);
}

LinkError Server::not_ready() const {
  return trouble(Trouble::kTimeout,
                 fmt::format("it is not ready, no answer for {}", seconds(silent_for())), name(),
                 "call again; if it stays silent see `touchstone servers` and its messages in the "
                 "log");
}

std::optional<LinkError> Server::must_wait() const {
  const auto now = net::Clock::now();
  if (now >= next_try_ || failures_ == 0) return std::nullopt;
  const auto left = time_left(next_try_);
  const std::string what =
      failures_ == 1
          ? "the server failed: " + last_error_
          : fmt::format("the server failed {} times in a row, last: {}", failures_, last_error_);
  return trouble(Trouble::kRefused, what, name(), "it is tried again in " + seconds(left));
}

}  // namespace touchstone::upstream
