// For tests: a whole gateway in this process, with real servers behind it on loopback HTTP.
//
// All of it lives on one loop, which runs while a test waits for something (Bench::until).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/random.hpp"
#include "demo/server.hpp"
#include "demo/servers.hpp"
#include "demo/test_support.hpp"
#include "face/guard.hpp"
#include "face/http_face.hpp"
#include "gateway/gateway.hpp"
#include "json/test_support.hpp"
#include "mcp/era.hpp"
#include "net/listen.hpp"
#include "net/promise.hpp"
#include "policy/packs.hpp"
#include "rpc/code.hpp"
#include "store/sqlite_store.hpp"

namespace touchstone::gateway {

using demo::call_of;
using demo::error_code;
using demo::FakeExchange;
using demo::is_failure;
using demo::Pending;
using demo::result;
using demo::said;
using mcp::Era;

enum class Speaks : std::uint8_t { kBoth, kLegacy, kModern };

// One server on loopback, of one era or both; writes down what reaches it.
class Upstream final : public face::Handler {
 public:
  Upstream(net::Loop& loop, base::Random& random, const base::Log& log, demo::Parts parts,
           Speaks speaks)
      : listeners(parts.listeners),
        loop_(loop),
        server_(loop, random, std::move(parts)),
        face_(loop, *this, random, log, {}, {}),
        speaks_(speaks) {
    listen(0);
  }
  Upstream(const Upstream&) = delete;

  [[nodiscard]] bool has_route(std::string_view route) const override { return route == "/mcp"; }
  net::Task<face::Answer> answer(face::Request& request) override {
    const std::string_view method = request.message.method();
    const bool modern = request.terms.era == Era::kModern;
    seen.emplace_back(method);
    texts.emplace_back(request.message.text());
    if (modern ? speaks_ == Speaks::kLegacy : speaks_ == Speaks::kModern)
      co_return face::answer_error(request.message, rpc::kMethodNotFound, "not in this era");
    if (delay > net::Duration(0)) co_await loop_.sleep(delay);
    while (is_mute(method)) co_await loop_.sleep(std::chrono::milliseconds(10));
    if (const auto it = refused.find(std::string(method)); it != refused.end())
      co_return face::answer_error(request.message, it->second, "not today");
    if (const auto it = scripts.find(std::string(method)); it != scripts.end())
      co_return scripted(request, it->second);
    if (request.session) sessions.insert_or_assign(request.session->id(), request.session);
    auto answer = co_await server_.answer(request);
    if (request.exchange.cancelled()) ++cancelled;
    co_return answer;
  }
  void hear(face::Session* session, const rpc::Message& notification) override {
    server_.hear(session, notification);
    texts.emplace_back(notification.text());
  }
  void closed(face::Session& session) override {
    server_.closed(session);
    sessions.erase(session.id());
  }

  void stop() {  // breaks all connections and refuses new ones
    listener_.reset();
    face_.close();
  }
  void start() { listen(port_); }
  void forget_sessions() {  // as a server that was restarted
    for (const auto& [id, session] : std::exchange(sessions, {}))
      face_.end_session(std::static_pointer_cast<face::HttpSession>(session));
  }
  [[nodiscard]] bool is_idle() const { return face_.connection_count() == 0 && sessions.empty(); }
  [[nodiscard]] std::string url() const { return fmt::format("http://127.0.0.1:{}/mcp", port_); }
  [[nodiscard]] std::size_t count(std::string_view method) const {
    return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), method));
  }
  // The last message with this method, or "".
  [[nodiscard]] std::string last(std::string_view method) const {
    const std::string mark = fmt::format("\"method\":\"{}\"", method);
    for (auto it = texts.rbegin(); it != texts.rend(); ++it) {
      if (it->find(mark) != std::string::npos) return *it;
    }
    return {};
  }

  std::vector<std::string> seen;       // methods of requests
  std::vector<std::string> texts;      // of requests and notifications
  std::size_t cancelled = 0;           // requests that had been called off when they were answered
  net::Duration delay{0};              // before every answer
  std::set<std::string> mute;          // methods that get no answer as long as they are here; "*"
  std::map<std::string, int> refused;  // methods, and the error they get
  // Methods, and what gives their raw result, or the members of a whole response ("error":…).
  using Script = std::function<std::string(face::Request&)>;
  std::map<std::string, Script> scripts;
  std::shared_ptr<demo::Listeners> listeners;
  std::map<std::string, std::shared_ptr<face::Session>> sessions;

 private:
  [[nodiscard]] bool is_mute(std::string_view method) const {
    return mute.contains("*") || mute.contains(std::string(method));
  }
  static face::Answer scripted(face::Request& request, const Script& script) {
    const std::string said = script(request);
    if (said.starts_with('{')) return face::answer_result(request.message, said);
    const std::string text =
        fmt::format(R"({{"jsonrpc":"2.0","id":{},{}}})", request.message.raw_id(), said);
    const auto message = rpc::Message::read(json::document(text));
    return {text, message ? message->error_code() : rpc::kInternalError};
  }
  void listen(std::uint16_t port) {
    auto listening = net::listen_tcp(loop_, "127.0.0.1", port, [this](net::StreamPtr stream) {
      face_.serve(std::move(stream));
    });
    ASSERT_TRUE(listening) << listening.error().what;
    listener_ = std::move(*listening);
    port_ = listener_->port();
  }

  net::Loop& loop_;
  demo::Server server_;
  face::HttpFace face_;
  std::unique_ptr<net::Listener> listener_;
  Speaks speaks_;
  std::uint16_t port_ = 0;
};

