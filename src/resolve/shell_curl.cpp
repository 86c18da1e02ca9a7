#include "resolve/shell_curl.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text.hpp"
#include "http/url.hpp"

namespace touchstone::resolve {
namespace {

constexpr std::string_view kLetters = "sSLIifkvg46";  // alone or in a cluster
constexpr std::string_view kOptions =
    "--silent --show-error --location --head --include --fail --insecure --verbose --compressed "
    "--globoff --ipv4 --ipv6 --http1.1 --http2 --no-progress-meter";
constexpr std::string_view kWithValue = "-m --max-time --connect-timeout -A --user-agent --retry";

bool is_harmless_option(std::string_view text) {
  if (base::has_word(kOptions, text)) return true;
  return text.size() > 1 && text[0] == '-' && text[1] != '-' &&
         text.find_first_not_of(kLetters, 1) == std::string_view::npos;
}

// Other schemes of curl send mail, speak to any port or read local files.
bool is_web(const ShellWord& word) {
  return !word.pattern && http::parse_url(word.text).has_value() &&
         word.text.find_first_of("[]{}") == std::string::npos;
}

}  // namespace

Verdict classify_curl(std::span<const ShellWord> words) {
  auto out = verdict(Effect::kRead, "curl fetches");
  out.open_world = "curl reaches other machines";
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string_view text = words[at].text;
    if (base::has_word(kWithValue, text) && at + 1 < words.size()) {
      ++at;
    } else if (text.starts_with('-') ? !is_harmless_option(text) : !is_web(words[at])) {
      out.worsen(Effect::kUnknown, fmt::format("curl with {} may send or write", shown(text)));
    }
  }
  return out;
}

}  // namespace touchstone::resolve
