#include "gateway/results.hpp"

#include <utility>

#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"
#include "mcp/translate.hpp"
#include "model/result_wire.hpp"

namespace touchstone::gateway {

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

face::Answer answer_refusal(const face::Request& request, std::string_view why) {
  return answer_own(request, refusal_result(why));
}

face::Answer answer_home(const rpc::Message& response, const mcp::Homeward& how) {
  if (auto urls = mcp::urls_required(response, how)) return {std::move(urls->message), urls->code};
  return {mcp::to_client(response, how), response.error_code()};
}

}  // namespace touchstone::gateway
