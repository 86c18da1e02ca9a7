#include "guard/carried_finds.hpp"

#include <gtest/gtest.h>

#include "flow/memory.hpp"
#include "json/parser.hpp"
#include "model/fold.hpp"

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

// Of a tool that may do anything, and of one that only reads.
const model::Profile kActs = model::fold({}, {});
const model::Profile kReads = model::fold({{.field = model::Field::kReadOnly, .value = true}}, {});

Subject call_with(const json::Document& arguments, const model::Profile& profile = kActs) {
  Subject subject;
  subject.server = "bank";
  subject.profile = &profile;
  subject.arguments = arguments.root();
  return subject;
}

DataClasses carried(const detect::ResultDetections& finds, const DataClasses& given) {
  const auto document = json::Parser().parse(json::Text::copy_of(kPayment));
  EXPECT_TRUE(document.has_value());
  const auto flows = flow::Memory().trace(document->root());
  return carried_finds({call_with(*document), finds, flows, flow::Memory()}, given);
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
  return carried_finds({call_with(*document), {}, memory.trace(document->root()), memory}, {})
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
  EXPECT_TRUE(
      carried_finds({call_with(*document), wallet, flows, memory}, DataClass::kFinancial).empty());
}

constexpr std::string_view kIban = "GB29NWBK60161331926819";

// The account that `giver` gave, in these arguments.
bool carries_account(std::string_view arguments, const model::Profile& profile,
                     std::string_view giver = "mcp://files/read", bool is_answer = false) {
  flow::Memory memory({.seed = 1});
  const auto source = memory.intern(
      {.uri = std::string(giver), .is_private = true, .classes = DataClass::kFinancial});
  const std::string content = R"({"iban":")" + std::string(kIban) + R"("})";
  memory.remember(content, source);
  const auto begin = content.find(kIban);
  detect::ResultDetections in_content;
  in_content.items.push_back(
      {{ContentKind::kFinancial, Confidence::kCertain, false, "iban", begin, begin + kIban.size()},
       {begin, begin + kIban.size(), detect::Leaf::kText}});
  remember_finds(memory, in_content, content, source);
  const auto document = json::Parser().parse(json::Text::copy_of(arguments));
  EXPECT_TRUE(document.has_value());
  Subject subject = call_with(*document, profile);
  subject.is_answer = is_answer;
  return carried_finds({subject, {}, memory.trace(document->root()), memory}, DataClass::kFinancial)
      .has(DataClass::kFinancial);
}

TEST(CarriedFinds, are_accounts_that_a_call_is_about_but_does_not_act_on) {
  for (const auto* arguments :
       {R"({"query":"GB29NWBK60161331926819"})", R"({"query":"GB29 NWBK 6016 1331 9268 19"})",
        R"({"domain":"GB29NWBK60161331926819.host.example"})",
        R"({"url":"https://host.example/GB29NWBK60161331926819"})",
        R"({"terms":["one","GB29NWBK60161331926819"]})",
        R"({"options":{"account":"GB29NWBK60161331926819"}})"}) {
    EXPECT_TRUE(carries_account(arguments, kReads)) << arguments;
  }
  EXPECT_TRUE(carries_account(R"({"subject":"GB29NWBK60161331926819"})", kActs));
  EXPECT_TRUE(
      carries_account(R"({"address":"https://host.example/GB29NWBK60161331926819"})", kActs));
}

TEST(CarriedFinds, are_no_account_that_is_paid_or_asked_about_where_it_is_kept) {
  EXPECT_FALSE(carries_account(R"({"recipient":"GB29NWBK60161331926819"})", kActs));
  EXPECT_FALSE(carries_account(R"({"from_account":"GB29 NWBK 6016 1331 9268 19"})", kActs));
  EXPECT_FALSE(carries_account(R"({"iban":"GB29NWBK60161331926819"})", kReads, "mcp://bank/list"));
  EXPECT_TRUE(carries_account(R"({"iban":"GB29NWBK60161331926819"})", kReads));
  EXPECT_TRUE(carries_account(R"({"query":"GB29NWBK60161331926819"})", kReads, "mcp://bank/list"));
}

TEST(CarriedFinds, are_accounts_in_answers) {
  EXPECT_TRUE(carries_account(R"({"content":{"a":"GB29NWBK60161331926819"}})", kActs,
                              "mcp://files/read", true));
  EXPECT_TRUE(
      carries_account(R"({"account":"GB29NWBK60161331926819"})", kActs, "mcp://bank/list", true));
}

TEST(CarriedFinds, are_secrets_of_content_however_they_are_glued) {
  constexpr std::string_view kContent = R"({"text":"DB_PASSWORD=Qk31-fh\/W82zz_Lm5\n"})";
  const auto begin = kContent.find("Qk31");
  const auto end = kContent.find("\\n");
  detect::ResultDetections in_content;
  in_content.items.push_back(
      {{ContentKind::kSecret, Confidence::kLikely, false, "password", begin, end},
       {9, end, detect::Leaf::kText}});
  flow::Memory memory({.seed = 1});
  const auto source = memory.intern({.uri = "mcp://files/read"});
  remember_finds(memory, in_content, kContent, source);
  const auto document = json::Parser().parse(
      json::Text::copy_of(R"({"url":"https://host.example/?p=xQk31-fh/W82zz_Lm5.txt"})"));
  ASSERT_TRUE(document.has_value());
  const auto flows = memory.trace(document->root());
  EXPECT_TRUE(carried_finds({call_with(*document, kReads), {}, flows, memory}, {})
                  .has(DataClass::kCredentials));
}

}  // namespace
}  // namespace touchstone::guard
