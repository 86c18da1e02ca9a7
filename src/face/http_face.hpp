// HttpFace: clients over Streamable HTTP, both eras on one endpoint.
//
// Owns the sessions and counts the connections; each connection runs in a coroutine of its own
// (http_connection.hpp) and keeps the face's promises: who may come in (guard.hpp), how much and
// how slowly (options.hpp), and what answers what. Once a second it looks over all connections and
// sessions: overdue ones are closed, quiet streams get a sign of life.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "base/log.hpp"
#include "base/random.hpp"
#include "face/handler.hpp"
#include "face/http_session.hpp"
#include "face/options.hpp"
#include "json/parser.hpp"
#include "net/stream.hpp"

namespace touchstone::face {

class HttpConnection;

// Why there is no session, as a status and its words.
struct NoSession {
  int status;
  std::string_view what;
};

class HttpFace {
 public:
  static constexpr std::size_t kMaxClaims = 256;  // sessions that the handler is asked for at once

  HttpFace(net::Loop& loop, Handler& handler, base::Random& random, const base::Log& log,
           Limits limits, Door door);
  ~HttpFace();
  HttpFace(const HttpFace&) = delete;

  void serve(net::StreamPtr stream);  // takes over one accepted connection
  void close();                       // ends all sessions and connections
  // Other limits, other doors, from the next request on. Who shows a token that no longer counts
  // loses session, streams and calls at once.
  void reconfigure(Limits limits, Door door);

  [[nodiscard]] std::size_t session_count() const { return sessions_.size(); }
  [[nodiscard]] std::size_t connection_count() const { return connections_.size(); }

  // For connections.
  [[nodiscard]] std::shared_ptr<HttpSession> open_session(std::string route, std::string principal,
                                                          mcp::Terms terms);
  // Bound to route and principal: an id shown elsewhere is unknown.
  [[nodiscard]] std::shared_ptr<HttpSession> find_session(std::string_view id,
                                                          std::string_view route,
                                                          std::string_view principal);
  // One that find_session() does not find, and that was opened before a restart (Handler::recall).
  Task<tl::expected<std::shared_ptr<HttpSession>, NoSession>> claim_session(Claim claim);
  void end_session(const std::shared_ptr<HttpSession>& session);
  void forget(HttpConnection& connection) { connections_.erase(&connection); }

  net::Loop& loop;
  Handler& handler;
  const base::Log& log;
  Limits limits;
  Door door;
  json::Parser parser;
  const CrowdPtr crowd = std::make_shared<Crowd>();  // for other faces of the same gateway, too

 private:
  void look_over();
  void expire_sessions(net::Clock::time_point now);

  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library looks for it
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  [[nodiscard]] std::shared_ptr<HttpSession> return_session(const Claim& claim, mcp::Terms terms);

  base::Random& random_;
  std::size_t claims_ = 0;
  bool closed_ = false;  // no session comes back
  std::set<HttpConnection*> connections_;
  std::unordered_map<std::string, std::shared_ptr<HttpSession>, Hash, std::equal_to<>> sessions_;
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>(Shelf::kMaxOfAll);
  net::Alarm rounds_;
};

}  // namespace touchstone::face
