// A memory's parts as bytes: numbers as in LEB128, texts behind their lengths.
//
// What wire.cpp (the whole memory) and journal.cpp (what is new in it) write with and read with.
// There is one way to write each thing, and a reader refuses every other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "flow/source.hpp"

namespace touchstone::flow {

class ByteWriter {
 public:
  void number(std::uint64_t value);
  void fixed(std::uint64_t value);
  void text(std::string_view text);
  void texts(const std::vector<std::string>& all);
  void raw(std::string_view bytes) { out_ += bytes; }
  // Once, for what is to come. Beyond the double of what is there, or long texts are copied often.
  void expect(std::size_t bytes) {
    const auto size = out_.size() + bytes;
    if (size > out_.capacity()) out_.reserve(std::max(size, 2 * out_.capacity()));
  }
  [[nodiscard]] const std::string& bytes() const { return out_; }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

// Once something was wrong everything is zero and empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  void require(bool holds);

  std::uint64_t number(std::uint64_t most);
  std::uint64_t fixed();
  std::string_view text(std::size_t most);

 private:
  std::string_view rest_;
  bool ok_ = true;
};

inline constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

void write_source(ByteWriter& out, const Source& source);
[[nodiscard]] Source read_source(ByteReader& in);

}  // namespace touchstone::flow
