// Gateway, the part about resources that a client watches.
#include "gateway/gateway.hpp"
#include "gateway/session_watcher.hpp"
#include "gateway/subject.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;

}  // namespace

// For those whose URI a server hears with whatever else is watched there, not by a request of its
// own: what a person would be asked about is not watched.
Task<bool> Gateway::may_watch(face::Request& request, Errand errand) {
  if (!guard_.is_on()) co_return true;
  auto subject = subject_of(request, errand, Weighed());
  if (!subject) co_return false;
  auto opened = co_await guard_.open(std::move(*subject));
  if (!opened) log_.error("{}", base::to_line(opened.error()));
  if (!opened) co_return false;
  guard::Case& one = **opened;
  guard_.count(one);
  if (one.decision.effect < policy::Effect::kEscalate) {
    Pass pass{std::move(*opened)};
    if (co_await checkpoint_.begin(request, pass)) co_return false;
    auto receipt = face::answer_result(request.message, "{}");
    const auto answer =
        co_await checkpoint_.deliver(request, errand, std::move(pass), std::move(receipt));
    co_return answer.code == 0;
  }
  const auto kept = co_await guard_.refuse(one);
  if (!kept) log_.error("{}", base::to_line(kept.error()));
  log_.info("{}: {} is not watched: the policy would ask about it", one.subject.server,
            one.shown_name());
  co_return false;
}

Task<face::Answer> Gateway::subscribe(face::Request& request, Scope scope) {
  const bool on = request.message.method() == "resources/subscribe";
  SessionWatcher& watcher = SessionWatcher::of(request.session);
  if (on && (watches_.count(watcher) >= config_.limits.max_subscriptions || watches_.is_full()))
    co_return face::answer_error(request.message, rpc::kTooMany,
                                 "too many subscriptions in this session");
  Errand errand;
  if (scope.single) {
    errand.server = scope.servers.front();
  } else {
    auto found = co_await directory_.find(request, std::move(scope), ListKind::kResources,
                                          request.message.param("uri"));
    if (!found) co_return std::move(found.error());
    errand = std::move(*found);
  }
  const std::string uri = request.message.param("uri").as_string().value_or("");
  const Resource resource(errand.server->name(), errand.renamed ? errand.name : uri);
  // A modern server hears of it with its standing subscription, and one that others on the lane
  // still want to hear from is not told to stop.
  const bool modern = errand.server->era() == mcp::Era::kModern;
  auto answer = face::answer_result(request.message, "{}");
  bool allowed = true;
  if (modern && on) allowed = co_await may_watch(request, errand);
  if (!allowed)
    co_return face::answer_error(request.message, rpc::kRefused,
                                 "the policy allows no subscription to this resource");
  if (!modern && (on || !watches_.is_shared(watcher, resource)))
    answer = co_await run(request, errand);
  if (answer.code != 0 || request.session->ended()) co_return answer;
  if (on) {
    watches_.add(watcher, resource, uri);
  } else {
    watches_.remove(watcher, resource);
  }
  co_return answer;
}

}  // namespace touchstone::gateway
