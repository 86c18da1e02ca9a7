// TaskBridge: tasks between the eras. Towards the server we are the client of its task, in its
// words; towards the client we are the server of it, in the client's.
//
//   legacy client, modern server   `task` in the request lets the server begin one (or not: then
//                                  the result is kept as that of a task that is over); it is
//                                  polled, and its questions are asked under tasks/result
//   modern client, legacy server   a tool whose taskSupport is "required" becomes a task, kept on a
//                                  lane of its own if its server may ask; its outcome is waited for
//                                  with tasks/result, its questions stand in tasks/get
//
// A slow call can be a task though its server knows of none: then the task is ours, and a call like
// any other runs behind it (our_tasks.cpp). A modern client that takes tasks gets one for each slow
// call of a legacy server; a legacy client of 2025-11-25 asks for it, of a server of either era,
// where task_offers.hpp has told it that it may. Its call is made on its own lane, as any other of
// its calls; it is asked under tasks/result, hears of progress, and its tasks end with its session.
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
#include "gateway/questions.hpp"
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
  static constexpr std::size_t kMaxOfClient = 64;  // of ours that run, for one legacy client
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;   // of outcomes kept
  static constexpr net::Duration kKept = std::chrono::minutes(10);  // once it is over
  static constexpr net::Duration kLongest = std::chrono::hours(24);

  TaskBridge(net::Loop& loop, base::Random& random, Checkpoint& checkpoint, Questions& questions)
      : loop_(loop), random_(random), checkpoint_(checkpoint), questions_(questions) {}
  ~TaskBridge();
  TaskBridge(const TaskBridge&) = delete;

  // A modern client's call of a legacy server, as a task of the server's.
  Task<face::Answer> begin(face::Request& request, Errand errand);
  // A call of either's, as a task of ours. The turn is the task's then: the call goes on under it,
  // until its server asks the client.
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

  // A legacy client has gone: nobody can ask for its tasks any more. Calls behind ours are called
  // off.
  void left(const face::Session& session);
  // Progress of a call behind a task of ours, as its legacy client is to hear it.
  struct Progress {
    std::string session;  // its id
    std::string text;
    std::shared_ptr<const guard::Hearer> hearer;
  };
  [[nodiscard]] std::optional<Progress> progress(const upstream::Lane& lane,
                                                 const rpc::Message& notification) const;

  // From the house. False if it is none of ours.
  bool asked(upstream::Patron* patron, upstream::Lane& lane, const rpc::Message& question);
  // Who would be asked this; or none.
  [[nodiscard]] static std::optional<guard::Hearer> hearer(upstream::Patron* patron,
                                                           const rpc::Message& question);
  bool withdraw(const upstream::Lane& lane, const rpc::Message& cancelled);

 private:
  struct Hosted;
  using HostedPtr = std::shared_ptr<Hosted>;

  HostedPtr make(const face::Request& request, const Errand& errand, LanePtr lane);
  Task<LinkResult<HostedPtr>> on_lane(face::Request& request, const Errand& errand);
  void name_ours(Hosted& task);
  static void promise(Hosted& task, const face::Request& request, const Errand& errand);
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool has_enough(const face::Request& request) const;
  void host(const HostedPtr& task, const mcp::TaskState& theirs);
  [[nodiscard]] HostedPtr find(const std::string& owner, std::string_view id) const;
  static Task<LinkResult<rpc::Message>> tell(HostedPtr task, std::string method,
                                             std::string more = {});
  static upstream::Outgoing asking_for_outcome(Hosted& task);
  static Task<void> follow(HostedPtr task, upstream::Outgoing out);
  static Task<void> follow_rounds(HostedPtr task, upstream::Outgoing out, net::Loop& loop);
  static Task<std::string> answers_to(HostedPtr task, json::View questions, net::Loop& loop);
  static Task<void> follow_modern(HostedPtr task, net::Loop& loop);
  void bound(const HostedPtr& task, const Errand& errand);  // by the policy's time
  static Task<void> end_late(HostedPtr task, std::string why);
  static void look(Hosted& task, const rpc::Message& response);
  struct Bounds {
    net::Duration longest;  // for the task
    net::Duration ask;      // for an answer of the client
  };
  Task<bool> until_over(face::Request& request, const Errand& errand, HostedPtr task, Bounds bounds,
                        std::optional<face::Answer>& trouble);
  // What is wrong, if anything.
  Task<std::optional<face::Answer>> ask_round(face::Request& request, const Errand& errand,
                                              HostedPtr task, net::Duration ask_timeout);
  Task<void> put_question(face::Request& request, const Errand& errand, HostedPtr task,
                          OpenQuestion question, net::Duration ask_timeout);
  Task<face::Answer> result(face::Request& request, const Errand& errand, HostedPtr task,
                            net::Duration ask_timeout);
  Task<face::Answer> cancel(face::Request& request, HostedPtr task);

  net::Loop& loop_;
  base::Random& random_;
  Checkpoint& checkpoint_;
  Questions& questions_;
  std::list<HostedPtr> tasks_;  // oldest first
};

}  // namespace touchstone::gateway
