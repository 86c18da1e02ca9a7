#include "demo/server.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "json/parser.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kForAll = R"("ttlMs":60000,"cacheScope":"public",)";
constexpr std::string_view kForNow = R"("ttlMs":0,"cacheScope":"private",)";

std::string list_of(std::string_view member, const std::vector<Part>& parts) {
  json::Writer w;
  w.begin_object().key(member).begin_array();
  for (const auto& part : parts) w.raw(part.definition);
  w.end_array().end_object();
  return std::move(w).take();
}

// The members that a modern result has besides its own, put before them.
std::string dress(const Reply& reply, std::string_view caching) {
  std::string head = "{\"resultType\":\"" + reply.type + "\",";
  if (reply.type == "complete") head += caching;
  if (reply.result == "{}") head.pop_back();
  return head.append(reply.result, 1);
}

}  // namespace

Server::Entry::Entry(const Part& part, json::Document document)
    : part(part), definition(std::move(document)) {
  auto found = mcp::mirrored_params(definition.root().find("inputSchema"));
  if (found) mirrored = std::move(*found);
}

Server::Server(net::Loop& loop, base::Random& random, Parts parts)
    : loop_(loop),
      parts_(std::make_shared<const Parts>(std::move(parts))),
      states_(random),
      tasks_(loop, random),
      tool_list_(list_of("tools", parts_->tools)),
      prompt_list_(list_of("prompts", parts_->prompts)) {
  const auto index = [](const std::vector<Part>& parts, Entries& entries) {
    for (const auto& part : parts) {
      auto definition = json::Parser().parse(json::Text::copy_of(part.definition));
      assert(definition);  // it is ours, and demo_test.cpp reads every one
      if (!definition) continue;
      auto name = definition->root().find("name").as_string().value_or("");
      entries.emplace(std::move(name), std::make_unique<const Entry>(part, std::move(*definition)));
    }
  };
  index(parts_->tools, tools_);
  index(parts_->prompts, prompts_);
}

const Server::Method* Server::method_of(std::string_view name, mcp::Era era) {
  using enum Eras;
  using enum Needs;
  static constexpr Method kMethods[] = {
      {"tools/call", kBoth, kTools, &Server::call_tool},
      {"tools/list", kBoth, kTools, &Server::list_tools, kForAll},
      {"tools/resolve", kBoth, kResolution, &Server::resolve_tool},
      {"initialize", kLegacy, kNothing, &Server::initialize},
      {"server/discover", kModern, kNothing, &Server::discover, kForAll},
      {"logging/setLevel", kLegacy, kNothing, &Server::set_level},
      {"subscriptions/listen", kModern, kNothing, &Server::listen},
      {"resources/list", kBoth, kResources, &Server::list_resources, kForNow},
      {"resources/templates/list", kBoth, kResources, &Server::list_templates, kForAll},
      {"resources/read", kBoth, kResources, &Server::read_resource, kForNow},
      {"resources/subscribe", kLegacy, kResources, &Server::subscribe},
      {"resources/unsubscribe", kLegacy, kResources, &Server::unsubscribe},
      {"prompts/list", kBoth, kPrompts, &Server::list_prompts, kForAll},
      {"prompts/get", kBoth, kPrompts, &Server::get_prompt},
      {"completion/complete", kBoth, kCompletion, &Server::complete},
      {"tasks/get", kBoth, kTasks, &Server::get_task},
      {"tasks/cancel", kBoth, kTasks, &Server::cancel_task},
      {"tasks/update", kModern, kTasks, &Server::update_task},
      {"tasks/result", kLegacy, kTasks, &Server::task_result},
      {"tasks/list", kLegacy, kTasks, &Server::list_tasks},
  };
  const Eras wanted = era == mcp::Era::kModern ? kModern : kLegacy;
  const auto* const it = std::ranges::find_if(kMethods, [&](const Method& method) {
    return method.name == name && (method.eras == kBoth || method.eras == wanted);
  });
  return it == std::end(kMethods) ? nullptr : it;
}

bool Server::offers(const Method& method) const {
  switch (method.needs) {
    case Needs::kNothing: return true;
    case Needs::kTools: return !parts_->tools.empty();
    case Needs::kPrompts: return !parts_->prompts.empty();
    case Needs::kResources: return parts_->resources.has_value();
    case Needs::kCompletion: return parts_->complete != nullptr;
    case Needs::kResolution: return parts_->resolve != nullptr;
    case Needs::kTasks: break;
  }
  return has_tasks();
}

bool Server::has_tasks() const {
  return std::ranges::any_of(
      parts_->tools, [](const Part& part) { return part.background != Background::kNever; });
}

Task<face::Answer> Server::answer(face::Request& request) {
  const Method* const method = method_of(request.message.method(), request.terms.era);
  if (method == nullptr || !offers(*method))
    co_return face::answer_error(request.message, rpc::kMethodNotFound,
                                 "Method not found: " + std::string(request.message.method()));
  Reply reply = co_await (this->*method->act)(request);
  if (reply.code != 0)
    co_return face::answer_error(request.message, reply.code, reply.message, reply.data);
  if (request.terms.era == mcp::Era::kModern) reply.result = dress(reply, method->caching);
  co_return face::answer_result(request.message, reply.result);
}

void Server::closed(face::Session& session) { parts_->listeners->remove(session); }

}  // namespace touchstone::demo
