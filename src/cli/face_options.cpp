#include "cli/face_options.hpp"

#include "http/url.hpp"

namespace touchstone::cli {

face::Limits face_limits(const config::Config& config) {
  const config::Limits& from = config.limits;
  face::Limits limits;
  limits.http.max_body = from.max_body;
  limits.http.max_head = from.max_head;
  limits.json.max_bytes = from.max_body;
  limits.json.max_depth = from.max_depth;
  limits.max_connections = from.max_connections;
  limits.max_sessions = from.max_sessions;
  limits.max_in_flight = from.max_in_flight;
  limits.max_in_flight_per_session = from.max_in_flight_per_session;
  limits.idle_timeout = from.idle_timeout;
  limits.head_timeout = from.head_timeout;
  limits.session_timeout = from.session_timeout;
  return limits;
}

face::Door face_door(const config::Config& config) {
  face::Door door;
  door.hosts = config.allowed_hosts;
  door.hosts.push_back(config.host);
  if (const auto page = http::parse_url(config.approvals.page)) door.hosts.push_back(page->host);
  door.origins = config.allowed_origins;
  for (const auto& token : config.tokens) door.tokens.emplace_back(token.principal, token.secret);
  return door;
}

}  // namespace touchstone::cli
