#include "gateway/request_state.hpp"

#include <charconv>

#include <fmt/format.h>

#include "gateway/subject.hpp"

namespace touchstone::gateway {
namespace {

using Clock = std::chrono::steady_clock;

// What the state is bound to. Lengths keep two different requests from reading the same.
std::string bound(const face::Request& request) {
  std::string salient;
  for (const std::string_view key : {"name", "uri", "arguments"}) {
    const json::View value = request.message.param(key);
    const std::string_view raw = value ? value.raw() : "-";
    salient += fmt::format("{}:{}", raw.size(), raw);
  }
  const auto session = session_of(request);  // a marker that is none is refused on the way
  return fmt::format("{}\n{}\n{}\n{}\n{}", request.principal, request.route,
                     session ? session->key : "", request.message.method(), base::sha256(salient));
}

// Takes one line off the front.
std::string_view line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view first = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return first;
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::string RequestState::close(const face::Request& request, const Content& content) {
  const auto until = (Clock::now() + good_for_ + content.longer).time_since_epoch().count();
  const std::string plain =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", until, random_.hex(8), content.parked,
                  content.server, content.ticket, static_cast<int>(content.withheld.what),
                  content.withheld.call, content.theirs);
  return seal_.close(plain, bound(request));
}

std::optional<RequestState::Content> RequestState::open(const face::Request& request,
                                                        std::string_view sealed) {
  const auto plain = seal_.open(sealed, bound(request));
  if (!plain) return std::nullopt;
  std::string_view rest = *plain;
  const auto ticks = static_cast<Clock::rep>(number(line(rest)));
  const std::string nonce(line(rest));
  const Time until{Clock::duration(ticks)};
  if (Clock::now() > until || !use_up(nonce, until)) return std::nullopt;
  Content content;
  content.parked = number(line(rest));
  content.server = line(rest);
  content.ticket = line(rest);
  content.withheld.what = static_cast<Withheld::What>(number(line(rest)));
  content.withheld.call = line(rest);
  content.theirs = rest;
  return content;
}

bool RequestState::use_up(const std::string& nonce, Time until) {
  if (used_.size() >= kMaxUsed) {
    const auto now = Clock::now();
    std::erase_if(used_, [&](const auto& entry) { return entry.second < now; });
    if (used_.size() >= kMaxUsed) return false;
  }
  return used_.emplace(nonce, until).second;
}

}  // namespace touchstone::gateway
