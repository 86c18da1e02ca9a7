#include "cli/host.hpp"

#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.hpp"
#include "base/trim.hpp"
#include "cli/content_cache.hpp"
#include "cli/face_options.hpp"
#include "cli/pins_book.hpp"
#include "cli/state_file.hpp"
#include "cli/store_file.hpp"
#include "face/stdio_face.hpp"
#include "gateway/upkeep.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

constexpr net::Duration kLookEvery = std::chrono::seconds(1);
constexpr net::Duration kStep(50);
constexpr net::Duration kLongestEnd = std::chrono::seconds(5);

// Each session may hold a connection, and the usual limit is 1,024.
void raise_descriptor_limit() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// What is not there counts as unchanged: it may be about to be replaced.
bool has_changed(const std::string& file, std::string& seen) {
  std::string now = base::look_of(file);
  if (now.empty() || now == seen) return false;
  seen = std::move(now);
  return true;
}

store::Time wall_clock() {
  return std::chrono::time_point_cast<store::Span>(std::chrono::system_clock::now());
}

}  // namespace

// Once, and only where there is a guard. Nobody who only wants to list tools waits for it.
void Host::ready_detectors() {
  if (gateway_.config().policy == config::kOff)
    log_.warning("policy: off: nothing is labelled, decided or recorded");
  if (!gateway_.is_guarded()) return loop_.post(base::trim_after_start);
  if (detectors_.joinable()) return;
  detectors_ = std::thread([this] {
    auto engine = std::make_shared<base::Result<detect::ContentEngine>>(
        cached_content_engine(content_cache_path()));
    loop_.post([this, engine] {
      base::trim_after_start();
      if (*engine) return scanner_.set(std::move(**engine));
      log_.error("the detectors cannot be made ready, so no call is made: {}",
                 base::to_line(engine->error()));
      scanner_.fail(engine->error());
    });
  });
}

Host::Host(Origin origin, Means means, base::Level level)
    : origin_(std::move(origin)),
      log_(STDERR_FILENO, level),
      store_(std::move(means.store)),
      gateway_(loop_, random_, log_, origin_.config,
               {*store_, scanner_, std::move(means.policy), wall_clock, means.key, who()}),
      file_seen_(base::look_of(origin_.config.source)),
      policy_seen_(base::look_of(policy_file(origin_.config))) {
  std::signal(SIGPIPE, SIG_IGN);  // a peer that is gone is an error of the write
  raise_descriptor_limit();
  ready_detectors();
  store_->gather([this](std::function<void()> work) { loop_.after_turn(std::move(work)); });
  loop_.spawn(gateway::keep_store_small(loop_, *store_, wall_clock, log_));
  signals_ =
      std::make_unique<net::Signals>(loop_, std::initializer_list<int>{SIGINT, SIGTERM, SIGHUP},
                                     [this](int number) { on_signal(number); });
}

Host::~Host() {
  if (detectors_.joinable()) detectors_.join();
  loop_.end();  // coroutines refer to the faces and the gateway
}

base::Result<void> Host::serve_http(const std::function<void(std::uint16_t)>& ready) {
  const config::Config& config = gateway_.config();
  http_ = std::make_unique<face::HttpFace>(loop_, gateway_, random_, log_, face_limits(config),
                                           face_door(config));
  auto tcp = net::listen_tcp(loop_, config.host, config.port,
                             [this](net::StreamPtr stream) { http_->serve(std::move(stream)); });
  if (!tcp) return tl::unexpected(std::move(tcp.error()));
  tcp_ = std::move(*tcp);
  // Without it only `touchstone connect` is missing something, and it has another way.
  if (const auto listening = listen_locally(); !listening)
    log_.warning("no socket for `touchstone connect`: {}", base::to_line(listening.error()));
  gateway_.listen_at(config.host, tcp_->port());
  ready(tcp_->port());
  look_at_files();
  gateway_.start();
  loop_.run();
  return {};
}

base::Result<void> Host::listen_locally() {
  const std::string path = socket_path(gateway_.config());
  if (auto made = make_socket_folder(path); !made) return made;
  auto local = net::listen_unix(loop_, path, [this](net::StreamPtr stream) {
    face::StdioOptions options;
    options.limits = face_limits(gateway_.config());
    options.crowd = http_->crowd;
    options.hears_marker = true;
    loop_.spawn(face::serve_stdio(loop_, std::move(stream), gateway_, random_, std::move(options)));
  });
  if (!local) return tl::unexpected(std::move(local.error()));
  unix_ = std::move(*local);
  return {};
}

