#include "gateway/call_path.hpp"

#include <fmt/format.h>

#include "gateway/caller.hpp"
#include "gateway/heartbeat.hpp"
#include "gateway/outgoing.hpp"
#include "gateway/results.hpp"
#include "gateway/subject.hpp"
#include "mcp/translate.hpp"

namespace touchstone::gateway {
namespace {

// Modern clients that can be asked, calling a legacy server: its question must wait for a retry.
bool needs_parking(const face::Request& request, const upstream::Lane& lane) {
  return request.terms.era == mcp::Era::kModern && !lane.modern() &&
         request.terms.features.can_be_asked() && may_ask_back(request.message.method());
}

}  // namespace

// The steps. 1 to 3 (receive, identify, route) are behind us: the face has read the message, found
// the session and the principal, and the directory has found the server and what is known of the
// tool.
Task<face::Answer> CallPath::run(face::Request& request, Errand& errand) {
  if (checkpoint_.is_on()) co_await loop_.turn();  // calls go step by step together
  // What handles stand for comes first: all that follows binds, judges and sends the content.
  if (handles_.may_be_in(request)) {
    if (auto refused = co_await handles_.open(request, errand)) co_return std::move(*refused);
  }
  auto comes_back = reopen(request, errand);
  if (!comes_back) co_return std::move(comes_back.error());

  // 4. resolve
  auto weighed = co_await resolver_.weigh(request, errand);
  if (!weighed) {
    const Weighed as_listed{errand.offer == nullptr ? nullptr : errand.offer->known, {}};
    co_return co_await checkpoint_.turn_away(request, errand, as_listed,
                                             std::move(weighed.error()));
  }

  // A call that was made, and of whose result a person is asked, goes on behind step 9.
  if (comes_back->for_result())
    co_return co_await checkpoint_.deliver_withheld(request, errand, *weighed,
                                                    std::move(*comes_back->answered));
  if (!comes_back->has_begun() && !comes_back->answered) {
    if (auto made = co_await checkpoint_.made_before(request, errand, *weighed))
      co_return std::move(*made);
  }

  // What cannot begin now is turned away before a person is asked for nothing.
  errand.manner = manner_of(request.message.method(), weighed->profile(), errand.server->config(),
                            std::nullopt);
  errand.manner.has_begun = comes_back->has_begun();
  auto closed = schedule_.closed(request, errand);
  if (!closed) closed = offers_.refusal(request, errand);
  if (closed)
    co_return co_await checkpoint_.turn_away(request, errand, *weighed, std::move(*closed));

  // 5. trace, 6. decide, 7. ask
  auto pass =
      co_await checkpoint_.admit(request, errand, *weighed, std::move(comes_back->answered));
  if (!pass) co_return std::move(pass.error());
  if (pass->one && pass->one->subject.is_call() && may_begin_task(request))
    errand.origin.decided = guard::decided_on(*pass->one);

  // 8. schedule
  errand.manner.at_most = pass->at_most();
  auto turn = co_await schedule_.turn(request, errand);
  if (!turn) co_return co_await checkpoint_.refuse(request, *pass, std::move(turn.error()));

  // What the client answers to its server is judged, too; of a parked call and of tasks that we
  // have, where the question is known.
  errand.one = pass->one.get();
  if (comes_back->parked == 0 && !errand.is_hosted) {
    if (auto refused = co_await checkpoint_.refused_answers(request, errand))
      co_return co_await checkpoint_.refuse(request, *pass, std::move(*refused));
  }

  // 9. forward
  if (request.exchange.cancelled() && !errand.manner.has_begun)
    co_return co_await checkpoint_.taken_back(request, *pass);
  if (auto unrecorded = co_await checkpoint_.begin(request, *pass))
    co_return std::move(*unrecorded);
  errand.manner.has_begun = true;
  errand.record = pass->record();
  errand.context = pass->context(errand.server->config());
  auto answer = comes_back->parked != 0
                    ? co_await parking_.resume(request, comes_back->parked)
                    : co_await carry(request, errand, std::move(comes_back->retry), *turn);
  turn->release();
  if (!ear_.is_quiet()) co_await ear_.settled(hearer_in_call(request, errand).session.key);

  // 10. label, 11. decide, 12. remember, 13. answer
  const std::uint64_t waits = answer.waits;
  auto delivered =
      co_await checkpoint_.deliver(request, errand, std::move(*pass), std::move(answer));
  // Whoever does not get the question of a parked call cannot come back with an answer.
  const bool is_lost = delivered.waits != waits || request.exchange.cancelled();
  if (waits != 0 && is_lost) parking_.forsake(waits);
  co_return delivered;
}

// A modern client that was asked something comes back with our requestState, which is good only
// for the same call.
tl::expected<CallPath::ComesBack, face::Answer> CallPath::reopen(const face::Request& request,
                                                                 Errand& errand) {
  ComesBack back;
  const json::View state = request.message.param("requestState");
  if (!state || request.terms.era != mcp::Era::kModern) return back;
  auto content = states_.open(request, state.as_string().value_or(""));
  if (!content || content->server != errand.server->name()) {
    return tl::unexpected(face::answer_error(request.message, rpc::kInvalidParams,
                                             "Invalid params: requestState is unknown, expired or "
                                             "used; call again without it"));
  }
  errand.answers_us = !content->ticket.empty();
  back.parked = content->parked;
  back.answered = Answered{std::move(content->ticket), request.message.param("inputResponses"),
                           std::move(content->withheld)};
  if (!errand.answers_us) back.retry.state = std::move(content->theirs);
  return back;
}

// To the server and back, whichever eras the two speak.
Task<face::Answer> CallPath::carry(face::Request& request, Errand& errand, Retry retry,
                                   Turn& turn) {
  if (errand.is_hosted) co_return co_await bridge_.answer(request, errand, limits_.ask_timeout);
  auto lane = co_await Servers::lane(errand.server, request.session.get(), request.terms);
  if (!lane) co_return answer_no_lane(request.message, errand.server->name(), lane.error());
  if (auto fault = co_await header_fault(request, errand, *lane); !fault.empty())
    co_return unsent(face::answer_error(request.message, rpc::kHeaderMismatch, fault));
  errand.as_task = is_task_call(request, errand, **lane);
  if (errand.as_task && takes_task(request) && !(*lane)->modern())
    co_return co_await bridge_.begin(request, errand);
  errand.behind_ours = is_ours_to_host(request, errand, **lane) || offers_.is_ours(request, errand);
  if (errand.behind_ours) co_return co_await bridge_.begin_ours(request, errand, turn);
  if (needs_parking(request, **lane)) co_return co_await parking_.call(request, errand);
  if (request.terms.era == mcp::Era::kModern && !request.terms.log_level.empty())
    co_await levels_.raise(*lane, request.terms.log_level);
  auto response = co_await reach(request, errand, *lane, std::move(retry), turn);
  if (!response) co_return answer_failed(request.message, errand, response.error());
  if (request.terms.era == mcp::Era::kLegacy && mcp::wants_tasks(*response)) {
    errand.as_task = true;  // it was not begun: the server makes this call only as a task
    response = co_await forward(request, errand, *lane, {}, turn);
    if (!response) co_return answer_failed(request.message, errand, response.error());
  }
  const bool asks = is_question(response->result(), request.message.method());
  if (request.terms.era == mcp::Era::kLegacy && asks)
    co_return co_await rounds(request, errand, *lane, std::move(*response), turn);
  co_return co_await arrive(request, errand, *lane, std::move(*response), turn);
}

// A task that the client has no words for, or other words, is made into what it understands.
Task<face::Answer> CallPath::arrive(face::Request& request, const Errand& errand, LanePtr lane,
                                    rpc::Message response, Turn& turn) {
  const bool across = request.terms.era != lane->era() && response.kind() == rpc::Kind::kResult;
  if (across && errand.as_task && takes_task(request))
    co_return bridge_.adopt(request, errand, std::move(lane), response);
  if (auto begun = across ? mcp::begun_task(response.result()) : std::nullopt) {
    turn.release();
    co_return co_await bridge_.wait(request, errand, std::move(lane), std::move(*begun),
                                    limits_.ask_timeout);
  }
  face::Answer answer = home(request, errand, response);
  answer.origin = std::move(response);
  co_return answer;
}

// A call that does no harm if it is made twice is made once more when the server broke off; never
// when it was slow, since then it may still be at work.
Task<LinkResult<rpc::Message>> CallPath::reach(face::Request& request, const Errand& errand,
                                               LanePtr& lane, Retry retry, Turn& turn) {
  auto response = co_await forward(request, errand, lane, retry, turn);
  if (response || request.exchange.cancelled()) co_return response;
  const bool broke_off = response.error().trouble == upstream::Trouble::kEnded;
  // The server had forgotten us and did not begin the call.
  const bool not_begun = lane->session_is_lost() && response.error().http_status != 0;
  if (!not_begun && !(broke_off && errand.manner.may_repeat)) co_return response;
  auto other = co_await Servers::lane(errand.server, request.session.get(), request.terms);
  if (!other) co_return response;
  lane = std::move(*other);
  auto again = co_await forward(request, errand, lane, std::move(retry), turn);
  // The first time it was.
  if (!again && !not_begun && was_not_sent(again.error())) co_return response;
  co_return again;
}

Task<LinkResult<rpc::Message>> CallPath::forward(face::Request& request, const Errand& errand,
                                                 LanePtr lane, Retry retry, Turn& turn) {
  Caller caller(request.exchange, request.session, request.terms, progress_token(request.message));
  caller.turn = &turn;
  caller.request = &request;
  caller.errand = &errand;
  upstream::Outgoing out =
      co_await outgoing(request, errand, lane, std::move(retry.state), std::move(retry.responses));
  if (request.exchange.cancelled()) co_return tl::unexpected(not_sent(errand.server->name()));
  const upstream::CallId id = out.id;
  request.exchange.on_cancel([&lane, &errand, id](std::string_view reason) {
    call_off(lane, *errand.server, id, reason);
  });
  Heartbeat heartbeat(loop_, caller);
  if (errand.manner.is_slow) heartbeat.start(limits_.heartbeat);
  bool late = false;
  net::Alarm bound;
  if (const auto at_most = errand.manner.at_most) {
    bound = loop_.after(*at_most, [&] {
      late = true;
      call_off(lane, *errand.server, id, kNoMoreTime);
    });
  }
  auto response = co_await lane->call(std::move(out), &caller);
  request.exchange.on_cancel(nullptr);
  if (late && !response) co_return tl::unexpected(too_late(errand));
  co_return response;
}

face::Answer CallPath::home(const face::Request& request, const Errand& errand,
                            const rpc::Message& response) {
  mcp::Homeward how;
  how.client = request.terms.era;
  how.method = request.message.method();
  how.id = request.message.raw_id();
  how.uncached = errand.manner.is_sensitive;
  // One that is on record comes back to its record, though its server may need no state for that.
  const json::View theirs = response.result().find("requestState");
  if (how.client == mcp::Era::kModern && is_question(response.result(), how.method) &&
      (theirs || !errand.record.empty())) {
    how.request_state = states_.close(request, {.server = errand.server->name(),
                                                .theirs = theirs.as_string().value_or(""),
                                                .withheld = {.call = errand.record}});
  }
  how.opens_urls = request.terms.features.elicitation_url && may_ask_back(how.method);
  if (errand.renamed && how.method == "resources/read") {
    how.uri_there = errand.name;
    how.uri_here = request.message.param("uri").as_string().value_or("");
  }
  return answer_home(response, how);
}

}  // namespace touchstone::gateway
