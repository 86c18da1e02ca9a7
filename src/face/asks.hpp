// Asks: questions sent to a client that wait for its answer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "net/loop.hpp"
#include "net/promise.hpp"
#include "rpc/message.hpp"

namespace touchstone::face {

class Exchange;

class Asks {
 public:
  using Send = std::function<void(std::string message)>;

  explicit Asks(net::Loop& loop) : loop_(loop) {}

  // Sends the question with an id of our own, by `send`, and waits. When time runs out, the client
  // is told by `later` that the question is void: whatever `send` relied on may be gone by then.
  // `related` is the client's request that made somebody ask, or null; it is only compared.
  net::Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                            const Exchange* related, net::Duration timeout,
                                            Send send, Send later);
  // A client's response: to the question it answers, or nowhere. False if nobody asked.
  bool deliver(rpc::Message response);
  // The client no longer wants the answer to `related`, so it will not answer questions about it.
  void call_off(const Exchange& related);
  void fail_all(const base::Error& why);  // those that wait, and those still to come
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

 private:
  using Reply = base::Result<rpc::Message>;
  net::Loop& loop_;
  std::uint64_t last_id_ = 0;
  std::optional<base::Error> gone_;
  struct Question {
    net::Promise<Reply>* reply;
    const Exchange* related;
  };
  std::map<std::string, Question, std::less<>> waiting_;
};

}  // namespace touchstone::face
