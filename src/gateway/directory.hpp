// Directory: what all servers of a scope offer, under the names clients see; and the way back from
// such a name to the server and what it is called there.
//
// Of several servers that offer the same name or URI the first in the config owns the plain form,
// also while it is away, as long as it was met before: then its callers get an error that names it,
// and never another server's answer.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "config/config.hpp"
#include "gateway/catalogue.hpp"
#include "gateway/errand.hpp"
#include "gateway/gather.hpp"
#include "gateway/patience.hpp"
#include "gateway/task_offers.hpp"

namespace touchstone::gateway {

[[nodiscard]] inline bool by_uri(upstream::ListKind kind) {
  return kind == upstream::ListKind::kResources || kind == upstream::ListKind::kTemplates;
}

// A list as the clients of a route see it, made ready once.
struct Listing {
  struct Entry {
    std::string name;  // as clients see it
    std::string json;  // the definition, with that name and its annotations
    AssayPtr assay;    // keeps the offer
    const Offer* offer;
    std::size_t server = 0;  // whose it is, in the scope
  };
  std::vector<Entry> entries;
};
using ListingPtr = std::shared_ptr<const Listing>;

// Looks at what servers say in lists that nobody has pinned, before a client sees it.
class ListReader {
 public:
  virtual ~ListReader() = default;
  // Which of these, all of one server, may be shown: then the session has them. Or what to answer
  // instead of the list.
  using Open = tl::expected<std::vector<bool>, face::Answer>;
  virtual Task<Open> read(const face::Request& request, ServerPtr server,
                          std::vector<std::string_view> said) = 0;
};

class Directory {
 public:
  Directory(net::Loop& loop, const base::Log& log, const config::Config& config, Servers& servers,
            Catalogue& catalogue, const Patience& patience)
      : loop_(loop),
        log_(log),
        config_(config),
        servers_(servers),
        catalogue_(catalogue),
        patience_(patience),
        offers_(config) {}

  // One page of the united list.
  Task<face::Answer> list(face::Request& request, Scope scope, upstream::ListKind kind,
                          ListReader& reader);

  // The whole list, and what it was made of.
  using Known = std::vector<AssayPtr>;  // for each server of a scope, or none
  struct Shelf {
    ListingPtr listing;
    Known known;
    std::int64_t ttl_ms = 0;
    bool is_private = true;
    std::optional<LinkError> trouble = {};  // of a server alone: why it has no list
  };
  // A client's goes without those that are late; for people all have the same time.
  enum class For : std::uint8_t { kClients, kPeople };
  Task<Shelf> shelf(const face::Request& request, Scope scope, upstream::ListKind kind,
                    For whom = For::kClients);

  // The errand behind a name or URI in the request; or what to answer if nobody has it.
  Task<tl::expected<Errand, face::Answer>> find(face::Request& request, Scope scope,
                                                upstream::ListKind kind, json::View name);

  // These servers have another config now, or none: what they offered counts no more.
  void forget(const std::vector<std::string>& servers);
  // What is believed of servers has changed: what they offer is examined once more.
  void examine_anew();
  // A person has decided on what is held.
  void judge_anew(std::string_view only = {});  // one server's, or all

 private:
  static constexpr std::size_t kMaxReported = 1'000;  // names told of in the log
  static constexpr std::size_t kMaxListings = 32;     // made ready and kept

  // Whether each server of a scope is there, and who runs its tools' tasks for the client that
  // asks.
  struct Present {
    std::vector<bool> here;
    std::vector<TaskHost> hosts;
    friend bool operator==(const Present&, const Present&) = default;
  };
  // What a listing was made of: as long as it is the same, so is the listing.
  struct Made {
    upstream::ListKind kind;
    bool single;
    model::Tier most;
    std::shared_ptr<const config::View> view;
    std::vector<ServerPtr> servers;
    Present present;
    Known all;
    ListingPtr listing;
  };

  // A part of a listing, and what of it may be shown.
  struct Page {
    std::span<const Listing::Entry> entries;
    std::vector<bool> open;
  };
  static Task<std::optional<face::Answer>> read_page(const face::Request& request,
                                                     const Scope& scope, ListReader& reader,
                                                     Page& page);
  // Empty: nothing, or nothing that may be shown.
  static Task<tl::expected<std::string, face::Answer>> read_others(const face::Request& request,
                                                                   const ServerPtr& server,
                                                                   ListReader& reader,
                                                                   std::string others);

