// HttpConnection, the parts about GET and DELETE: a legacy session's standing stream, and its end.
#include "face/http_connection.hpp"

namespace touchstone::face {

Task<tl::expected<std::shared_ptr<HttpSession>, NoSession>> HttpConnection::session() {
  const std::string_view id = header("Mcp-Session-Id");
  if (auto known = face_.find_session(id, path(), principal_)) co_return known;
  Claim claim{std::string(id), std::string(path()), principal_};
  auto claimed = face_.claim_session(std::move(claim));
  co_return co_await std::move(claimed);
}

Task<void> HttpConnection::get() {
  const std::string_view id = header("Mcp-Session-Id");
  const std::string_view version = header("MCP-Protocol-Version");
  if (id.empty() || (!version.empty() && !mcp::is_legacy_version(version)))
    co_return co_await refuse(405, "there is no stream to GET here; use POST");
  if (header("Accept").find("text/event-stream") == std::string_view::npos)
    co_return co_await refuse(406, "Accept must allow text/event-stream");
  const auto known = co_await this->session();
  if (!known) co_return co_await refuse(known.error().status, std::string(known.error().what));
  const auto& session = *known;
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
  const auto known = co_await this->session();
  if (!known) co_return co_await refuse(known.error().status, std::string(known.error().what));
  const std::string ended = (*known)->id();
  face_.end_session(*known);
  auto dismissal = face_.handler.dismissed(ended);
  const auto for_good = co_await std::move(dismissal);
  if (for_good) co_return co_await reply(200, {}, {});
  face_.log.error("a session's end cannot be kept: {}", base::to_line(for_good.error()));
  co_await refuse(503, "the session could come back after a restart; try again");
}

}  // namespace touchstone::face
