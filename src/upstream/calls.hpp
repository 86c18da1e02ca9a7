// Calls: the requests that wait for their answers on a link where all answers come by one way, the
// stdout of a process or the one stream of HTTP+SSE.
//
// Each call ends exactly once: by its answer, its timeout, abandon(), or with the link. Answers
// that nobody waits for are dropped.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "net/promise.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

// The call whose progress this notification tells, or 0. Where a transport does not say to which
// call a notification belongs, a progressToken that is the call's id does; the gateway gives such
// tokens.
[[nodiscard]] CallId progress_of(const rpc::Message& notification);

class Calls {
 public:
  Calls(net::Loop& loop, std::string server) : loop_(loop), server_(std::move(server)) {}

  // False if the id is in use or 0.
  [[nodiscard]] bool begin(CallId id, net::Duration timeout);
  // After begin(). *this must outlive it.
  [[nodiscard]] Task<LinkResult<rpc::Message>> wait(CallId id);

  void answer(rpc::Message response);
  void touch(CallId id);  // starts its timeout anew
  void fail(CallId id, const LinkError& why);
  void fail_all(const LinkError& why);

  // The one call that waits, or 0 if there is none or more than one.
  [[nodiscard]] CallId only_one() const;

 private:
  struct Call {
    Call(const net::Executor& executor, net::Duration timeout)
        : answer(executor), timeout(timeout) {}
    net::Promise<LinkResult<rpc::Message>> answer;
    net::Duration timeout;
    net::Alarm deadline;
  };
  void set_deadline(CallId id, Call& call);
  void settle(Call& call, LinkResult<rpc::Message> answer);

  net::Loop& loop_;
  std::string server_;
  std::unordered_map<CallId, std::unique_ptr<Call>> calls_;
  std::size_t waiting_ = 0;  // of calls_, those that have not been settled
};

}  // namespace touchstone::upstream
