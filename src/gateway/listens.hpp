// Listens: subscriptions/listen of modern clients, each open until its client ends it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/log.hpp"
#include "gateway/directory.hpp"
#include "gateway/errand.hpp"
#include "gateway/watches.hpp"

namespace touchstone::gateway {

class Listens {
 public:
  static constexpr std::size_t kMaxOpen = 10'000;  // of all clients together

  // `max_subscriptions` of one listen; what lies beyond is left out of the acknowledgement.
  Listens(net::Loop& loop, const base::Log& log, const Servers& servers, Directory& directory,
          Watches& watches, const std::uint32_t& max_subscriptions)
      : loop_(loop),
        log_(log),
        servers_(servers),
        directory_(directory),
        watches_(watches),
        max_(max_subscriptions) {}

  // What says no to a resource leaves it out of the acknowledgement, too. None: nobody does.
  using MayWatch = std::function<Task<bool>(face::Request& request, Errand errand)>;
  void ask_before(MayWatch may_watch) { may_watch_ = std::move(may_watch); }

  Task<face::Answer> listen(face::Request& request, Scope scope);

  [[nodiscard]] bool any_on(std::string_view route) const { return by_route_.contains(route); }
  // A list of the server changed, as heard on this lane.
  void changed(const upstream::Server& server, const upstream::Lane& lane,
               upstream::ListKind kind) const;
  // The same for everybody on a route.
  void changed(std::string_view route, upstream::ListKind kind) const;

 private:
  struct Listen;
  static void tell(const Listen& listen, upstream::ListKind kind);
  Task<void> watch_all(face::Request& request, Scope scope, Listen& listen);
  Task<void> watch(face::Request& request, Scope scope, json::View uri, Listen& listen);
  Task<void> hold(face::Request& request, Listen& listen);

  net::Loop& loop_;
  const base::Log& log_;
  const Servers& servers_;
  Directory& directory_;
  Watches& watches_;
  const std::uint32_t& max_;
  MayWatch may_watch_;
  std::size_t count_ = 0;
  std::map<std::string, std::set<Listen*>, std::less<>> by_route_;
};

// "notifications/tools/list_changed" and so on.
[[nodiscard]] std::string changed_method(upstream::ListKind kind);

}  // namespace touchstone::gateway
