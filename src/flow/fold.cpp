#include "flow/fold.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/block.hpp"

namespace touchstone::flow {
namespace {

using base::Block;
using base::kBlockSize;
using Byte = unsigned char;

// What a byte becomes: itself, a small letter or a blank; 0 for those that need a look at what
// follows: punctuation of Unicode, and escapes of a text that was encoded twice.
constexpr auto kFolded = [] {
  std::array<Byte, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<Byte>(i);
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
    table[i] = static_cast<Byte>(upper ? c + 32 : kept ? c : ' ');
  }
  table[0xC2] = table[0xE2] = table['\\'] = 0;
  table[0xEF] = table[0xF0] = table[0xF3] = 0;
  return table;
}();

enum class Blanks : std::uint8_t { kOne, kNone };  // what stays of several in a row

constexpr bool continues(Byte c) { return (c & 0xC0U) == 0x80; }

// What stands for the sequence at `at`: how many bytes it has, and whether they stay, turn into a
// blank or vanish.
struct Sequence {
  std::size_t length;
  enum Fate : std::uint8_t { kStays, kBlank, kGone, kLooks } fate;
  Byte look = 0;  // the byte that it looks like, or that is hidden in it
};

// U+00A0 is a blank, U+00AD (a hyphen that does not show) vanishes.
Sequence latin(std::string_view rest) {
  if (rest.size() < 2 || !continues(static_cast<Byte>(rest[1]))) return {1, Sequence::kBlank};
  const auto second = static_cast<Byte>(rest[1]);
  if (second == 0xAD) return {2, Sequence::kGone};
  return {2, second == 0xA0 ? Sequence::kBlank : Sequence::kStays};
}

// U+2000 to U+206F: quotes, dashes and blanks are blanks, marks without width vanish.
Sequence general_punctuation(std::string_view rest) {
  if (rest.size() < 3) return {1, Sequence::kBlank};
  const auto second = static_cast<Byte>(rest[1]);
  const auto third = static_cast<Byte>(rest[2]);
  if (!continues(second) || !continues(third)) return {1, Sequence::kBlank};
  if (second > 0x81 || (second == 0x81 && third > 0xAF)) return {3, Sequence::kStays};
  const bool widthless = second == 0x80
                             ? (third >= 0x8B && third <= 0x8F) || (third >= 0xAA && third <= 0xAE)
                             : third >= 0xA0;
  return {3, widthless ? Sequence::kGone : Sequence::kBlank};
}

// `\n` written out is a line break to whoever reads it.
Sequence escape(std::string_view rest) {
  const bool layout = rest.size() > 1 && (rest[1] == 'n' || rest[1] == 't' || rest[1] == 'r');
  return {layout ? std::size_t{2} : std::size_t{1}, Sequence::kBlank};
}

Sequence looks_like(std::size_t length, std::uint32_t code) {
  const bool is_escape = code == '\\';  // nothing follows it in the same dress
  return {length, Sequence::kLooks, static_cast<Byte>(is_escape ? ' ' : code)};
}

// The bits of all bytes but the first; 0 if they are fewer than `length` says.
std::uint32_t tail_of(std::string_view rest, std::size_t length) {
  if (rest.size() < length) return 0;
  std::uint32_t code = 0;
  for (std::size_t i = 1; i < length; ++i) {
    const auto c = static_cast<Byte>(rest[i]);
    if (!continues(c)) return 0;
    code = code << 6U | (c & 0x3FU);
  }
  return code;
}

// U+FF01 to U+FF5E: ASCII as wide as an ideograph. The marks that nobody sees vanish.
Sequence wide(std::string_view rest) {
  const auto code = tail_of(rest, 3) | 0xF000U;
  if (code == 0xFEFF) return {3, Sequence::kGone};
  if (code >= 0xFF01 && code <= 0xFF5E) return looks_like(3, code - 0xFF01 + '!');
  return {1, Sequence::kStays};
}

// U+1D400 to U+1D7FF: alphabets in bold, italics, script …, and digits.
Sequence mathematical(std::string_view rest) {
  constexpr std::uint32_t kFirst = 0x1D400, kPastLetters = 0x1D6A4;
  constexpr std::uint32_t kDigits = 0x1D7CE, kLast = 0x1D7FF;
  const auto code = tail_of(rest, 4);
  if (code >= kFirst && code < kPastLetters) return looks_like(4, 'a' + (code - kFirst) % 26);
  if (code >= kDigits && code <= kLast) return looks_like(4, '0' + (code - kDigits) % 10);
  return {1, Sequence::kStays};
}

// U+E0020 to U+E007E: ASCII that nobody sees, and programs read.
Sequence tag(std::string_view rest) {
  const auto code = tail_of(rest, 4) | 0xC0000U;
  if (code >= 0xE0020 && code <= 0xE007E) return looks_like(4, code - 0xE0000);
  if (code >= 0xE0000 && code <= 0xE007F) return {4, Sequence::kGone};
  return {1, Sequence::kStays};
}

Sequence sequence_at(std::string_view rest) {
  switch (rest[0]) {
    case '\\': return escape(rest);
    case '\xC2': return latin(rest);
    case '\xEF': return wide(rest);
    case '\xF0': return mathematical(rest);
    case '\xF3': return tag(rest);
    default: return general_punctuation(rest);
  }
}

// Where writing goes on. A blank is written where it would be the second in a row too, but the next
// byte then takes its place: no branch depends on it. A value, so that it stays in registers.
template <Blanks Left>
struct Folding {
  char* out;
  Byte last;

