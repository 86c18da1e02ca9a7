#include "infer/money.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/objects.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

bool takes_any(const Reading& reading, const base::WordList& wanted) {
  return std::ranges::any_of(reading.parameters, [&](const Parameter& parameter) {
    if (parameter.nested) return false;
    for (std::size_t i = 0; i < parameter.words.size(); ++i) {
      if (wanted.has(parameter.words[i])) return true;
    }
    return false;
  });
}

// A parameter that says how much, or what is paid with.
bool takes_sum(const Reading& reading) {
  static constexpr base::WordList kSums(
      "amount cart currency iban lamports lots notional payment price qty quantity satoshis sats "
      "stake sum units wallet wei");
  return takes_any(reading, kSums);
}

bool takes_goods(const Reading& reading) {
  static constexpr base::WordList kGoods("dish item items menu product products sku skus");
  return takes_sum(reading) || takes_any(reading, kGoods);
}

bool is_money(std::string_view word) {
  static constexpr base::WordList kMoney("dollar euro fund money payment usd");
  return has_noun(kMoney, word);
}

// No bank stands behind these, and nobody calls them back.
bool is_coin(std::string_view word) {
  static constexpr base::WordList kCoins(
      "bitcoin btc cash coin crypto cryptocurrency erc20 eth ether ethereum lamport satoshi sats "
      "sol solana stablecoin usdc usdt wire");
  return has_noun(kCoins, word);
}

// On its way to a chain or a bank: who runs one of a database says "run" or "execute".
bool is_transaction(std::string_view word) { return word == "transaction" || word == "tx"; }

// Worth money where a sum is given with them; without one, tokens may be of any kind.
bool is_asset(std::string_view word) {
  static constexpr base::WordList kAssets("asset balance credit nft point share stock token");
  return has_noun(kAssets, word);
}

// Whoever makes, schedules or runs one of these has money moved.
bool is_payment(std::string_view word) {
  static constexpr base::WordList kPayments("payment refund reimbursement");
  return has_noun(kPayments, word);
}

bool is_spending(std::string_view word) {
  static constexpr base::WordList kSpendings(
      "bet disbursement donation escrow payout payroll purchase remittance trade wager withdrawal");
  return has_noun(kSpendings, word);
}

// Payments, where a sum is given with them: a transfer may be one of files.
bool is_perhaps_payment(std::string_view word) {
  static constexpr base::WordList kDeals("charge deposit transaction transfer wire");
  return has_noun(kDeals, word);
}

bool is_perhaps_spending(std::string_view word) {
  static constexpr base::WordList kDeals("bid order swap");
  return has_noun(kDeals, word);
}

bool is_deal_to_agree(std::string_view word) {
  return is_payment(word) || is_perhaps_payment(word) || is_spending(word);
}

bool is_debt(std::string_view word) {
  static constexpr base::WordList kDebts("balance bill debt invoice loan tab");
  return has_noun(kDebts, word);
}

bool is_payer(std::string_view word) {
  static constexpr base::WordList kPayers("account card customer wallet");
  return has_noun(kPayers, word);
}

bool is_offer(std::string_view word) { return word == "order" || word == "bid"; }

bool is_cart(std::string_view word) {
  static constexpr base::WordList kCarts("basket cart order purchase");
  return has_noun(kCarts, word);
}

bool is_worth(std::string_view word) {
  static constexpr base::WordList kWorth("coupon credit mile point reward voucher");
  return has_noun(kWorth, word);
}

// Names that only begin like a deed: `pay_period`, `buy_list`.
bool is_paper(std::string_view word) {
  static constexpr base::WordList kPaper(
      "advice backtest band calculator calendar date day draft estimate fee form grade history "
      "hold "
      "idea landscape limit link list method option order page period plan policy price quote rate "
      "receipt reminder report request research scale signal slip spread summary template term "
      "wall");
  return has_noun(kPaper, word);
}

bool anything(std::string_view /*word*/) { return true; }

