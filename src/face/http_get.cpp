// HttpConnection, the parts about GET and DELETE: a legacy session's standing stream, and its end.
#include "face/http_connection.hpp"

namespace touchstone::face {

Task<void> HttpConnection::get() {
  const std::string_view id = header("Mcp-Session-Id");
  const std::string_view version = header("MCP-Protocol-Version");
  if (id.empty() || (!version.empty() && !mcp::is_legacy_version(version)))
    co_return co_await refuse(405, "there is no stream to GET here; use POST");
  if (header("Accept").find("text/event-stream") == std::string_view::npos)
    co_return co_await refuse(406, "Accept must allow text/event-stream");
  const auto session = face_.find_session(id, path(), principal_);
  if (!session) co_return co_await refuse(404, "unknown session: send initialize");
  std::uint64_t after = 0;
  const auto resumed = session->find_stream(header("Last-Event-ID"), after);
  EventStream& stream = resumed ? *resumed : session->standing();

  net::Promise<bool> over(face_.loop.executor());
  ended_ = &over;
  begin_stream();
  stream.attach(*this, resumed ? std::optional(after) : std::nullopt);
  stream_->watch([&over] { over.keep(true); });
  (void)co_await over.wait();
  stream_->unwatch();
  ended_ = nullptr;
  stream.detach(*this);
  session->touch();
}

Task<void> HttpConnection::remove() {
  const std::string_view id = header("Mcp-Session-Id");
  if (id.empty()) co_return co_await refuse(405, "there is no session to end; use POST");
  const auto session = face_.find_session(id, path(), principal_);
  if (!session) co_return co_await refuse(404, "unknown session");
  face_.end_session(session);
  co_await reply(200, {}, {});
}

}  // namespace touchstone::face
