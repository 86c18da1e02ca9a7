// Server: a small MCP server made of Parts, for both eras.
//
// It answers every method of both revisions that its parts give it something to say about, and
// -32601 for the rest: a server without prompts has no prompts/list. Sessions, streams and headers
// are the face's; one Server serves any number of clients at once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "demo/line.hpp"
#include "demo/parts.hpp"
#include "demo/states.hpp"
#include "demo/tasks.hpp"
#include "face/handler.hpp"
#include "mcp/mirror.hpp"

namespace touchstone::demo {

class Server final : public face::Handler {
 public:
  // `loop` and `random` must outlive it.
  Server(net::Loop& loop, base::Random& random, Parts parts);

  [[nodiscard]] bool has_route(std::string_view route) const override { return route == "/mcp"; }
  Task<face::Answer> answer(face::Request& request) override;
  void closed(face::Session& session) override;

 private:
  struct Entry;   // a tool or a prompt, with what was read from its definition
  struct Method;  // a row of the table of methods
  using Entries = std::map<std::string, std::unique_ptr<const Entry>, std::less<>>;
  using Act = Task<Reply> (Server::*)(face::Request&);

  static const Method* method_of(std::string_view name, mcp::Era era);
  [[nodiscard]] bool offers(const Method& method) const;
  [[nodiscard]] std::string capabilities(mcp::Era era) const;
  [[nodiscard]] bool has_tasks() const;

  // server_meta.cpp: what the server says of itself.
  Task<Reply> initialize(face::Request& request);
  Task<Reply> discover(face::Request& request);
  Task<Reply> set_level(face::Request& request);
  Task<Reply> subscribe(face::Request& request);
  Task<Reply> unsubscribe(face::Request& request);
  Task<Reply> listen(face::Request& request);
  [[nodiscard]] Filter honoured(json::View notifications) const;
  // server_lists.cpp
  Task<Reply> list_tools(face::Request& request);
  Task<Reply> list_prompts(face::Request& request);
  Task<Reply> list_resources(face::Request& request);
  Task<Reply> list_templates(face::Request& request);
  Task<Reply> read_resource(face::Request& request);
  Task<Reply> complete(face::Request& request);
  Task<Reply> resolve_tool(face::Request& request);
  // server_calls.cpp
  Task<Reply> call_tool(face::Request& request);
  Task<Reply> get_prompt(face::Request& request);
  Task<Reply> run(face::Request& request, const Entry& entry);
  [[nodiscard]] Reply start_task(face::Request& request, const Entry& entry, Memory memory);
  // server_tasks.cpp
  Task<Reply> get_task(face::Request& request);
  Task<Reply> update_task(face::Request& request);
  Task<Reply> cancel_task(face::Request& request);
  Task<Reply> task_result(face::Request& request);
  Task<Reply> list_tasks(face::Request& request);
  static std::string owner_of(const face::Request& request);
  // The task that the request names, or the error to answer.
  tl::expected<std::shared_ptr<TaskRecord>, Reply> named_task(face::Request& request);

  net::Loop& loop_;
  std::shared_ptr<const Parts> parts_;  // shared with what runs in the background
  States states_;
  Tasks tasks_;
  Entries tools_, prompts_;
  std::string tool_list_, prompt_list_;  // results of the lists
};

struct Server::Entry {
  Entry(const Part& part, json::Document definition);
  const Part& part;
  json::Document definition;
  std::vector<mcp::MirroredParam> mirrored;
};

enum class Eras : std::uint8_t { kLegacy, kModern, kBoth };
enum class Needs : std::uint8_t {
  kNothing,
  kTools,
  kPrompts,
  kResources,
  kCompletion,
  kResolution,
  kTasks
};

struct Server::Method {
  std::string_view name;
  Eras eras;
  Needs needs;
  Act act;
  std::string_view caching = {};  // members that a modern result of it has besides
};

}  // namespace touchstone::demo
