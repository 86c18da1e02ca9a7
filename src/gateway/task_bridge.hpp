// TaskBridge: tasks between the eras. Towards the server we are the client of its task, in its
// words; towards the client we are the server of it, in the client's.
//
//   legacy client, modern server   `task` in the request lets the server begin one (or not: then
//                                  the result is kept as that of a task that is over); it is
//                                  polled, and its questions are asked under tasks/result
//   modern client, legacy server   a tool whose taskSupport is "required" becomes a task, kept on a
//                                  lane of its own if its server may ask; its outcome is waited for
//                                  with tasks/result, its questions stand in tasks/get. So does one
//                                  that is slow, though its server may know of no tasks: then the
//                                  task is ours, and a call like any other runs behind it
//
// Who does not understand tasks gets the outcome: wait(). Tasks here have ids of ours, belong to
// whoever began them and are unknown to everybody else. They end with the gateway. On the loop's
// thread; bounded in number, bytes and time.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "gateway/checkpoint.hpp"
#include "gateway/errand.hpp"
#include "gateway/open_question.hpp"
#include "mcp/tasks.hpp"
#include "net/promise.hpp"

namespace touchstone::gateway {

// Whose a task is: a session's, or of a principal without one.
[[nodiscard]] std::string owner_of(const face::Request& request);
[[nodiscard]] std::string_view session_in(std::string_view owner);  // its id, or ""

// A request about a task, to the server that runs it. `more`: raw members behind taskId, or "".
[[nodiscard]] upstream::Outgoing about_task(upstream::Lane& lane, const mcp::Terms& terms,
                                            std::string_view method, const std::string& id,
                                            std::string_view more = {});

// The client asked for a task, or understands one in place of a result.
[[nodiscard]] bool takes_task(const face::Request& request);
// A slow call that we may run as a task of our own. A modern server is told that its client takes
// tasks, and decides itself.
[[nodiscard]] bool is_ours_to_host(const face::Request& request, const Errand& errand,
                                   const upstream::Lane& lane);
// Must, or may, the server run this call as a task, though the client speaks of tasks in other
// words or not at all?
[[nodiscard]] bool is_task_call(const face::Request& request, const Errand& errand,
                                const upstream::Lane& lane);

class TaskBridge {
 public:
  static constexpr std::size_t kMaxTasks = 1'000;
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;   // of outcomes kept
  static constexpr net::Duration kKept = std::chrono::minutes(10);  // once it is over
  static constexpr net::Duration kLongest = std::chrono::hours(24);

  TaskBridge(net::Loop& loop, base::Random& random, Checkpoint& checkpoint)
      : loop_(loop), random_(random), checkpoint_(checkpoint) {}
  ~TaskBridge();
  TaskBridge(const TaskBridge&) = delete;

  // A modern client's call of a legacy server, as a task of the server's or of ours.
  Task<face::Answer> begin(face::Request& request, Errand errand);
  // The turn is the task's then: the call goes on under it, until its server asks the client.
  Task<face::Answer> begin_ours(face::Request& request, Errand errand, Turn& turn);
  // What a modern server answered to a legacy client that asked for a task.
  face::Answer adopt(const face::Request& request, const Errand& errand, LanePtr lane,
                     const rpc::Message& response);
  // The outcome of a task that a server began for a client that asked for none.
  Task<face::Answer> wait(face::Request& request, const Errand& errand, LanePtr lane,
                          mcp::TaskState begun, net::Duration ask_timeout);

  // tasks/get, result, update and cancel of a task that is here: where a request about it belongs.
  [[nodiscard]] std::optional<Errand> errand_about(const std::string& owner,
                                                   std::string_view id) const;
  Task<face::Answer> answer(face::Request& request, const Errand& errand,
                            net::Duration ask_timeout);
  // Raw, in legacy words, with whose they are: the owner's tasks on these servers.
  using Listed = std::pair<ServerPtr, std::string>;
  [[nodiscard]] std::vector<Listed> list(const std::string& owner, const Scope& scope) const;

  // From the house. False if it is none of ours.
  bool asked(upstream::Patron* patron, upstream::Lane& lane, const rpc::Message& question);
  bool withdraw(const upstream::Lane& lane, const rpc::Message& cancelled);

 private:
  struct Hosted;
  using HostedPtr = std::shared_ptr<Hosted>;

  HostedPtr make(const face::Request& request, const Errand& errand, LanePtr lane);
  Task<LinkResult<HostedPtr>> on_lane(face::Request& request, const Errand& errand);
  void name_ours(Hosted& task);
  [[nodiscard]] bool make_room();
  void host(const HostedPtr& task, const mcp::TaskState& theirs);
  [[nodiscard]] HostedPtr find(const std::string& owner, std::string_view id) const;
  static Task<LinkResult<rpc::Message>> tell(HostedPtr task, std::string method,
                                             std::string more = {});
  static upstream::Outgoing asking_for_outcome(Hosted& task);
  static Task<void> follow(HostedPtr task, upstream::Outgoing out);
  static Task<void> follow_modern(HostedPtr task, net::Loop& loop);
  void bound(const HostedPtr& task, const Errand& errand);  // by the policy's time
  static Task<void> end_late(HostedPtr task, std::string why);
  static void look(Hosted& task, const rpc::Message& response);
  Task<bool> until_over(face::Request& request, const Errand& errand, HostedPtr task,
                        net::Duration ask_timeout, std::optional<face::Answer>& trouble);
  Task<face::Answer> result(face::Request& request, const Errand& errand, HostedPtr task,
                            net::Duration ask_timeout);
  Task<face::Answer> cancel(face::Request& request, HostedPtr task);

  net::Loop& loop_;
  base::Random& random_;
  Checkpoint& checkpoint_;
  std::list<HostedPtr> tasks_;  // oldest first
};

}  // namespace touchstone::gateway
