// Gateway: what stands behind the faces. Takes each request to where it belongs.
//
//   face ──▶ Gateway::answer ──▶ hello       initialize, server/discover
//                            ──▶ directory   lists; names to servers (catalogue, pins)
//                            ──▶ router      routing: search
//                            ──▶ resolver    tools/resolve
//                            ──▶ listens     subscriptions/listen
//                            ──▶ call path   everything that one server answers
//
// and each thing a server says on its own to whom it concerns. Owns the servers. Runs on the loop's
// thread; made by whoever runs the program, who keeps the loop, log and random source alive longer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/log.hpp"
#include "base/random.hpp"
#include "base/seal.hpp"
#include "config/config.hpp"
#include "gateway/approval_page.hpp"
#include "gateway/call_path.hpp"
#include "gateway/directory.hpp"
#include "gateway/hello.hpp"
#include "gateway/journal.hpp"
#include "gateway/notices.hpp"
#include "gateway/pins.hpp"
#include "gateway/questions.hpp"
#include "gateway/router.hpp"
#include "gateway/servers.hpp"
#include "gateway/task_book.hpp"
#include "gateway/task_bridge.hpp"
#include "net/dial.hpp"

namespace touchstone::gateway {

// Our own method, for people at this machine: all tools as their servers define them.
inline constexpr std::string_view kInventory = "dev.touchstone/tools";
// Another: what a server itself says of one call, by tools/resolve.
inline constexpr std::string_view kAskServer = "dev.touchstone/resolve";

// And: how each server does.
inline constexpr std::string_view kStatus = "dev.touchstone/servers";

// What a gateway cannot make by itself. It outlives the gateway.
struct Means {
  store::Store& store;
  guard::Scanner& scanner;
  guard::InForce policy;
  std::function<store::Time()> now;
  base::SealKey key;      // of the store, for what it keeps of contents
  std::string user = {};  // who runs the gateway, for the record
  Patience patience = {};
};

class Gateway final : public face::Handler, public upstream::House {
 public:
  Gateway(net::Loop& loop, base::Random& random, const base::Log& log, config::Config config,
          Means means);
  ~Gateway() override;
  Gateway(const Gateway&) = delete;

  void start();  // opens the servers that are to start at once
  // Takes over another config; calls under way go on. What listens is not its business.
  void reload(config::Config config);
  [[nodiscard]] bool is_guarded() const { return guard_.is_on(); }
  void set_policy(guard::InForce policy) { guard_.set_policy(std::move(policy)); }
  // Somebody may have accepted or refused what was held (pins.hpp): to be asked now and then.
  void look_at_pins();
  // Somebody listens for HTTP there: so people can be shown pages.
  void listen_at(const std::string& host, std::uint16_t port) { page_.listen_at(host, port); }
  void close();  // ends all servers

  [[nodiscard]] const config::Config& config() const { return config_; }
  [[nodiscard]] Servers& servers() { return servers_; }

  // face::Handler
  [[nodiscard]] bool has_route(std::string_view route) const override {
    return servers_.has_route(route);
  }
  Task<face::Answer> answer(face::Request& request) override;
  void hear(face::Session* session, const rpc::Message& notification) override;
  void closed(face::Session& session) override;
  Task<base::Result<std::optional<mcp::Terms>>> recall(face::Claim claim) override;
  void returned(const SessionPtr& session) override;
  Task<base::Result<void>> dismissed(std::string id) override;
  [[nodiscard]] bool has_page(std::string_view path) const override { return page_.has(path); }
  Task<http::Page> show(http::PageRequest& request) override { return page_.show(request); }

  // upstream::House
  void heard(upstream::Lane& lane, rpc::Message notification, upstream::Patron* patron) override;
  void asked(upstream::Lane& lane, rpc::Message request, upstream::Patron* patron) override;
  void opened(const LanePtr& lane) override;
  void lost(upstream::Lane& lane, const base::Error& why) override;
  [[nodiscard]] bool listens(const upstream::Lane& lane) const override {
    return notices_.has_audience(lane);
  }

