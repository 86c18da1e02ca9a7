// Pins: whether what a server shows is what a person has accepted, or may be taken without one.
//
// What is met for the first time is pinned as it is; what changed is graded (pin/drift.hpp) and,
// by the config's `onDrift` and `trust`, pinned anew or held: then nobody sees or uses it until a
// person has said so with `touchstone pins accept`. If the server itself changed, all it has is
// held.
//
// The book is a file that the command line writes, too (upstream/pin_file.hpp); without a path it
// is kept in memory. A book that cannot be written is told of in the log, and what was decided
// counts as long as we run. Blocks for the file, which only happens when something is new. On the
// loop's thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "config/config.hpp"
#include "pin/book.hpp"
#include "pin/identity.hpp"
#include "upstream/list.hpp"
#include "upstream/server.hpp"

namespace touchstone::gateway {

class Pins {
 public:
  // `path` is the file; empty: none.
  Pins(std::string path, const base::Log& log);

  // For each item of the list why it is held, or "" if it is not. Lists of resources are not
  // pinned.
  [[nodiscard]] std::vector<std::string> judge(const upstream::Server& server,
                                               const std::string& tls_key, upstream::ListKind kind,
                                               const upstream::List& list);
  // Reads the file again if somebody else has changed it: true if there is something new.
  bool look();

 private:
  struct Sight;  // of one server: what is shown now
  void decide(pin::Book& book, const Sight& sight, const std::vector<pin::Pin>& shown,
              bool is_first) const;
  void settle(const Sight& sight, const std::vector<pin::Pin>& shown);
  [[nodiscard]] std::string why_held(const upstream::Server& server, const pin::Pin& pin) const;
  [[nodiscard]] bool all_known(const std::string& server, const std::vector<pin::Pin>& shown) const;

  std::string path_;
  const base::Log& log_;
  pin::Book book_;
  std::string seen_;  // what the file looked like
};

}  // namespace touchstone::gateway
