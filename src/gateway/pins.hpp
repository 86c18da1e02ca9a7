// Pins: whether what a server shows is what a person has accepted, or may be taken without one.
//
// What is met for the first time is pinned as it is, unless it is hostile; what changed is graded
// (pin/drift.hpp) and, by the config's `onDrift` and `trust`, pinned anew or held: then nobody sees
// or uses it until a person has said so with `touchstone pins accept`. If the server itself
// changed, all it has is held.
//
// Decisions are made on a book in memory and count at once. The file that the command line writes,
// too (upstream/pin_file.hpp), follows in a moment, for all that was decided meanwhile together, or
// at once if somebody is going to be told to use that command: they are made once more on the book
// as it is then, so that a person's word in between is not lost. Without a path there is no file. A
// file that cannot be read is no reason to trust: what is not in the book that was read last is
// held. Owned by the gateway; on the loop's thread.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "config/config.hpp"
#include "detect/known_tools.hpp"
#include "net/dial.hpp"
#include "net/loop.hpp"
#include "pin/book.hpp"
#include "upstream/list.hpp"
#include "upstream/server.hpp"

namespace touchstone::gateway {

class Pins {
 public:
  static constexpr net::Duration kWriteAfter{200};
  static constexpr std::size_t kMaxQueue = 64;        // lists that wait to be written
  static constexpr std::size_t kMaxPassing = 65'536;  // names kept of tools that were never pinned

  // `path` is the file; empty: none.
  // `config` is the file that commands for people name, if there is one.
  Pins(std::string path, const std::string& config, net::Loop& loop, const net::Dialler& dialler,
       const base::Log& log);

  // The servers there are now. What was pinned of others is kept, but nobody is compared with it.
  void serve(const std::vector<std::string>& servers);

  // What an examination asked that found no poison (pin::Context::clean); absent if it found some.
  using Clean = std::shared_ptr<const detect::NamesAsked>;

  // May it be used now? `state`: what is shown against what was accepted, as rules have it
  // (tool.pin.state).
  struct Standing {
    std::string held = {};  // why not, with what to do about it; empty: it may
    std::string_view state = "pinned";
  };
  // Of each item of the list. Resources have no pins of their own and are held with their server.
  // `clean` is of each item, or empty.
  [[nodiscard]] std::vector<Standing> judge(const upstream::Server& server, upstream::ListKind kind,
                                            const upstream::List& list,
                                            std::vector<Clean> clean = {});
  // Why nothing that this server says may be passed on, or "": it is another one than before, or it
  // is in quarantine and a person has accepted nothing of it yet.
  [[nodiscard]] std::string held(const upstream::Server& server);
  // Changes when the server does: where it comes from and what it says of itself.
  [[nodiscard]] std::string identity(const upstream::Server& server) const;

  // Reads the file again if somebody else has changed it: true if there is something new.
  bool look();
  void flush();  // writes what waits to be written

 private:
  struct Sight {  // what a server showed
    std::string server = {};
    config::Trust trust = {};
    config::OnDrift on_drift = {};
    bool new_key = false;
    std::vector<pin::Pin> shown = {};   // of one subject
    std::vector<Clean> clean = {};      // of each, or empty
    std::vector<std::string> own = {};  // names of its tools, where the server itself is shown
  };
  [[nodiscard]] Standing identity_standing(const upstream::Server& server, bool* new_key = nullptr,
                                           std::vector<std::string> own = {});
  [[nodiscard]] bool is_early(const upstream::Server& server, const pin::Pin& self) const;
  void settle(const upstream::Server& server, Sight sight);
  [[nodiscard]] bool is_settled(const Sight& sight) const;
  void decide(pin::Book& book, const Sight& sight, bool tell);
  const pin::Neighbours& neighbours(const pin::Book& book, const Sight& sight);
  [[nodiscard]] bool takes(const Sight& sight, const pin::Pin& pin, const pin::Drift& drift,
                           bool is_first, bool is_new) const;
  [[nodiscard]] Standing standing_of(const std::string& server, const pin::Pin& pin) const;
  [[nodiscard]] std::string why_held(const std::string& server, const pin::Pin& pin,
                                     pin::State state) const;
  [[nodiscard]] pin::Pin self_of(const upstream::Server& server) const;

  std::string path_;
  std::string store_;  // how a command line names it: " --config FILE", or ""
  net::Loop& loop_;
  const net::Dialler& dialler_;
  const base::Log& log_;
  pin::Book book_;            // what counts
  pin::Book disk_;            // as it was last read or written
  std::vector<Sight> queue_;  // decided, not written yet
  std::set<std::string> served_;
  std::set<std::string> listed_;               // of these the tools were seen since the start
  std::optional<pin::Neighbours> neighbours_;  // all tools of the book; none: not looked yet
  std::size_t pinned_neighbours_ = 0;          // of these, when they were looked up in the book
  net::Alarm next_flush_;
  std::string seen_;       // what the file looked like
  bool damaged_ = false;   // it cannot be read
  bool has_news_ = false;  // somebody else's, found while writing
};

}  // namespace touchstone::gateway
