// EventStream: the messages of one legacy SSE stream, numbered, so that a client whose connection
// broke can ask for those it missed (Last-Event-ID).
//
// A session has one standing stream (its GET) and one for each POST that was answered by a stream.
// A bounded number of messages is kept for replay, as far as the session's shelf has room; older
// ones are gone. Once all of a finished stream has been handed to a connection it is kept only for
// a short while, in case that connection broke.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "face/shelf.hpp"
#include "net/loop.hpp"

namespace touchstone::face {

class EventStream {
 public:
  static constexpr std::size_t kMaxKept = 64;
  static constexpr std::size_t kMaxKeptBytes = std::size_t{256} << 10;

  // Where events go while a connection is there.
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void event(std::string_view bytes) = 0;  // a whole event, encoded
    virtual void end() = 0;                          // no more will come
  };

  // The shelf must outlive the stream.
  EventStream(std::uint64_t number, Shelf& shelf) : number_(number), shelf_(shelf) {}
  ~EventStream() { forget(kept_.size()); }
  EventStream(const EventStream&) = delete;

  void push(std::string_view message);
  void prime();  // an event without data that only tells the id to resume from
  void finish();
  [[nodiscard]] bool finished() const { return finished_; }
  // When the last of it was handed over; nothing while something is still to come or to be taken.
  [[nodiscard]] std::optional<net::Clock::time_point> delivered() const { return all_delivered_; }

  // Sends what came after event `after` to the sink (without it: what no sink has had yet), and
  // from now on everything else. A sink that was attached before is told the end.
  void attach(Sink& sink, std::optional<std::uint64_t> after = {});
  void detach(const Sink& sink);
  [[nodiscard]] bool attached() const { return sink_ != nullptr; }
  [[nodiscard]] std::uint64_t number() const { return number_; }

  // "3-17" → stream 3, event 17. False if it is not one of our ids.
  static bool parse_id(std::string_view id, std::uint64_t& stream, std::uint64_t& event);

 private:
  struct Kept {
    std::uint64_t event;
    std::string message;
  };
  [[nodiscard]] std::string encode(std::uint64_t event, std::string_view message) const;
  void keep(std::string_view message);
  void forget(std::size_t count);  // the oldest
  void note_delivered();

  std::uint64_t number_;
  Shelf& shelf_;
  std::uint64_t last_event_ = 0;
  std::uint64_t delivered_ = 0;
  std::deque<Kept> kept_;
  std::size_t kept_bytes_ = 0;
  std::optional<net::Clock::time_point> all_delivered_;
  Sink* sink_ = nullptr;
  bool finished_ = false;
};

}  // namespace touchstone::face
