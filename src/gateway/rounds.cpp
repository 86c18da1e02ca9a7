// CallPath, the part about rounds: a modern server asks back, and the client is legacy.
//
// The server's questions become real requests to the client, and its answers go with a retry to the
// server, until the server is content.
#include <fmt/format.h>

#include "base/hash.hpp"
#include "gateway/call_path.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {
namespace {

constexpr net::Duration kBreath(100);  // before a retry that nobody was asked for

// Legacy clients expect an id with a URL they are to open; modern servers have none.
std::string legacy_params(json::View params, std::string_view method) {
  if (!params) return {};
  const bool url = method == "elicitation/create" && params.find("mode").equals("url");
  if (!url || params.find("elicitationId")) return std::string(params.raw());
  json::Splice splice(params);
  const auto id = base::hash64(params.raw());
  splice.set_member(params, "elicitationId", fmt::format("\"touchstone-{:016x}\"", id));
  return splice.apply();
}

}  // namespace

Task<face::Answer> CallPath::rounds(face::Request& request, const Errand& errand, LanePtr lane,
                                    rpc::Message asked) {
  for (int round = 0; round < kMaxRounds && !request.exchange.cancelled(); ++round) {
    const json::View questions = asked.result().find("inputRequests");
    if (!questions) co_await loop_.sleep(kBreath);
    auto responses = co_await ask_all(request, questions);
    if (!responses) co_return std::move(responses.error());
    Retry retry;
    if (const json::View state = asked.result().find("requestState"))
      retry.state = state.as_string();
    retry.responses = std::move(*responses);
    auto response = co_await forward(request, errand, lane, std::move(retry));
    if (!response)
      co_return answer_trouble(request.message, errand.server->name(), response.error());
    if (!response->result().find("resultType").equals("input_required"))
      co_return home(request, errand, *response);
    asked = std::move(*response);
  }
  co_return face::answer_error(
      request.message, rpc::kUpstreamFailed,
      fmt::format("{}: the server asks without end", errand.server->name()));
}

// The raw inputResponses, "" if nothing was asked.
Task<tl::expected<std::string, face::Answer>> CallPath::ask_all(face::Request& request,
                                                                json::View questions) {
  if (questions.members().empty()) co_return std::string();
  json::Writer out;
  out.begin_object();
  for (const auto [key, question] : questions.members()) {
    const json::View params = question.find("params");
    std::string method = question.find("method").as_string().value_or("");
    if (!mcp::can_answer(request.terms.features, method, params)) {
      co_return tl::unexpected(
          face::answer_error(request.message, rpc::kUpstreamFailed,
                             "the server asks what the client did not offer: " + method));
    }
    std::string raw_params = legacy_params(params, method);
    auto answer = co_await request.session->ask(std::move(method), std::move(raw_params),
                                                &request.exchange, ask_timeout_, nullptr);
    if (!answer) {
      co_return tl::unexpected(
          face::answer_error(request.message, rpc::kUpstreamFailed, base::to_line(answer.error())));
    }
    if (answer->kind() == rpc::Kind::kError) {
      const auto said = answer->error().find("message").as_string().value_or("");
      co_return tl::unexpected(
          face::answer_error(request.message, rpc::kUpstreamFailed,
                             "the client could not answer the server's question: " + said));
    }
    out.key(*key.as_string()).raw(answer->result().raw());
  }
  out.end_object();
  co_return std::move(out).take();
}

}  // namespace touchstone::gateway
