// Outbox: what waits to be written to one stream, written in order by one writer.
//
// push() never waits. A peer that does not take what it is sent would make this grow, so beyond the
// limit the stream is closed. It is written in pieces: since when the present one waits tells a
// slow peer from one that reads nothing. Belongs to whoever owns the stream, who must await
// finish() before either is destroyed.
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
  static constexpr std::size_t kPiece = std::size_t{256} << 10;

  Outbox(net::Loop& loop, net::Stream& stream, std::size_t limit)
      : loop_(loop), stream_(stream), limit_(limit) {}

  void push(std::string_view first, std::string_view second = {});
  [[nodiscard]] bool broken() const { return broken_; }
  // Waits until everything is written, or the stream broke.
  net::Task<void> finish();
  // Writes this after all else, without keeping a copy. False if the stream broke.
  net::Task<bool> write(std::string_view first, std::string_view second = {});
  // The peer has not taken the piece that is being written for so long.
  [[nodiscard]] bool stalled(net::Clock::time_point now, net::Duration longest) const {
    return writing_since_ != net::Clock::time_point() && now - writing_since_ > longest;
  }

 private:
  net::Task<void> write_all();
  net::Task<bool> write_pieces(std::string_view first, std::string_view second);
  void fail();

  net::Loop& loop_;
  net::Stream& stream_;
  std::size_t limit_;
  std::string waiting_, writing_;
  net::Clock::time_point writing_since_;  // none: nothing is being written
  net::Promise<bool>* finished_ = nullptr;
  bool busy_ = false;
  bool broken_ = false;
};

}  // namespace touchstone::face
