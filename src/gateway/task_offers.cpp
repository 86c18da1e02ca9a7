#include "gateway/task_offers.hpp"

#include <fmt/format.h>

#include "mcp/tasks.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kOptional = R"("optional")";

json::View support_of(const Offer& offer) {
  return offer.tool.json.find("execution").find("taskSupport");
}

bool says_it_can(const Offer& offer) {
  const json::View support = support_of(offer);
  return support.equals("optional") || support.equals("required");
}

bool is_slow(const Offer& offer) {
  return offer.known && offer.known->profile.is_true(model::Field::kSlowExecution);
}

// Slow as it was listed, or by its arguments. A tool that says so itself is taken at its word:
// since we declare tasks, its clients go by that.
bool can_be_task(const Errand& errand) {
  if (errand.manner.is_slow) return true;
  return errand.offer != nullptr && (is_slow(*errand.offer) || says_it_can(*errand.offer));
}

std::string_view fault_of(json::View task) {
  if (!task.is(json::Kind::kObject)) return "Invalid params: task must be an object";
  const json::View ttl = task.find("ttl");
  const bool is_told = ttl && !ttl.is(json::Kind::kNull);
  if (is_told && !ttl.is(json::Kind::kNumber)) return "Invalid params: task.ttl must be a number";
  return {};
}

}  // namespace

TaskHost task_host(const upstream::Server& server) {
  const auto hello = server.last_hello();
  if (!hello || !server.era()) return TaskHost::kServer;
  if (!mcp::serves_tasks(*server.era(), hello->root().find("capabilities")))
    return TaskHost::kGateway;
  return server.era() == mcp::Era::kModern ? TaskHost::kBridge : TaskHost::kServer;
}

bool TaskOffers::are_for(const mcp::Terms& client) const {
  return mcp::has_core_tasks(client) && config_.annotate != model::Annotate::kOff;
}

bool TaskOffers::are_for(const mcp::Terms& client, const upstream::Lane& lane) const {
  const json::View capabilities = lane.capabilities();
  return are_for(client) && capabilities.find("tools") &&
         !mcp::serves_tasks(lane.era(), capabilities);
}

TaskHost TaskOffers::host_of(const mcp::Terms& client, const upstream::Server& server) const {
  return are_for(client) ? task_host(server) : TaskHost::kServer;
}

// Of a server that knows of no tasks, what it says of them means nothing; `forbidden` is what some
// SDKs write of every tool.
void TaskOffers::mark(json::Splice& splice, const Offer& offer, TaskHost host) {
  if (host == TaskHost::kServer || !is_slow(offer) || says_it_can(offer)) return;
  if (host == TaskHost::kBridge && support_of(offer)) return;
  const json::View tool = offer.tool.json;
  const json::View execution = tool.find("execution");
  if (execution) {
    splice.set_member(execution, "taskSupport", std::string(kOptional));
  } else {
    splice.set_member(tool, "execution", fmt::format(R"({{"taskSupport":{}}})", kOptional));
  }
}

bool TaskOffers::is_asked(const face::Request& request) const {
  return request.message.method() == "tools/call" && request.message.param("task") &&
         are_for(request.terms);
}

face::Answer TaskOffers::none_here(const face::Request& request) {
  return face::answer_error(request.message, rpc::kMethodNotFound,
                            "this tool cannot be called as a task; call it without `task`");
}

std::optional<face::Answer> TaskOffers::refusal(const face::Request& request,
                                                const Errand& errand) const {
  if (!is_asked(request)) return std::nullopt;
  const TaskHost host = task_host(*errand.server);
  if (host == TaskHost::kServer) return std::nullopt;
  if (const auto fault = fault_of(request.message.param("task")); !fault.empty())
    return face::answer_error(request.message, rpc::kInvalidParams, fault);
  if (host == TaskHost::kBridge || can_be_task(errand)) return std::nullopt;
  return none_here(request);
}

bool TaskOffers::is_ours(const face::Request& request, const Errand& errand) const {
  return is_asked(request) && task_host(*errand.server) == TaskHost::kGateway &&
         can_be_task(errand);
}

}  // namespace touchstone::gateway