  using Lists = std::vector<std::optional<LinkResult<upstream::ListPtr>>>;
  struct Asking {
    Wait wait;
    bool for_late = false;  // who is known to be late is waited for, too
  };
  [[nodiscard]] net::Duration grace() const { return config_.limits.start_grace; }
  [[nodiscard]] Asking as_client() const { return {{patience_.first, grace()}, false}; }
  [[nodiscard]] Asking as_caller() const { return {{patience_.call, grace()}, true}; }
  [[nodiscard]] Asking as_person() const { return {{patience_.first, patience_.first}, false}; }
  Task<Lists> fetch_all(const face::Request& request, const Scope& scope, upstream::ListKind kind,
                        Asking asking);
  // Those that tell who has this name: of all that may have it and are ready, and if none of these
  // has it, of those whose name it bears.
  Task<Lists> fetch_for(const face::Request& request, const Scope& scope, upstream::ListKind kind,
                        json::View name, bool others_ready);
  [[nodiscard]] bool is_late(const face::Request& request, const upstream::Server& server,
                             upstream::ListKind kind) const;
  [[nodiscard]] LanePtr lane_of(const face::Request& request, const upstream::Server& server) const;
  [[nodiscard]] bool is_here(const face::Request& request, const upstream::Server& server,
                             upstream::ListKind kind, const Lists::value_type& list) const;
  void note_missing(const face::Request& request, const upstream::Server& server,
                    upstream::ListKind kind);
  [[nodiscard]] ListingPtr listing(const Scope& scope, const Known& all, const Present& present,
                                   upstream::ListKind kind);
  [[nodiscard]] ListingPtr make_listing(const Scope& scope, const Known& all,
                                        const Present& present, upstream::ListKind kind);
  [[nodiscard]] std::string shown(const Assay& assay, std::size_t index, const std::string& name,
                                  upstream::ListKind kind, TaskHost host) const;
  [[nodiscard]] static bool is_open(const Scope& scope, const Offer& offer, std::string_view name,
                                    std::string_view plain, upstream::ListKind kind);
  void find_again();
  [[nodiscard]] std::string exposed(const Scope& scope, const upstream::Server& server,
                                    const std::string& key, upstream::ListKind kind,
                                    bool distinct) const;
  // What each server offers: as just heard, else as it was last met. A server that is away keeps
  // its names: nobody else may be called by them.
  Known known(const face::Request& request, const Scope& scope, const Lists& lists,
              upstream::ListKind kind);
  [[nodiscard]] Known known(const face::Request& request, const Scope& scope,
                            upstream::ListKind kind);
  [[nodiscard]] std::optional<Errand> search(const Scope& scope, const Known& assays,
                                             upstream::ListKind kind, json::View name) const;
  [[nodiscard]] std::optional<std::string> key_of(const Scope& scope,
                                                  const upstream::Server& server,
                                                  const upstream::List& list,
                                                  upstream::ListKind kind,
                                                  const std::string& wanted, bool distinct) const;
  [[nodiscard]] tl::expected<Errand, face::Answer> allowed(const face::Request& request,
                                                           const Scope& scope,
                                                           upstream::ListKind kind,
                                                           Errand errand) const;
  void report(const upstream::Server& server, std::string_view what, const std::string& name);
  [[nodiscard]] bool may_have(const upstream::Server& server, std::string_view name) const;
  [[nodiscard]] bool points_to(const upstream::Server& server, std::string_view name) const;
  [[nodiscard]] face::Answer nobody_has(const face::Request& request, const Scope& scope,
                                        const Lists& lists, upstream::ListKind kind,
                                        const std::string& wanted) const;
  Task<tl::expected<Errand, face::Answer>> find_uri(face::Request& request, Scope scope,
                                                    json::View uri);

  net::Loop& loop_;
  const base::Log& log_;
  const config::Config& config_;
  Servers& servers_;
  Catalogue& catalogue_;
  const Patience& patience_;
  TaskOffers offers_;
  std::map<std::pair<std::string, upstream::ListKind>, AssayPtr> met_;  // by server
  std::list<Made> listings_;                                            // the latest used first
  std::set<std::string> reported_;
};

}  // namespace touchstone::gateway
