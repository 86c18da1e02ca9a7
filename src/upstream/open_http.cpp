// Finding the era of a server behind a URL. open.hpp has the rules.
#include <algorithm>
#include <utility>

#include "upstream/http_link.hpp"
#include "upstream/opening.hpp"
#include "upstream/sse_link.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

// The end of the search, or nothing if the server is not a modern one.
Task<std::optional<LinkResult<Opened>>> try_modern(Opening& opening, net::Duration timeout) {
  auto out = opening.discover(timeout);
  auto answer = co_await opening.link->request(std::move(out));
  auto finding = judge_discovery(answer, opening.context.parser, opening.server.name);
  if (finding.again) {
    out = opening.discover(timeout);
    answer = co_await opening.link->request(std::move(out));
    finding = judge_discovery(answer, opening.context.parser, opening.server.name);
  }
  if (finding.kind == Finding::Kind::kModern)
    co_return LinkResult<Opened>(modern(opening, std::move(finding.raw)));
  if (finding.kind == Finding::Kind::kHopeless)
    co_return LinkResult<Opened>(
        tl::unexpected(trouble(Trouble::kRefused, std::move(finding.error))));
  co_return std::nullopt;
}

Task<LinkResult<Opened>> try_sse(Opening& opening) {
  auto hearing = opening.new_hearing();
  auto link = co_await open_sse(opening.server, hearing, opening.context, opening.remaining(),
                                opening.interrupt);
  if (!link) co_return tl::unexpected(std::move(link.error()));
  opening.link = std::move(*link);
  if (opening.interrupt.fired()) co_return tl::unexpected(opening.called_off());
  auto out = opening.initialize();
  auto answer = co_await opening.link->request(std::move(out));
  auto opened = co_await legacy(opening, std::move(answer));
  co_return opened;
}

bool may_be_sse(const LinkResult<rpc::Message>& answer) {
  if (answer || answer.error().trouble != Trouble::kRefused) return false;
  const int status = answer.error().http_status;
  return status == 400 || status == 404 || status == 405;
}

}  // namespace

Task<LinkResult<Opened>> find_on_http(Opening& opening, std::optional<mcp::Era> known) {
  if (opening.server.transport == config::Transport::kSse) {
    auto opened = co_await try_sse(opening);
    co_return opened;
  }
  auto link = open_http(opening.server, opening.new_hearing(), opening.context);
  if (!link) co_return tl::unexpected(trouble(Trouble::kProtocol, std::move(link.error())));
  opening.link = std::move(*link);
  // A legacy server may keep an unknown request open for ever. One that is modern but slow shows
  // itself when it refuses `initialize`.
  const auto probe = std::min(2 * opening.context.patience, opening.remaining() / 2);
  if (known != mcp::Era::kLegacy) {
    auto found = co_await try_modern(opening, probe);
    if (found) co_return std::move(*found);
  }
  auto out = opening.initialize();
  auto answer = co_await opening.link->request(std::move(out));
  if (is_modern_refusal(answer, opening.context.parser)) {
    auto found = co_await try_modern(opening, opening.remaining());
    if (found) co_return std::move(*found);
  }
  if (may_be_sse(answer)) {
    auto opened = co_await try_sse(opening);
    if (opened) co_return opened;
    co_return tl::unexpected(std::move(answer.error()));
  }
  auto opened = co_await legacy(opening, std::move(answer));
  co_return opened;
}

}  // namespace touchstone::upstream
