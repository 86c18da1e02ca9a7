// HttpCalls: what a link over HTTP has under way. Each call has a connection to itself, so ending a
// call is breaking off its exchange.
//
// HttpCall lives in the coroutine that makes the call and is known to HttpCalls while it lives.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "upstream/http_client.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

class HttpCalls;

class HttpCall {
 public:
  HttpCall(HttpCalls& calls, CallId id, net::Duration timeout);
  ~HttpCall();
  HttpCall(const HttpCall&) = delete;

  [[nodiscard]] bool is_known() const { return known_; }  // false: the id is in use
  [[nodiscard]] CallId id() const { return id_; }
  [[nodiscard]] Interrupt& interrupt() { return interrupt_; }
  void touch();                    // starts the timeout anew
  void end(const LinkError& why);  // the first reason counts
  // Why the call failed: what ended it, or else the fault of the connection.
  [[nodiscard]] LinkError explain(const base::Error& fault) const;

 private:
  HttpCalls& calls_;
  CallId id_;
  net::Duration timeout_;
  bool known_;
  Interrupt interrupt_;
  std::optional<LinkError> why_;
  net::Alarm deadline_;
};

class HttpCalls {
 public:
  HttpCalls(net::Loop& loop, std::string server) : loop_(loop), server_(std::move(server)) {}

  void end(CallId id, const LinkError& why);
  void end_all(const LinkError& why);
  void touch(CallId id);
  // For messages that have no id of their own. Counted from the top, where no call's id comes.
  [[nodiscard]] CallId spare_id() { return --spare_id_; }

 private:
  friend class HttpCall;
  net::Loop& loop_;
  std::string server_;
  std::unordered_map<CallId, HttpCall*> calls_;
  CallId spare_id_ = 0;
};

}  // namespace touchstone::upstream
