#include "upstream/list.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "json/string.hpp"
#include "json/writer.hpp"
#include "mcp/mirror.hpp"
#include "mcp/request.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"
#include "upstream/lane.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

using std::chrono::milliseconds;

constexpr ListWords kWords[] = {
    {"tools/list", "tools", "name", "tools"},
    {"resources/list", "resources", "uri", "resources"},
    {"resources/templates/list", "resourceTemplates", "uriTemplate", "resources"},
    {"prompts/list", "prompts", "name", "prompts"},
};

// Long enough for a burst of requests to share one fetch, short enough to go unnoticed.
constexpr milliseconds kMoment(500);
constexpr milliseconds kPromised = std::chrono::minutes(5);
constexpr milliseconds kLongest = std::chrono::hours(1);

milliseconds fresh_for(const Lane& lane, ListKind kind, const List& list) {
  if (lane.modern()) return std::min(std::max(milliseconds(list.ttl_ms), kMoment), kLongest);
  const auto promised = lane.capabilities().find(words(kind).capability).find("listChanged");
  return promised.as_bool().value_or(false) ? kPromised : kMoment;
}

LinkError protocol_error(std::string what, const Lane& lane) {
  return {Trouble::kProtocol, {std::move(what), lane.server(), ""}, 0, {}};
}

// Of two items with one name the first counts.
void add(List& list, json::View item, std::string key) {
  if (list.by_key.emplace(std::move(key), list.items.size()).second) list.items.push_back(item);
}

// A modern client must leave out a tool whose header marks are wrong; the others are remembered.
bool may_be_listed(List& list, json::View item, const std::string& name, const Lane& lane,
                   ListKind kind) {
  if (kind != ListKind::kTools) return true;
  auto params = mcp::mirrored_params(item.find("inputSchema"));
  if (!params) return !lane.modern();
  if (!params->empty()) list.mirrors.emplace(name, std::move(*params));
  return true;
}

// Adds a page to the list; the cursor of the next one, if there is one.
tl::expected<std::optional<std::string>, LinkError> take(List& list, rpc::Message page,
                                                         const Lane& lane, ListKind kind) {
  if (page.kind() != rpc::Kind::kResult) {
    const auto said = page.error().find("message").as_string().value_or("");
    return tl::unexpected(
        protocol_error(fmt::format("{} failed: {}", words(kind).method, said), lane));
  }
  list.pages.push_back(std::move(page));
  const json::View result = list.pages.back().result();
  for (const json::View item : result.find(words(kind).items).elements()) {
    auto key = item.find(words(kind).key).as_string();
    if (key && list.items.size() < List::kMaxItems && may_be_listed(list, item, *key, lane, kind))
      add(list, item, std::move(*key));
  }
  const std::int64_t ttl = result.find("ttlMs").as_int().value_or(0);
  list.ttl_ms = list.pages.size() == 1 ? ttl : std::min(ttl, list.ttl_ms);
  list.is_private &= !result.find("cacheScope").equals("public");
  return result.find("nextCursor").as_string();
}

// One list on its way, page by page.
class Fetching {
 public:
  Fetching(std::shared_ptr<Lane> lane, ListKind kind, const mcp::Terms& terms,
           net::Duration timeout)
      : lane_(std::move(lane)),
        kind_(kind),
        terms_(terms),
        timeout_(timeout.count() > 0 ? timeout : kLongestFetch) {}
  ~Fetching() { lane_->lists.give_room_back(list_->bytes); }
  Fetching(const Fetching&) = delete;

  Task<LinkResult<std::shared_ptr<List>>> run() {
    do {
      // The pages' own alarms are coarse; quick pages would slip through.
      if (net::Clock::now() >= deadline_)
        co_return tl::unexpected(timed_out(lane_->server(), timeout_));
      auto out = next_request();
      auto page = co_await lane_->call(std::move(out), nullptr);
      if (!page) co_return tl::unexpected(std::move(page.error()));
      // Many that declare resources have no templates, and say so like this.
      if (page->error_code() == rpc::kMethodNotFound) break;
      if (auto no = weigh(page->text().size())) co_return tl::unexpected(std::move(*no));
      auto next = take(*list_, std::move(*page), *lane_, kind_);
      if (!next) co_return tl::unexpected(std::move(next.error()));
      cursor_ = std::move(*next);
      if (cursor_ && !cursors_.insert(*cursor_).second)
        co_return tl::unexpected(protocol_error(said("gives the same cursor again"), *lane_));
    } while (cursor_ && list_->pages.size() < List::kMaxPages &&
             list_->items.size() < List::kMaxItems);
    co_return list_;
  }

