// Money: tools with which it leaves.
//
// To pay, to buy or to move coins adds and overwrites nothing, and still something is gone
// afterwards that nobody can call back. Servers seldom declare it, so what the verbs do and what
// they are done to has to tell. What only speaks of money (`get_payment`, `pay_period_report`,
// `create_payment_link`) moves none.
#pragma once

#include <optional>

#include "infer/reading.hpp"
#include "infer/stakes.hpp"

namespace touchstone::infer {

struct LeavingMoney {
  Stake stake;
  // To pay, to refund, to send money: what a bank's or a till's tools are there for, all day long.
  bool everyday = false;
};

// By this one mention of a verb.
[[nodiscard]] std::optional<LeavingMoney> find_leaving_money(const Reading& reading,
                                                             const Mention& mention);
[[nodiscard]] std::optional<LeavingMoney> find_leaving_money(const Reading& reading);

}  // namespace touchstone::infer
