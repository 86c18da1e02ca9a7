// Outbox: what waits to be written to one stream, written in order by one writer.
//
// push() never waits. A peer that does not take what it is sent would make this grow, so beyond the
// limit the stream is closed. Belongs to whoever owns the stream, who must await finish() before
// either is destroyed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "net/loop.hpp"
#include "net/promise.hpp"
#include "net/stream.hpp"

namespace touchstone::face {

class Outbox {
 public:
  Outbox(net::Loop& loop, net::Stream& stream, std::size_t limit)
      : loop_(loop), stream_(stream), limit_(limit) {}

  void push(std::string_view first, std::string_view second = {});
  [[nodiscard]] bool broken() const { return broken_; }
  // Waits until everything is written, or the stream broke.
  net::Task<void> finish();

 private:
  net::Task<void> write_all();
  void fail();

  net::Loop& loop_;
  net::Stream& stream_;
  std::size_t limit_;
  std::string waiting_, writing_;
  net::Promise<bool>* finished_ = nullptr;
  bool busy_ = false;
  bool broken_ = false;
};

}  // namespace touchstone::face
