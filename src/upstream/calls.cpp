#include "upstream/calls.hpp"

#include <utility>

#include "upstream/trouble.hpp"

namespace touchstone::upstream {

CallId progress_of(const rpc::Message& notification) {
  if (notification.method() != "notifications/progress") return 0;
  const auto token = notification.param("progressToken").as_int();
  return token && *token > 0 ? static_cast<CallId>(*token) : 0;
}

bool Calls::begin(CallId id, net::Duration timeout) {
  if (id == 0) return false;
  const auto [it, is_new] = calls_.try_emplace(id);
  if (!is_new) return false;
  it->second = std::make_unique<Call>(loop_.executor(), timeout);
  set_deadline(id, *it->second);
  ++waiting_;
  return true;
}

Task<LinkResult<rpc::Message>> Calls::wait(CallId id) {
  Call& call = *calls_.at(id);
  auto answer = co_await call.answer.wait();
  calls_.erase(id);
  co_return answer;
}

void Calls::set_deadline(CallId id, Call& call) {
  if (call.timeout.count() <= 0) return;
  call.deadline = loop_.after(
      call.timeout, [this, id, timeout = call.timeout] { fail(id, timed_out(server_, timeout)); });
}

void Calls::settle(Call& call, LinkResult<rpc::Message> answer) {
  if (call.answer.kept()) return;
  --waiting_;
  call.deadline.reset();
  call.answer.keep(std::move(answer));
}

void Calls::answer(rpc::Message response) {
  const auto number = response.id() ? response.id().as_int() : std::nullopt;
  const auto it = calls_.find(number && *number > 0 ? static_cast<CallId>(*number) : 0);
  if (it == calls_.end() || it->second->answer.kept()) return;
  settle(*it->second, std::move(response));
}

void Calls::touch(CallId id) {
  const auto it = calls_.find(id);
  if (it != calls_.end() && !it->second->answer.kept()) set_deadline(id, *it->second);
}

void Calls::fail(CallId id, const LinkError& why) {
  const auto it = calls_.find(id);
  if (it != calls_.end()) settle(*it->second, tl::unexpected(why));
}

void Calls::fail_all(const LinkError& why) {
  for (const auto& [id, call] : calls_) settle(*call, tl::unexpected(why));
}

CallId Calls::only_one() const {
  if (waiting_ != 1) return 0;
  for (const auto& [id, call] : calls_)
    if (!call->answer.kept()) return id;
  return 0;
}

}  // namespace touchstone::upstream