// What is done, and what to. `needs`: what its parameters must tell besides.
struct MoneyDeed {
  base::WordList verbs;
  bool (*object)(std::string_view word);
  bool (*needs)(const Reading& reading) = nullptr;
  bool everyday = false;
};
constexpr base::WordList kMoves(
    "bridge burn deposit exchange forward lend move send stake swap transfer wire "
    "withdraw");
constexpr base::WordList kMakes(
    "complete create execute finalise finalize initiate issue make place process release run "
    "schedule send submit trigger");
constexpr base::WordList kAgrees("accept approve authorise authorize broadcast confirm sign");
// The first that fits counts.
constexpr std::array kMoneyDeeds{
    MoneyDeed{kMoves, is_coin},
    MoneyDeed{base::WordList("release"), is_money},
    MoneyDeed{kMoves, is_money, nullptr, true},
    MoneyDeed{kMoves, is_asset, takes_sum},
    MoneyDeed{kMakes, is_spending},
    MoneyDeed{kMakes, is_payment, nullptr, true},
    MoneyDeed{base::WordList("broadcast send submit"), is_transaction, nullptr, true},
    MoneyDeed{kMakes, is_perhaps_spending, takes_sum},
    MoneyDeed{kMakes, is_perhaps_payment, takes_sum, true},
    // A person's consent should be a person's.
    MoneyDeed{kAgrees, is_deal_to_agree},
    MoneyDeed{base::WordList("capture collect"), is_payment},
    MoneyDeed{base::WordList("clear settle"), is_debt},
    MoneyDeed{base::WordList("charge debit fund"), is_payer},
    MoneyDeed{base::WordList("place submit"), is_offer},
    MoneyDeed{base::WordList("checkout"), is_cart},
    MoneyDeed{base::WordList("checkout wire"), anything, takes_sum},
    MoneyDeed{base::WordList("order"), anything, takes_goods},
    MoneyDeed{base::WordList("redeem spend"), is_worth},
    MoneyDeed{base::WordList("deposit trade"), anything, takes_sum},
};

// Money is what these are about, whatever stands behind them.
bool spends(std::string_view verb) {
  static constexpr base::WordList kSpends(
      "bet bid buy disburse donate gamble gift liquidate purchase sell tip wager");
  return kSpends.has(verb) || verb == "top up" || verb == "cash out" || verb == "pay out";
}
bool pays(std::string_view verb) {
  static constexpr base::WordList kPays("pay refund reimburse remit repay");
  return kPays.has(verb) || verb == "pay off";
}

// "Tips for writing", "Order of the items": a thing.
bool is_thing_here(std::string_view verb, const Mention& mention) {
  static constexpr base::WordList kNouns("gift order tip trade");
  const auto next = (*mention.words)[mention.behind()];
  return kNouns.has(verb) && (next == "of" || (next == "for" && verb != "order"));
}

bool fits(const Reading& reading, const Mention& mention, const MoneyDeed& deed) {
  if (deed.needs != nullptr && !deed.needs(reading)) return false;
  if (deed.object == anything) return true;
  const bool counted = deed.object == is_money || deed.object == is_coin || deed.object == is_asset;
  return counted ? mention.takes(deed.object) : mention.ends_in(deed.object);
}

std::optional<LeavingMoney> find_moved(const Reading& reading, std::string_view verb,
                                       const Mention& mention) {
  const auto moved = [&](bool everyday) {
    return LeavingMoney{{fmt::format("{}, and money that has left is gone", in_words(mention)),
                         pointer_of(reading, mention)},
                        everyday};
  };
  if (is_thing_here(verb, mention)) return {};
  const bool given = verb == "give away" && mention.ends_in(is_worth);
  if (given || spends(verb) || pays(verb)) {
    return mention.ends_in(is_paper) ? std::nullopt : std::optional(moved(pays(verb)));
  }
  const auto found = std::ranges::find_if(kMoneyDeeds, [&](const MoneyDeed& deed) {
    return deed.verbs.has(verb) && fits(reading, mention, deed);
  });
  return found == kMoneyDeeds.end() ? std::nullopt : std::optional(moved(found->everyday));
}

