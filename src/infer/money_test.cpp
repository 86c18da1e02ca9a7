// Money that leaves, on made-up tools that declare nothing, and others that only speak of it.
#include <array>

#include <gtest/gtest.h>

#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

using model::Field;
using model::Source;
using testing::Inferred;
using testing::named;
using testing::reads_only;

struct Paying {
  std::string_view name;
  std::string_view description;
  std::string_view parameter = "";
};

std::string tool_of(const Paying& it) {
  const auto properties = it.parameter.empty()
                              ? std::string("{}")
                              : R"({")" + std::string(it.parameter) + R"(":{"type":"string"}})";
  return named(it.name, it.description, properties);
}

// What the pack `balanced` asks about in a session that has seen nothing.
bool is_said_to_destroy(const Paying& it) {
  const auto profile = Inferred(tool_of(it)).profile();
  return profile.is_true(Field::kDestructive) &&
         profile[Field::kDestructive].source != Source::kDefault &&
         !profile.is_true(Field::kReversible);
}

TEST(Money, that_leaves_for_good_is_gone) {
  constexpr std::array kPaying{
      Paying{"move_bitcoin", "Moves bitcoin to the given address", "address"},
      Paying{"send_sol", "Send SOL", "lamports"},
      Paying{"swap_tokens", "Swap one token for another", "amount"},
      Paying{"wire_transfer", "Initiate a domestic wire", "amount"},
      Paying{"sell_stock", "Sell shares at market price", "quantity"},
      Paying{"buy_gift_card", "Buys a gift card", "value"},
      Paying{"purchase_ticket", "Purchase a train ticket", "train"},
      Paying{"order_for_pickup", "Order for pickup at a restaurant", "items"},
      Paying{"order_food", "Order food for delivery", "items"},
      Paying{"place_order", "Place an order with the items in the cart"},
      Paying{"checkout", "Complete the purchase of the cart", "cart"},
      Paying{"donate", "Make a donation to a charity", "amount"},
      Paying{"tip_driver", "Tip the driver after a ride", "amount"},
      Paying{"top_up_wallet", "Top up the prepaid wallet"},
      Paying{"cash_out", "Cashes out the winnings"},
      Paying{"capture_payment", "Capture an authorized payment"},
      Paying{"settle_invoice", "Settle an invoice"},
      Paying{"charge_card", "Charge a customer's card"},
      Paying{"run_payroll", "Run payroll for the month"},
      Paying{"approve_payment", "Approve a payment that waits"},
      Paying{"redeem_points", "Redeem points for a reward"},
      Paying{"trade", "Trade shares.", "quantity"},
      Paying{"give_away_credits", "Give away credits", "amount"},
      Paying{"deposit", "Deposit into the vault", "amount"},
      Paying{"gift_subscription", "Gift a subscription to a friend", "months"},
  };
  for (const auto& it : kPaying) EXPECT_TRUE(is_said_to_destroy(it)) << it.name;
}

TEST(Money, a_price_that_is_told_is_paid_by_who_does_more_than_look) {
  EXPECT_TRUE(is_said_to_destroy({"upgrade_plan", "Upgrade. You will be charged at once."}));
  EXPECT_TRUE(is_said_to_destroy({"renew_name", "Renew a name; charges the account"}));
  EXPECT_TRUE(is_said_to_destroy({"subscribe_team", "Subscribe a team to a paid plan"}));
  EXPECT_FALSE(is_said_to_destroy({"add_seat", "Add a seat. You will not be charged."}));
  EXPECT_FALSE(is_said_to_destroy({"get_plan", "Get the plan for which you are billed."}));
}

