#include "http/chunked.hpp"

#include <algorithm>

#include "http/bytes.hpp"

namespace touchstone::http {
namespace {

constexpr int kMaxDigits = 16;  // as many as 64 bits have

}  // namespace

Chunked::Step Chunked::take(std::string_view& bytes) {
  while (!bytes.empty()) {
    if (at_ == At::kData) {
      piece_ =
          bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
      bytes.remove_prefix(piece_.size());
      left_ -= piece_.size();
      if (left_ == 0) at_ = At::kDataCr;
      return Step::kPiece;
    }
    const char c = bytes.front();
    bytes.remove_prefix(1);
    if (const Step step = take_framing(c); step != Step::kMore) return step;
  }
  return Step::kMore;
}

Chunked::Step Chunked::take_framing(char c) {
  switch (at_) {
    case At::kSize: return take_size(c);
    case At::kSizeLf: return expect(c, '\n', left_ == 0 ? At::kFinalCr : At::kData);
    case At::kDataCr: return expect(c, '\r', At::kDataLf);
    case At::kDataLf: digits_ = 0; return expect(c, '\n', At::kSize);
    case At::kFinalCr: return expect(c, '\r', At::kFinalLf);
    case At::kFinalLf:
      return expect(c, '\n', At::kFinished) == Step::kBad ? Step::kBad : Step::kEnd;
    case At::kData:
    case At::kFinished: break;
  }
  return Step::kBad;
}

Chunked::Step Chunked::take_size(char c) {
  const int value = hex_value(c);
  if (value < 0) return digits_ == 0 ? Step::kBad : expect(c, '\r', At::kSizeLf);
  if (++digits_ > kMaxDigits) return Step::kBad;
  left_ = left_ * 16 + static_cast<std::uint64_t>(value);
  return Step::kMore;
}

Chunked::Step Chunked::expect(char c, char wanted, At then) {
  if (c != wanted) return Step::kBad;
  at_ = then;
  return Step::kMore;
}

}  // namespace touchstone::http