  [[nodiscard]] bool drops_blank() const { return Left == Blanks::kNone || last == ' '; }
  [[nodiscard]] Folding with(Byte c) const {
    *out = static_cast<char>(c);
    const bool stays = c != ' ' || !drops_blank();
    return {out + (stays ? 1 : 0), c};
  }
};

template <Blanks Left>
Folding<Left> with_sequence(Folding<Left> folding, std::string_view rest, Sequence sequence) {
  if (sequence.fate == Sequence::kBlank) return folding.with(' ');
  if (sequence.fate == Sequence::kGone) return folding;
  if (sequence.fate == Sequence::kLooks) return folding.with(kFolded[sequence.look]);
  for (std::size_t i = 0; i < sequence.length; ++i)
    folding = folding.with(static_cast<Byte>(rest[i]));
  return folding;
}

// What sixteen bytes become, each for itself.
struct FoldedBlock {
  std::array<Byte, 2 * kBlockSize> bytes;  // as many again, so that there are sixteen from each on
  std::uint32_t blanks = 0;                // a bit for each of them
  bool needs_look = false;  // one of them is more than a byte, or stands for something else
};

FoldedBlock folded_block(const char* text) {
  const Block raw = base::load_block(text);
  const Block small = base::lower(raw);
  const Block stays = base::letters_in(raw) | base::digits_in(raw) | (raw > 0x7F);
  const Block bytes = (small & stays) | (~stays & ' ');
  FoldedBlock out;
  std::memcpy(out.bytes.data(), &bytes, kBlockSize);
  std::memset(out.bytes.data() + kBlockSize, 0, kBlockSize);
  out.blanks = base::bits_of(bytes == ' ');
  out.needs_look = base::any((raw == 0xC2) | (raw == 0xE2) | (raw == '\\') | (raw > 0xEE));
  return out;
}

// Without those of `dropped`. Up to a block beyond what stays is overwritten.
char* write_without(char* out, const FoldedBlock& block, std::uint32_t dropped) {
  std::size_t from = 0;
  for (; dropped != 0; dropped &= dropped - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(dropped));
    std::memcpy(out, block.bytes.data() + from, kBlockSize);
    out += at - from;
    from = at + 1;
  }
  std::memcpy(out, block.bytes.data() + from, kBlockSize);
  return out + (kBlockSize - from);
}

// False: it needs a look at each byte.
template <Blanks Left>
bool fold_block(const char* text, Folding<Left>& folding, const char* end_of_room) {
  const auto block = folded_block(text);
  if (block.needs_look) return false;
  const auto after_blank = block.blanks << 1U | std::uint32_t{folding.last == ' ' ? 1U : 0U};
  const auto dropped = Left == Blanks::kNone ? block.blanks : block.blanks & after_blank;
  if (dropped == 0) {
    std::memcpy(folding.out, block.bytes.data(), kBlockSize);
    folding.out += kBlockSize;
  } else if (folding.out + 2 * kBlockSize <= end_of_room) {
    folding.out = write_without(folding.out, block, dropped);
  } else {
    return false;
  }
  folding.last = block.bytes[kBlockSize - 1];
  return true;
}

// One character, or what stands for one; how many bytes of the text it was.
template <Blanks Left>
std::size_t fold_one(std::string_view text, std::size_t at, Folding<Left>& folding) {
  const auto c = kFolded[static_cast<Byte>(text[at])];
  if (c != 0) [[likely]] {
    folding = folding.with(c);
    return 1;
  }
  const auto rest = text.substr(at);
  const auto sequence = sequence_at(rest);
  folding = with_sequence(folding, rest, sequence);
  return sequence.length;
}

template <Blanks Left>
void append(std::string& out, std::string_view text) {
  const auto before = out.size();
  const bool after_blank = out.empty() || out.back() == ' ';
  out.resize(before + text.size() + 2);
  Folding<Left> folding{out.data() + before, after_blank ? Byte{' '} : Byte{'x'}};
  const char* end_of_room = out.data() + out.size();
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(at + kBlockSize, text.size());
    if (end - at == kBlockSize && fold_block(text.data() + at, folding, end_of_room)) {
      at = end;
      continue;
    }
    while (at < end) at += fold_one(text, at, folding);
  }
  folding = folding.with(' ');
  out.resize(static_cast<std::size_t>(folding.out - out.data()));
}

}  // namespace

void append_folded(std::string& out, std::string_view text) { append<Blanks::kOne>(out, text); }

std::string folded(std::string_view text) {
  std::string out;
  append_folded(out, text);
  return out;
}

std::string squeezed(std::string_view text) {
  std::string out;
  append<Blanks::kNone>(out, text);
  return out;
}

}  // namespace touchstone::flow