void Host::serve_stdio(int read_fd, int write_fd) {
  const auto serve = [](Host& host, net::StreamPtr stream) -> net::Task<void> {
    face::StdioOptions options;
    options.limits = face_limits(host.gateway_.config());
    co_await face::serve_stdio(host.loop_, std::move(stream), host.gateway_, host.random_,
                               std::move(options));
    host.shut_down();
  };
  look_at_files();
  loop_.spawn(serve(*this, net::pipe_stream(loop_, read_fd, write_fd)));
  gateway_.start();
  loop_.run();
}

namespace {

struct NobodyListens final : face::Exchange {
  void send(std::string /*message*/) override {}
};

}  // namespace

std::string Host::ask(const std::string& request) {
  std::string answer;
  const auto put = [](Host& host, const std::string& text, std::string& into) -> net::Task<void> {
    json::Parser parser;
    auto message = rpc::Message::parse(parser, json::Text::copy_of(text));
    mcp::Terms terms;
    terms.era = mcp::Era::kModern;
    terms.version = mcp::kModernVersion;
    NobodyListens exchange;
    face::Request asked{std::move(*message), terms, "/mcp", "local", nullptr, exchange};
    asked.is_local = true;
    auto said = co_await host.gateway_.answer(asked);
    into = std::move(said.message);
    host.shut_down();
  };
  loop_.spawn(put(*this, request, answer));
  loop_.run();
  return answer;
}

void Host::on_signal(int number) {
  if (number == SIGHUP) return reload();
  if (stopping_) return loop_.stop();  // asked twice: at once
  shut_down();
}

// The servers are told to end, by which every call gets its answer; when those are written, the
// clients; then the loop runs until all are gone, within bounds.
void Host::shut_down() {
  if (std::exchange(stopping_, true)) return;
  log_.info("stopping");
  tcp_.reset();
  unix_.reset();
  next_look_.reset();
  gateway_.close();
  stop_by_ = net::Clock::now() + kLongestEnd;
  next_step_ = loop_.after(kStep, [this] { shut_down_further(); });
}

void Host::shut_down_further() {
  const auto now = net::Clock::now();
  const bool answered = !http_ || http_->crowd->in_flight == 0 || now + kLongestEnd / 2 > stop_by_;
  if (answered && http_) http_->close();
  const bool gone = gateway_.servers().ended() && (!http_ || http_->connection_count() == 0);
  if ((answered && gone) || now > stop_by_) return loop_.stop();
  next_step_ = loop_.after(kStep, [this] { shut_down_further(); });
}

void Host::look_at_files() {
  next_look_ = loop_.after(kLookEvery, [this] { look_at_files(); });
  gateway_.look_at_pins();
  if (origin_.config.source.empty()) return;
  const bool config_changed = has_changed(gateway_.config().source, file_seen_);
  const bool policy_changed = has_changed(policy_file(gateway_.config()), policy_seen_);
  if (config_changed || policy_changed) reload();
}

// A config with errors changes nothing: what runs goes on.
void Host::reload() {
  const std::string source = gateway_.config().source;
  if (source.empty()) return log_.info("there is no config file to read again");
  config::Loaded loaded = config::load(source, config::real_sources());
  for (const base::Error& warning : loaded.warnings) log_.warning("{}", base::to_line(warning));
  for (const base::Error& problem : loaded.problems) log_.error("{}", base::to_line(problem));
  if (!loaded.good())
    return log_.error("{} has errors; the config before it stays in force", source);
  const bool is_elsewhere =
      loaded.config.host != gateway_.config().host || loaded.config.port != gateway_.config().port;
  if (is_elsewhere && !origin_.listen_is_given)
    log_.warning("a new listen address takes effect after a restart");
  // What is listened at stays.
  loaded.config.host = gateway_.config().host;
  loaded.config.port = gateway_.config().port;
  loaded.config.pins = pins_path(loaded.config);
  loaded.config.store = store_path(loaded.config);
  if (loaded.config.pins != gateway_.config().pins)
    log_.warning("another place for pins takes effect after a restart");
  if (loaded.config.store != gateway_.config().store)
    log_.warning("another place for the store takes effect after a restart");
  if (socket_path(loaded.config) != socket_path(gateway_.config()))
    log_.warning("a new socket takes effect after a restart");
  auto policy = policy_of(loaded.config, loaded.policy_where);
  for (const base::Error& warning : policy.warnings) log_.warning("{}", base::to_line(warning));
  for (const base::Error& problem : policy.problems) log_.error("{}", base::to_line(problem));
  if (!policy.good()) {
    return log_.error(
        "the policy has errors; the policy before it, and the config before it, stay in force");
  }
  policy_seen_ = base::look_of(policy_file(loaded.config));
  gateway_.set_policy(std::move(policy.in_force));
  gateway_.reload(std::move(loaded.config));
  ready_detectors();
  if (http_) http_->reconfigure(face_limits(gateway_.config()), face_door(gateway_.config()));
  log_.info("{} read again", source);
}

}  // namespace touchstone::cli
