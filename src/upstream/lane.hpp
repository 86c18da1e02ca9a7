// Lane: one open conversation with a server, and who has calls under way on it.
//
// A modern server has one lane: it keeps nothing between requests. A legacy server remembers whom
// it shook hands with (what the client can do, what it subscribed to), so clients that matter to it
// get a lane each; server.hpp decides. What the server says on its own goes to the House, together
// with the call it belongs to, as far as that can be known: over HTTP by the stream it came on,
// otherwise if exactly one call is under way.
//
// A server from which nothing is heard while a call waits is asked for a sign of life: after a
// quarter of the config's healthTimeout. If it gives none by the end of it, the lane is dead: its
// calls fail and the house hears that it is lost.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "json/document.hpp"
#include "mcp/era.hpp"
#include "upstream/link.hpp"
#include "upstream/list.hpp"
#include "upstream/open.hpp"

namespace touchstone::upstream {

// Whoever made a call; what it is, only the House knows.
class Patron {
 public:
  virtual ~Patron() = default;
  // Could a question of the server be meant for it?
  [[nodiscard]] virtual bool may_be_asked() const { return false; }
};

class Lane;

// Hears what servers say on their own. Outlives every lane.
class House {
 public:
  virtual ~House() = default;
  virtual void heard(Lane& lane, rpc::Message notification, Patron* patron) = 0;
  virtual void asked(Lane& lane, rpc::Message request, Patron* patron) = 0;
  virtual void opened(const std::shared_ptr<Lane>& lane) = 0;
  virtual void lost(Lane& lane, const base::Error& why) = 0;
  // Does anybody who is not calling now wait for what the server may say on this lane?
  [[nodiscard]] virtual bool listens(const Lane& lane) const {
    (void)lane;
    return false;
  }
};

// What all lanes of one server share: how many calls are under way, and how many may be.
struct Load {
  std::size_t in_flight = 0;
  std::size_t most = 256;
};

class Lane final : public Listener, public std::enable_shared_from_this<Lane> {
 public:
  Lane(std::string server, std::string key, House& house, std::shared_ptr<Load> load)
      : server_(std::move(server)), key_(std::move(key)), house_(house), load_(std::move(load)) {}

  // Opens the conversation; once, first. close() calls it off.
  Task<LinkResult<void>> open(const config::Server& server, const mcp::Terms& declare,
                              Context context, std::optional<mcp::Era> known);

  [[nodiscard]] const std::string& server() const { return server_; }  // its name
  [[nodiscard]] const std::string& key() const { return key_; }
  void rename(std::string key) { key_ = std::move(key); }
  [[nodiscard]] mcp::Era era() const { return opened_.era; }
  [[nodiscard]] const std::string& version() const { return opened_.version; }
  [[nodiscard]] bool modern() const { return era() == mcp::Era::kModern; }
  [[nodiscard]] bool is_open() const { return opened_.link && opened_.link->is_open(); }
  // After close(), or a failed open(): nothing of it is left.
  [[nodiscard]] bool is_gone() const;
  [[nodiscard]] bool was_closed() const { return start_.interrupt.fired(); }  // by us
  // The server does not know our session any more; otherwise it is well.
  [[nodiscard]] bool session_is_lost() const { return session_lost_; }
  // Whose it is, if it is one client's alone. A lane whose owner is no more is of no use.
  void belong_to(std::weak_ptr<const void> owner);
  [[nodiscard]] bool is_orphan() const { return owned_ && owner_.expired(); }
  [[nodiscard]] net::Clock::time_point opened_at() const { return opened_at_; }
  [[nodiscard]] net::Clock::time_point used_at() const { return used_at_; }  // last
  // What we told the server that it may ask.
  [[nodiscard]] const mcp::ClientFeatures& declared() const { return declared_; }
  // What the server said of itself: an InitializeResult or a DiscoverResult.
  [[nodiscard]] json::View hello() const { return hello_ ? hello_->root() : json::View(); }
  [[nodiscard]] std::shared_ptr<const json::Document> hello_document() const { return hello_; }
  [[nodiscard]] json::View capabilities() const { return hello().find("capabilities"); }

  [[nodiscard]] CallId next_id() { return opened_.link->next_id(); }
  // `patron` may be none; it must live until the call is done. kTooMany if as many calls as the
  // server may have are under way.
  Task<LinkResult<rpc::Message>> call(Outgoing out, Patron* patron);
  // Something that waits for no answer.
  void say(std::string message);
  void abandon(CallId id) { opened_.link->abandon(id); }
  void close();

  [[nodiscard]] Patron* patron(CallId id) const;
  [[nodiscard]] std::size_t in_flight() const { return calls_.size(); }
  // Since when calls wait and nothing was heard; none if no call waits.
  [[nodiscard]] std::optional<net::Clock::time_point> silent_since() const {
    return waiting_ == 0 ? std::nullopt : std::optional(quiet_since_);
  }
  // The only one, if there is exactly one; `asked`: among those that may be asked.
  [[nodiscard]] Patron* sole_patron(bool asked) const;

  Lists lists;  // what it offers, as last heard
  [[nodiscard]] std::uint64_t variant(const mcp::Terms& terms) const;
  [[nodiscard]] ListPtr last_list(ListKind kind, const mcp::Terms& terms) const {
    return lists.last(kind, variant(terms));
  }
  [[nodiscard]] ListPtr fresh_list(ListKind kind, const mcp::Terms& terms) const {
    return lists.fresh(kind, variant(terms));
  }

  // Listener
  void heard(rpc::Message notification, CallId related) override;
  void asked(rpc::Message request, CallId related) override;
  void ended(const base::Error& why) override;

 private:
  std::string server_, key_;
  House& house_;
  std::shared_ptr<Load> load_;
  net::Loop* loop_ = nullptr;
  Start start_;
  Opened opened_;
  std::weak_ptr<const void> owner_;
  bool owned_ = false;
  net::Clock::time_point opened_at_, used_at_;
  mcp::ClientFeatures declared_;
  std::shared_ptr<const json::Document> hello_;
  std::map<CallId, Patron*> calls_;

  void lives();  // something was heard
  void watch();
  void look();
  void die();
  static Task<void> ping(std::shared_ptr<Lane> lane);
  net::Duration health_{0};
  std::size_t waiting_ = 0;  // calls that are no subscriptions
  net::Clock::time_point quiet_since_;
  net::Alarm next_look_;
  bool pinged_ = false;  // since then
  std::optional<base::Error> dead_;
  bool session_lost_ = false;
};

using LanePtr = std::shared_ptr<Lane>;

}  // namespace touchstone::upstream
