// Any bytes as lines of stdio: what is read does not depend on how they are split, is what a plain
// look at the newlines finds, and takes no more memory than the limit allows.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "rpc/line_reader.hpp"

namespace touchstone::rpc {
namespace {

constexpr std::size_t kRoom = std::size_t{8} << 10;  // a reader's first buffer
constexpr std::string_view kTooLong = "(too long)";

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

using Lines = std::vector<std::string>;

void drain(LineReader& reader, Lines& lines, std::size_t limit) {
  while (auto line = reader.next()) {
    require(!line->too_long || line->text.view().empty(), "a line that is too long has no text");
    lines.emplace_back(line->too_long ? kTooLong : line->text.view());
  }
  require(reader.unfinished() <= limit, "no more than the limit is kept of a line");
}

// `steps` are the sizes of the pieces, used over and over.
Lines read(std::string_view bytes, std::string_view steps, std::size_t limit) {
  LineReader reader(limit);
  Lines lines;
  for (std::size_t i = 0; !bytes.empty(); ++i) {
    const auto room = reader.room();
    require(!room.empty(), "there is always room");
    require(room.size() + reader.unfinished() <= 2 * limit + kRoom, "the buffer has a bound");
    const std::size_t step = static_cast<unsigned char>(steps[i % steps.size()]) + std::size_t{1};
    const std::size_t size = std::min({step, room.size(), bytes.size()});
    std::memcpy(room.data(), bytes.data(), size);
    reader.commit(size);
    bytes.remove_prefix(size);
    drain(reader, lines, limit);
    if (i % 3 == 0) reader.shrink();
  }
  return lines;
}

// The same by looking at all bytes at once.
Lines expected(std::string_view bytes, std::size_t limit) {
  Lines lines;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const bool whole = end != std::string_view::npos;
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(whole ? end + 1 : bytes.size());
    if (line.size() > limit) {
      lines.emplace_back(kTooLong);
      continue;
    }
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (whole && line.find_first_not_of(" \t\r") != std::string_view::npos)
      lines.emplace_back(line);
  }
  return lines;
}

void check(std::string_view bytes, std::size_t limit) {
  const Lines lines = expected(bytes, limit);
  const std::uint64_t hash = base::hash64(bytes);
  const std::string_view steps(reinterpret_cast<const char*>(&hash), sizeof(hash));
  require(read(bytes, "\xff", limit) == lines, "in large pieces");
  require(read(bytes, std::string_view("\0", 1), limit) == lines, "byte by byte");
  require(read(bytes, steps, limit) == lines, "in pieces of any size");
}

}  // namespace
}  // namespace touchstone::rpc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  touchstone::rpc::check(bytes, 1000);
  touchstone::rpc::check(bytes, 8);
  return 0;
}
