#include "http/fields.hpp"

#include <limits>

#include "http/bytes.hpp"

namespace touchstone::http {
namespace {

// Blocks are looked at whole, without a branch for each byte, which compilers turn into vectors. A
// tab ends that early; it is rare.
std::size_t value_run(std::string_view bytes) {
  constexpr std::size_t kBlock = 16;
  std::size_t n = 0;
  for (; bytes.size() - n >= kBlock; n += kBlock) {
    unsigned odd = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto c = static_cast<unsigned char>(bytes[n + i]);
      odd |= static_cast<unsigned>(c < ' ') | static_cast<unsigned>(c == 0x7f);
    }
    if (odd != 0) break;
  }
  return n + run_of(bytes.substr(n), kValueByte);
}

constexpr Fault kTwoLengths{400, "more than one Content-Length"};
constexpr Fault kBadLength{400, "Content-Length is not a number"};

// Digits and nothing else; a number that does not fit is beyond every limit.
std::optional<std::uint64_t> parse_length(std::string_view digits) {
  if (digits.empty() || !all(digits, kDigitByte)) return std::nullopt;
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t length = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (length > (kMost - digit) / 10) return kMost;
    length = length * 10 + digit;
  }
  return length;
}

void note_connection(std::string_view value, Notes& notes) {
  while (true) {
    const std::size_t comma = value.find(',');
    const std::string_view option = trim(value.substr(0, comma));
    if (same_name(option, "close")) notes.says_close = true;
    if (same_name(option, "keep-alive")) notes.says_keep_alive = true;
    if (comma == std::string_view::npos) return;
    value.remove_prefix(comma + 1);
  }
}

std::optional<Fault> note_length(std::string_view value, Framing& framing) {
  if (framing.kind == Framing::Kind::kLength) return kTwoLengths;
  if (framing.kind == Framing::Kind::kChunked) {
    return Fault{400, "Content-Length beside Transfer-Encoding"};
  }
  const auto length = parse_length(value);
  if (!length) return kBadLength;
  framing = {Framing::Kind::kLength, *length};
  return std::nullopt;
}

std::optional<Fault> note_coding(std::string_view value, int minor_version, Framing& framing) {
  if (framing.kind == Framing::Kind::kChunked) return Fault{400, "more than one Transfer-Encoding"};
  if (framing.kind == Framing::Kind::kLength) {
    return Fault{400, "Transfer-Encoding beside Content-Length"};
  }
  if (minor_version == 0) return Fault{400, "Transfer-Encoding in HTTP/1.0"};
  if (!same_name(value, "chunked")) return Fault{501, "the only transfer coding here is chunked"};
  framing.kind = Framing::Kind::kChunked;
  return std::nullopt;
}

// The length of the name tells most headers apart from those that matter here.
std::optional<Fault> note(const Header& header, int minor_version, Notes& notes) {
  const auto named = [&header](std::string_view name) { return same_name(header.name, name); };
  switch (header.name.size()) {
    case 4:
      if (named("Host") && notes.hosts++ == 0) notes.host = header.value;
      break;
    case 6:
      if (named("Expect")) notes.says_continue |= same_name(header.value, "100-continue");
      break;
    case 10:
      if (named("Connection")) note_connection(header.value, notes);
      break;
    case 14:
      if (named("Content-Length")) return note_length(header.value, notes.framing);
      break;
    case 17:
      if (named("Transfer-Encoding")) {
        return note_coding(header.value, minor_version, notes.framing);
      }
      break;
    default: break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> parse_fields(std::string_view lines, std::size_t max_headers,
                                  Headers& headers) {
  while (!lines.starts_with("\r\n")) {
    if (headers.size() == max_headers) return Fault{431, "too many headers"};
    // A space before the colon, a folded line and a line without a colon all fail here.
    const std::size_t name = run_of(lines, kTokenByte);
    if (name == 0 || name == lines.size() || lines[name] != ':') {
      return Fault{400, "a header line does not begin with a name and a colon"};
    }
    const std::size_t value = value_run(lines.substr(name + 1));
    const std::string_view rest = lines.substr(name + 1 + value);
    if (!rest.starts_with("\r\n")) return Fault{400, "a control byte in a header"};
    headers.add(lines.substr(0, name), trim(lines.substr(name + 1, value)));
    lines = rest.substr(2);
  }
  return std::nullopt;
}

std::optional<Fault> take_notes(const Headers& headers, int minor_version, Notes& notes) {
  for (const auto& header : headers) {
    if (auto fault = note(header, minor_version, notes)) return fault;
  }
  return std::nullopt;
}

}  // namespace touchstone::http
