// Lists: what a server offers (tools, resources, templates, prompts), fetched whole and kept.
//
// A list is the pages as they came; items are views into them. It is fresh as long as the server
// lets us believe so: a modern one says for how long, a legacy one that promised to tell of changes
// is taken at its word, and any other is asked again each time.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/document.hpp"
#include "mcp/mirror.hpp"
#include "mcp/terms.hpp"
#include "net/loop.hpp"
#include "rpc/message.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

enum class ListKind : std::uint8_t { kTools, kResources, kTemplates, kPrompts };
inline constexpr std::size_t kListKinds = 4;

struct ListWords {
  std::string_view method;      // "tools/list"
  std::string_view items;       // "tools"
  std::string_view key;         // what names an item: "name", "uri", "uriTemplate"
  std::string_view capability;  // "tools"
};
[[nodiscard]] const ListWords& words(ListKind kind);

struct List {
  static constexpr std::size_t kMaxItems = 20'000;
  static constexpr std::size_t kMaxPages = 1'000;

  std::vector<rpc::Message> pages;
  std::vector<json::View> items;                        // into pages
  std::unordered_map<std::string, std::size_t> by_key;  // name or URI → item
  // Of tools: the arguments that HTTP headers repeat.
  std::unordered_map<std::string, std::vector<mcp::MirroredParam>> mirrors;
  std::int64_t ttl_ms = 0;
  bool is_private = true;
  std::size_t bytes = 0;  // of the pages
};
using ListPtr = std::shared_ptr<const List>;

// The lists of one lane. A modern server may answer by what the client can do, so there is one of
// each kind for each set of capabilities; on a legacy lane those were settled in the handshake.
class Lists {
 public:
  static constexpr std::size_t kMaxVariants = 16;
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;  // of all that are kept or read

  [[nodiscard]] ListPtr last(ListKind kind, std::uint64_t variant) const;   // or none
  [[nodiscard]] ListPtr fresh(ListKind kind, std::uint64_t variant) const;  // or none
  void keep(ListKind kind, std::uint64_t variant, ListPtr list,
            std::chrono::milliseconds fresh_for);
  void invalidate(ListKind kind);
  // Keeps `same`, which says the same, in place of `list`.
  void replace(const ListPtr& list, const ListPtr& same);
  // For lists that are still being read: room for so many bytes more, if need be in place of lists
  // that are kept. False if there is none.
  [[nodiscard]] bool take_room(std::size_t bytes);
  void give_room_back(std::size_t bytes) { reading_ -= bytes; }

 private:
  struct Kept {
    ListPtr list;
    net::Clock::time_point until;
  };
  [[nodiscard]] std::size_t bytes() const;
  std::map<std::pair<ListKind, std::uint64_t>, Kept> kept_;
  std::size_t reading_ = 0;  // bytes
};

class Lane;

// All pages from the server, within `timeout` in all (0: kLongestFetch), or the fresh ones that are
// there. A server without the capability has an empty list. One that repeats a cursor, or whose
// lists are larger than Lists::kMaxBytes, has none. `terms` is for whom: a modern server may answer
// by it.
inline constexpr net::Duration kLongestFetch = std::chrono::minutes(10);
[[nodiscard]] Task<LinkResult<ListPtr>> fetch(std::shared_ptr<Lane> lane, ListKind kind,
                                              const mcp::Terms& terms, net::Duration timeout);

}  // namespace touchstone::upstream
