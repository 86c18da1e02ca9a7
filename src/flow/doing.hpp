// Doing: what a tool does, in the words of its name, to be found in what content tells its reader.
//
// An injected instruction mostly gives the values of the call that it wants, and those are traced.
// "Book the most expensive hotel, whatever it costs" gives none. But it has a verb of the kind that
// `reserve_hotel` has, and the thing that this acts on. And what people want done they do not only
// say in orders: "the card 1881 should be frozen" wishes freeze_card, with its value. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "infer/act.hpp"

namespace touchstone::flow {

struct Doing {
  infer::Act act = infer::Act::kUnknown;  // of the name's verb; unknown: any will do
  std::string verb;                       // that word itself; empty: it tells nothing
  std::vector<std::string> things;  // the other words, in the singular; none: nothing is known
  std::vector<std::string> values;  // of one call, folded; they are looked for together

  // The folded text has one of the things, and a verb that may do that to it.
  [[nodiscard]] bool is_named_in(std::string_view folded) const;
  // The folded text has all of the values, and besides them the verb as a verb, with what it acts
  // on or a second value; or the verb in any form, or a thing, and a word that wishes or demands.
  // That it was done is no wish.
  [[nodiscard]] bool is_wished_in(std::string_view folded) const;
};

[[nodiscard]] Doing doing_of(std::string_view tool);
// "branches" as "branch", "deliveries" as "delivery".
[[nodiscard]] std::string singular_of(std::string_view word);

}  // namespace touchstone::flow
