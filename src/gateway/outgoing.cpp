#include "gateway/outgoing.hpp"

#include "gateway/caller.hpp"
#include "mcp/request.hpp"

namespace touchstone::gateway {
namespace {

std::string name_there(const face::Request& request, const Errand& errand) {
  if (errand.renamed) return errand.name;
  const std::string_view key = mcp::named_param(request.message.method());
  return key.empty() ? std::string() : request.message.param(key).as_string().value_or("");
}

// The arguments of a tool that headers repeat.
Task<std::vector<mcp::MirroredParam>> marks_of(const face::Request& request, std::string tool,
                                               LanePtr lane, net::Duration timeout) {
  auto tools = lane->last_list(upstream::ListKind::kTools, request.terms);
  if (!tools) {
    auto fetched =
        co_await upstream::fetch(lane, upstream::ListKind::kTools, request.terms, timeout);
    if (!fetched) co_return std::vector<mcp::MirroredParam>();
    tools = std::move(*fetched);
  }
  const auto marks = tools->mirrors.find(tool);
  if (marks == tools->mirrors.end()) co_return std::vector<mcp::MirroredParam>();
  co_return marks->second;
}

// A modern client over HTTP has made the headers itself. For others we are the client, and for
// arguments that it did not write.
Task<mcp::Headers> param_headers(const face::Request& request, const Errand& errand,
                                 std::string tool, LanePtr lane, net::Duration timeout) {
  if (request.by_headers && !errand.opened) co_return request.param_headers;
  mcp::Headers headers;
  const auto marks = co_await marks_of(request, std::move(tool), lane, timeout);
  for (const auto& param : marks) {
    if (auto value = mcp::mirror_of(request.message.param("arguments"), param))
      headers.emplace_back(param.header, std::move(*value));
  }
  co_return headers;
}

}  // namespace

Task<std::string> header_fault(const face::Request& request, const Errand& errand, LanePtr lane) {
  if (!request.by_headers || request.message.method() != "tools/call") co_return std::string();
  std::string tool = name_there(request, errand);
  const net::Duration timeout = errand.server->config().call_timeout;
  const auto marks = co_await marks_of(request, std::move(tool), std::move(lane), timeout);
  if (marks.empty()) co_return std::string();
  const rpc::Message& written = errand.opened ? errand.opened->written : request.message;
  co_return mcp::check_mirrors(written.param("arguments"), marks, request.param_headers);
}

Task<upstream::Outgoing> outgoing(const face::Request& request, const Errand& errand, LanePtr lane,
                                  std::optional<std::string> state, std::string responses) {
  upstream::Outgoing out;
  out.timeout = errand.manner.silence.value_or(errand.server->config().call_timeout);
  if (lane->modern()) {
    const std::string name = name_there(request, errand);
    const std::string_view method = request.message.method();
    out.headers = mcp::standard_headers(method, name);
    const bool http = errand.server->config().transport != config::Transport::kStdio;
    if (http && method == "tools/call") {
      auto params = co_await param_headers(request, errand, name, lane, out.timeout);
      out.headers.insert(out.headers.end(), params.begin(), params.end());
    }
  }
  out.id = lane->next_id();
  mcp::Outward how;
  how.server = lane->era();
  how.id = std::to_string(out.id);
  how.renamed = errand.renamed;
  how.name = errand.name;
  if (request.message.meta("progressToken")) how.progress = how.id;
  how.request_state = std::move(state);
  if (!responses.empty()) how.input_responses = std::move(responses);
  if (errand.answers_us) how.request_state = how.input_responses = "";
  how.as_task = errand.as_task;
  how.plainly = errand.behind_ours && request.terms.era == mcp::Era::kLegacy;
  if (errand.context) how.context = &*errand.context;
  out.message = mcp::to_server(request.message, request.terms, how);
  co_return out;
}

}  // namespace touchstone::gateway
