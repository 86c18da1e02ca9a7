// The gateway from start to end: what it is made of, reloading, and lanes that come and go. How it
// answers is in gateway.cpp.
#include <fmt/format.h>

#include "gateway/advice.hpp"
#include "gateway/gateway.hpp"

namespace touchstone::gateway {
namespace {

std::string pins_file(const config::Config& config) {
  return config.pins == config::kInMemory ? std::string() : config.pins;
}

guard::SessionLimits session_limits(const config::Config& config) {
  return {.idle = config.session_idle};
}

ParkingLimits parking_limits(const config::Config& config) {
  return {config.limits.max_parked, config.limits.parked_timeout, config.limits.heartbeat};
}

}  // namespace

Gateway::Gateway(net::Loop& loop, base::Random& random, const base::Log& log, config::Config config,
                 Means means)
    : loop_(loop),
      log_(log),
      config_(std::move(config)),
      patience_(means.patience),
      journal_(std::make_shared<Journal>(loop, means.store, log, std::move(means.user))),
      dialler_(loop),
      servers_(config_, upstream::Context{loop, dialler_, log, parser_}, *this),
      pins_(pins_file(config_), config_file_for_people(config_), loop, dialler_, log),
      catalogue_(config_, pins_),
      directory_(loop, log, config_, servers_, catalogue_, patience_),
      resolver_(catalogue_, checkpoint_, log),
      router_(directory_, config_),
      hello_(loop, config_, servers_, pins_, patience_),
      sessions_(servers_),
      levels_(loop, servers_, sessions_),
      watches_(loop, servers_),
      listens_(loop, log, servers_, directory_, watches_, config_.limits.max_subscriptions),
      notices_(servers_, sessions_, levels_, listens_, watches_, ear_),
      questions_(loop, guard_),
      states_(random, config_.limits.parked_timeout),
      parking_(loop, states_, levels_, ear_, parking_limits(config_)),
      guard_(loop, means.store, means.scanner, random, means.key, log, means.now,
             session_limits(config_)),
      ear_(loop, guard_, log),
      handles_(guard_, log),
      desk_(loop, means.store, random, means.now),
      page_(desk_, means.key, config_),
      herald_(loop, dialler_, desk_, config_, means.now, log),
      asking_(loop, desk_, page_, herald_, states_, config_, means.now, log),
      checkpoint_(guard_, asking_, config_, log),
      schedule_(loop, config_, means.now),
      bridge_(loop, random, checkpoint_, questions_),
      call_path_(handles_, resolver_, checkpoint_, schedule_, parking_, bridge_, states_, levels_,
                 ear_, config_, loop) {
  guard_.set_policy(std::move(means.policy));
  guard_.on_notice([this](const guard::Notice& notice) { herald_.decided(notice); });
  listens_.ask_before([this](face::Request& request, Errand errand) {
    return may_watch(request, std::move(errand));
  });
  pins_.serve(servers_.names());
  servers_.latecomers()->on_missing(
      [this](const std::string& server, Latecomers::What what) { tell_late(server, what); });
  servers_.latecomers()->on_coming([this](const std::string& server, Latecomers::What what) {
    if (what) return notices_.announce(server, *what);
    notices_.announce_all({server});
  });
  resolver_.on_breach([this](const std::string& server) {
    directory_.judge_anew(server);
    notices_.announce_all({server});
  });
}

Gateway::~Gateway() {
  servers_.latecomers()->on_missing(nullptr);
  servers_.latecomers()->on_coming(nullptr);
}

void Gateway::tell_late(const std::string& server, Latecomers::What what) {
  const auto it = servers_.find(server);
  const auto silent = std::chrono::duration<double>(it ? it->silent_for() : net::Duration(0));
  const std::string method = what ? fmt::format(" to {}", upstream::words(*what).method) : "";
  log_.warning("{}: {}; clients go on without it and hear when it comes", server,
               silent.count() > 0 ? fmt::format("no answer{} for {:.1f} s", method, silent.count())
                                  : "is not there yet");
}

// Who overrules evidence leaves a trace: what, of which tools, and where it is written.
void Gateway::tell_overrides() {
  std::map<std::string, config::Overrides> now;
  for (const auto& server : config_.servers) {
    if (!server.overrides.rules.empty()) now[server.name] = server.overrides;
    const auto before = told_.find(server.name);
    if (before != told_.end() && before->second == server.overrides) continue;
    for (const auto& line : server.overrides.lines())
      log_.info("{}: the config overrules what is known of {}", server.name, line);
  }
  told_ = std::move(now);
}

void Gateway::start() {
  tell_overrides();
  journal_->note(config_, guard_.in_force(), guard_.now());
  if (guard_.is_on()) desk_.begin();
  const auto open = [](ServerPtr server) -> Task<void> {
    const mcp::Terms bare;
    (void)co_await Servers::lane(std::move(server), nullptr, bare);
  };
  for (const ServerPtr& server : servers_.all()) {
    if (server->config().start == config::Start::kEager) loop_.spawn(open(server));
  }
}

void Gateway::reload(config::Config config) {
  const bool looks_the_same = config.views == config_.views && config.routing == config_.routing &&
                              config.annotate == config_.annotate &&
                              config.separator == config_.separator;
  config_ = std::move(config);
  guard_.set_limits(session_limits(config_));
  guard_.forget_tools();
  states_.set_lifetime(config_.limits.parked_timeout);
  parking_.set_limits(parking_limits(config_));
  schedule_.config_changed();
  auto [changed, rethought] = servers_.reload(config_);
  pins_.serve(servers_.names());
  directory_.forget(changed);
  directory_.examine_anew();
  changed.insert(changed.end(), rethought.begin(), rethought.end());
  for (const std::string& name : changed) log_.info("{}: the config changed", name);
  notices_.announce_all(looks_the_same ? changed : servers_.names());
  start();
}

void Gateway::look_at_pins() {
  if (!pins_.look()) return;
  directory_.judge_anew();
  notices_.announce_all(servers_.names());
}

// Calls that wait for a person have not been made, and their clients are told so.
void Gateway::close() {
  pins_.flush();
  desk_.close();
  servers_.close();
}

void Gateway::opened(const LanePtr& lane) {
  if (const auto server = servers_.find(lane->server())) catalogue_.opened(*server);
  watches_.opened(lane);
  levels_.opened(lane);
  servers_.latecomers()->has_come(lane->server());
}

void Gateway::lost(upstream::Lane& lane, const base::Error& why) {
  watches_.lost(lane);
  levels_.lost(lane);
  questions_.lost(lane);
  if (const auto server = servers_.find(lane.server())) server->lost(lane, why);
}

}  // namespace touchstone::gateway