// "Get a purchase order" for `purchase_order`: the name's verb is a noun of what is looked at.
bool is_looked_at(const Reading& reading, const Mention& mention) {
  if (mention.where != Where::kName && mention.where != Where::kTitle) return false;
  const auto* opening = reading.first(Where::kOpening);
  return opening != nullptr && opening->verb->act == Act::kRead && opening->verb != mention.verb &&
         opening->verb->weight != Weight::kWeak;
}

// A word that is a noun in most sentences, and a verb where it comes first: `order_food`.
std::optional<LeavingMoney> find_in_first_word(const Reading& reading) {
  static constexpr base::WordList kVerbsToo("bridge exchange fund gift initiate order spend wire");
  static constexpr Verb kUnlisted{};
  const auto* opening = reading.first(Where::kOpening);
  const bool looks = opening != nullptr && opening->verb->act == Act::kRead;
  const auto skip = reading.siblings.prefix_of(reading.name);
  const bool alone = skip + 1 == reading.name.size() && !reading.text.empty();  // the text tells
  if (!looks && !alone && kVerbsToo.has(reading.name[skip])) {
    const Mention named{&kUnlisted, Where::kName, &reading.name, skip};
    if (auto found = find_moved(reading, reading.name[skip], named)) return found;
  }
  const auto verb = singular(reading.text[0]);
  if (!kVerbsToo.has(verb) || reading.text.quoted(0)) return {};
  return find_moved(reading, verb, {&kUnlisted, Where::kOpening, &reading.text, 0});
}

// "You will be charged", "charges the saved card", "a paid plan".
std::string_view told_price(const Words& text) {
  static constexpr base::WordList kBe("are be being get gets is");
  static constexpr base::WordList kNo("never no not nothing without won't");
  static constexpr base::WordList kPlans(
      "ad budget license membership plan seat subscription tier");
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text.gap(i) >= Gap::kComma) continue;
    const bool billed = text[i] == "charged" || text[i] == "billed";
    const bool denied =
        kNo.has(text[i - 1]) || (i > 1 && kNo.has(text[i - 2])) || (i > 2 && kNo.has(text[i - 3]));
    if (billed && kBe.has(text[i - 1]) && !denied) return text[i];
    const bool paid = text[i] == "paid" && (text[i - 1] == "a" || text[i - 1] == "to");
    if (paid && has_noun(kPlans, text[i + 1])) return text[i];
    if (text[i] != "charge" && text[i] != "charges" && text[i] != "charging") continue;
    for (auto next = i + 1; next <= i + 3 && text.gap(next) < Gap::kComma; ++next) {
      if (is_payer(text[next]) && kDeterminers.has(text[i + 1])) return text[i];
    }
  }
  return {};
}

// Who only looks is told of a price, and pays none.
std::optional<LeavingMoney> find_told_price(const Reading& reading) {
  const auto* main = reading.main_verb();
  if (main == nullptr || main->verb->act == Act::kRead) return {};
  const auto said = told_price(reading.text);
  if (said.empty()) return {};
  return LeavingMoney{
      {fmt::format("description says \"{}\", and money that has left is gone", said),
       "/description"}};
}

}  // namespace

std::optional<LeavingMoney> find_leaving_money(const Reading& reading, const Mention& mention) {
  if (mention.denied || is_looked_at(reading, mention)) return {};
  return find_moved(reading, mention.verb->word, mention);
}

std::optional<LeavingMoney> find_leaving_money(const Reading& reading) {
  std::optional<LeavingMoney> everyday;
  for (const auto& mention : reading.mentions) {
    auto found = find_leaving_money(reading, mention);
    if (found && !found->everyday) return found;
    if (!everyday) everyday = std::move(found);
  }
  if (auto first = find_in_first_word(reading)) return first;
  if (auto told = find_told_price(reading)) return told;
  return everyday;
}

}  // namespace touchstone::infer
