// Directory: what all servers of a scope offer, under the names clients see; and the way back from
// such a name to the server and what it is called there.
//
// Of several servers that offer the same name or URI the first in the config owns the plain form,
// also while it is away, as long as it was met before: then its callers get an error that names it,
// and never another server's answer.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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

  // These servers have another config now, or none: what they offered counts no more.
  void forget(const std::vector<std::string>& servers);

 private:
  static constexpr std::size_t kMaxReported = 1'000;  // names told of in the log

  using Lists = std::vector<std::optional<LinkResult<upstream::ListPtr>>>;
  using Known = std::vector<upstream::ListPtr>;  // for each server of a scope, or none
  Task<Lists> fetch_all(const face::Request& request, const Scope& scope, upstream::ListKind kind,
                        bool wait_for_late = false);
  std::vector<std::string> entries(const Scope& scope, const Lists& lists, upstream::ListKind kind);
  [[nodiscard]] std::string exposed(const upstream::Server& server, const std::string& key,
                                    upstream::ListKind kind, bool distinct) const;
  // What each server offers: as just heard, else as it was last met. A server that is away keeps
  // its names: nobody else may be called by them.
  Known known(const Scope& scope, const Lists& lists, upstream::ListKind kind);
  [[nodiscard]] Known known(const face::Request& request, const Scope& scope,
                            upstream::ListKind kind) const;
  [[nodiscard]] std::optional<Errand> search(const Scope& scope, const Known& lists,
                                             upstream::ListKind kind, json::View name) const;
  void report(const upstream::Server& server, std::string_view what, const std::string& name);
  [[nodiscard]] bool may_have(const upstream::Server& server, std::string_view name) const;
  Task<tl::expected<Errand, face::Answer>> find_uri(face::Request& request, Scope scope,
                                                    json::View uri);

  net::Loop& loop_;
  const base::Log& log_;
  const config::Config& config_;
  Servers& servers_;
  std::map<std::pair<std::string, upstream::ListKind>, upstream::ListPtr> met_;  // by server
  std::set<std::string> reported_;
};

}  // namespace touchstone::gateway
