#include "guard/receipt.hpp"

#include <vector>

#include "flow/letters.hpp"
#include "guard/deed.hpp"

namespace touchstone::guard {
namespace {

bool is_data(detect::ContentKind kind) {
  return kind == detect::ContentKind::kPersonal || kind == detect::ContentKind::kFinancial;
}

bool goes_on(char c) { return flow::is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; }

// As a whole: "ann@corp.example" does not stand in "joann@corp.example".
bool stands_in(std::string_view text, std::string_view wanted) {
  for (auto at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
    const auto end = at + wanted.size();
    if ((at == 0 || !goes_on(text[at - 1])) && (end == text.size() || !goes_on(text[end])))
      return true;
  }
  return false;
}

}  // namespace

detect::ResultDetections news_in(const detect::ResultDetections& found, const Subject& subject,
                                 std::string_view result) {
  const auto sent = subject.arguments.raw();
  if (found.items.empty() || found.is_partial || sent.empty() || !subject.is_of_call() ||
      !subject.brought.empty() || may_read(subject))
    return found;
  detect::ResultDetections news = found;
  std::erase_if(news.items, [&](const detect::ResultDetection& item) {
    const auto begin = item.what.begin;
    const auto end = item.what.end;
    return is_data(item.what.kind) && begin < end && end <= result.size() &&
           stands_in(sent, result.substr(begin, end - begin));
  });
  return news;
}

}  // namespace touchstone::guard
