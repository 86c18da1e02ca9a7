#include "approval/destination.hpp"

#include <algorithm>

#include "approval/shape.hpp"
#include "base/text.hpp"
#include "flow/tokens.hpp"

namespace touchstone::approval {
namespace {

// They count wherever they stand in a name: `recipient_id`, `destinationAccount`.
constexpr std::string_view kDecidingWords =
    "to cc bcc from recipient recipients receiver sender address addresses email emails mail phone "
    "number contact contacts attendee attendees participant participants member members user users "
    "invite invitees assignee owner account accounts iban bic card beneficiary payee amount price "
    "channel channels room chat group team org organization organisation workspace project repo "
    "repository branch bucket queue topic table database schema collection index host hostname "
    "server domain ip port url urls uri link href endpoint webhook callback destination target "
    "dest "
    "dst output folder directory dir cwd root id ids uuid key keys name names role roles "
    "permission "
    "permissions scope scopes visibility access action operation method mode command cmd argv args "
    "script code sql query statement expression eval program shell exec filter where selector";

constexpr std::string_view kPathWords = "path paths file files filename filepath document";

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= 0x20; }

// Where one word of a text ends; not '.', '/', '@' and the like, which stand in addresses.
constexpr bool ends_word(char c) {
  return is_blank(c) || std::string_view("<>()[]{}\"'`,;|\\").find(c) != std::string_view::npos;
}

bool is_url(std::string_view word) { return word.find("://") != std::string_view::npos; }
bool is_mail(std::string_view word) { return word.find('@') != std::string_view::npos; }
bool is_path(std::string_view word) { return word.find_first_of("/\\") != std::string_view::npos; }

// A name with a dot whose last part is letters, and perhaps a port.
bool may_be_host(std::string_view name) {
  name = name.substr(0, name.find(':'));
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 2 >= name.size()) return false;
  const auto is_letter = [](char c) { return is_upper(c) || is_lower(c); };
  return std::ranges::all_of(name.substr(dot + 1), is_letter) &&
         std::ranges::all_of(name, [&](char c) {
           return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
         });
}

// Without a scheme, which programs that show a text as links add: "host.example/x", "host.com".
bool is_bare_url(std::string_view word) {
  if (word.starts_with("//")) word.remove_prefix(2);
  const auto end = word.find_first_of("/?#");
  if (end != std::string_view::npos) return may_be_host(word.substr(0, end));
  if (!may_be_host(word)) return false;
  flow::TokenReader reader(word);
  const auto token = reader.next();
  return token && token->kind == flow::Kind::kUrl && token->end == word.size();
}

// Up to the last slash of the path: "https://host/folder/".
std::string folder_of_url(std::string_view url) {
  const auto authority = url.find("://") + 3;
  const auto path = url.substr(0, url.find_first_of("?#", authority));
  const auto slash = path.rfind('/');
  if (slash == std::string_view::npos || slash < authority) return ":" + std::string(path);
  return ":" + std::string(path.substr(0, slash + 1));
}

// A name without an ending, a hidden file or a way upwards is no mere name of a document.
std::string folder_of_path(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  const auto name = path.substr(slash + 1);
  const auto dot = name.rfind('.');
  const bool document = dot != std::string_view::npos && dot > 0 && dot + 1 < name.size();
  if (!document || path.find("..") != std::string_view::npos) return "=" + std::string(path);
  return "/" + std::string(path.substr(0, slash + 1)) + "*" + std::string(name.substr(dot));
}

std::string fixed_part(std::string_view word) {
  if (is_url(word)) return folder_of_url(word);
  if (is_mail(word)) return "@" + base::lower_case(word);
  if (is_path(word)) return folder_of_path(word);
  return "=" + std::string(word);
}

std::string_view without_full_stop(std::string_view word) {
  while (!word.empty() && std::string_view(".:!?").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

std::vector<std::string> addresses_in(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = std::ranges::find_if(text, ends_word) - text.begin();
    const auto word = without_full_stop(text.substr(0, static_cast<std::size_t>(end)));
    if (is_url(word) || is_mail(word)) {
      out.push_back(fixed_part(word));
    } else if (is_bare_url(word)) {
      out.push_back(
          folder_of_url((word.starts_with("//") ? "https:" : "https://") + std::string(word)));
    }
    text.remove_prefix(std::min(static_cast<std::size_t>(end) + 1, text.size()));
  }
  return out;
}

}  // namespace

Weight weight_of(std::string_view name) {
  std::string word;
  Weight weight = Weight::kContent;
  const auto weigh = [&] {
    if (base::has_word(kPathWords, word)) weight = std::max(weight, Weight::kPath);
    if (base::has_word(kDecidingWords, word)) weight = Weight::kExact;
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool hump = is_upper(c) && i > 0 && is_lower(name[i - 1]);
    const bool letter = is_upper(c) || is_lower(c) || is_digit(c);
    if (hump || !letter) weigh();
    if (letter) word += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    if (word.size() > kLongestIdentifier) return Weight::kExact;
  }
  weigh();
  return weight;
}

std::vector<std::string> fixed_parts(std::string_view text, Weight weight) {
  if (weight == Weight::kExact) return {"=" + std::string(text)};
  if (weight == Weight::kPath && !is_url(text)) return {folder_of_path(text)};
  const bool one_word = std::ranges::none_of(text, is_blank);
  const bool address = is_url(text) || is_mail(text) || is_path(text);
  if (one_word && (address || text.size() <= kLongestIdentifier)) return {fixed_part(text)};
  return addresses_in(text);
}

}  // namespace touchstone::approval
