// Lists of what a server has, in a few words each and with no marks; of tools that list (kListed),
// for two such lines are easily planted in what others find.
//
//   living room             front door (lock), living room (thermostat), alarm
//   kitchen
//
// As in listing.cpp nothing is recorded, for a name may be anybody's choice: each is named, in few
// words that are its own. Addresses, paths and numbers with a shape are none of it, and one
// sentence, one order or one word that makes a sentence, and the text is no list.
#include <algorithm>
#include <string>
#include <vector>

#include "base/word_list.hpp"
#include "flow/directive.hpp"
#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "flow/names.hpp"
#include "flow/tokens.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxItem = 64;       // bytes
constexpr std::size_t kMaxItemBlanks = 3;  // in a name, and in what is said of it
constexpr std::size_t kLeastItems = 2;
constexpr std::size_t kLeastInLine = 3;  // between commas
constexpr std::size_t kMaxSpread = 3;    // items that one order may be spread over
constexpr std::size_t kMaxItems = 1024;

constexpr base::WordList kMakeSentences(
    "am are be been can could did do does don had has have he her him i if is it let may me must "
    "my need needs not our please shall she should thanks that their them then they this to us "
    "want wants was we were when which who will would you your");

struct Item {
  std::string_view name;
  std::string_view rest;  // in brackets behind it
};

bool has_few_words(std::string_view text) {
  const auto is_of_name = [](char c) {
    return is_letter_or_digit(c) || (c & 0x80) != 0 || c == ' ' || c == '-' || c == '_' ||
           c == '\'' || c == '&' || c == '+';
  };
  return !text.empty() && std::ranges::all_of(text, is_of_name) &&
         static_cast<std::size_t>(std::ranges::count(text, ' ')) <= kMaxItemBlanks &&
         !name_has(text, kMakeSentences) && !TokenReader(text).next();
}

bool read_item(std::string_view text, Item& out) {
  text = without_space(text);
  if (text.size() > kMaxItem) return false;
  const auto open = text.find(" (");
  out = {text.substr(0, open), text.substr(std::min(open, text.size()))};
  const auto said = out.rest;
  return has_few_words(out.name) &&
         (said.empty() || (said.ends_with(')') && has_few_words(said.substr(2, said.size() - 3))));
}

bool read_items(std::string_view text, char between, std::vector<Item>& out) {
  while (!text.empty()) {
    const auto one = text.substr(0, text.find(between));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    if (without_space(one).empty() && between == '\n') continue;
    if (out.size() >= kMaxItems || !read_item(one, out.emplace_back())) return false;
  }
  return true;
}

// One that is spread over a few of them is an order as well.
bool any_orders(const std::vector<Item>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string together;
    for (auto at = i; at < items.size() && at < i + kMaxSpread; ++at)
      together.append(items[at].name).append(items[at].rest).append(" ");
    if (directs(together)) return true;
  }
  return false;
}

// Two in a line may be a greeting, if nothing is said of them.
bool are_enough(const std::vector<Item>& items, bool in_lines) {
  const bool is_told =
      std::ranges::none_of(items, [](const Item& item) { return item.rest.empty(); });
  return items.size() >= (in_lines || is_told ? kLeastItems : kLeastInLine);
}

}  // namespace

bool cut_items(std::string_view text, Cutter& out) {
  text = without_space(text);
  const bool in_lines = text.find('\n') != std::string_view::npos;
  std::vector<Item> items;
  if (!read_items(text, in_lines ? '\n' : ',', items)) return false;
  if (!are_enough(items, in_lines) || any_orders(items)) return false;
  for (const auto& item : items) {
    out.listed(item.name, Manner::kNamed);
    if (!item.rest.empty()) out.prose(item.rest);
    out.layout("\n");
  }
  return true;
}

}  // namespace touchstone::flow
