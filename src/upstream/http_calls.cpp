#include "upstream/http_calls.hpp"

#include <utility>

#include "upstream/trouble.hpp"

namespace touchstone::upstream {

HttpCall::HttpCall(HttpCalls& calls, CallId id, net::Duration timeout)
    : calls_(calls), id_(id), timeout_(timeout) {
  known_ = id != 0 && calls_.calls_.try_emplace(id, this).second;
  if (known_) touch();
}

HttpCall::~HttpCall() {
  if (known_) calls_.calls_.erase(id_);
}

void HttpCall::touch() {
  if (timeout_.count() <= 0 || why_) return;
  deadline_ = calls_.loop_.after(timeout_, [this] { end(timed_out(calls_.server_, timeout_)); });
}

void HttpCall::end(const LinkError& why) {
  if (why_) return;
  why_ = why;
  deadline_.reset();
  interrupt_.fire();
}

LinkError HttpCall::explain(const base::Error& fault) const {
  if (why_) return *why_;
  base::Error error = fault;
  if (error.where.empty() || error.where == "read" || error.where == "write")
    error.where = calls_.server_;
  return trouble(Trouble::kEnded, std::move(error));
}

void HttpCalls::end(CallId id, const LinkError& why) {
  const auto it = calls_.find(id);
  if (it != calls_.end()) it->second->end(why);
}

void HttpCalls::end_all(const LinkError& why) {
  for (const auto& [id, call] : calls_) call->end(why);
}

void HttpCalls::touch(CallId id) {
  const auto it = calls_.find(id);
  if (it != calls_.end()) it->second->touch();
}

}  // namespace touchstone::upstream
