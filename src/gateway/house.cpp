// Gateway, the part about servers that speak on their own: notifications and questions.
#include "gateway/caller.hpp"
#include "gateway/gateway.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

// Only what we declared; and what MCP does not know only on a session's own lane, where it is
// between the two of them.
bool may_ask(const upstream::Lane& lane, const rpc::Message& question) {
  if (mcp::is_question(question.method())) return mcp::can_answer(lane.declared(), question);
  return !lane.key().empty() && !lane.key().starts_with("like:");
}

}  // namespace

void Gateway::heard(upstream::Lane& lane, rpc::Message notification, upstream::Patron* patron) {
  if (parking_.heard(patron, notification)) return;
  notices_.heard(lane, notification, dynamic_cast<Caller*>(patron));
}

// A server asks: the client whose call it belongs to, or else the one this lane is for. A modern
// client can only be asked while it calls, so a question that comes between calls waits for the
// next.
void Gateway::asked(upstream::Lane& lane, rpc::Message request, upstream::Patron* patron) {
  if (request.method() == "ping") return lane.say(rpc::result(request.raw_id(), "{}"));
  if (parking_.asked(patron, lane, request)) return;
  const auto* caller = dynamic_cast<Caller*>(patron);
  auto session = caller != nullptr ? caller->session : notices_.session(lane.key());
  if (!may_ask(lane, request)) {
    return lane.say(rpc::error(request.raw_id(), rpc::kMethodNotFound,
                               "there is no client here that could answer this"));
  }
  if (session == nullptr) return parking_.keep(lane, request);
  face::Exchange* related = caller != nullptr ? &caller->exchange : nullptr;
  loop_.spawn(ask(lane.shared_from_this(), std::move(request), std::move(session), related));
}

Task<void> Gateway::ask(LanePtr lane, rpc::Message question, std::shared_ptr<face::Session> session,
                        face::Exchange* related) {
  const json::View params = question.params();
  std::string method(question.method());
  std::string raw_params(params ? params.raw() : std::string_view());
  const net::Duration timeout = config_.limits.ask_timeout;
  auto answer = co_await session->ask(std::move(method), std::move(raw_params), related, timeout);
  if (answer) {
    lane->say(rpc::with_id(*answer, question.raw_id()));
  } else {
    lane->say(rpc::error(question.raw_id(), rpc::kInternalError, base::to_line(answer.error())));
  }
}

}  // namespace touchstone::gateway
