#include "face/asks.hpp"

#include <fmt/format.h>

#include "rpc/write.hpp"

namespace touchstone::face {

net::Task<base::Result<rpc::Message>> Asks::ask(std::string method, std::string raw_params,
                                                const Exchange* related, net::Duration timeout,
                                                Send send, Send later) {
  if (gone_) co_return tl::unexpected(*gone_);
  const std::string id = std::to_string(++last_id_);
  net::Promise<Reply> reply(loop_.executor());
  waiting_.emplace(id, Question{&reply, related});
  const net::Alarm alarm = loop_.after(timeout, [&] {
    reply.keep(base::fail("the client did not answer in time", method));
    later(rpc::notification("notifications/cancelled",
                            fmt::format(R"({{"requestId":{},"reason":"timed out"}})", id)));
  });
  send(rpc::request(id, method, raw_params));
  Reply answer = co_await reply.wait();
  waiting_.erase(id);
  co_return answer;
}

bool Asks::deliver(rpc::Message response) {
  const auto it = waiting_.find(response.raw_id());
  if (it == waiting_.end()) return false;
  it->second.reply->keep(std::move(response));
  return true;
}

void Asks::call_off(const Exchange& related) {
  for (const auto& [id, question] : waiting_) {
    if (question.related == &related)
      question.reply->keep(base::fail("the client called the request off"));
  }
}

void Asks::fail_all(const base::Error& why) {
  gone_ = why;
  for (const auto& [id, question] : waiting_) question.reply->keep(tl::unexpected(why));
}

}  // namespace touchstone::face