// A legacy client's session. Questions are answered from `answers`, or wait until the test does.
struct ClientSession final : face::Session {
  ClientSession(std::string id, std::string route, mcp::Terms terms, std::string who = "local") {
    id_ = std::move(id);
    route_ = std::move(route);
    principal_ = std::move(who);
    terms_ = std::move(terms);
    if (principal_ != face::kAnybody) terms_.principal = principal_;
  }
  void send(std::string message) override { sent.push_back(std::move(message)); }
  face::Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                             face::Exchange*, net::Duration,
                                             face::Cancellation* withdrawal) override {
    asked.emplace_back(std::move(method), std::move(raw_params));
    if (silent_on != nullptr) {
      net::Promise<bool> over(silent_on->executor());
      open.push_back(&over);
      if (withdrawal != nullptr) {
        withdrawal->on_cancel([&](std::string_view why) {
          withdrawn.emplace_back(why);
          over.keep(true);
        });
      }
      (void)co_await over.wait();
      if (withdrawal != nullptr) withdrawal->on_cancel(nullptr);
      std::erase(open, &over);
    }
    if (answers.empty()) co_return base::fail("the client did not answer in time");
    const std::string answer = answers.front();
    answers.pop_front();
    co_return std::move(*rpc::Message::read(
        json::document(fmt::format(R"({{"jsonrpc":"2.0","id":1,{}}})", answer))));
  }
  [[nodiscard]] std::size_t heard(std::string_view method) const {
    const std::string mark = fmt::format("\"method\":\"{}\"", method);
    return static_cast<std::size_t>(std::count_if(
        sent.begin(), sent.end(),
        [&](const std::string& text) { return text.find(mark) != std::string::npos; }));
  }
  void end() { ended_ = true; }
  std::vector<std::string> sent;
  std::vector<std::pair<std::string, std::string>> asked;
  std::deque<std::string> answers;  // "result":{…} or "error":{…}
  // With a loop here, a question waits until it is withdrawn or the test keeps its promise.
  net::Loop* silent_on = nullptr;
  std::vector<net::Promise<bool>*> open;
  std::vector<std::string> withdrawn;  // reasons
};

class Client;

class Bench {
 public:
  Bench() : log_file(::memfd_create("log", MFD_CLOEXEC)), log(log_file, base::Level::kDebug) {
    config.limits.parked_timeout = std::chrono::seconds(60);
    config.limits.ask_timeout = std::chrono::seconds(60);
  }
  ~Bench() {
    for (const auto& pending : pendings_) pending->exchange.cancel("the test is over");
    for (const auto& [name, server] : servers) server->mute.clear();
    if (gateway) spin([this] { return nobody_is_silent(); }, std::chrono::seconds(1));
    if (gateway) gateway->close();
    spin([this] { return idle(); }, std::chrono::seconds(5));  // the servers see us go
    for (const auto& [name, server] : servers) server->stop();
    spin([this] { return idle(); }, std::chrono::seconds(1));
    loop.end();  // as the host does it: dialogs may be open, which refer to the gateway
    gateway.reset();
    ::close(log_file);
  }
  Bench(const Bench&) = delete;

  [[nodiscard]] std::string logged() const {
    std::string text(static_cast<std::size_t>(::lseek(log_file, 0, SEEK_END)), '\0');
    [[maybe_unused]] const auto size = ::pread(log_file, text.data(), text.size(), 0);
    return text;
  }

