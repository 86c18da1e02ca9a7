// For tests: a server made of a few lines of shell with everything around it, and a house that
// writes down what it hears.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "upstream/server.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::upstream {

class SilentHouse final : public House {
 public:
  void heard(Lane&, rpc::Message, Patron*) override {}
  void asked(Lane&, rpc::Message, Patron*) override {}
  void opened(const LanePtr&) override { ++opened_lanes; }
  void lost(Lane& lane, const base::Error& why) override {
    if (server != nullptr) server->lost(lane, why);
  }
  [[nodiscard]] bool listens(const Lane&) const override { return listening; }

  Server* server = nullptr;
  int opened_lanes = 0;
  bool listening = false;
};

class Folder {
 public:
  Folder() : path_((std::filesystem::temp_directory_path() / "touchstone-XXXXXX").string()) {
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] std::vector<std::string> lines(const std::string& name) const {
    std::vector<std::string> out;
    std::ifstream in(file(name));
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  }

 private:
  std::string path_;
};

// Runs `before`, then answers as a legacy server does: calls of `slow` never, others at once. Each
// process writes its number into "pids", and a line into "byes" if it was let to end in order.
inline std::string legacy_script(const Folder& folder, const std::string& before = ":") {
  return "echo $$ >>" + folder.file("pids") + "; " + before +
         R"(; while read -r l; do i=${l#*\"id\":}; i=${i%%,*}; r='{"jsonrpc":"2.0","id":'$i; )"
         R"(case "$l" in *'"method":"initialize"'*) echo "$r"',"result":{"protocolVersion":)"
         R"("2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}';; )"
         R"(*'"server/discover"'*) echo "$r"',"error":{"code":-32601,"message":"?"}}';; )"
         R"(*'"slow"'*) ;; *'"id"'*) echo "$r"',"result":{}}';; esac; done; echo bye >>)" +
         folder.file("byes");
}

class ServerTest : public testing::Test {
 protected:
  Server& serve(const std::string& script) { return serve(shell_server(script)); }
  Server& serve(config::Server config) {
    server = std::make_shared<Server>(std::move(config), world.context, house, pace);
    house.server = server.get();
    return *server;
  }
  // The lane with this key, or the reason why there is none in `error`.
  Task<LanePtr> lane(std::string key, std::weak_ptr<const void> owner = {}) {
    auto opened = co_await server->lane(std::move(key), terms, std::move(owner));
    co_return take(std::move(opened));
  }
  Task<LanePtr> lease(std::string key) {
    auto leased = co_await server->lease(std::move(key), terms);
    co_return take(std::move(leased));
  }
  // A call that the server answers, or (slow) does not; counted in `answered` when it is over.
  Task<void> call(LanePtr lane, std::string_view method = "tools/call") {
    Outgoing out;
    out.id = lane->next_id();
    out.message = rpc::request(std::to_string(out.id), method);
    last_call[lane.get()] = out.id;
    auto response = co_await lane->call(std::move(out), nullptr);
    ++answered;
    if (!response) error = response.error();
  }
  [[nodiscard]] std::vector<pid_t> pids() const {
    std::vector<pid_t> all;
    for (const auto& line : folder.lines("pids")) all.push_back(std::atoi(line.c_str()));
    return all;
  }
  [[nodiscard]] std::size_t byes() const { return folder.lines("byes").size(); }
  [[nodiscard]] std::size_t alive() const {
    const auto all = pids();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](pid_t pid) { return !has_ended(pid); }));
  }

  World world;
  SilentHouse house;
  Folder folder;
  Pace pace;
  mcp::Terms terms;
  std::shared_ptr<Server> server;
  LinkError error;
  int answered = 0;
  std::map<const Lane*, CallId> last_call;

 private:
  LanePtr take(LinkResult<LanePtr> result) {
    if (result) return *result;
    error = result.error();
    return nullptr;
  }
};

}  // namespace touchstone::upstream
