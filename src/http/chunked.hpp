// Chunked: takes a chunked body apart, however its bytes are split.
//
// Inside src/http only. Strict: a size is 1 to 16 hexadecimal digits and \r\n, nothing else; no
// extensions, no trailers. Nobody we speak to needs them, and readers that disagree about them have
// let requests be smuggled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::http {

class Chunked {
 public:
  enum class Step : std::uint8_t { kMore, kPiece, kEnd, kBad };

  // Takes bytes from the front of `bytes`: framing up to a piece of the body, and that piece.
  [[nodiscard]] Step take(std::string_view& bytes);
  [[nodiscard]] std::string_view piece() const { return piece_; }
  // What the chunk that has begun still has to give, the last piece not counted. 0 while its size
  // is being read: half a number announces nothing.
  [[nodiscard]] std::uint64_t announced() const { return at_ == At::kData ? left_ : 0; }

 private:
  enum class At : std::uint8_t {
    kSize,      // digits, or the \r after them
    kSizeLf,    // \n
    kData,      // left_ bytes
    kDataCr,    // \r\n after them
    kDataLf,    //
    kFinalCr,   // \r\n after the last chunk
    kFinalLf,   //
    kFinished,  // or broken
  };

  [[nodiscard]] Step take_framing(char c);
  [[nodiscard]] Step take_size(char c);
  [[nodiscard]] Step expect(char c, char wanted, At then);

  At at_ = At::kSize;
  int digits_ = 0;
  std::uint64_t left_ = 0;
  std::string_view piece_;
};

}  // namespace touchstone::http
