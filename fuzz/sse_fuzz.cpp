// Any bytes as an event stream, and as the data of an event: splitting changes nothing, and what is
// written is read again.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "http/sse.hpp"
#include "http/test_support.hpp"

namespace touchstone::http {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_splits(std::string_view bytes, std::size_t max_event) {
  const ReadEvents whole = read_events(bytes, all_at_once(), max_event);
  const std::uint64_t hash = base::hash64(bytes);
  std::string steps(reinterpret_cast<const char*>(&hash), sizeof(hash));
  require(read_events(bytes, byte_by_byte(), max_event) == whole, "byte by byte is the same");
  require(read_events(bytes, in_steps(steps), max_event) == whole, "split is the same");
}

// Line ends of every kind come back as \n.
std::string with_newlines(std::string_view data) {
  std::string out;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] == '\r' && i + 1 < data.size() && data[i + 1] == '\n') continue;
    out += data[i] == '\r' ? '\n' : data[i];
  }
  return out;
}

void check_written(std::string_view data) {
  std::string out;
  append_event(out, data, data, data);
  append_event(out, data, "2", "name");
  SseReader reader;
  reader.feed(out);
  const auto first = reader.next();
  const auto second = reader.next();
  require(first && second && !reader.next(), "two are written, two are read");
  require(first->data == with_newlines(data), "data comes back");
  require(second->data == first->data && second->id == "2" && second->event == "name",
          "no data breaks out of its event");
  const bool one_line = data.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  require(first->id == (one_line ? data : ""), "an id comes back, or is left out");
}

}  // namespace
}  // namespace touchstone::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  touchstone::http::check_splits(bytes, 1000);
  touchstone::http::check_splits(bytes, 16);
  touchstone::http::check_written(bytes);
  return 0;
}
