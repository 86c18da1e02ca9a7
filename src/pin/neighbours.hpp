// Neighbours: all tools of all servers, so that each can be judged among the others.
//
// Who names another server's tool, or names its own like one, is noticed. Owns its texts. A tool
// more costs as much as that tool, however many there are. One thread at a time, for siblings are
// found out when they are first asked for.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "detect/known_tools.hpp"
#include "detect/look_alike.hpp"
#include "infer/siblings.hpp"

namespace touchstone::pin {

class Neighbours {
 public:
  struct Named {
    std::string server;
    std::string name;
  };
  Neighbours() = default;
  // Those that have been there longest come first: of two that look alike, the later one imitates.
  explicit Neighbours(const std::vector<Named>& tools);
  // The latest of them all; nothing if it is there already.
  void add(const Named& tool);
  // A name that this server has, too: whoever of its own speaks of it means its own.
  void meet(const Named& tool) { known_.add(tool.server, tool.name); }
  [[nodiscard]] std::size_t size() const { return tools_.size(); }

  [[nodiscard]] const detect::KnownTools& known() const { return known_; }
  [[nodiscard]] const infer::Siblings& siblings(std::string_view server) const;

  struct Alike {
    detect::Likeness likeness;
    std::string reason;
    std::string other;  // the other server
  };
  // Whether this tool came later than one of another server that it looks like; else null.
  [[nodiscard]] const Alike* alike(std::string_view server, std::string_view name) const;

 private:
  struct Family {
    std::vector<std::string> names;
    std::optional<infer::Siblings> siblings;  // of these, once somebody has asked
  };
  using Place = std::pair<std::string, std::string>;
  std::vector<std::string> servers_;  // of the tools, in the order they came
  std::map<Place, std::optional<Alike>, std::less<>> tools_;
  detect::KnownTools known_;
  detect::LookAlikes look_alikes_;
  mutable std::map<std::string, Family, std::less<>> families_;  // by server
  infer::Siblings nobody_;
};

}  // namespace touchstone::pin
