// Listeners: who wants to hear that something changed, and telling them.
//
// Modern clients hold a stream open (subscriptions/listen) and say what they want on it; every
// message there carries the stream's id. Legacy sessions get list changes as they come and updates
// of the resources they subscribed to. On the loop's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "face/handler.hpp"

namespace touchstone::demo {

// What a legacy session has told us.
struct SessionState final : face::Attachment {
  static constexpr std::size_t kMaxSubscriptions = 256;
  std::string log_level = "debug";
  std::set<std::string> subscriptions;  // URIs
};
// The session's, made if it has none.
[[nodiscard]] SessionState& state_of(face::Session& session);

enum class List : std::uint8_t { kTools, kPrompts, kResources };

// What one listen stream wants, as far as we honour it.
struct Filter {
  std::set<List> lists;
  std::set<std::string> resources;  // URIs

  [[nodiscard]] static Filter read(json::View notifications);
  [[nodiscard]] std::string write() const;  // as the acknowledgement repeats it
};

class Listeners {
 public:
  static constexpr std::size_t kMaxStreams = 256;

  void add(const std::shared_ptr<face::Session>& session);
  void remove(const face::Session& session);

  // Acknowledges at once. False if there are too many. `exchange` must stay until close().
  [[nodiscard]] bool open(face::Exchange& exchange, std::string_view raw_id, Filter filter);
  void close(const face::Exchange& exchange);
  [[nodiscard]] std::size_t streams() const { return streams_.size(); }

  void list_changed(List list) const;
  void resource_updated(std::string_view uri) const;

 private:
  struct Stream {
    face::Exchange* exchange;
    std::string raw_id;
    Filter filter;
  };
  std::vector<Stream> streams_;
  std::vector<std::weak_ptr<face::Session>> sessions_;
};

}  // namespace touchstone::demo
