// Directory: what all servers of a scope offer, under the names clients see; and the way back from
// such a name to the server and what it is called there.
#pragma once

#include <string>
#include <vector>

#include "base/log.hpp"
#include "config/config.hpp"
#include "gateway/errand.hpp"

namespace touchstone::gateway {

class Directory {
 public:
  // A list waits this long for a server that does not answer; then it goes without.
  static constexpr net::Duration kPatience = std::chrono::seconds(20);

  Directory(net::Loop& loop, const base::Log& log, const config::Config& config, Servers& servers)
      : loop_(loop), log_(log), config_(config), servers_(servers) {}

  // One page of the united list.
  Task<face::Answer> list(face::Request& request, Scope scope, upstream::ListKind kind);

  // The errand behind a name or URI in the request; or what to answer if nobody has it.
  Task<tl::expected<Errand, face::Answer>> find(face::Request& request, Scope scope,
                                                upstream::ListKind kind, json::View name);

 private:
  using Lists = std::vector<std::optional<LinkResult<upstream::ListPtr>>>;
  Task<Lists> fetch_all(const face::Request& request, const Scope& scope, upstream::ListKind kind,
                        bool wait_for_late = false);
  std::vector<std::string> entries(const Scope& scope, const Lists& lists, upstream::ListKind kind);
  [[nodiscard]] std::string exposed(const upstream::Server& server, const std::string& key,
                                    upstream::ListKind kind, bool distinct) const;
  [[nodiscard]] std::optional<Errand> search(const Scope& scope,
                                             const std::vector<upstream::ListPtr>& lists,
                                             upstream::ListKind kind, json::View name) const;
  [[nodiscard]] bool may_have(const upstream::Server& server, std::string_view name) const;
  Task<tl::expected<Errand, face::Answer>> find_uri(face::Request& request, Scope scope,
                                                    json::View uri);

  net::Loop& loop_;
  const base::Log& log_;
  const config::Config& config_;
  Servers& servers_;
};

}  // namespace touchstone::gateway
