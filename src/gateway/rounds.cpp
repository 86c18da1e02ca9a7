// CallPath, the part about rounds: a modern server asks back, and the client is legacy.
//
// The server's questions become real requests to the client, and its answers go with a retry to the
// server, until the server is content.
#include <fmt/format.h>

#include "gateway/ask_client.hpp"
#include "gateway/call_path.hpp"

namespace touchstone::gateway {
namespace {

constexpr net::Duration kBreath(100);  // before a retry that nobody was asked for

}  // namespace

Task<face::Answer> CallPath::rounds(face::Request& request, const Errand& errand, LanePtr lane,
                                    rpc::Message asked, Turn& turn) {
  for (int round = 0; round < kMaxRounds && !request.exchange.cancelled(); ++round) {
    const json::View questions = asked.result().find("inputRequests");
    if (!questions) co_await loop_.sleep(kBreath);
    turn.release();  // whoever is asked may need another call to answer
    auto responses =
        co_await ask_client(checkpoint_, request, errand, questions, limits_.ask_timeout);
    if (!responses) co_return std::move(responses.error());
    auto next = co_await schedule_.turn(request, errand);
    if (!next) co_return std::move(next.error());
    turn = std::move(*next);
    Retry retry;
    if (const json::View state = asked.result().find("requestState"))
      retry.state = state.as_string();
    retry.responses = std::move(*responses);
    auto response = co_await forward(request, errand, lane, std::move(retry), turn);
    if (!response) co_return begun_before(answer_failed(request.message, errand, response.error()));
    if (!is_question(response->result(), request.message.method()))
      co_return co_await arrive(request, errand, std::move(lane), std::move(*response), turn);
    asked = std::move(*response);
  }
  co_return face::answer_error(
      request.message, rpc::kUpstreamFailed,
      fmt::format("{}: the server asks without end", errand.server->name()));
}

}  // namespace touchstone::gateway
