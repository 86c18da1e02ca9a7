// Talk: what a client and its gateway have said so far, as much of it as another gateway must be
// told for the client to go on there.
//
// `touchstone connect` shows it each line that passes. It knows the client's handshake and which
// requests wait for an answer, and nothing else; lines that are no messages pass unread. A value
// without I/O; whoever owns it calls it from one thread.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/parser.hpp"

namespace touchstone::cli {

class Talk {
 public:
  static constexpr std::size_t kMaxOpen = 4'096;  // requests that wait; then none more is taken

  explicit Talk(std::string marker) : marker_(std::move(marker)) {}

  // A line of the client, about to be sent.
  void said(std::string_view line);
  // A line of the gateway. False: the client knows it already, from the gateway before.
  [[nodiscard]] bool heard(std::string_view line);
  [[nodiscard]] bool is_full() const { return waiting_.size() >= kMaxOpen; }

  // The gateway is gone: an error for each request that waits; but for a handshake only if it is
  // gone for good, since another gateway will answer that.
  [[nodiscard]] std::vector<std::string> give_up(std::string_view why, bool for_good);

  // What a gateway is told first, in lines.
  [[nodiscard]] std::string opening();
  // It is to be told more when this is over, and nothing before.
  [[nodiscard]] bool shakes_hands() const { return repeats_; }
  [[nodiscard]] const std::string& handshake_end() const { return initialized_; }  // a line, or ""

 private:
  std::string marker_;
  json::Parser parser_;
  std::set<std::string, std::less<>> waiting_;  // raw ids
  std::string hello_, hello_id_;                // the client's initialize
  std::string initialized_;
  bool greeted_ = false;  // its initialize was answered
  bool repeats_ = false;  // it is being said once more
};

}  // namespace touchstone::cli
