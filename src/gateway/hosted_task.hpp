// TaskBridge::Hosted: one task that is told in another era than it runs in, or that is ours. For
// task_bridge.cpp, our_tasks.cpp and task_requests.cpp.
#pragma once

#include <map>

#include "gateway/task_bridge.hpp"
#include "json/document.hpp"

namespace touchstone::gateway {

// There are as many as there may be; or its client took the call back before its server had it.
[[nodiscard]] face::Answer no_room(const face::Request& request);
[[nodiscard]] face::Answer not_begun(const face::Request& request, const std::string& server);

struct TaskBridge::Hosted final : upstream::Patron {
  mcp::TaskState state;  // as the client hears of it, with an id of ours; "" until it has begun
  std::string theirs;    // the server's id; "" if it knows of no task
  std::string owner;
  ServerPtr server;
  TaskOrigin origin;
  Manner manner;  // of the call that began it
  LanePtr lane;   // none once it is over
  bool leased = false;
  mcp::Terms terms;           // of the client
  upstream::CallId call = 0;  // that waits: behind a task of ours, else a legacy tasks/result
  Turn turn;                  // of a call that runs behind a task of ours, until that is over
  OpenQuestions questions;    // of a legacy server
  std::uint64_t asked = 0;
  // Of those, one that a legacy client is being asked.
  struct Put {
    const face::Exchange* under = nullptr;  // the request it is asked under, while that waits
    bool was_left = false;                  // that request was called off
    std::shared_ptr<face::Cancellation> withdrawal;  // none yet while it is judged
  };
  std::map<std::string, Put> put;                // by the server's id
  std::shared_ptr<const json::Document> asking;  // inputRequests of a modern server, unanswered
  bool is_asking = false;                        // one of those who wait asks them; others do not
  std::set<std::string> answered;                // keys of those that were
  net::Promise<std::string>* answers = nullptr;  // raw; who waits for them to call once more
  std::string outcome, error;                    // raw: one of them, once it is over
  bool tool_failed = false;                      // the outcome says isError
  std::string failure;                           // why it failed, in our words
  bool called_off = false;
  std::string progress;  // the raw token of a legacy client that began it; "" if it gave none
  std::shared_ptr<const guard::Hearer> hearer;  // of progress; none: nobody
  guard::Hearer began;                // whose it is, without what it brought; if its server attacks
  net::Clock::time_point kept_until;  // at least, as its client was told
  net::Alarm bound;                   // when the policy's time for it is over
  net::Clock::time_point changed;
  std::vector<net::Promise<bool>*> waiting;  // for news

  static constexpr std::size_t kMaxAnswered = 1'000;

  [[nodiscard]] bool may_be_asked() const override { return terms.features.can_be_asked(); }
  [[nodiscard]] bool over() const { return state.over(); }
  [[nodiscard]] bool is_ours() const { return theirs.empty(); }
  [[nodiscard]] std::size_t bytes() const { return outcome.size() + error.size(); }
  [[nodiscard]] net::Duration pause() const;           // before the next look
  [[nodiscard]] std::string told(mcp::Era era) const;  // as tasks/get is answered
  [[nodiscard]] std::string begun() const;             // in place of a result
  [[nodiscard]] bool is_stale(net::Clock::time_point now) const;
  [[nodiscard]] const OpenQuestion* next_question() const;  // that nobody was asked yet; or none
  [[nodiscard]] bool still_asks(json::View input_requests) const;  // each, in the same words
  // What the call itself is answered with; `related`: the id of the task to name in it, or "".
  [[nodiscard]] face::Answer outcome_for(const face::Request& request,
                                         std::string_view related) const;

  void touch();  // it has changed now
  void wake();
  void note_questions();  // the legacy server's are others now
  void put_questions(json::View input_requests);
  void note_answered(json::View input_requests);
  void end_question(const std::string& id);  // of a legacy server: it waits for it no longer
  // The client called off only the request it was asked under: whoever waits next is asked.
  [[nodiscard]] bool ask_again(const std::string& id);
  void leave(const face::Exchange& exchange);  // it waits no longer, or was called off

  void finish(const rpc::Message& response);  // the outcome of the call, or an error
  void finish(json::View task);               // what a modern server's tasks/get says of its end
  void fail(int code, std::string_view why);
  void call_off(std::string_view why);  // what runs behind a task of ours; its server is told
  void end_as_cancelled();
  void drop();  // nobody needs it any more: the lane goes back

 private:
  // In legacy words a tool that failed is a task that failed.
  [[nodiscard]] mcp::TaskState shown(mcp::Era era) const;
  // Raw members that tasks/get of a modern client has besides: result, error or inputRequests.
  [[nodiscard]] std::string details() const;
  void end(std::string_view status);
  void take_back();  // what its client is being asked
};

}  // namespace touchstone::gateway
