#include "flow/host.hpp"

#include <algorithm>

#include "base/word_list.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr int kSmallPart = 20;  // of a version; networks begin lower too, and are then missed

// Where anybody may have a name below; besides the ends of names without a dot in them.
constexpr base::WordList kSharedEndings(
    "co.uk org.uk ac.uk gov.uk com.au net.au org.au co.jp co.nz co.in co.za co.kr com.br com.cn "
    "com.mx com.tr com.sg github.io gitlab.io vercel.app netlify.app pages.dev workers.dev "
    "herokuapp.com web.app firebaseapp.com blogspot.com wordpress.com amazonaws.com "
    "azurewebsites.net windows.net cloudfront.net ngrok.io ngrok-free.app trycloudflare.com "
    "onrender.com fly.dev glitch.me repl.co");

// The number of a part, or -1.
int part_of_address(std::string_view part) {
  const bool is_number = !part.empty() && part.size() <= 3 && std::ranges::all_of(part, is_digit) &&
                         (part.size() == 1 || part[0] != '0');
  if (!is_number) return -1;
  int out = 0;
  for (const char c : part) out = out * 10 + (c - '0');
  return out <= 255 ? out : -1;
}

bool is_in_host_name(char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }

}  // namespace

bool is_ip_address(std::string_view host) {
  int most = 0;
  int last = 0;
  for (int i = 0; i < 4; ++i) {
    const auto end = std::min(host.find('.'), host.size());
    if ((i < 3) == (end == host.size())) return false;
    last = part_of_address(host.substr(0, end));
    if (last < 0) return false;
    most = std::max(most, last);
    host.remove_prefix(std::min(end + 1, host.size()));
  }
  return most >= kSmallPart && last > 0;
}

bool is_host(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_in_host_name);
}

std::string_view host_above(std::string_view host) {
  const auto dot = host.find('.');
  if (dot == std::string_view::npos || !is_host(host)) return {};
  const auto above = host.substr(dot + 1);
  const bool is_end = above.find('.') == std::string_view::npos || kSharedEndings.has(above) ||
                      std::ranges::all_of(host.substr(host.rfind('.') + 1), is_digit);
  return is_end ? std::string_view() : above;
}

}  // namespace touchstone::flow
