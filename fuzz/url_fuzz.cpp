// Any text as a URL and as a reference: what is accepted is written the same way by everybody, and
// nothing in it can break out of a request line or a Host header.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/url.hpp"

namespace touchstone::http {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_url(const Url& url) {
  const std::string text = url.origin() + url.target;
  for (const char c : text) require(c > ' ' && c < 0x7f && c != '\\', "only visible ASCII");
  require(url.target.starts_with('/'), "a target begins with a slash");
  require(text.find('#') == std::string::npos, "fragments are dropped");
  require(url.authority.find_first_of("/?@") == std::string::npos, "an authority is only that");
  require(!url.host.empty() && url.port != 0, "there is a host and a port");
  const auto again = parse_url(text);
  require(again && *again == url, "what is written is read again");
}

void check_reference(std::string_view reference) {
  const auto base = parse_url("https://a:8443/b/c/../d?q");
  const auto url = resolve(*base, reference);
  if (!url) return;
  check_url(*url);
  const std::string path = url->target.substr(0, url->target.find('?')) + "/";
  const bool moved = !reference.empty() && reference[0] != '?' && reference[0] != '#';
  require(!moved || path.find("/../") == std::string::npos, "no way up is left");
  require(!moved || path.find("/./") == std::string::npos, "no dot is left");
  const auto again = resolve(*base, url->origin() + url->target);
  require(again && (!moved || *again == *url), "resolving again changes nothing");
}

}  // namespace
}  // namespace touchstone::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto url = touchstone::http::parse_url(text)) touchstone::http::check_url(*url);
  touchstone::http::check_reference(text);
  return 0;
}
