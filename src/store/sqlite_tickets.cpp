#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "store/collect.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

constexpr std::array<std::string_view, 6> kStates{"pending", "allowed", "denied",
                                                  "expired", "used",    "revoked"};
constexpr std::array<std::string_view, 3> kScopes{"once", "session", "shape"};

template <typename Enum, std::size_t N>
base::Result<Enum> named(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return base::fail(fmt::format("a ticket that is '{}'", name));
  return static_cast<Enum>(found - names.begin());
}

constexpr std::string_view kTicketColumns =
    "SELECT id, nonce, principal, session, server, tool, arguments, shape, pin, policy, prompt, "
    "asked, expires, state, scope, answered_by, answered, used, rules, seen FROM tickets";

base::Result<Ticket> read_ticket(const Query& row) {
  const auto state = named<TicketState>(kStates, row.bytes(13));
  if (!state) return tl::unexpected(state.error());
  const auto scope = named<Scope>(kScopes, row.bytes(14));
  if (!scope) return tl::unexpected(scope.error());
  return Ticket{.id = row.text(0),
                .nonce = row.text(1),
                .binding = {row.text(2), row.text(3), row.text(4), row.text(5), row.text(6),
                            row.text(7), row.text(8), row.text(9), row.text(18), row.text(19)},
                .prompt = row.text(10),
                .asked = row.time(11),
                .expires = row.time(12),
                .state = *state,
                .scope = *scope,
                .answered_by = row.text(15),
                .answered = row.time_if(16),
                .used = row.time_if(17)};
}

base::Result<std::optional<Ticket>> pending_for(Database& database, const Binding& call, Time now) {
  return first<Ticket>(
      database.query(
          fmt::format("{} WHERE state = 'pending' AND server = ? AND tool = ? AND "
                      "principal = ? AND session = ? AND arguments = ? AND shape = ? AND "
                      "pin = ? AND policy = ? AND rules = ? AND seen = ? AND expires > ?",
                      kTicketColumns),
          call.server, call.tool, call.principal, call.session, call.arguments, call.shape,
          call.pin, call.policy, call.rules, call.seen, now),
      read_ticket);
}

// Are all lines of `now` among those of `then`? One without an end is none.
bool has_lines(std::string_view then, std::string_view now) {
  for (; !now.empty(); now.remove_prefix(now.find('\n') + 1)) {
    const auto line = now.substr(0, now.find('\n') + 1);
    if (line.empty()) return false;
    auto at = then.find(line);
    while (at != std::string_view::npos && at != 0 && then[at - 1] != '\n')
      at = then.find(line, at + 1);
    if (at == std::string_view::npos) return false;
  }
  return true;
}

// Was all told that the call has about data? A grant for once is for the arguments that were shown.
bool was_told(const Ticket& grant, const Binding& call) {
  return grant.scope == Scope::kOnce ||
         (!grant.binding.seen.empty() && has_lines(grant.binding.seen, call.seen));
}

base::Result<void> check_pending(Database& database, const std::string& session) {
  auto pending = database.query(
      "SELECT count(*) FROM tickets WHERE session = ? AND state = 'pending'", session);
  if (pending.next() && pending.count(0) < kMaxPending) return {};
  if (pending.error()) return tl::unexpected(*pending.error());
  return base::fail(fmt::format("{} questions of this session wait for an answer", kMaxPending), "",
                    "answer or deny some with `touchstone approvals`");
}

base::Result<void> insert_ticket(Database& database, const Ticket& ticket) {
  const auto& bound = ticket.binding;
  return only_done(database.run(
      "INSERT INTO tickets (id, nonce, principal, session, server, tool, arguments, shape, pin, "
      "policy, rules, seen, prompt, asked, expires, state, scope, answered_by) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', 'once', '')",
      ticket.id, ticket.nonce, bound.principal, bound.session, bound.server, bound.tool,
      bound.arguments, bound.shape, bound.pin, bound.policy, bound.rules, bound.seen, ticket.prompt,
      ticket.asked, ticket.expires));
}

// What a grant of each scope asks of a call besides what all of them do. One that is not used up is
// taken first.
constexpr std::string_view kGrantOf =
    "{} WHERE state = 'allowed' AND server = ? AND tool = ? AND principal = ? AND pin = ? AND "
    "policy = ? AND expires > ? AND ((scope = 'session' AND session = ?) OR (scope = 'shape' AND "
    "shape = ?) OR (scope = 'once' AND session = ? AND arguments = ?)) "
    "ORDER BY scope = 'once', expires DESC LIMIT ?";
constexpr std::size_t kMaxGrants = 64;  // that are compared with one call

base::Result<Taken> use_up(Database& database, Ticket grant, Time now) {
  grant.state = TicketState::kUsed;
  grant.used = now;
  const auto taken =
      database.run("UPDATE tickets SET state = 'used', used = ? WHERE id = ?", now, grant.id);
  if (!taken) return tl::unexpected(taken.error());
  return Taken{std::move(grant)};
}

}  // namespace

std::string_view name_of(TicketState state) { return kStates[static_cast<std::size_t>(state)]; }
std::string_view name_of(Scope scope) { return kScopes[static_cast<std::size_t>(scope)]; }

