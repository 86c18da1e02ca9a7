#include "guard/carried_finds.hpp"

#include <gtest/gtest.h>

#include "flow/memory.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

using detect::Confidence;
using detect::ContentKind;
using model::DataClass;
using model::DataClasses;

constexpr std::string_view kPayment = R"({"to":"GB29 NWBK 6016 1331 9268 19","note":"4111"})";

// Something found where `spelled` stands in the arguments.
detect::ResultDetections found(ContentKind kind, std::string_view rule, std::string_view spelled,
                               Confidence confidence = Confidence::kCertain) {
  const auto begin = kPayment.find(spelled);
  detect::ResultDetections out;
  out.items.push_back({{kind, confidence, false, rule, begin, begin + spelled.size()},
                       {begin, begin + spelled.size(), detect::Leaf::kText}});
  return out;
}

DataClasses carried(const detect::ResultDetections& finds, const DataClasses& given) {
  const auto document = json::Parser().parse(json::Text::copy_of(kPayment));
  EXPECT_TRUE(document.has_value());
  const auto flows = flow::Memory().trace(document->root());
  return carried_finds(finds, kPayment, flows, flow::Memory(), given);
}

TEST(CarriedFinds, are_of_classes_that_the_session_was_given) {
  const auto card = found(ContentKind::kFinancial, "card", "4111");
  EXPECT_TRUE(carried(card, DataClass::kFinancial).has(DataClass::kFinancial));
  EXPECT_TRUE(carried(card, DataClass::kPii).empty()) << "a person typed it";
  EXPECT_TRUE(carried(card, {}).empty());
  const auto key = found(ContentKind::kSecret, "github-token", "4111");
  EXPECT_TRUE(carried(key, DataClass::kCredentials).has(DataClass::kCredentials));
}

TEST(CarriedFinds, are_more_than_a_guess_and_no_way_to_reach_somebody) {
  const auto unsure = found(ContentKind::kFinancial, "card", "4111", Confidence::kPossible);
  EXPECT_TRUE(carried(unsure, DataClass::kFinancial).empty());
  for (const auto* rule : {"email", "phone", "person-name", "street-address"})
    EXPECT_TRUE(carried(found(ContentKind::kPersonal, rule, "4111"), DataClass::kPii).empty());
  const auto id = found(ContentKind::kPersonal, "us-ssn", "4111");
  EXPECT_TRUE(carried(id, DataClass::kPii).has(DataClass::kPii));
}

TEST(CarriedFinds, are_not_where_the_call_goes_itself) {
  const auto iban = found(ContentKind::kFinancial, "iban", "GB29 NWBK 6016 1331 9268 19");
  EXPECT_TRUE(carried(iban, DataClass::kFinancial).empty());
}

TEST(CarriedFinds, beyond_the_arguments_are_nothing_to_stumble_over) {
  auto stray = found(ContentKind::kFinancial, "card", "4111");
  stray.items[0].what.begin = 10'000, stray.items[0].what.end = 10'004;
  EXPECT_TRUE(carried(stray, DataClass::kFinancial).has(DataClass::kFinancial));
}

bool carries_credentials(const std::string& value, const DataClasses& of_source) {
  flow::Memory memory({.seed = 1});
  const auto source = memory.intern({.uri = "mcp://files/read", .classes = of_source});
  memory.remember(R"({"user":"deployer01","key":"hT7qP2mZ9xW4vB8nK3jL","pass":"Tr0ub4dor&3xK"})",
                  source);
  const std::string arguments = R"({"query":")" + value + R"("})";
  const auto document = json::Parser().parse(json::Text::copy_of(arguments));
  EXPECT_TRUE(document.has_value());
  return carried_finds({}, arguments, memory.trace(document->root()), memory, {})
      .has(DataClass::kCredentials);
}

TEST(CarriedFinds, are_values_that_look_secret_and_stand_where_credentials_do) {
  for (const auto* value : {"hT7qP2mZ9xW4vB8nK3jL", "Tr0ub4dor&3xK"}) {
    EXPECT_TRUE(carries_credentials(value, DataClass::kCredentials)) << value;
    EXPECT_FALSE(carries_credentials(value, DataClass::kPii)) << value;
  }
  EXPECT_FALSE(carries_credentials("opening hours", DataClass::kCredentials));
  EXPECT_FALSE(carries_credentials("xQ7rP2mZ9xW4vB8nK3jL", DataClass::kCredentials)) << "not given";
}

TEST(CarriedFinds, are_no_wallet_that_is_paid_however_it_is_written) {
  constexpr std::string_view kPaid = R"({"to":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"})";
  const auto document = json::Parser().parse(json::Text::copy_of(kPaid));
  ASSERT_TRUE(document.has_value());
  const auto begin = kPaid.find("1A1z");
  detect::ResultDetections wallet;
  wallet.items.push_back(
      {{ContentKind::kFinancial, Confidence::kCertain, false, "bitcoin-address", begin, begin + 34},
       {begin, begin + 34, detect::Leaf::kText}});
  const flow::Memory memory;
  const auto flows = memory.trace(document->root());
  EXPECT_TRUE(carried_finds(wallet, kPaid, flows, memory, DataClass::kFinancial).empty());
}

}  // namespace
}  // namespace touchstone::guard
