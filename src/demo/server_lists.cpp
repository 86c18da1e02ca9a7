// Lists, resources and completion.
#include "demo/server.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

// We give out no cursors, so none can be right.
Reply whole_list(const face::Request& request, std::string result) {
  if (request.message.param("cursor")) return error(rpc::kInvalidParams, "Unknown cursor");
  return raw(std::move(result));
}

std::string list_of(std::string_view member, const std::vector<std::string>& definitions) {
  json::Writer w;
  w.begin_object().key(member).begin_array();
  for (const auto& definition : definitions) w.raw(definition);
  w.end_array().end_object();
  return std::move(w).take();
}

Reply no_such_resource(mcp::Era era, std::string_view uri) {
  json::Writer w;
  w.begin_object().key("uri").string(uri).end_object();
  const int code = era == mcp::Era::kModern ? rpc::kInvalidParams : rpc::kResourceNotFound;
  return error(code, "Resource not found", std::move(w).take());
}

}  // namespace

Task<Reply> Server::list_tools(face::Request& request) {
  co_return whole_list(request, tool_list_);
}

Task<Reply> Server::list_prompts(face::Request& request) {
  co_return whole_list(request, prompt_list_);
}

Task<Reply> Server::list_resources(face::Request& request) {
  co_return whole_list(request, list_of("resources", parts_->resources->list()));
}

Task<Reply> Server::list_templates(face::Request& request) {
  co_return whole_list(request, list_of("resourceTemplates", parts_->resources->templates));
}

Task<Reply> Server::read_resource(face::Request& request) {
  const auto uri = request.message.param("uri").as_string();
  if (!uri) co_return error(rpc::kInvalidParams, "Missing parameter: uri");
  auto reply = parts_->resources->read(*uri);
  co_return reply ? std::move(*reply) : no_such_resource(request.terms.era, *uri);
}

Task<Reply> Server::resolve_tool(face::Request& request) {
  const auto name = request.message.param("name").as_string();
  if (!name) co_return error(rpc::kInvalidParams, "Missing parameter: name");
  co_return parts_->resolve(*name, request.message.param("arguments"));
}

Task<Reply> Server::complete(face::Request& request) {
  constexpr std::size_t kMaxValues = 100;  // the protocol's
  const json::View ref = request.message.param("ref");
  const json::View argument = request.message.param("argument");
  const auto target = ref.find(ref.find("type").equals("ref/prompt") ? "name" : "uri").as_string();
  const auto name = argument.find("name").as_string();
  if (!target || !name) co_return error(rpc::kInvalidParams, "Missing parameter: ref or argument");
  const auto values =
      parts_->complete(*target, *name, argument.find("value").as_string().value_or(""));
  json::Writer w;
  w.begin_object().key("completion").begin_object().key("values").begin_array();
  for (std::size_t i = 0; i < values.size() && i < kMaxValues; ++i) w.string(values[i]);
  w.end_array().key("total").integer(static_cast<std::int64_t>(values.size()));
  w.key("hasMore").boolean(values.size() > kMaxValues).end_object().end_object();
  co_return raw(std::move(w).take());
}

}  // namespace touchstone::demo