bool Binding::is_same_call(const Binding& other) const {
  Binding told = *this;
  told.seen = other.seen;
  return told == other;
}

base::Result<Ticket> ask(Database& database, const Ticket& ticket) {
  auto known = pending_for(database, ticket.binding, ticket.asked);
  if (!known) return tl::unexpected(known.error());
  if (*known) return std::move(**known);
  auto done = check_pending(database, ticket.binding.session);
  if (done) done = insert_ticket(database, ticket);
  if (!done) return tl::unexpected(done.error());
  auto kept = find_ticket(database, ticket.id);
  if (!kept) return tl::unexpected(kept.error());
  return std::move(**kept);
}

base::Result<std::optional<Answered>> answer(Database& database, json::Parser& parser,
                                             const Answer& answer) {
  const auto state = answer.allow ? TicketState::kAllowed : TicketState::kDenied;
  const auto changed = database.run(
      "UPDATE tickets SET state = ?, scope = ?, expires = iif(?, ?, expires), answered_by = ?, "
      "answered = ? WHERE id = ? AND ((state = 'pending' AND expires > ?) OR "
      "(? AND state = 'denied'))",
      name_of(state), name_of(answer.scope), answer.allow, answer.grant_expires, answer.by,
      answer.now, answer.ticket, answer.now, answer.turns && answer.allow);
  if (!changed) return tl::unexpected(changed.error());
  if (*changed == 1 && answer.record) {
    const auto kept = append_decision(database, parser, *answer.record);
    if (!kept) return tl::unexpected(kept.error());
  }
  auto ticket = find_ticket(database, answer.ticket);
  if (!ticket) return tl::unexpected(ticket.error());
  if (!*ticket) return std::optional<Answered>();
  return Answered{*changed == 1, std::move(**ticket)};
}

base::Result<std::optional<Revoked>> revoke(Database& database, json::Parser& parser,
                                            const Revocation& change) {
  const auto changed = database.run(
      "UPDATE tickets SET state = 'revoked', expires = ? WHERE id = ? AND expires > ? AND "
      "state IN ('allowed', 'used')",
      change.now, change.ticket, change.now);
  if (!changed) return tl::unexpected(changed.error());
  if (*changed == 1 && change.record) {
    const auto kept = append_decision(database, parser, *change.record);
    if (!kept) return tl::unexpected(kept.error());
  }
  auto ticket = find_ticket(database, change.ticket);
  if (!ticket) return tl::unexpected(ticket.error());
  if (!*ticket) return std::optional<Revoked>();
  return Revoked{*changed == 1, std::move(**ticket)};
}

base::Result<Taken> take_grant(Database& database, const Binding& call, Time now) {
  auto grants =
      collect<Ticket>(database.query(fmt::format(kGrantOf, kTicketColumns), call.server, call.tool,
                                     call.principal, call.pin, call.policy, now, call.session,
                                     call.shape, call.session, call.arguments, kMaxGrants),
                      read_ticket);
  if (!grants) return tl::unexpected(grants.error());
  std::erase_if(*grants,
                [&](const Ticket& ticket) { return !has_lines(ticket.binding.rules, call.rules); });
  const auto grant =
      std::ranges::find_if(*grants, [&](const Ticket& ticket) { return was_told(ticket, call); });
  if (grant == grants->end())
    return grants->empty() ? Taken() : Taken{.outgrown = std::move(grants->front())};
  if (grant->scope != Scope::kOnce) return Taken{std::move(*grant)};
  return use_up(database, std::move(*grant), now);
}

base::Result<std::optional<Ticket>> find_ticket(Database& database, std::string_view id) {
  return first<Ticket>(database.query(fmt::format("{} WHERE id = ?", kTicketColumns), id),
                       read_ticket);
}

base::Result<std::vector<Ticket>> list_tickets(Database& database, const TicketFilter& filter) {
  Where where;
  if (filter.state) where.add("state = ?", name_of(*filter.state));
  where.when(filter.principal, "principal = ?").when(filter.session, "session = ?");
  where.when(filter.before, "asked < ?");
  return collect<Ticket>(
      where.query(database, kTicketColumns, "ORDER BY asked DESC, number DESC", filter.limit),
      read_ticket);
}

base::Result<std::vector<Ticket>> expire_tickets(Database& database, Time now) {
  Where where;
  where.add("state = 'pending'");
  where.add("expires <= ?", argument(now));
  auto over = collect<Ticket>(where.query(database, kTicketColumns, "ORDER BY expires", kMaxPage),
                              read_ticket);
  if (!over) return over;
  for (auto& ticket : *over) {
    ticket.state = TicketState::kExpired;
    const auto marked =
        database.run("UPDATE tickets SET state = 'expired' WHERE id = ?", ticket.id);
    if (!marked) return tl::unexpected(marked.error());
  }
  return over;
}

base::Result<void> end_grants(Database& database, std::string_view session) {
  return only_done(
      database.run("UPDATE tickets SET state = 'expired' WHERE session = ? AND state = 'allowed' "
                   "AND scope = 'session'",
                   session));
}

}  // namespace touchstone::store
