// Neighbours: all tools of all servers, prepared once, so that each can be judged among the others.
//
// Who names another server's tool, or names its own like one, is noticed. Owns its texts; immutable
// once made; any thread.
#pragma once

#include <functional>
#include <map>
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
  explicit Neighbours(std::vector<Named> tools);

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
  using Place = std::pair<std::string, std::string>;
  detect::KnownTools known_;
  std::map<std::string, infer::Siblings, std::less<>> siblings_;
  std::map<Place, Alike, std::less<>> alike_;
  infer::Siblings nobody_;
};

}  // namespace touchstone::pin