 private:
  Outgoing next_request() {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - net::Clock::now());
    Outgoing out;
    out.id = lane_->next_id();
    out.timeout = std::max(left, milliseconds(1));
    const std::string params =
        cursor_ ? fmt::format(R"({{"cursor":{}}})", json::quoted(*cursor_)) : std::string("{}");
    mcp::prepare(out.message, out.headers, std::to_string(out.id), words(kind_).method, params,
                 lane_->era(), terms_);
    return out;
  }
  std::optional<LinkError> weigh(std::size_t bytes) {
    if (!lane_->lists.take_room(bytes)) {
      return protocol_error(said(fmt::format("has more than {} MiB", Lists::kMaxBytes >> 20)),
                            *lane_);
    }
    list_->bytes += bytes;
    return std::nullopt;
  }
  [[nodiscard]] std::string said(std::string_view what) const {
    return fmt::format("its {} {}", words(kind_).method, what);
  }

  std::shared_ptr<Lane> lane_;
  ListKind kind_;
  const mcp::Terms& terms_;
  net::Duration timeout_;
  net::Clock::time_point deadline_ = net::Clock::now() + timeout_;
  std::shared_ptr<List> list_ = std::make_shared<List>();
  std::optional<std::string> cursor_;
  std::set<std::string> cursors_;
};

}  // namespace

const ListWords& words(ListKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

ListPtr Lists::last(ListKind kind, std::uint64_t variant) const {
  const auto it = kept_.find({kind, variant});
  return it == kept_.end() ? nullptr : it->second.list;
}

ListPtr Lists::fresh(ListKind kind, std::uint64_t variant) const {
  const auto it = kept_.find({kind, variant});
  return it != kept_.end() && net::Clock::now() < it->second.until ? it->second.list : nullptr;
}

void Lists::keep(ListKind kind, std::uint64_t variant, ListPtr list, milliseconds fresh_for) {
  if (kept_.size() >= kListKinds * kMaxVariants) kept_.clear();
  kept_.insert_or_assign({kind, variant}, Kept{std::move(list), net::Clock::now() + fresh_for});
}

void Lists::replace(const ListPtr& list, const ListPtr& same) {
  for (auto& [key, kept] : kept_) {
    if (kept.list == list) kept.list = same;
  }
}

void Lists::invalidate(ListKind kind) {
  for (auto& [key, kept] : kept_) {
    if (key.first == kind) kept.until = {};
  }
}

std::size_t Lists::bytes() const {
  std::size_t sum = 0;
  for (const auto& [key, kept] : kept_) sum += kept.list->bytes;
  return sum;
}

bool Lists::take_room(std::size_t bytes) {
  if (reading_ + bytes > kMaxBytes) return false;
  while (!kept_.empty() && this->bytes() + reading_ + bytes > kMaxBytes) {
    const auto until = [](const auto& entry) { return entry.second.until; };
    kept_.erase(std::ranges::min_element(kept_, {}, until));
  }
  reading_ += bytes;
  return true;
}

Task<LinkResult<ListPtr>> fetch(std::shared_ptr<Lane> lane, ListKind kind, const mcp::Terms& terms,
                                net::Duration timeout) {
  if (!lane->capabilities().find(words(kind).capability)) co_return std::make_shared<List>();
  if (auto fresh = lane->fresh_list(kind, terms)) co_return fresh;
  Fetching fetching(lane, kind, terms, timeout);
  auto list = co_await fetching.run();
  // A server that has all the calls it may have still has the tools it had.
  if (!list && list.error().trouble == Trouble::kTooMany)
    if (auto last = lane->last_list(kind, terms)) co_return last;
  if (!list) co_return tl::unexpected(std::move(list.error()));
  lane->lists.keep(kind, lane->variant(terms), *list, fresh_for(*lane, kind, **list));
  co_return std::move(*list);
}

}  // namespace touchstone::upstream
