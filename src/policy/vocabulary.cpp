#include "policy/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/content_rules.hpp"
#include "model/data_class.hpp"

namespace touchstone::policy {
namespace {

constexpr std::size_t kMostListed = 12;  // words in a message
constexpr std::string_view kRulePlaceholder = "<rule>";
constexpr std::string_view kScopePrefix = "regulated:";

// clang-format off
constexpr Placeholder kPlaceholders[] = {
    {"<scope>", Besides::kClasses, "a scope of regulated data, such as GDPR"},
    {"<label>", Besides::kClasses, "an organisation's own class, in reverse-DNS form: com.acme.payroll"},
    {kRulePlaceholder, Besides::kNothing, "a rule of the detectors, such as github-token or iban; `touchstone policy facts --format json` lists all"},
    {"<method>", Besides::kMethods, "a method that MCP does not know, or a notification"},
    {"<pointer>", Besides::kPointers, "a JSON pointer, such as /body"},
    {"<date>", Besides::kDates, "a day, such as 2026-07-28"},
};
// clang-format on

template <typename Take>
void for_each_of(std::string_view words, Take take) {
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    if (end > 0) take(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

const Placeholder* placeholder_in(std::string_view word) {
  const auto* it = std::ranges::find_if(
      kPlaceholders, [&](const Placeholder& one) { return word.ends_with(one.name); });
  return it == std::end(kPlaceholders) ? nullptr : it;
}

bool is_class(std::string_view word) {
  const bool is_scope = word.starts_with(kScopePrefix) && word.size() > kScopePrefix.size();
  return is_scope || model::is_organisation_label(word);
}

// What is not MCP's is named by whoever made it; but not so that one may be taken for the other.
bool is_other_method(const FactSpec& fact, std::string_view word) {
  const auto head = [](std::string_view name) { return name.substr(0, name.find('/')); };
  const auto tail = [](std::string_view name) { return name.substr(name.find('/') + 1); };
  const auto near = base::closest(word, fact.words);
  const auto is_theirs = [&](std::string_view known) { return head(known) == head(word); };
  return !word.empty() && std::ranges::none_of(fact.words, is_theirs) &&
         (near.empty() || tail(near) != tail(word));
}

bool is_date(std::string_view word) {
  constexpr std::string_view kForm = "0000-00-00";
  return std::ranges::equal(word, kForm, [](char c, char form) {
    return form == '0' ? c >= '0' && c <= '9' : c == form;
  });
}

}  // namespace

std::span<const Placeholder> placeholders() { return kPlaceholders; }

void take_words(std::string_view words, FactSpec& fact) {
  if (words.empty()) return;
  fact.besides = Besides::kNothing;
  for_each_of(words, [&](std::string_view word) {
    const auto* placeholder = placeholder_in(word);
    if (placeholder == nullptr) {
      fact.words.push_back(word);
    } else if (placeholder->name == kRulePlaceholder) {
      const auto rules = detect::content_rules();
      fact.words.insert(fact.words.end(), rules.begin(), rules.end());
    } else {
      fact.besides = placeholder->besides;
    }
  });
}

void take_bounds(std::string_view bounds, FactSpec& fact) {
  constexpr std::string_view kTo = "..";
  const auto at = bounds.find(kTo);
  if (at == std::string_view::npos) return;
  const auto read = [](std::string_view text, double& into) {
    std::from_chars(text.data(), text.data() + text.size(), into);
  };
  read(bounds.substr(0, at), fact.least);
  read(bounds.substr(at + kTo.size()), fact.most);
}

void take_classes(FactSpec& fact) {
  fact.besides = Besides::kClasses;
  for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(model::DataClass::kRegulated); ++i)
    fact.words.push_back(name_of(static_cast<model::DataClass>(i)));
}

bool can_be(const FactSpec& fact, std::string_view word) {
  if (std::ranges::find(fact.words, word) != fact.words.end()) return true;
  switch (fact.besides) {
    case Besides::kNothing: return false;
    case Besides::kAnything: return true;
    case Besides::kClasses: return is_class(word);
    case Besides::kMethods: return is_other_method(fact, word);
    case Besides::kPointers: return word.starts_with('/');
    case Besides::kDates: break;
  }
  return is_date(word);
}

std::string words_in_words(const FactSpec& fact) {
  std::vector<std::string> words(fact.words.begin(), fact.words.end());
  if (words.size() > kMostListed) return fmt::format("a word for {}", fact.name);
  if (fact.besides == Besides::kClasses) {
    words.emplace_back("regulated:<scope>");
    words.emplace_back("an organisation's label (com.acme.payroll)");
  }
  if (fact.besides == Besides::kMethods) words.emplace_back("a method that MCP does not know");
  if (fact.besides == Besides::kPointers) words.emplace_back("a JSON pointer");
  if (fact.besides == Besides::kDates) words.emplace_back("a day such as 2026-07-28");
  return base::list_in_words(words, "or");
}

std::string meant(const FactSpec& fact, std::string_view word) {
  if (fact.besides == Besides::kPointers) return fmt::format("did you mean /{}?", word);
  const auto near = base::closest(word, fact.words);
  if (!near.empty()) return fmt::format("did you mean {}?", near);
  if (fact.besides == Besides::kMethods)
    return "no such method is decided on; for a server's own ask with startsWith";
  if (fact.words.size() > kMostListed)
    return "touchstone policy facts --format json lists all its words";
  return fact.is_closed() ? "one of " + words_in_words(fact) : "";
}

}  // namespace touchstone::policy