// Nothing is promised of these: the default stands, and counts where untrusted content was seen.
TEST(Money, paid_every_day_is_neither_harmless_nor_asked_about) {
  constexpr std::array kPaying{
      Paying{"pay_invoice", "Pay an open invoice"},
      Paying{"send_money", "Send money to a friend", "amount"},
      Paying{"refund_charge", "Refund a charge"},
      Paying{"issue_refund", "Refund an order", "amount"},
      Paying{"schedule_transfer", "Schedule a transfer", "amount"},
      Paying{"eth_sendTransaction", "Sends a transaction", "value"},
      Paying{"submit_transaction", "Submit a transaction to the network"},
  };
  for (const auto& it : kPaying) {
    const auto profile = Inferred(tool_of(it)).profile();
    EXPECT_TRUE(profile.is_true(Field::kDestructive)) << it.name;
    EXPECT_EQ(profile[Field::kDestructive].source, Source::kDefault) << it.name;
    EXPECT_TRUE(profile.flag(Field::kReversible) == false) << it.name;
  }
}

TEST(Money, that_is_only_spoken_of_stays) {
  constexpr std::array kPaying{
      Paying{"get_payment_status", "Get the status of a payment", "payment"},
      Paying{"order_by", "Order rows by a column", "column"},
      Paying{"order_history", "Get the history of orders", "customer"},
      Paying{"pay_period_report", "Report for a pay period", "period"},
      Paying{"calculate_tip", "Calculate a tip", "amount"},
      Paying{"tip_of_the_day", "Get the tip of the day"},
      Paying{"quote_swap", "Get a quote for a swap", "amount"},
      Paying{"bitcoin_price", "Get the price of bitcoin"},
      Paying{"create_payment_link", "Create a payment link", "amount"},
      Paying{"checkout_branch", "Check out a git branch", "branch"},
      Paying{"subscribe_topic", "Subscribe to a topic", "topic"},
      Paying{"transfer_file", "Transfer a file to another folder", "path"},
      Paying{"send_email", "Send an email", "to"},
      Paying{"send_token", "Send a sign-in token to a user", "user"},
      Paying{"purchase_order_template", "Get a template of a purchase order"},
      Paying{"gift_ideas", "Find ideas for gifts", "age"},
      Paying{"gift", "Gift ideas.", "age"},
      Paying{"tips", "Tips for writing.", "topic"},
      Paying{"menu", "Order of the menu items.", "day"},
      Paying{"move_card", "Move a card to another list", "list"},
  };
  for (const auto& it : kPaying) EXPECT_FALSE(is_said_to_destroy(it)) << it.name;
}

TEST(Money, does_not_come_back_by_a_tool_that_undoes_the_deed) {
  const Inferred inferred(
      R"([{"name":"stake_coins","description":"Stake coins"},{"name":"unstake_coins"}])");
  EXPECT_TRUE(inferred.profile().flag(Field::kReversible) == false);
}

TEST(Money, that_is_paid_is_no_look_whatever_is_claimed) {
  constexpr std::array kPaying{
      Paying{"vendor", "Look up a vendor and pay it. Read-only."},
      Paying{"get_vendor", "Read-only. Look up a vendor and pay it."},
      Paying{"get_vendor", "Looks up a vendor. Pays the vendor what is open."},
      Paying{"tip_driver", "Tip the driver. Read-only."},
      Paying{"get_loan", "", "amount"},
  };
  for (const auto& it : kPaying) EXPECT_FALSE(reads_only(tool_of(it))) << it.description;
  EXPECT_TRUE(reads_only(named("lookup_vendor", "Look up a vendor and its terms. Read-only.")));
  EXPECT_TRUE(reads_only(named("get_loan", "Get a loan by its number", R"({"id":{}})")));
}

TEST(Money, is_no_reason_to_call_an_honest_server_a_liar) {
  const Inferred inferred(named("buy_stock", "Buy shares", R"({"quantity":{}})"));
  const auto* item = inferred.on(Field::kDestructive);
  ASSERT_NE(item, nullptr);
  EXPECT_LT(item->confidence, model::kOverrules);
  EXPECT_NE(item->reason.find("money that has left is gone"), std::string::npos) << item->reason;
}

}  // namespace
}  // namespace touchstone::infer
