#include "config/veiled.hpp"

#include <algorithm>

#include "base/secret_words.hpp"

namespace touchstone::config {
namespace {

bool may_be_a_name(std::string_view text) {
  return !text.empty() && text.find_first_of(" /\\?&") == std::string_view::npos;
}

std::string veiled_query(std::string_view query) {
  std::string out;
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const auto pair = query.substr(0, end);
    const auto equals = pair.find('=');
    const bool hides =
        equals != std::string_view::npos && base::names_secret(pair.substr(0, equals));
    out += hides ? std::string(pair.substr(0, equals + 1)).append(kHidden) : std::string(pair);
    if (end < query.size()) out += '&';
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return out;
}

// `begin` is where its authority does.
std::string veiled_url(std::string_view url, std::size_t begin) {
  const auto authority_end = std::min(url.find_first_of("/?#", begin), url.size());
  const auto at = url.substr(begin, authority_end - begin).rfind('@');
  std::string out(url.substr(0, begin));
  if (at != std::string_view::npos) {
    out.append(kHidden);
    begin += at;
  }
  const auto query = url.find('?', begin);
  if (query == std::string_view::npos) return out.append(url.substr(begin));
  out.append(url.substr(begin, query + 1 - begin));
  const auto end = std::min(url.find('#', query), url.size());
  return out.append(veiled_query(url.substr(query + 1, end - query - 1))).append(url.substr(end));
}

}  // namespace

std::string veiled(std::string_view text) {
  const auto authority = text.find("://");
  const auto mark = text.find_first_of("=:");
  if (mark != std::string_view::npos && mark != authority && may_be_a_name(text.substr(0, mark)) &&
      base::names_secret(text.substr(0, mark))) {
    const auto value = std::min(text.find_first_not_of(' ', mark + 1), text.size());
    return value == text.size() ? std::string(text)
                                : std::string(text.substr(0, value)).append(kHidden);
  }
  return authority == std::string_view::npos ? std::string(text) : veiled_url(text, authority + 3);
}

bool announces_secret(std::string_view argument) {
  return argument.starts_with('-') && argument.find_first_of("=: ") == std::string_view::npos &&
         base::names_secret(argument);
}

}  // namespace touchstone::config
