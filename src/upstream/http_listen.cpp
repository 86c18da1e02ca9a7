// Streams that a legacy server offers by GET: what it says on its own, and the rest of a call's
// answer after its connection broke.
#include <algorithm>
#include <utility>

#include "upstream/http_core.hpp"
#include "upstream/refusal.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kFirstWait{1'000};
constexpr net::Duration kLongestPause{60'000};
constexpr net::Duration kLeastPause{50};  // a `retry: 0` shall not make us spin
constexpr int kResumeTries = 5;           // in a row

bool is_stream(const http::ResponseHead& head) {
  return head.status == 200 && media_type(head) == "text/event-stream";
}

// It may be different in a while.
bool is_passing(int status) { return status >= 500 || status == 408 || status == 429; }

net::Duration pause_of(std::optional<int> retry_ms) {
  if (!retry_ms) return kFirstWait;
  return std::clamp(net::Duration(*retry_ms), kLeastPause, kLongestPause);
}

net::Duration longer(net::Duration pause) { return std::min(2 * pause, kLongestPause); }

}  // namespace

Task<LinkResult<Exchange>> HttpCore::resume(HttpCorePtr core, HttpCall& call,
                                            const Broken& broken) {
  auto wait = pause_of(broken.retry_ms);
  base::Error fault;
  for (int i = 0; i < kResumeTries; ++i, wait = longer(wait)) {
    const bool waited = co_await pause(core->loop_, wait, call.interrupt());
    if (!waited) co_return tl::unexpected(call.explain({"interrupted", core->name_, ""}));
    std::string head = core->heads_.get(broken.last_id);
    auto exchange = co_await HttpClient::send(core->client_, std::move(head), {}, call.interrupt());
    if (!exchange) {
      fault = std::move(exchange.error());
      continue;
    }
    if (is_stream(exchange->head())) co_return std::move(*exchange);
    fault = refused(exchange->head(), "", core->name_).error;
    if (!is_passing(exchange->head().status)) break;
  }
  fault.what = "the answer's stream broke off and could not be resumed: " + fault.what;
  co_return tl::unexpected(call.explain(fault));
}

Task<void> HttpCore::listen(HttpCorePtr core) {
  std::string last_id;
  auto wait = kFirstWait;
  bool had_one = false;
  while (core->is_open()) {
    std::string head = core->heads_.get(last_id);
    auto exchange = co_await HttpClient::send(core->client_, std::move(head), {}, core->listening_);
    if (exchange && is_stream(exchange->head())) {
      had_one = true;
      EventStream events(std::move(*exchange), core->max_message_);
      for (;;) {
        auto event = co_await events.next();
        if (!event || !*event) break;
        wait = kFirstWait;
        (void)core->take(std::move(**event), 0);
      }
      if (!events.last_id().empty()) last_id = events.last_id();
      if (events.retry_ms()) wait = pause_of(events.retry_ms());
    } else if (exchange && exchange->head().status == 404 && had_one &&
               !core->heads_.session().empty()) {
      // Without one before it only says, as some servers do, that there is nothing to GET.
      co_return core->lose({"the server has ended the session", core->name_, ""});
    } else if (exchange && !is_passing(exchange->head().status)) {
      core->log_.debug("{}: offers no stream of its own ({})", core->name_,
                       exchange->head().status);
      co_return;
    }
    const bool waited = co_await pause(core->loop_, wait, core->listening_);
    if (!waited) co_return;
    wait = longer(wait);
  }
}

}  // namespace touchstone::upstream
