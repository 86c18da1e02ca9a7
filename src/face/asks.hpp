// Asks: questions sent to a client that wait for its answer.
//
// Bounded in number and size: a server that asks without end gets errors, and neither fills our
// memory nor the client's queue.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "face/handler.hpp"
#include "net/loop.hpp"
#include "net/promise.hpp"
#include "rpc/message.hpp"

namespace touchstone::face {

class Asks {
 public:
  static constexpr std::size_t kMaxOpen = 64;  // questions of all servers to one client
  static constexpr std::size_t kMaxOpenBytes = std::size_t{32} << 20;  // half of max_unsent

  using Send = std::function<void(std::string message)>;
  // How the question goes out; and how the client is told later that it is void, when whatever
  // `send` relied on may be gone.
  struct Ways {
    Send send, later;
  };

  explicit Asks(net::Loop& loop) : loop_(loop) {}
  // Ids of questions come after this. For a client that may still have questions from before, and
  // whose late answers must not be taken for answers to ours.
  void begin_after(std::uint64_t id) { last_id_ = id; }

  // Sends the question with an id of our own and waits. `related` is the client's request that made
  // somebody ask, or null; it is only compared.
  net::Task<base::Result<rpc::Message>> ask(std::string method, std::string raw_params,
                                            const Exchange* related, net::Duration timeout,
                                            Cancellation* withdrawal, Ways ways);
  // A client's response: to the question it answers, or nowhere. False if nobody asked.
  bool deliver(rpc::Message response);
  // The client no longer wants the answer to `related`, so it will not answer questions about it.
  void call_off(const Exchange& related);
  // The request is answered. What was asked on its account may still be answered, and nothing that
  // happens to another request concerns it, not even to one at the same address.
  void let_go(const Exchange& related);
  void fail_all(const base::Error& why);  // those that wait, and those still to come

 private:
  using Reply = base::Result<rpc::Message>;
  struct Question {
    net::Promise<Reply>* reply;
    const Exchange* related;
  };

  net::Loop& loop_;
  std::uint64_t last_id_ = 0;
  std::optional<base::Error> gone_;
  std::map<std::string, Question, std::less<>> waiting_;
  std::size_t bytes_ = 0;
};

}  // namespace touchstone::face
