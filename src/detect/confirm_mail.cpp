#include <algorithm>

#include "base/text.hpp"
#include "detect/ascii.hpp"
#include "detect/confirm.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxLocal = 64;
constexpr std::size_t kMaxDomain = 253;
constexpr std::size_t kMaxUserInfo = 160;

bool is_local(char c) {
  static constexpr CharacterSet kOther("._%+-'");
  return is_ascii_alnum(c) || kOther.has(c);
}

// Where the domain that begins at `at` ends, or `at`: labels with dots between, the last of
// letters.
std::size_t end_of_domain(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && end - at < kMaxDomain &&
         (is_ascii_alnum(text[end]) || text[end] == '-' || text[end] == '.')) {
    ++end;
  }
  while (end > at && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  const auto domain = text.substr(at, end - at);
  const auto dot = domain.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || domain.find("..") != std::string_view::npos)
    return at;
  const auto top = domain.substr(dot + 1);
  const bool is_top =
      top.size() >= 2 && top.size() <= 24 && std::ranges::all_of(top, is_ascii_letter);
  return is_top ? end : at;
}

// Nobody's mail: reserved for documents, robots, and names of repositories.
bool is_nobody(std::string_view local, std::string_view domain) {
  const auto small = base::lower_case(domain);
  if (small.starts_with("example.") || small.find(".example") != std::string::npos ||
      small.ends_with(".invalid") || small.ends_with(".test") || small.ends_with(".local")) {
    return true;
  }
  return base::has_word("noreply no-reply donotreply git mailer-daemon postmaster",
                        base::lower_case(local)) ||
         small.starts_with("users.noreply.");
}

void confirm_mail(std::string_view text, std::size_t at, Finds& finds) {
  auto begin = at;
  while (begin > 0 && at - begin < kMaxLocal && is_local(text[begin - 1])) --begin;
  while (begin < at && !is_ascii_alnum(text[begin])) ++begin;
  if (begin < at && is_escape_letter(text, begin)) ++begin;
  const auto end = end_of_domain(text, at + 1);
  if (begin == at || end == at + 1) return;
  if (text[at - 1] == '.' || (begin > 0 && (text[begin - 1] == '/' || text[begin - 1] == ':')))
    return;
  if (end < text.size() && text[end] == ':' && end + 1 < text.size() && text[end + 1] != ' ' &&
      !is_ascii_blank(text[end + 1]))
    return;  // git@host:path
  const auto local = text.substr(begin, at - begin);
  const auto domain = text.substr(at + 1, end - at - 1);
  finds.add(ContentKind::kPersonal,
            is_nobody(local, domain) ? Confidence::kPossible : Confidence::kLikely, "email", begin,
            end);
}

// https://user:password@host
void confirm_user_info(std::string_view text, std::size_t at, Finds& finds) {
  auto begin = at;
  static constexpr CharacterSet kEnds(" \t\r\n@/?#<>\"'`{}[]\\()|,;");
  while (begin > 0 && at - begin < kMaxUserInfo && !kEnds.has(text[begin - 1])) {
    --begin;
  }
  if (begin < 3 || text.substr(begin - 3, 3) != "://") return;
  const auto info = text.substr(begin, at - begin);
  const auto colon = info.find(':');
  if (colon == std::string_view::npos || colon + 1 == info.size()) return;
  const auto password = info.substr(colon + 1);
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  if (is_placeholder(password) || password.front() == '$' || password.front() == '%' ||
      (!is_ascii_alnum(next) && next != '['))
    return;
  finds.add(ContentKind::kSecret, Confidence::kLikely, "url-password", begin + colon + 1, at);
}

}  // namespace

void confirm_at_sign(std::string_view text, std::size_t at, Finds& finds) {
  if (at == 0 || at + 1 >= text.size() || is_ascii_blank(text[at - 1])) return;
  confirm_user_info(text, at, finds);
  confirm_mail(text, at, finds);
}

}  // namespace touchstone::detect
