#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

// What a lead byte demands: the number of bytes, and the range of the second one. Narrowing the
// second byte is all it takes to keep out overlong forms, surrogates and code points too large.
struct Form {
  std::size_t length;
  unsigned char second_low;
  unsigned char second_high;
};

constexpr Form form_of(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const Form form = form_of(static_cast<unsigned char>(text[0]));
  if (form.length < 2 || form.length > text.size()) return form.length == 1 ? 1 : 0;
  const auto second = static_cast<unsigned char>(text[1]);
  if (second < form.second_low || second > form.second_high) return 0;
  for (std::size_t i = 2; i < form.length; ++i) {
    if (!is_utf8_continuation(text[i])) return 0;
  }
  return form.length;
}

std::uint32_t utf8_code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  std::uint32_t code_point = lead & (0x7FU >> character.size());
  for (const char c : character.substr(1)) {
    code_point = (code_point << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return code_point;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
  } else {
    if (code_point < 0x10000) {
      put(0xE0 | (code_point >> 12));
    } else {
      put(0xF0 | (code_point >> 18));
      put(0x80 | ((code_point >> 12) & 0x3F));
    }
    put(0x80 | ((code_point >> 6) & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

}  // namespace touchstone::json
