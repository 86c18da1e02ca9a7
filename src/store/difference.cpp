#include "store/difference.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/block.hpp"

namespace touchstone::store {
namespace {

constexpr std::size_t kAnchor = 8;     // bytes that are enough to go on from
constexpr std::size_t kWindow = 2048;  // how far ahead in the base it may go on
constexpr int kTries = 16;             // members of the text that are looked for there
constexpr int kNumberBits = 35;

std::uint64_t word_at(const char* bytes) {
  std::uint64_t out = 0;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

constexpr std::size_t kStride = 4 * base::kBlockSize;

bool same_stride(const char* a, const char* b) {
  const auto differ = [&](std::size_t block) {
    const auto at = block * base::kBlockSize;
    return base::load_block(a + at) != base::load_block(b + at);
  };
  return !base::any(differ(0) | differ(1) | differ(2) | differ(3));
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const auto most = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at + kStride <= most && same_stride(a.data() + at, b.data() + at)) at += kStride;
  for (; at + kWord <= most; at += kWord) {
    const auto differs = word_at(a.data() + at) ^ word_at(b.data() + at);
    if (differs == 0) continue;
    static_assert(std::endian::native == std::endian::little);
    return at + static_cast<std::size_t>(std::countr_zero(differs)) / 8;
  }
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return static_cast<std::size_t>(ends.first - a.rbegin());
}

base::Block ends_in(base::Block block) {
  return (block == '"') | (block == ',') | (block == '}') | (block == ']');
}

// Where the value ends in which this is, if that is near.
std::size_t end_of_value(std::string_view text) {
  return base::find_marked(text, 0, std::min(text.size(), kWindow), ends_in);
}

// What stands here instead of what, until both go on alike.
struct Change {
  std::size_t out;
  std::size_t in;
};

// Most values are as long as the one before.
std::optional<Change> other_value(std::string_view base, std::string_view text) {
  const auto out = end_of_value(base);
  const auto goes_on = base.substr(out, kAnchor);
  if (goes_on.empty()) return std::nullopt;
  const auto fits = [&](std::size_t in) {
    return in <= text.size() && goes_on == text.substr(in, kAnchor);
  };
  if (fits(out)) return Change{out, out};
  const auto in = end_of_value(text);
  return fits(in) ? std::optional(Change{out, in}) : std::nullopt;
}

// Members that came or went: the first of the next ones that the base has, too.
std::optional<Change> other_members(std::string_view base, std::string_view text,
                                    std::size_t& may_look) {
  const auto window = base.substr(0, kWindow);
  std::size_t at = 0;
  for (int tries = 0; tries < kTries && may_look >= window.size(); ++tries, ++at) {
    at = text.substr(0, at + kWindow).find(",\"", at);
    if (at == std::string_view::npos || text.size() - at < 2 * kAnchor) break;
    may_look -= window.size();
    const auto* found = ::memmem(window.data(), window.size(), text.data() + at, 2 * kAnchor);
    if (found == nullptr) continue;
    return Change{static_cast<std::size_t>(static_cast<const char*>(found) - window.data()), at};
  }
  return std::nullopt;
}

Change change_at(std::string_view base, std::string_view text, std::size_t& may_look) {
  if (const auto value = other_value(base, text)) return *value;
  if (const auto members = other_members(base, text, may_look)) return *members;
  const auto rest = common_suffix(base, text);
  return {base.size() - rest, text.size() - rest};
}

char* put_number(char* into, std::size_t number) {
  for (; number >= 0x80; number >>= 7U) *into++ = static_cast<char>(number | 0x80U);
  *into++ = static_cast<char>(number);
  return into;
}

void append_step(std::string& out, std::size_t same, Change change, std::string_view text) {
  std::array<char, 3 * sizeof(std::uint64_t) * 8 / 7 + 3> numbers;  // room for any
  auto* end = put_number(numbers.data(), same);
  end = put_number(end, change.out);
  end = put_number(end, change.in);
  out.append(numbers.data(), end);
  out += text.substr(0, change.in);
}

std::optional<std::size_t> take_number(std::string_view& from) {
  std::size_t number = 0;
  for (int bits = 0; bits < kNumberBits && !from.empty(); bits += 7) {
    const auto byte = static_cast<unsigned char>(from.front());
    from.remove_prefix(1);
    number |= std::size_t{byte & 0x7FU} << static_cast<unsigned>(bits);
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

// The next bytes, if there are so many.
std::optional<std::string_view> take_bytes(std::string_view& from, std::size_t count) {
  if (count > from.size()) return std::nullopt;
  const auto taken = from.substr(0, count);
  from.remove_prefix(count);
  return taken;
}

}  // namespace

std::string difference(std::string_view base, std::string_view text) {
  std::string out;
  out.reserve(256);
  auto may_look = kMaxLooked;
  while (true) {
    const auto same = common_prefix(base, text);
    base.remove_prefix(same);
    text.remove_prefix(same);
    if (base.empty() && text.empty()) return out;
    const auto change = change_at(base, text, may_look);
    append_step(out, same, change, text);
    base.remove_prefix(change.out);
    text.remove_prefix(change.in);
  }
}

std::optional<std::string> patched(std::string_view base, std::string_view difference) {
  std::string out;
  out.reserve(base.size() + difference.size());
  while (!difference.empty()) {
    const auto same = take_number(difference);
    const auto left_out = take_number(difference);
    const auto added = take_number(difference);
    if (!same || !left_out || !added) return std::nullopt;
    const auto kept = take_bytes(base, *same);
    const auto instead = take_bytes(difference, *added);
    if (!kept || !instead || !take_bytes(base, *left_out)) return std::nullopt;
    out += *kept;
    out += *instead;
  }
  out += base;
  return out;
}

}  // namespace touchstone::store
