// Catalogue: what is known of everything that servers offer: what each tool really is, and what
// nobody may use until a person has looked at it.
//
// A list is examined once, when its content is first met (an Assay), and found again by its
// content: servers that promise nothing about changes are asked for their list again and again, and
// mostly say the same. What others offer counts as it was known then. Of a list that says something
// else only what is new is examined (knowledge.hpp).
//
// An assay is immutable and shared: a call that has found its tool keeps the assay alive. Runs on
// the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "detect/known_tools.hpp"
#include "gateway/knowledge.hpp"
#include "gateway/pins.hpp"
#include "model/derive.hpp"
#include "model/tool.hpp"
#include "upstream/list.hpp"
#include "upstream/server.hpp"

namespace touchstone::gateway {

// One item of a list. All but the first two is of tools only.
struct Offer {
  std::string held;  // why nobody may use it now, with what to do about it; empty: they may
  std::string_view pin_state = "pinned";  // as rules have it
  model::Tool tool;
  std::string digest;  // of the definition
  KnownPtr known;      // none if it is no tool
  model::Tier tier = model::Tier::kDestructive;
  bool asks_server = false;  // its server answers tools/resolve for it
  std::size_t slips = 0;     // of what its server let slip (Breach), how much `known` holds

  // Can arguments tell more than the definition does?
  [[nodiscard]] bool resolvable() const {
    const resolve::Plan& plan = known->plan;
    return asks_server || !plan.rules.empty() || (plan.decides && plan.doubt.empty());
  }
};

struct Assay {
  upstream::ListPtr list;
  std::vector<Offer> offers;  // one for each item of the list, in its order
  BeliefsPtr beliefs;         // none if it is no list of tools

  [[nodiscard]] const Offer* find(const std::string& key) const;
};
using AssayPtr = std::shared_ptr<const Assay>;

// How a server broke its own word about a tool.
struct Breach {
  std::string why;
  std::string annotations;              // of its answer, as it gave them; empty: too long, or none
  std::vector<model::Evidence> excess;  // what it let slip, as observed
};

class Catalogue {
 public:
  static constexpr std::size_t kMaxAssays = 8'192;                  // kept, of all servers
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;  // of their lists

  Catalogue(const config::Config& config, Pins& pins) : config_(config), pins_(pins) {}

  // Notes which tools there are, before any of the lists that arrived together is examined: a text
  // may speak of another server's tools.
  void meet(const std::string& server, const upstream::ListPtr& tools);
  // Of this list, or of an earlier one that said the same.
  [[nodiscard]] AssayPtr assay(const upstream::Server& server, upstream::ListKind kind,
                               const upstream::ListPtr& list);
  // Makes the assay of a long list little by little, so that nobody else waits for it.
  net::Task<void> prepare(net::Loop& loop, std::shared_ptr<upstream::Server> server,
                          upstream::ListKind kind, upstream::ListPtr list);
  // Why nothing of this server may be passed on, or "" (pins.hpp).
  [[nodiscard]] std::string held(const upstream::Server& server) { return pins_.held(server); }
  // Does anything that this server shows, and that nobody holds back, carry poison?
  [[nodiscard]] bool has_poison(std::string_view server) const;
  // A server has broken its own word about a tool. True if that, or what it let slip, is new; it
  // counts when all is judged anew, and until the gateway ends.
  bool note_breach(const std::string& server, const std::string& tool, Breach breach);
  // A server was met again. If it is another one now, what it shows is judged anew.
  void opened(const upstream::Server& server);
  // A person has decided something: what is held is found out again, and nothing else.
  // Of one server, if it is named.
  void judge_anew(const std::function<std::shared_ptr<upstream::Server>(std::string_view)>& find,
                  std::string_view only = {});
  using Breaches = std::map<std::pair<std::string, std::string>, Breach>;  // by server and tool
  [[nodiscard]] const Breaches& breaches() const { return breaches_; }
  [[nodiscard]] const Knowledge& knowledge() const { return knowledge_; }
  // The config says something else of these servers now, or of all.
  void forget(const std::vector<std::string>& servers);
  void forget_all();

 private:
  struct Kept {
    std::string server;
    upstream::ListKind kind;
    std::string digest;  // of the content
    AssayPtr assay;
  };
  static constexpr std::size_t kAtOnce = 64;  // tools examined before others get their turn
  static constexpr std::size_t kMaxPrepared = 64;

  struct Work;  // on one list
  struct Digests {
    std::string whole;
    std::vector<std::string> items;
  };
  // The names of one server's tools, and the list they were read from.
  struct Met {
    std::weak_ptr<const upstream::List> list;
    std::vector<std::string> names;
  };
  [[nodiscard]] AssayPtr find(const upstream::Server& server, upstream::ListKind kind,
                              const upstream::ListPtr& list, const std::string& digest);
  [[nodiscard]] static Digests digests_of(const upstream::List& list);
  [[nodiscard]] Work begin(const upstream::Server& server, upstream::ListKind kind,
                           const upstream::ListPtr& list, Digests digests);
  void examine_some(const upstream::Server& server, Work& work, std::size_t count);
  AssayPtr finish(const upstream::Server& server, upstream::ListKind kind,
                  const std::shared_ptr<Assay>& assay, std::string digest);
  void judge(const upstream::Server& server, upstream::ListKind kind, Assay& assay);
  void add_excess(const std::string& server, Assay& assay) const;
  void drop(const std::vector<std::string>& servers);
  void keep(Kept entry);
  void drop_oldest();

  static constexpr std::size_t kMaxBreaches = 256;  // of one server

  const config::Config& config_;
  Pins& pins_;
  Breaches breaches_;
  std::map<std::string, Met> tools_of_;  // by server
  detect::KnownTools everybody_;         // the same, by name
  Knowledge knowledge_;
  std::list<Kept> kept_;  // the latest used first
  std::map<const upstream::List*, std::list<Kept>::iterator> by_list_;
  std::map<const upstream::List*, std::shared_ptr<Assay>> prepared_;  // examined, not judged yet
  std::map<std::string, std::string> identities_;                     // of servers, as last met
  std::uint64_t generation_ = 0;  // another one when something was forgotten
};

}  // namespace touchstone::gateway
