#include "policy/plain_host.hpp"

#include "detect/unicode.hpp"
#include "json/utf8.hpp"

namespace touchstone::policy {

bool is_blank(char c) { return static_cast<unsigned char>(c) <= 0x20; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = c | 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

PlainHost::PlainHost(std::string_view host) {
  while (!host.empty() && size_ < kLongest) {
    const bool escaped =
        host.size() > 2 && host[0] == '%' && hex_value(host[1]) >= 0 && hex_value(host[2]) >= 0;
    if (escaped) take_byte(static_cast<char>(hex_value(host[1]) * 16 + hex_value(host[2])));
    if (!escaped && !is_blank(host[0])) take_byte(host[0]);
    host.remove_prefix(escaped ? 3 : 1);
  }
}

// A character may be spelt in bytes, in escapes, or in both.
void PlainHost::take_byte(char c) {
  if (static_cast<unsigned char>(c) < 0x80) {
    open_size_ = 0;
    return add(c);
  }
  if (!json::is_utf8_continuation(c) || open_size_ == open_.size()) open_size_ = 0;
  open_[open_size_++] = c;
  take_character();
}

void PlainHost::take_character() {
  const std::string_view whole(open_.data(), open_size_);
  if (json::utf8_length(whole) != whole.size()) return;
  open_size_ = 0;
  const auto read = detect::host_letters(json::utf8_code_point(whole));
  if (!read) {
    for (const char c : whole) add(c);
    return;
  }
  is_agreed_ = is_agreed_ && read->is_agreed;
  for (std::size_t i = 0; i < read->count; ++i) add(read->letters[i]);
}

void PlainHost::add(char c) {
  zeros_ = c == '0' && (begins_ || zeros_ > 0) ? zeros_ + 1 : 0;
  begins_ = c == '.' || (c | 0x20) == 'x';
  if (zeros_ <= kMostZeros && size_ < kLongest) room_[size_++] = c;
}

}  // namespace touchstone::policy
