#include "gateway/ask_client.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"
#include "rpc/code.hpp"

namespace touchstone::gateway {
namespace {

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

Task<tl::expected<std::string, face::Answer>> ask_client(Checkpoint& checkpoint,
                                                         face::Request& request,
                                                         const Errand& errand, json::View questions,
                                                         net::Duration timeout, std::string task) {
  if (questions.members().empty()) co_return std::string();
  if (auto refused = co_await checkpoint.withheld(request, errand, questions))
    co_return tl::unexpected(std::move(*refused));
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
    if (!task.empty())
      raw_params = mcp::with_related_task(raw_params.empty() ? "{}" : raw_params, task);
    auto answer = co_await request.session->ask(method, std::move(raw_params), &request.exchange,
                                                timeout, nullptr);
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
    if (auto refused = co_await checkpoint.refused_answer(request, errand, std::move(method),
                                                          std::string(answer->result().raw())))
      co_return tl::unexpected(std::move(*refused));
    out.key(*key.as_string()).raw(answer->result().raw());
  }
  out.end_object();
  co_return std::move(out).take();
}

}  // namespace touchstone::gateway
