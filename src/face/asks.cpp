#include "face/asks.hpp"

#include <fmt/format.h>

#include "json/string.hpp"
#include "rpc/write.hpp"

namespace touchstone::face {

net::Task<base::Result<rpc::Message>> Asks::ask(std::string method, std::string raw_params,
                                                const Exchange* related, net::Duration timeout,
                                                Cancellation* withdrawal, Ways ways) {
  if (gone_) co_return tl::unexpected(*gone_);
  if (waiting_.size() >= kMaxOpen || bytes_ + raw_params.size() > kMaxOpenBytes)
    co_return base::fail("the client has too many questions to answer", method);
  const std::string id = std::to_string(++last_id_);
  const std::size_t size = raw_params.size();
  net::Promise<Reply> reply(loop_.executor());
  waiting_.emplace(id, Question{&reply, related});
  bytes_ += size;
  const auto give_up = [&](std::string_view reason, const char* what) {
    if (reply.kept()) return;
    reply.keep(base::fail(what, method));
    ways.later(rpc::notification(
        "notifications/cancelled",
        fmt::format(R"({{"requestId":{},"reason":{}}})", id, json::quoted(reason))));
  };
  const net::Alarm alarm =
      loop_.after(timeout, [&] { give_up("timed out", "the client did not answer in time"); });
  ways.send(rpc::request(id, method, raw_params));
  if (withdrawal != nullptr)
    withdrawal->on_cancel(
        [&](std::string_view why) { give_up(why, "the question was withdrawn"); });
  Reply answer = co_await reply.wait();
  if (withdrawal != nullptr) withdrawal->on_cancel(nullptr);
  waiting_.erase(id);
  bytes_ -= size;
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

void Asks::let_go(const Exchange& related) {
  for (auto& [id, question] : waiting_) {
    if (question.related == &related) question.related = nullptr;
  }
}

void Asks::fail_all(const base::Error& why) {
  gone_ = why;
  for (const auto& [id, question] : waiting_) question.reply->keep(tl::unexpected(why));
}

}  // namespace touchstone::face
