#include "upstream/event_stream.hpp"

#include <utility>

#include "base/text.hpp"

namespace touchstone::upstream {
namespace {

constexpr net::Duration kDrainTime{1'000};
constexpr std::size_t kDrainBytes = std::size_t{64} << 10;

Task<void> read_rest(net::Loop& loop, Exchange exchange) {
  const auto deadline = loop.after(kDrainTime, [&exchange] { exchange.close(); });
  for (std::size_t size = 0; size < kDrainBytes;) {
    const auto piece = co_await exchange.piece();
    if (!piece || piece->empty()) co_return;
    size += piece->size();
  }
}

}  // namespace

std::string media_type(const http::ResponseHead& head) {
  std::string_view type = head.headers.get("content-type");
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return base::lower_case(type);
}

Task<base::Result<std::optional<http::SseEvent>>> EventStream::next() {
  for (;;) {
    if (auto event = events_.next()) co_return std::move(event);
    if (events_.failed()) co_return base::fail("an event that is too large");
    const auto piece = co_await exchange_.piece();
    if (!piece) co_return tl::unexpected(piece.error());
    if (piece->empty()) co_return std::optional<http::SseEvent>();
    events_.feed(*piece);
  }
}

void drain(net::Loop& loop, Exchange exchange) {
  if (exchange.is_done()) return;
  exchange.detach();
  loop.spawn(read_rest(loop, std::move(exchange)));
}

}  // namespace touchstone::upstream
