#include "gateway/schedule.hpp"

#include <ctime>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "net/promise.hpp"
#include "net/within.hpp"
#include "tree/units.hpp"

namespace touchstone::gateway {
namespace {

face::Answer no_turn(const face::Request& request, const std::string& server, std::string what) {
  const base::Error error{
      std::move(what), server,
      fmt::format("try again later, or see mcpServers.{}.writes and maxHeavy", server)};
  return face::answer_error(request.message, rpc::kTooMany, base::to_line(error));
}

config::WeekMinute local_moment(store::Time now) {
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  std::tm local{};
  ::localtime_r(&seconds, &local);
  const int day = (local.tm_wday + 6) % 7;  // theirs begins on Sunday
  return static_cast<config::WeekMinute>((day * 24 + local.tm_hour) * 60 + local.tm_min);
}

std::string in_words(const config::Hours& hours) {
  std::vector<std::string> windows;
  for (const auto& window : hours.windows) windows.push_back(config::window_text(window));
  return base::list_in_words(windows, "and");
}

}  // namespace

// A place in the queue, for as long as somebody stands there.
struct Schedule::Place final : Turns::Waiter {
  Place(std::shared_ptr<Turns> book, const net::Executor& executor)
      : turns(std::move(book)), called(executor) {}
  Place(const Place&) = delete;
  ~Place() override { turns->leave(*this); }

  void begin(Turn given) override {
    turn = std::move(given);
    called.keep(true);
  }

  std::shared_ptr<Turns> turns;
  net::Promise<bool> called;
  Turn turn;
};

Schedule::Schedule(net::Loop& loop, const config::Config& config, Now now)
    : loop_(loop), config_(config), now_(std::move(now)) {
  config_changed();
}

void Schedule::config_changed() {
  turns_->set_most_heavy(config_.limits.max_heavy);
  turns_->forget_idle();
}

Task<tl::expected<Turn, face::Answer>> Schedule::turn(face::Request& request,
                                                      const Errand& errand) {
  const auto& want = errand.manner.want;
  if (!want || want->is_free()) co_return Turn();
  if (auto refused = closed(request, errand)) co_return tl::unexpected(std::move(*refused));
  if (Turn turn = turns_->take(errand.server->name(), *want)) co_return turn;
  co_return co_await wait(request, errand);
}

std::optional<face::Answer> Schedule::closed(const face::Request& request,
                                             const Errand& errand) const {
  const auto& want = errand.manner.want;
  if (!want || !want->heavy || errand.manner.has_begun) return std::nullopt;
  const config::Server& server = errand.server->config();
  const bool own = !server.heavy_hours.windows.empty();
  const config::Hours& hours = own ? server.heavy_hours : config_.limits.heavy_hours;
  if (hours.windows.empty()) return std::nullopt;
  const auto now = local_moment(now_());
  if (hours.has(now)) return std::nullopt;
  const base::Error error{
      fmt::format("the call was not made: {} needs much (resourceIntensiveHint) and may be called "
                  "only at {}; that is next on {}, by the gateway's clock",
                  request.message.param("name").as_string().value_or("this tool"), in_words(hours),
                  config::moment_text(hours.next(now))),
      server.name,
      fmt::format("call it then, or see {}.heavyHours",
                  own ? "mcpServers." + server.name : "limits")};
  return face::answer_error(request.message, rpc::kTooMany, base::to_line(error));
}

Task<tl::expected<Turn, face::Answer>> Schedule::wait(face::Request& request,
                                                      const Errand& errand) {
  const std::string& server = errand.server->name();
  Place place(turns_, loop_.executor());
  if (!turns_->wait(server, *errand.manner.want, place)) {
    co_return tl::unexpected(
        no_turn(request, server, fmt::format("{} calls wait for their turn", Turns::kMaxWaiting)));
  }
  request.exchange.on_cancel([&place](std::string_view /*reason*/) { place.called.keep(false); });
  const auto longest = config_.limits.turn_timeout;
  const bool called = co_await net::within(loop_, longest, place.called);
  request.exchange.on_cancel(nullptr);
  if (called && !request.exchange.cancelled()) co_return std::move(place.turn);
  co_return tl::unexpected(
      no_turn(request, server,
              fmt::format("the call was not made: others were under way for {}",
                          request.exchange.cancelled() ? "as long as it was wanted"
                                                       : tree::duration_text(longest))));
}

}  // namespace touchstone::gateway
