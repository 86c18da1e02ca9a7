#include "gateway/call_path.hpp"

#include "gateway/caller.hpp"
#include "gateway/outgoing.hpp"
#include "mcp/translate.hpp"

namespace touchstone::gateway {
namespace {

bool asks_back(const rpc::Message& response) {
  return response.result().find("resultType").equals("input_required");
}

// Modern clients that can be asked, calling a legacy server: its question must wait for a retry.
bool needs_parking(const face::Request& request, const upstream::Lane& lane) {
  return request.terms.era == mcp::Era::kModern && !lane.modern() &&
         request.terms.features.can_be_asked() && may_ask_back(request.message.method());
}

}  // namespace

// The steps. 1 to 3 (receive, identify, route) are behind us: the face has read the message, found
// the session and the principal, and the directory has found the server and what is known of the
// tool. Steps 5 to 8 (trace, decide, ask, schedule) will stand before forward(), steps 10 to 12
// (label, decide, remember) behind it.
Task<face::Answer> CallPath::run(face::Request& request, Errand errand) {
  Retry retry;
  const json::View state = request.message.param("requestState");
  if (state && request.terms.era == mcp::Era::kModern) {
    auto content = states_.open(request, state.as_string().value_or(""));
    if (!content || content->server != errand.server->name()) {
      co_return face::answer_error(request.message, rpc::kInvalidParams,
                                   "Invalid params: requestState is unknown, expired or used; "
                                   "call again without it");
    }
    if (content->parked != 0) co_return co_await parking_.resume(request, content->parked);
    retry.state = std::move(content->theirs);
  }

  // 4. resolve
  if (auto refused = co_await resolver_.refusal(request, errand)) co_return std::move(*refused);

  auto lane = co_await Servers::lane(errand.server, request.session.get(), request.terms);
  if (!lane) co_return answer_trouble(request.message, errand.server->name(), lane.error());
  if (auto fault = co_await header_fault(request, errand, *lane); !fault.empty())
    co_return face::answer_error(request.message, rpc::kHeaderMismatch, fault);
  if (needs_parking(request, **lane)) co_return co_await parking_.call(request, errand);
  if (request.terms.era == mcp::Era::kModern && !request.terms.log_level.empty())
    co_await levels_.raise(*lane, request.terms.log_level);

  // 9. forward
  auto response = co_await forward(request, errand, *lane, std::move(retry));
  if (!response) co_return answer_trouble(request.message, errand.server->name(), response.error());
  if (request.terms.era == mcp::Era::kLegacy && asks_back(*response))
    co_return co_await rounds(request, errand, *lane, std::move(*response));

  // 13. answer
  co_return home(request, errand, *response);
}

Task<LinkResult<rpc::Message>> CallPath::forward(face::Request& request, const Errand& errand,
                                                 LanePtr lane, Retry retry) {
  Caller caller(request.exchange, request.session, request.terms, progress_token(request.message));
  upstream::Outgoing out =
      co_await outgoing(request, errand, lane, std::move(retry.state), std::move(retry.responses));
  const upstream::CallId id = out.id;
  request.exchange.on_cancel([&lane, &errand, id](std::string_view reason) {
    call_off(lane, *errand.server, id, reason);
  });
  if (request.exchange.cancelled()) {
    co_return tl::unexpected(
        upstream::LinkError{upstream::Trouble::kCancelled, {"cancelled", "", ""}, 0, {}});
  }
  auto response = co_await lane->call(std::move(out), &caller);
  request.exchange.on_cancel(nullptr);
  co_return response;
}

face::Answer CallPath::home(const face::Request& request, const Errand& errand,
                            const rpc::Message& response) {
  mcp::Homeward how;
  how.client = request.terms.era;
  how.method = request.message.method();
  how.id = request.message.raw_id();
  if (const json::View theirs = response.result().find("requestState");
      theirs && how.client == mcp::Era::kModern && asks_back(response)) {
    how.request_state =
        states_.close(request, {0, errand.server->name(), theirs.as_string().value_or("")});
  }
  return {mcp::to_client(response, how), response.error_code()};
}

}  // namespace touchstone::gateway