 private:
  void tell_overrides();
  void tell_late(const std::string& server, Latecomers::What what);
  Overheard overhear(const upstream::Lane& lane, const rpc::Message& message,
                     const upstream::Patron* patron);
  void relay(upstream::Lane& lane, const rpc::Message& notification, upstream::Patron* patron,
             const Overheard& heard);
  [[nodiscard]] std::optional<guard::Hearer> who_is_asked(const upstream::Lane& lane,
                                                          const rpc::Message& question,
                                                          upstream::Patron* patron);
  void note_question(const upstream::Lane& lane, const rpc::Message& question,
                     upstream::Patron* patron, const Overheard& heard);
  void ask(upstream::Lane& lane, const rpc::Message& question, const Overheard& heard,
           const SessionPtr& session, const Caller* caller);
  void entered(const SessionPtr& session);
  void asked_of_nobody(upstream::Lane& lane, rpc::Message request, bool in_call);
  Task<face::Answer> route(face::Request& request, Scope scope);
  Task<face::Answer> introduce(face::Request& request, Scope scope);
  Task<face::Answer> inventory(face::Request& request, Scope scope);
  Task<face::Answer> ask_server(face::Request& request);
  [[nodiscard]] static face::Answer status(const face::Request& request, const Scope& scope);
  Task<face::Answer> one(face::Request& request, Scope scope);
  Task<face::Answer> many(face::Request& request, Scope scope);
  Task<face::Answer> by_name(face::Request& request, Scope scope, upstream::ListKind kind,
                             json::View name);
  Task<face::Answer> resolve(face::Request& request, Scope scope);
  Task<face::Answer> complete(face::Request& request, Scope scope);
  Task<face::Answer> task(face::Request& request, Scope scope);
  [[nodiscard]] bool is_away(const face::Request& request, const upstream::Server& server) const;
  [[nodiscard]] bool ends_own_task(const face::Request& request) const;
  [[nodiscard]] bool cannot_have(const face::Request& request,
                                 const upstream::Server& server) const;
  [[nodiscard]] bool may_look_for(const face::Request& request, const std::string& id) const;
  bool tell_owner(upstream::Lane& lane, const rpc::Message& notification, const Overheard& heard);
  bool tell_of_task(upstream::Lane& lane, const rpc::Message& notification, const Overheard& heard);
  Task<face::Answer> list_tasks(face::Request& request, Scope scope);
  using TasksPage = std::pair<std::vector<std::string>, std::string>;  // raw; the next cursor
  Task<std::optional<TasksPage>> tasks_page(face::Request& request, ServerPtr server,
                                            std::string theirs);
  Task<face::Answer> set_level(face::Request& request, Scope scope);
  Task<face::Answer> subscribe(face::Request& request, Scope scope);
  Task<bool> may_watch(face::Request& request, Errand errand);
  Task<face::Answer> run(face::Request& request, Errand& errand);  // which outlives it
  void remember_task(const face::Request& request, const face::Answer& answer,
                     const std::string& server, TaskOrigin origin);

  net::Loop& loop_;
  const base::Log& log_;
  config::Config config_;
  const Patience patience_;
  std::map<std::string, config::Overrides> told_;  // overrides in the log, by server
  std::shared_ptr<Journal> journal_;
  json::Parser parser_;
  net::Dialler dialler_;
  Servers servers_;
  Pins pins_;
  Catalogue catalogue_;
  Directory directory_;
  Resolver resolver_;
  Router router_;
  Hello hello_;
  Sessions sessions_;
  Levels levels_;
  Watches watches_;
  Listens listens_;
  Notices notices_;
  Questions questions_;
  RequestState states_;
  Parking parking_;
  guard::Guard guard_;
  Ear ear_;
  Handles handles_;
  approval::Desk desk_;
  ApprovalPage page_;
  Herald herald_;
  Asking asking_;
  Checkpoint checkpoint_;
  Schedule schedule_;
  TaskBridge bridge_;
  CallPath call_path_;
  TaskBook tasks_;
};

}  // namespace touchstone::gateway
