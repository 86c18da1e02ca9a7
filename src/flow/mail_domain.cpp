#include "flow/mail_domain.hpp"

#include "base/word_list.hpp"

namespace touchstone::flow {
namespace {

// The largest providers of mail to everybody. One that is missing costs a question.
constexpr base::WordList kPublicMail(
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com "
    "icloud.com me.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de qq.com 163.com "
    "mail.ru yandex.ru");

}  // namespace

std::string domain_of(std::string_view mail) {
  const auto at = std::min(mail.rfind('@'), mail.size());
  const auto domain = mail.substr(at);
  return domain.empty() || kPublicMail.has(domain.substr(1)) ? std::string() : std::string(domain);
}

void to_domain_above(std::string& domain) {
  const auto dot = domain.find('.');
  const bool has_more = dot != std::string::npos && domain.find('.', dot + 1) != std::string::npos;
  if (has_more) {
    domain.erase(1, dot);
  } else {
    domain.clear();
  }
}

}  // namespace touchstone::flow
