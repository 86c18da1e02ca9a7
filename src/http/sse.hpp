// Server-sent events, both directions (the WHATWG HTML standard, section 9.2).
//
// SseReader turns the bytes of an event stream into events; a line may end in \n, \r or \r\n, a
// byte order mark at the start is dropped, comments are skipped, data lines are joined by \n, and
// an event without data is not reported except as a new id. Bounded: an event larger than the limit
// is a fault and ends the stream for us.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::http {

struct SseEvent {
  std::string event;  // "message" if the stream named none
  std::string data;   // has 64 spare bytes of capacity, for a JSON text that need not be copied
  std::string id;     // the last event id so far, kept over events
};

class SseReader {
 public:
  explicit SseReader(std::size_t max_event = std::size_t{16} << 20);

  void feed(std::string_view bytes);  // copies what is not yet a whole line
  [[nodiscard]] std::optional<SseEvent> next();
  [[nodiscard]] bool failed() const { return failed_; }  // an event was too large
  [[nodiscard]] const std::string& last_id() const { return last_id_; }
  [[nodiscard]] std::optional<int> retry_ms() const { return retry_ms_; }

 private:
  [[nodiscard]] bool take_mark();
  [[nodiscard]] std::optional<std::string_view> next_line();
  void take_field(std::string_view line);
  void add_data(std::string_view value);
  [[nodiscard]] std::optional<SseEvent> end_event();
  void fail();

  std::string buffer_;
  std::size_t begin_ = 0;    // of the line being read
  std::size_t scanned_ = 0;  // no end of a line between there and here
  std::size_t max_event_;
  std::string event_, data_, last_id_;
  std::string new_id_;  // counts once its event is whole
  std::optional<int> retry_ms_;
  bool has_data_ = false;
  bool at_start_ = true;
  bool skip_newline_ = false;
  bool failed_ = false;
};

// Appends one event: "id: …\nevent: …\ndata: …\n\n"; a line end of any kind in the data starts a
// new data line. An id or a name that holds a line end or a NUL cannot be written and is left out.
void append_event(std::string& out, std::string_view data, std::string_view id = {},
                  std::string_view event = {});

}  // namespace touchstone::http
