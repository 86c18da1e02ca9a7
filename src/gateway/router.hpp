// Router: `routing: search`. Instead of every tool clients see five: two to find a tool and three
// to call what was found, by how much it may do (find/tools.hpp).
//
// An index is made once for each list as a route shows it. Owned by the gateway; on the loop's
// thread.
#pragma once

#include <list>
#include <memory>
#include <optional>

#include "find/index.hpp"
#include "find/tools.hpp"
#include "gateway/directory.hpp"

namespace touchstone::gateway {

class Router {
 public:
  static constexpr std::size_t kMaxIndexes = 8;

  Router(Directory& directory, const config::Config& config)
      : directory_(directory), offers_(config) {}

  // tools/list: always the same.
  [[nodiscard]] static face::Answer list(const face::Request& request);
  // tools/call: the answer, or the errand behind it. Then `request` has become the call of the tool
  // that was meant.
  using Routed = tl::expected<Errand, face::Answer>;
  Task<Routed> route(face::Request& request, Scope scope);

 private:
  struct Indexed {
    ListingPtr listing;
    std::shared_ptr<const find::Index> index;
  };
  Task<face::Answer> find(const face::Request& request, Scope scope);
  Task<face::Answer> describe(const face::Request& request, Scope scope);
  Task<Routed> call(face::Request& request, Scope scope, find::RouterTool used);
  Task<Routed> refuse_direct(face::Request& request, Scope scope);
  Task<face::Answer> unknown(const face::Request& request, Scope scope, std::string name);
  [[nodiscard]] const find::Index& index_of(const ListingPtr& listing);

  Directory& directory_;
  TaskOffers offers_;
  std::list<Indexed> indexes_;  // the latest used first
};

}  // namespace touchstone::gateway
