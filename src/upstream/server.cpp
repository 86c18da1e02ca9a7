#include "upstream/server.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "net/promise.hpp"

namespace touchstone::upstream {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause(500);
constexpr milliseconds kPause(250);  // between looks at a retiring server
// A server that ran this long had started well; its end is not one more failure in a row.
constexpr auto kProven = std::chrono::seconds(10);

// The first failure may be bad luck and costs no pause.
milliseconds pause_after(std::uint32_t failures, milliseconds longest) {
  if (failures < 2) return milliseconds(0);
  const std::uint32_t doublings = std::min(failures - 2, 16U);
  return std::min(kFirstPause * (1U << doublings), longest);
}

}  // namespace

// Several may need the same lane at once; it is opened once.
struct Server::Opening {
  std::vector<net::Promise<bool>*> waiting;
  LinkResult<LanePtr> outcome = nullptr;
};

Server::Server(config::Server config, Context context, House& house)
    : config_(std::move(config)), context_(context), house_(house) {}

Health Server::health() const {
  const auto open = [](const auto& lane) { return lane.second->is_open(); };
  if (std::ranges::any_of(lanes_, open)) return Health::kReady;
  if (!opening_.empty()) return Health::kStarting;
  return failures_ > 0 ? Health::kFailing : Health::kIdle;
}

Task<void> Server::settle() {
  if (era_ || opening_.empty()) co_return;
  const auto opening = opening_.begin()->second;
  net::Promise<bool> done(context_.loop.executor());
  opening->waiting.push_back(&done);
  (void)co_await done.wait();
}

Task<LinkResult<LanePtr>> Server::lane(std::string key, const mcp::Terms& declare) {
  if (auto found = find(key)) co_return found;
  if (const auto it = opening_.find(key); it != opening_.end()) {
    const auto opening = it->second;
    net::Promise<bool> done(context_.loop.executor());
    opening->waiting.push_back(&done);
    (void)co_await done.wait();
    co_return opening->outcome;
  }
  if (closed_) {
    co_return tl::unexpected(LinkError{
        Trouble::kEnded, {"the server is no longer in the config", name(), "list again"}, 0, {}});
  }
  if (auto wait = must_wait()) co_return tl::unexpected(std::move(*wait));
  const auto opening = std::make_shared<Opening>();
  opening_.emplace(key, opening);
  opening->outcome = co_await open(key, declare);
  opening_.erase(key);
  for (auto* waiter : opening->waiting) waiter->keep(true);
  co_return opening->outcome;
}

Task<LinkResult<LanePtr>> Server::open(std::string key, const mcp::Terms& declare) {
  if (lanes_.size() >= kMaxLanes) {
    co_return tl::unexpected(LinkError{
        Trouble::kRefused, {"too many sessions with this server", name(), "end some"}, 0, {}});
  }
  auto lane = std::make_shared<Lane>(name(), key, house_);
  auto opened = co_await lane->open(config_, declare, context_, era_);
  if (closed_) {
    lane->close();
    opened =
        tl::unexpected(LinkError{Trouble::kEnded, {"the gateway is closing", name(), ""}, 0, {}});
  }
  if (!opened) {
    failed(opened.error().error);
    co_return tl::unexpected(std::move(opened.error()));
  }
  succeeded(*lane);
  era_ = lane->era();
  last_hello_ = lane->hello_document();
  // A modern server needs no more than one; who asked at first did not know that yet.
  if (lane->modern()) {
    if (auto shared = find("")) {
      lane->close();
      co_return shared;
    }
    lane->rename("");
  }
  lanes_.insert_or_assign(lane->key(), lane);
  house_.opened(lane);
  co_return lane;
}

Task<LinkResult<LanePtr>> Server::lease(std::string key, const mcp::Terms& declare) {
  for (std::size_t i = 0; i < kMaxLeased; ++i) {
    std::string candidate = i == 0 ? key : fmt::format("{}#{}", key, i);
    if (!leased_.insert(candidate).second) continue;
    auto lane = co_await this->lane(candidate, declare);
    if (!lane) leased_.erase(candidate);
    co_return lane;
  }
  co_return tl::unexpected(
      LinkError{Trouble::kRefused,
                {"too many calls at once that may ask the user", name(), "try again"},
                0,
                {}});
}

void Server::give_back(const LanePtr& lane) { leased_.erase(lane->key()); }

LanePtr Server::find(std::string_view key) const {
  const auto it = lanes_.find(key);
  return it != lanes_.end() && it->second->is_open() ? it->second : nullptr;
}

std::vector<LanePtr> Server::lanes() const {
  std::vector<LanePtr> all;
  for (const auto& [key, lane] : lanes_) all.push_back(lane);
  return all;
}

void Server::close_lane(std::string_view key) {
  const auto it = lanes_.find(key);
  if (it == lanes_.end()) return;
  const LanePtr lane = std::move(it->second);
  lanes_.erase(it);
  lane->close();
}

void Server::close() {
  closed_ = true;
  for (const auto& [key, lane] : lanes_) {
    lane->close();
    closing_.push_back(lane);
  }
  lanes_.clear();
}

bool Server::ended() const {
  return std::ranges::all_of(closing_, [](const LanePtr& lane) { return lane->is_gone(); });
}

void Server::retire() {
  closed_ = true;
  std::erase_if(lanes_, [](const auto& lane) {
    if (lane.second->in_flight() > 0) return false;
    lane.second->close();
    return true;
  });
  // Whoever retires us drops us, so the wait must keep us alive.
  if (!lanes_.empty())
    retiring_ = context_.loop.after(kPause, [self = shared_from_this()] { self->retire(); });
}

void Server::lost(const Lane& lane, const base::Error& why) {
  const auto it = lanes_.find(lane.key());
  if (it == lanes_.end() || it->second.get() != &lane) return;  // we closed it ourselves
  lanes_.erase(it);
  if (net::Clock::now() - opened_at_ > kProven) failures_ = 0;
  failed(why);
}

void Server::succeeded(const Lane& lane) {
  opened_at_ = net::Clock::now();
  context_.log.info("{}: connected, speaks {}", name(), lane.version());
}

void Server::failed(base::Error why) {
  if (why.where == name()) why.where.clear();
  last_error_ = base::to_line(why);
  ++failures_;
  const auto pause = pause_after(failures_, config_.restart_max);
  next_try_ = net::Clock::now() + pause;
  context_.log.warning("{}: {}{}", name(), last_error_,
                       pause.count() > 0 ? fmt::format("; next try in {:.1f} s",
                                                       static_cast<double>(pause.count()) / 1000)
                                         : "");
}

std::optional<LinkError> Server::must_wait() const {
  const auto now = net::Clock::now();
  if (now >= next_try_ || failures_ == 0) return std::nullopt;
  const auto left = std::chrono::duration_cast<milliseconds>(next_try_ - now);
  return LinkError{
      Trouble::kRefused,
      {fmt::format("the server failed {} times in a row, last: {}", failures_, last_error_), name(),
       fmt::format("it is tried again in {:.1f} s", static_cast<double>(left.count()) / 1000)},
      0,
      {}};
}

}  // namespace touchstone::upstream
