#include "cli/read_input.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "json/text.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kChunk = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

base::Result<std::string> read_stream(std::istream& in, const std::string& name,
                                      std::size_t max_bytes) {
  std::string bytes;
  while (in) {
    const auto before = bytes.size();
    bytes.reserve(before + kChunk + json::Text::kPadding);
    bytes.resize(before + kChunk);
    in.read(bytes.data() + before, static_cast<std::streamsize>(kChunk));
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > max_bytes) {
      return base::fail(fmt::format("larger than the limit of {} MiB (stopped at byte {})",
                                    max_bytes >> 20, max_bytes),
                        name, "lint one server's tools/list at a time; real ones stay below 3 MB");
    }
  }
  if (in.bad()) return base::fail(fmt::format("cannot be read: {}", std::strerror(errno)), name);
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  return bytes;
}

}  // namespace

std::string input_name(const std::string& source) {
  return source == "-" ? "standard input" : source;
}

base::Result<std::string> read_input(const std::string& source, std::istream& standard_input,
                                     std::size_t max_bytes) {
  if (source == "-") return read_stream(standard_input, input_name(source), max_bytes);
  std::error_code ignored;
  if (std::filesystem::is_directory(source, ignored)) {
    return base::fail("is a directory", source, "name a file, or - for standard input");
  }
  std::ifstream file(source, std::ios::binary);
  if (!file) {
    return base::fail(fmt::format("cannot be opened: {}", std::strerror(errno)), source,
                      "check the name, or use - to read standard input");
  }
  return read_stream(file, source, max_bytes);
}

}  // namespace touchstone::cli