  // A server, and its place in the config.
  Upstream& add(std::string name, demo::Parts parts, Speaks speaks) {
    auto server = std::make_unique<Upstream>(loop, random, log, std::move(parts), speaks);
    config::Server entry;
    entry.name = entry.prefix = name;
    entry.transport = config::Transport::kHttp;
    entry.url = server->url();
    config.servers.push_back(std::move(entry));
    return *(servers[name] = std::move(server));
  }
  // One that nobody listens for.
  void add_dead(std::string name) { add(name, demo::echo_server(), Speaks::kBoth).stop(); }
  Gateway& open() {
    if (!gateway) gateway.emplace(loop, random, log, config, means());
    return *gateway;
  }
  // The store stays when the gateway is opened anew.
  Means means() {
    if (!store) store = std::move(*store::open_sqlite({.path = std::string(config::kInMemory)}));
    guard::InForce in_force;  // off without a text
    if (!policy.empty()) in_force = {policy::load(policy, "test").policy, "1"};
    return {*store, scanner(), std::move(in_force), [this] { return now; }, key, "ann", patience};
  }
  static guard::Scanner& scanner() {
    static guard::Scanner scanner(std::move(*detect::ContentEngine::compile()));
    return scanner;
  }
  Upstream& server(const std::string& name) { return *servers.at(name); }
  upstream::Server& entry(std::string_view name) { return *open().servers().find(name); }

  // Lets the loop run until `holds`; fails the test if that does not come.
  void until(const std::function<bool()>& holds) {
    EXPECT_TRUE(spin(holds, std::chrono::seconds(20))) << "waited in vain";
  }
  bool spin(const std::function<bool()>& holds, net::Duration longest) {
    const auto deadline = net::Clock::now() + longest;
    while (!holds() && net::Clock::now() < deadline) {
      loop.context().restart();
      loop.context().run_one_for(std::chrono::milliseconds(20));
    }
    return holds();
  }
  // Time in which nothing should happen, or all that was begun comes to an end. A while in which
  // the machine stands still does not count: the loop had nothing of it.
  void rest(net::Duration delay = std::chrono::milliseconds(100)) {
    constexpr net::Duration kStep(20);
    while (delay > net::Clock::duration(0)) {
      const auto began = net::Clock::now();
      (void)spin([] { return false; }, std::min(delay, kStep));
      const auto took = std::chrono::ceil<net::Duration>(net::Clock::now() - began);
      delay -= std::min(took, kStep);
    }
  }
  json::Document finish(const std::shared_ptr<Pending>& pending) {
    until([&] { return pending->answer.has_value(); });
    return pending->document();
  }
  std::shared_ptr<Pending> start(rpc::Message message, mcp::Terms terms, std::string route,
                                 std::string principal, std::shared_ptr<face::Session> session) {
    auto pending = std::make_shared<Pending>();
    pending->terms = std::move(terms);
    if (principal != face::kAnybody) pending->terms.principal = principal;
    pending->request.emplace(face::Request{std::move(message), pending->terms, std::move(route),
                                           std::move(principal), std::move(session),
                                           pending->exchange});
    pendings_.push_back(pending);
    loop.spawn(drive(open(), pending));
    return pending;
  }

  std::unique_ptr<store::Store> store;  // outlives the loop
  std::string policy{policy::find_pack("observe")->text};
  store::Time now{std::chrono::days(20'000)};
  net::Loop loop;
  base::SystemRandom random;
  base::SealKey key = base::made_key(random);  // of the store
  int log_file;
  base::Log log;
  config::Config config;
  Patience patience;
  std::map<std::string, std::unique_ptr<Upstream>> servers;
  std::optional<Gateway> gateway;

 private:
  static face::Task<void> drive(Gateway& gateway, std::shared_ptr<Pending> pending) {
    face::Answer answer = co_await gateway.answer(*pending->request);
    pending->answer = std::move(answer);
  }
  [[nodiscard]] bool nobody_is_silent() {  // of those that speak again when a test is over
    return std::ranges::all_of(gateway->servers().all(), [&](const ServerPtr& server) {
      return !servers.contains(server->name()) || server->silent_for().count() == 0;
    });
  }
  [[nodiscard]] bool idle() const {
    const bool quiet = std::all_of(servers.begin(), servers.end(),
                                   [](const auto& it) { return it.second->is_idle(); });
    return quiet && std::all_of(pendings_.begin(), pendings_.end(),
                                [](const auto& pending) { return pending->answer.has_value(); });
  }
  std::vector<std::shared_ptr<Pending>> pendings_;
};

}  // namespace touchstone::gateway
