// Names that lead somewhere: mail addresses, URLs, paths, handles, ids.
#include <algorithm>

#include "base/word_list.hpp"
#include "detect/encoded.hpp"
#include "flow/address.hpp"
#include "flow/host.hpp"
#include "flow/letters.hpp"
#include "flow/punycode.hpp"
#include "flow/token_shapes.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinId = 12;
constexpr std::size_t kMinIdDigits = 3;

// Of hosts without a scheme. Endings that are words of English, too, are left out: "done.it".
constexpr base::WordList kTopLevels(
    "com net org io co ai dev app info biz uk de fr eu ch es nl se pl ru cn jp br au ca gov edu "
    "mil "
    "int ly gl gg tv xyz online site shop tech cloud page link click top live example test local "
    "internal invalid onion");

constexpr base::WordList kFileEndings(
    "txt md rst pdf doc docx odt rtf xls xlsx ods ppt pptx csv tsv json jsonl yaml yml xml html "
    "htm "
    "js ts py rb rs cpp hpp java sh bash ps1 bat exe dll zip tar gz tgz 7z rar png jpg jpeg gif "
    "svg "
    "webp mp3 mp4 mov wav log cfg conf ini toml env key pem crt sql db sqlite eml ics bak lock");

constexpr bool in_local_part(char c) {
  return is_letter_or_digit(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-';
}
// All that a server may allow (RFC 5321), of an address that stands behind none of the above.
constexpr bool in_odd_local_part(char c) {
  return in_local_part(c) || std::string_view("!#$&*/=?^~").find(c) != std::string_view::npos;
}
constexpr bool in_host(char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }
constexpr bool in_id(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

void set_lower(std::string& out, std::string_view text) {
  out.clear();
  for (const char c : text) out += lower(c);
}

std::string_view ending_of(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

bool has_ending(std::string_view name, const base::WordList& endings) {
  const auto ending = ending_of(name);
  if (ending.empty() || ending.size() > 8 || ending.size() + 1 >= name.size()) return false;
  std::string folded;
  set_lower(folded, ending);
  return endings.has(folded);
}

// A name with a dot behind it is the same name, and so is an address however its numbers stand.
std::string plain_host(std::string_view host) {
  std::string out;
  set_lower(out, host);
  while (out.ends_with('.')) out.pop_back();
  if (auto address = plain_ipv4(out)) return *std::move(address);
  if (out.starts_with("www.")) out.erase(0, 4);
  return readable_host(out).value_or(out);
}

// Host, port and path as they stand behind a scheme.
Shape url_from(std::string_view rest, std::string& normal) {
  auto host = rest.substr(0, rest.find_first_of("/?#\\"));
  const auto path = rest.substr(host.size());
  const auto user = host.rfind('@');
  if (user != std::string_view::npos) host.remove_prefix(user + 1);
  const auto port = host.substr(std::min(host.find(':'), host.size()));
  normal = plain_host(host.substr(0, host.size() - port.size()));
  const auto length = normal.size();
  if (length == 0) return {};
  if (port != ":80" && port != ":443") normal += port;
  normal += path;
  while (normal.size() > length && normal.ends_with('/')) normal.pop_back();
  return {Kind::kUrl, 0, rest.size(), length, user != std::string_view::npos};
}

bool is_bare_host(std::string_view word) {
  auto host = word.substr(0, word.find_first_of("/?#:"));
  while (host.ends_with('.')) host.remove_suffix(1);
  if (is_ip_address(host)) return true;
  return std::ranges::all_of(host, in_host) && !host.starts_with('.') &&
         has_ending(host, kTopLevels);
}

// Of these clients take any number of slashes, of either kind, for two.
constexpr base::WordList kWebSchemes("http https ws wss ftp");
constexpr std::string_view kSlashes = "/\\";

struct Scheme {
  std::string name;  // empty: there is none
  std::size_t begin = 0;
  std::size_t rest = 0;  // where what is behind its marks begins
};

Scheme scheme_in(std::string_view word) {
  for (auto mark = word.find(':'); mark < word.size(); mark = word.find(':', mark + 1)) {
    auto begin = mark;
    while (begin > 0 && is_letter_or_digit(word[begin - 1])) --begin;
    const auto behind = word.substr(mark + 1);
    if (begin == mark || behind.empty() || kSlashes.find(behind[0]) == std::string_view::npos)
      continue;
    Scheme out{.name = {}, .begin = begin};
    set_lower(out.name, word.substr(begin, mark - begin));
    if (kWebSchemes.has(out.name)) {
      out.rest = mark + 1 + std::min(behind.find_first_not_of(kSlashes), behind.size());
      return out;
    }
    out.rest = mark + 3;
    if (behind.starts_with("//")) return out;
  }
  return {};
}

Shape schemed_url(std::string_view word, const Scheme& scheme, std::string& normal) {
  const auto rest = word.substr(scheme.rest);
  auto shape = scheme.name == "file" ? path_in(rest, normal) : url_from(rest, normal);
  if (!shape) return {};
  shape.begin = scheme.begin;
  shape.end = word.size();
  return shape;
}

bool begins_as_path(std::string_view word) {
  if (word.size() > 2 && is_letter(word[0]) && word[1] == ':' && word[2] == '\\') return true;
  for (const std::string_view begin : {"~/", "./", "../", "\\\\"}) {
    if (word.starts_with(begin)) return true;
  }
  return word.size() > 2 && word[0] == '/' && word[1] != '/';
}

}  // namespace

Shape mail_in(std::string_view word, std::string& normal) {
  const auto at = word.find('@');
  if (at == std::string_view::npos) return {};
  auto begin = at;
  while (begin > 0 && in_local_part(word[begin - 1])) --begin;
  if (begin == at) {
    while (begin > 0 && in_odd_local_part(word[begin - 1])) --begin;
  }
  auto end = at + 1;
  while (end < word.size() && in_host(word[end])) ++end;
  while (end > at + 1 && (word[end - 1] == '.' || word[end - 1] == '-')) --end;
  const auto host = word.substr(at + 1, end - at - 1);
  const bool dotted = host.find('.', 1) != std::string_view::npos && !host.starts_with('.');
  if (begin == at || !dotted) return {};
  set_lower(normal, word.substr(begin, end - begin));
  // What stands behind a plus is the owner's own mark, and the mail arrives with it or without.
  const auto plus = normal.find('+');
  if (plus != std::string::npos && plus > 0) normal.erase(plus, at - begin - plus);
  return {Kind::kMail, begin, end, 0};
}

Shape escaped_mail_in(std::string_view word, std::string& normal) {
  if (word.find("%40") == std::string_view::npos) return {};
  const auto plain = detect::unescaped(word);
  auto shape = mail_in(plain, normal);
  if (shape) shape.end += word.size() - plain.size();
  return shape;
}

std::size_t behind_scheme(std::string_view word) { return scheme_in(word).rest; }

Shape url_in(std::string_view word, std::string& normal) {
  const auto scheme = scheme_in(word);
  if (!scheme.name.empty()) return schemed_url(word, scheme, normal);
  const bool www = word.size() > 6 && lower(word[0]) == 'w' && lower(word[1]) == 'w' &&
                   lower(word[2]) == 'w' && word[3] == '.';
  return www || is_bare_host(word) ? url_from(word, normal) : Shape{};
}

Shape relative_url_in(std::string_view word, std::string& normal) {
  if (!word.starts_with("//")) return {};
  auto shape = url_in(word.substr(2), normal);
  if (shape) shape.end = word.size();
  return shape;
}

Shape path_in(std::string_view word, std::string& normal) {
  const auto name = word.substr(word.find_last_of("/\\") + 1);
  if (!begins_as_path(word) && !has_ending(name, kFileEndings)) return {};
  normal.clear();
  for (const char c : word) {
    const char slash = c == '\\' ? '/' : c;
    if (slash != '/' || !normal.ends_with('/')) normal += slash;
    if (normal.ends_with("/./")) normal.resize(normal.size() - 2);
  }
  if (normal.starts_with("./")) normal.erase(0, 2);
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  if (normal.empty()) return {};
  return {Kind::kPath, 0, word.size(), 0};
}

Shape handle_in(std::string_view word, std::string& normal) {
  if (word.size() < 3 || (word[0] != '@' && word[0] != '#')) return {};
  if (!is_letter(word[1]) || !std::ranges::all_of(word.substr(1), in_host)) return {};
  set_lower(normal, word.substr(1));
  return {word[0] == '@' ? Kind::kHandle : Kind::kChannel, 0, word.size(), 0};
}

// It may stand in a URL, whose brackets end a word. Names of programs have colons, too, and mostly
// no digits.
Shape ipv6_in(std::string_view word, std::string& normal) {
  if (std::ranges::none_of(word, is_digit)) return {};
  auto address = plain_ipv6(word);
  if (!address) return {};
  normal = *std::move(address);
  return {Kind::kUrl, 0, word.size(), normal.size()};
}

Shape id_in(std::string_view word, std::string& normal) {
  if (word.size() < kMinId || !std::ranges::all_of(word, in_id)) return {};
  const auto digits = static_cast<std::size_t>(std::ranges::count_if(word, is_digit));
  if (digits < kMinIdDigits || std::ranges::none_of(word, is_letter)) return {};
  // UUIDs are written in either case; of other ids the case may matter.
  const bool uuid = word.size() == 36 && std::ranges::count(word, '-') == 4;
  normal.assign(word);
  if (uuid) set_lower(normal, word);
  return {Kind::kId, 0, word.size(), 0};
}

}  // namespace touchstone::flow
