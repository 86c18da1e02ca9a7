// HeadScan: finds where a head ends, however its bytes are split, looking at each byte once.
//
// Inside src/http only. A line must end in \r\n: a bare \n is refused here, as soon as it is seen;
// a bare \r is refused by the parsers, for which it is no byte of anything.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace touchstone::http {

// A reason to refuse a message that costs nothing while there is none.
struct Fault {
  int status;
  std::string_view what;
};

class HeadScan {
 public:
  // `bytes` begins where the head begins and has grown since the last call.
  [[nodiscard]] std::optional<Fault> look(std::string_view bytes, std::size_t max_head);
  // The head with its last, empty line; 0 until that is there.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t line_ = 0;     // where the last line begins
  std::size_t scanned_ = 0;  // no \n between there and here
  std::size_t size_ = 0;
};

}  // namespace touchstone::http
