#include "gateway/results.hpp"

#include <utility>

#include <fmt/format.h>

#include "guard/sessions.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"
#include "mcp/tasks.hpp"
#include "mcp/translate.hpp"
#include "model/result_wire.hpp"
#include "rpc/code.hpp"

namespace touchstone::gateway {
namespace {

// What a call is answered with that asks for a task is a task, and no result.
bool asks_for_task(const face::Request& request) {
  return request.message.method() == "tools/call" && request.message.param("task") &&
         mcp::has_core_tasks(request.terms);
}

}  // namespace

face::Answer answer_own(const face::Request& request, std::string raw_result) {
  if (request.terms.era == mcp::Era::kModern)
    raw_result = mcp::complete(std::move(raw_result), request.message.method());
  return face::answer_result(request.message, raw_result);
}

std::string refusal_result(std::string_view why) {
  json::Writer out;
  out.begin_object().key("content").begin_array().begin_object();
  out.key("type").string("text").key("text").string(why);
  out.end_object().end_array().key("isError").boolean(true).end_object();
  return std::move(out).take();
}

std::string marked_as_attack(std::string result, std::string source) {
  const auto document = json::Parser().parse(json::Text::copy_of(result));
  if (!document) return result;
  model::Label label;
  label.malicious = label.untrusted = true;
  label.attribution.insert(std::move(source));
  json::Splice splice(document->root());
  model::annotate_result(splice, document->root(), label);
  return splice.apply();
}

std::string error_object(int code, std::string_view why) {
  json::Writer out;
  out.begin_object().key("code").integer(code).key("message").string(why).end_object();
  return std::move(out).take();
}

face::Answer answer_refusal(const face::Request& request, std::string_view why) {
  if (asks_for_task(request)) return face::answer_error(request.message, rpc::kRefused, why);
  return answer_own(request, refusal_result(why));
}

std::string reasons(const policy::Decision& decision) {
  std::string out;
  for (const policy::Rule* rule : decision.fired) {
    if (rule->effect != decision.effect) continue;
    out += (out.empty() ? "" : "; ") + rule->text_and_name();
  }
  return out;
}

bool has_result_of_tool(const face::Request& request) {
  const std::string_view method = request.message.method();
  return (method == "tools/call" && !asks_for_task(request)) || method == "tasks/result";
}

face::Answer refusal(const face::Request& request, std::string_view text) {
  if (has_result_of_tool(request)) return answer_refusal(request, text);
  return face::answer_error(request.message, rpc::kRefused, text);
}

face::Answer not_valid(const face::Request& request, const base::Error& error) {
  return face::answer_error(request.message, rpc::kInvalidParams,
                            "Invalid params: " + base::to_line(error));
}

face::Answer answer_guard_trouble(const face::Request& request, const base::Log& log,
                                  std::string_view what, const base::Error& error) {
  const std::string line = base::to_line(error);
  if (guard::is_not_yours(error)) {
    log.warning("refused: {}, asked for by {}", line, request.principal);
    return face::answer_error(request.message, rpc::kInvalidParams, "Invalid params: " + line);
  }
  log.error("{}", line);
  return face::answer_error(request.message, rpc::kInternalError,
                            fmt::format("the gateway cannot {}: {}", what, line));
}

face::Answer answer_home(const rpc::Message& response, const mcp::Homeward& how) {
  if (auto urls = mcp::urls_required(response, how)) return {std::move(urls->message), urls->code};
  return {mcp::to_client(response, how), response.error_code()};
}

}  // namespace touchstone::gateway
