#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "detect/confirm.hpp"
#include "detect/id_rules.hpp"

namespace touchstone::detect {
namespace {

// All rules one by one, without an index: is any of this kind as sure as that?
bool is_any_id(ContentKind kind, std::string_view digits, Topics near, Confidence at_least) {
  for (const auto table : {ids_of_accounts(), ids_of_europe(), ids_of_america()}) {
    for (const auto& rule : table) {
      const auto sure = (near & rule.topics) != 0 ? rule.near : rule.bare;
      if (rule.kind == kind && static_cast<int>(sure) > static_cast<int>(at_least) &&
          Shape(rule.form).match(digits, 0) == digits.size() &&
          (rule.check == nullptr || rule.check(digits)))
        return true;
    }
  }
  return false;
}

// With no zero in front, and no word of telephones, they are no telephone number.
RC_GTEST_PROP(ConfirmNumber, digits_alone_are_what_any_rule_says_of_them, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(5, 21);
  auto digits =
      *rc::gen::container<std::string>(size, rc::gen::inRange('0', static_cast<char>('9' + 1)));
  if (digits.front() == '0') digits.front() = '4';
  const auto at_least =
      *rc::gen::element(Confidence::kPossible, Confidence::kLikely, Confidence::kCertain);
  const auto near = *rc::gen::element<Topics>(0, bits_of(Topic::kBank), bits_of(Topic::kTax),
                                              bits_of(Topic::kSocial), bits_of(Topic::kPassport),
                                              bits_of(Topic::kHealth) | bits_of(Topic::kLicence));
  const std::vector<std::pair<std::size_t, Topics>> topics{{0, near}};
  Finds finds(at_least);
  static_cast<void>(confirm_number(digits, 0, topics, finds));
  const auto found = std::move(finds).take();
  for (const auto kind : {ContentKind::kPersonal, ContentKind::kFinancial})
    RC_ASSERT(found.has(kind) == is_any_id(kind, digits, near, at_least));
}

}  // namespace
}  // namespace touchstone::detect
