#include "guard/place_uri.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "flow/letters.hpp"
#include "flow/tokens.hpp"
#include "guard/place_name.hpp"
#include "guard/places.hpp"

namespace touchstone::guard {
namespace {

constexpr base::WordList kOtherSchemes("file http https ws wss");

// Empty: none. One letter is a drive.
std::string_view scheme_of(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2 || !flow::is_letter(text[0])) return {};
  const auto scheme = text.substr(0, colon);
  const bool is_one = std::ranges::all_of(scheme, [](char c) {
    return flow::is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
  });
  return is_one ? scheme : std::string_view();
}

struct UriParts {
  std::string_view authority;
  std::string path;
  std::string_view query;
};

// Where there is no authority, as in urn:note:7, colons part it as slashes do.
UriParts parts_of(std::string_view uri) {
  UriParts out;
  auto rest = uri.substr(scheme_of(uri).size() + 1);
  rest = rest.substr(0, rest.find('#'));
  const auto mark = std::min(rest.find('?'), rest.size());
  if (mark < rest.size()) out.query = rest.substr(mark + 1);
  rest = rest.substr(0, mark);
  const bool has_authority = rest.starts_with("//");
  if (has_authority) {
    rest.remove_prefix(2);
    out.authority = rest.substr(0, rest.find('/'));
    rest.remove_prefix(out.authority.size());
  }
  out.path = rest;
  if (!has_authority) std::ranges::replace(out.path, ':', '/');
  return out;
}

std::string_view without_port(std::string_view authority) {
  const auto colon = authority.rfind(':');
  if (colon == std::string_view::npos) return authority;
  const bool is_port = std::ranges::all_of(authority.substr(colon + 1), flow::is_digit);
  return is_port ? authority.substr(0, colon) : authority;
}

// "?id=7&view=full": "7".
std::vector<std::string> named_by(std::string_view query) {
  std::vector<std::string> out;
  while (!query.empty() && out.size() < kMaxQueryNames) {
    const auto pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos || !names_a_place({.name = pair.substr(0, equals)}))
      continue;
    auto name = path_name_in_uri(pair.substr(equals + 1));
    if (!name.empty()) out.push_back(std::move(name));
  }
  return out;
}

std::string joined(std::string_view authority, std::string_view path) {
  std::string out(authority);
  if (!out.empty() && !path.empty()) out += '/';
  return out.append(path);
}

void add_name(std::vector<std::string>& out, std::string name) {
  if (!name.empty() && std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
}

}  // namespace

bool is_own_uri(std::string_view text) {
  const auto scheme = scheme_of(text);
  return !scheme.empty() && !kOtherSchemes.has(base::lower_case(scheme));
}

bool is_shown_as_uri(std::string_view text, const PlaceKey& key) {
  const auto scheme = scheme_of(text);
  if (scheme.empty()) return false;
  if (!is_own_uri(text)) return text.substr(scheme.size()).starts_with("://");
  return text.find("://") != std::string_view::npos || names_a_uri(key);
}

std::string own_uri_name(std::string_view uri) {
  auto name = uri_name(uri);
  const auto begin = scheme_of(name).size() + 3;
  if (name.compare(begin - 3, 3, "://") != 0) return name;
  const auto end = std::min(name.find_first_of("/?#", begin), name.size());
  const auto user = name.rfind('@', end);
  if (user != std::string::npos && user >= begin && user < end) name.erase(begin, user + 1 - begin);
  return name;
}

UriNames names_of_own_uri(std::string_view name) {
  const auto parts = parts_of(name);
  const auto authority = path_name_in_uri(without_port(parts.authority));
  const auto path = path_name_in_uri(parts.path);
  UriNames out{.things = named_by(parts.query)};
  const bool is_part = out.by_query = !out.things.empty();
  auto& whole = is_part ? out.holders : out.things;
  add_name(whole, path);
  add_name(whole, joined(authority, path));
  if (!path.empty()) add_name(out.holders, authority);
  if (!is_part) out.path = "/" + joined(authority, path);
  return out;
}

store::Location uri_place(std::string_view server, std::string_view uri) {
  if (is_file_uri(uri)) return file_place(server, uri);
  if (is_own_uri(uri)) return {std::string(server), "own", own_uri_name(uri)};
  return page_place(server, uri);
}

store::Location page_place(std::string_view server, std::string_view uri) {
  std::string word;  // some write a blank as it is
  for (const char c : uri) word.append(c == ' ' ? "%20" : std::string(1, c));
  flow::TokenReader reader(word);
  const auto token = reader.next();
  const bool is_url = token && token->kind == flow::Kind::kUrl && token->end == word.size();
  return {std::string(server), "uri", uri_name(is_url ? token->normal : uri)};
}

}  // namespace touchstone::guard
