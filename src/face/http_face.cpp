#include "face/http_face.hpp"

#include <algorithm>
#include <vector>

#include "face/guard.hpp"
#include "face/http_connection.hpp"

namespace touchstone::face {
namespace {

constexpr net::Duration kRound = std::chrono::seconds(1);
constexpr std::size_t kIdBytes = 16;
constexpr std::string_view kNoRoom = "too many sessions; try again later";

tl::unexpected<NoSession> unknown_session() {
  return tl::unexpected(NoSession{404, "unknown session: send initialize"});
}

bool is_session_id(std::string_view id) {
  return id.size() == 2 * kIdBytes &&
         id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

HttpFace::HttpFace(net::Loop& loop, Handler& handler, base::Random& random, const base::Log& log,
                   Limits limits, Door door)
    : loop(loop),
      handler(handler),
      log(log),
      limits(limits),
      door(std::move(door)),
      parser(limits.json),
      random_(random) {}

HttpFace::~HttpFace() = default;

void HttpFace::serve(net::StreamPtr stream) {
  if (crowd->connections >= limits.max_connections) {
    log.warning("more than {} connections; closing a new one", limits.max_connections);
    return stream->close();
  }
  auto connection = std::make_shared<HttpConnection>(*this, std::move(stream));
  connections_.insert(connection.get());
  loop.spawn(HttpConnection::run(std::move(connection)));
  if (!rounds_) rounds_ = loop.after(kRound, [this] { look_over(); });
}

std::shared_ptr<HttpSession> HttpFace::open_session(std::string route, std::string principal,
                                                    mcp::Terms terms) {
  if (principal != kAnybody) terms.principal = principal;
  if (sessions_.size() >= limits.max_sessions) return nullptr;
  auto session = std::make_shared<HttpSession>(loop, random_.hex(kIdBytes), std::move(route),
                                               std::move(principal), std::move(terms), shelf_);
  sessions_.emplace(session->id(), session);
  return session;
}

std::shared_ptr<HttpSession> HttpFace::find_session(std::string_view id, std::string_view route,
                                                    std::string_view principal) {
  const auto it = sessions_.find(id);
  if (it == sessions_.end()) return nullptr;
  if (it->second->route() != route || it->second->principal() != principal) return nullptr;
  it->second->touch();
  return it->second;
}

std::shared_ptr<HttpSession> HttpFace::return_session(const Claim& claim, mcp::Terms terms) {
  if (claim.principal != kAnybody) terms.principal = claim.principal;
  auto session = std::make_shared<HttpSession>(loop, claim.id, claim.route, claim.principal,
                                               std::move(terms), shelf_, random_.number());
  sessions_.emplace(session->id(), session);
  if (!rounds_) rounds_ = loop.after(kRound, [this] { look_over(); });
  handler.returned(session);
  return session;
}

Task<tl::expected<std::shared_ptr<HttpSession>, NoSession>> HttpFace::claim_session(Claim claim) {
  if (!is_session_id(claim.id) || sessions_.contains(claim.id)) co_return unknown_session();
  if (claims_ >= kMaxClaims) co_return tl::unexpected(NoSession{429, kNoRoom});
  ++claims_;
  auto asked = handler.recall(claim);
  auto terms = co_await std::move(asked);
  --claims_;
  if (!terms) {
    log.error("a session from before cannot be looked up: {}", base::to_line(terms.error()));
    co_return tl::unexpected(NoSession{503, "sessions cannot be looked up now; try again later"});
  }
  if (!*terms) co_return unknown_session();
  if (closed_) co_return tl::unexpected(NoSession{503, "the gateway is ending; try again later"});
  // Another request of this client may have been quicker.
  if (auto present = find_session(claim.id, claim.route, claim.principal)) co_return present;
  if (sessions_.contains(claim.id)) co_return unknown_session();
  if (sessions_.size() >= limits.max_sessions) co_return tl::unexpected(NoSession{429, kNoRoom});
  co_return return_session(claim, std::move(**terms));
}

void HttpFace::end_session(const std::shared_ptr<HttpSession>& session) {
  if (sessions_.erase(session->id()) == 0) return;
  session->end();
  handler.closed(*session);
}

void HttpFace::close() {
  closed_ = true;
  rounds_.reset();
  while (!sessions_.empty()) end_session(std::shared_ptr(sessions_.begin()->second));
  const auto open = connections_;
  for (HttpConnection* connection : open) connection->close();
}

void HttpFace::reconfigure(Limits new_limits, Door new_door) {
  limits = new_limits;
  door = std::move(new_door);
  parser = json::Parser(limits.json);
  const auto unknown = [this](const std::string& principal) {
    const auto is = [&](const auto& token) { return token.first == principal; };
    return door.tokens.empty() ? principal != kAnybody : std::ranges::none_of(door.tokens, is);
  };
  std::vector<std::shared_ptr<HttpSession>> out;
  for (const auto& [id, session] : sessions_) {
    if (unknown(session->principal())) out.push_back(session);
  }
  for (const auto& session : out) end_session(session);
  const auto open = connections_;
  for (HttpConnection* connection : open) {
    if (!connection->principal().empty() && unknown(connection->principal())) connection->close();
  }
}

void HttpFace::look_over() {
  const auto now = net::Clock::now();
  const auto open = connections_;  // looking may close one
  for (HttpConnection* connection : open) connection->look(now);
  expire_sessions(now);
  rounds_ = {};
  if (!connections_.empty() || !sessions_.empty())
    rounds_ = loop.after(kRound, [this] { look_over(); });
}

void HttpFace::expire_sessions(net::Clock::time_point now) {
  std::vector<std::shared_ptr<HttpSession>> old;
  for (const auto& [id, session] : sessions_) {
    if (!session->busy() && now - session->used() > limits.session_timeout) old.push_back(session);
    session->drop_delivered(now);
  }
  for (const auto& session : old) end_session(session);
}

}  // namespace touchstone::face
