// TaskBridge::Hosted: one task that is told in another era than it runs in. For
// task_bridge.cpp and task_requests.cpp.
#pragma once

#include "gateway/task_bridge.hpp"
#include "json/document.hpp"

namespace touchstone::gateway {

struct TaskBridge::Hosted final : upstream::Patron {
  mcp::TaskState state;  // as the client hears of it, with an id of ours; "" until it has begun
  std::string theirs;    // the server's id; "" if it knows of no task
  std::string owner;
  ServerPtr server;
  TaskOrigin origin;
  LanePtr lane;  // none once it is over
  bool leased = false;
  mcp::Terms terms;           // of the client
  upstream::CallId call = 0;  // the tasks/result that waits, of a legacy server
  Turn turn;                  // of a call that runs behind a task of ours, until that is over
  OpenQuestions questions;    // of a legacy server
  std::uint64_t asked = 0;
  std::shared_ptr<const json::Document> asking;  // inputRequests of a modern server, unanswered
  std::set<std::string> answered;                // keys of those that were
  std::string outcome, error;                    // raw: one of them, once it is over
  bool tool_failed = false;                      // the outcome says isError
  bool called_off = false;
  net::Alarm bound;  // when the policy's time for it is over
  net::Clock::time_point changed;
  std::vector<net::Promise<bool>*> waiting;  // for news

  static constexpr std::size_t kMaxAnswered = 1'000;

  [[nodiscard]] bool may_be_asked() const override { return terms.features.can_be_asked(); }
  [[nodiscard]] bool over() const { return state.over(); }
  [[nodiscard]] bool is_ours() const { return theirs.empty(); }
  [[nodiscard]] std::size_t bytes() const { return outcome.size() + error.size(); }
  [[nodiscard]] net::Duration pause() const;           // before the next look
  [[nodiscard]] std::string told(mcp::Era era) const;  // as tasks/get is answered
  // What the call itself is answered with; `related`: the id of the task to name in it, or "".
  [[nodiscard]] face::Answer outcome_for(const face::Request& request,
                                         std::string_view related) const;

  void touch();  // it has changed now
  void wake();
  void note_questions();  // the legacy server's are others now
  void put_questions(json::View input_requests);
  void note_answered(json::View input_requests);

  void finish(const rpc::Message& response);  // the outcome of the call, or an error
  void finish(json::View task);               // what a modern server's tasks/get says of its end
  void fail(int code, std::string_view why);
  void end_as_cancelled();
  void drop();  // nobody needs it any more: the lane goes back

 private:
  // In legacy words a tool that failed is a task that failed.
  [[nodiscard]] mcp::TaskState shown(mcp::Era era) const;
  // Raw members that tasks/get of a modern client has besides: result, error or inputRequests.
  [[nodiscard]] std::string details() const;
  void end(std::string_view status);
};

}  // namespace touchstone::gateway
