#include "flow/bytes.hpp"

#include <array>

#include "flow/memory.hpp"

namespace touchstone::flow {
namespace {

constexpr std::uint8_t kClassBits = 6;

}  // namespace

void ByteWriter::number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out_ += static_cast<char>(value | 0x80U);
  out_ += static_cast<char>(value);
}

void ByteWriter::fixed(std::uint64_t value) {
  std::array<char, 8> bytes{};
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xFFU);
  out_.append(bytes.data(), bytes.size());
}

void ByteWriter::text(std::string_view text) {
  number(text.size());
  out_ += text;
}

void ByteWriter::texts(const std::vector<std::string>& all) {
  number(all.size());
  for (const auto& one : all) text(one);
}

void ByteReader::require(bool holds) {
  ok_ = ok_ && holds;
  if (!ok_) rest_ = {};
}

std::uint64_t ByteReader::number(std::uint64_t most) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    require(!rest_.empty());
    if (!ok_) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) {
      // One way to write each number: no zeros in front, nothing that does not fit.
      require(value <= most && (byte != 0 || shift == 0) && (shift < 63 || byte == 1));
      return ok_ ? value : 0;
    }
  }
  require(false);
  return 0;
}

std::uint64_t ByteReader::fixed() {
  require(rest_.size() >= 8);
  if (!ok_) return 0;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
  }
  rest_.remove_prefix(8);
  return value;
}

std::string_view ByteReader::text(std::size_t most) {
  const auto size = number(most);
  require(size <= rest_.size());
  if (!ok_) return {};
  const auto out = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return out;
}

void write_source(ByteWriter& out, const Source& source) {
  out.text(source.uri);
  std::uint64_t flags = static_cast<std::uint64_t>(source.author);
  flags |= (source.is_private ? 4U : 0U) | (source.malicious ? 8U : 0U);
  for (unsigned i = 0; i < kClassBits; ++i) {
    if (source.classes.has(static_cast<model::DataClass>(i))) flags |= 16U << i;
  }
  out.number(flags);
  out.texts(source.classes.scopes());
  out.texts(source.classes.labels());
}

Source read_source(ByteReader& in) {
  Source source;
  source.uri = in.text(kMaxUri);
  const auto flags = in.number((16U << kClassBits) - 1);
  in.require((flags & 3U) < kAuthorCount);
  if (in.ok()) source.author = static_cast<Author>(flags & 3U);
  source.is_private = (flags & 4U) != 0;
  source.malicious = (flags & 8U) != 0;
  for (unsigned i = 0; i < kClassBits; ++i) {
    if ((flags & 16U << i) != 0) source.classes.insert(static_cast<model::DataClass>(i));
  }
  for (auto count = in.number(kMaxNames); count > 0; --count) {
    source.classes.insert_scope(std::string(in.text(kMaxUri)));
  }
  for (auto count = in.number(kMaxNames); count > 0; --count) {
    source.classes.insert_label(std::string(in.text(kMaxUri)));
  }
  return source;
}

}  // namespace touchstone::flow
