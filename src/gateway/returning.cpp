// Gateway, the part about legacy clients whose sessions an earlier run of it opened.
//
// A client keeps its session id over our restarts, and with it its label. The store has what it
// was opened with beside that label, from its first request that the guard saw; sessions from
// before that have nothing to lose and are opened anew. What only lived here is gone:
// subscriptions, the log level, streams.
#include "gateway/gateway.hpp"
#include "gateway/subject.hpp"

namespace touchstone::gateway {
namespace {

bool may_go_on(const store::Session& session, const face::Claim& claim) {
  return !session.ended && session.name.principal == claim.principal &&
         session.name.route == claim.route;
}

}  // namespace

Task<base::Result<std::optional<mcp::Terms>>> Gateway::recall(face::Claim claim) {
  std::optional<mcp::Terms> none;
  if (!guard_.is_on()) co_return none;
  const auto stored = co_await guard_.look_up(client_key(claim.id));
  if (!stored) co_return tl::unexpected(stored.error());
  if (!*stored || !may_go_on(**stored, claim)) co_return none;
  if (guard_.now() - (*stored)->last_seen > config_.limits.session_timeout) co_return none;
  co_return mcp::terms_of_opening((*stored)->name.opening);
}

// Meanwhile the servers may have become others.
void Gateway::returned(const SessionPtr& session) {
  entered(session);
  Notices::all_changed(*session);
}

Task<base::Result<void>> Gateway::dismissed(std::string id) {
  if (!guard_.is_on()) co_return base::Result<void>();
  co_return co_await guard_.end(client_key(id));
}

}  // namespace touchstone::gateway
