// CleanServers: to which servers nothing labelled was ever written, nor, of those that run here, to
// the machine, as far as was known a moment ago.
//
// Reads would ask the store each time for what hardly ever is there. Our own
// labelled writes empty this, before and after they are in the store; those of another gateway on
// the same store are noticed after kGoodFor. Bounded by the servers of the config. The loop's
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "store/time.hpp"

namespace touchstone::guard {

class CleanServers {
 public:
  static constexpr std::chrono::seconds kGoodFor{1};
  static constexpr std::size_t kMost = 1'024;

  [[nodiscard]] bool has(std::string_view server, store::Time now) const {
    const auto found = since_.find(server);
    return found != since_.end() && now - found->second < kGoodFor;
  }
  // To be taken before the store is asked.
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  void add(std::string_view server, store::Time asked, std::uint64_t writes) {
    if (writes != writes_) return;  // it may have been asked before that was there
    if (since_.size() >= kMost) since_.clear();
    since_.insert_or_assign(std::string(server), asked);
  }
  void note_write() {
    ++writes_;
    since_.clear();
  }

 private:
  std::map<std::string, store::Time, std::less<>> since_;
  std::uint64_t writes_ = 0;
};

}  // namespace touchstone::guard
