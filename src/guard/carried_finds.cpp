#include "guard/carried_finds.hpp"

#include <algorithm>
#include <string>

#include "base/word_list.hpp"
#include "flow/letters.hpp"
#include "flow/names.hpp"
#include "guard/way_out.hpp"
#include "json/parser.hpp"
#include "model/derive.hpp"

namespace touchstone::guard {
namespace {

// How people are addressed; correspondence is full of it.
constexpr base::WordList kContact("email phone person-name street-address");

// In one spelling: tokens have IBANs in capitals, and addresses of coins as these are written.
std::string bare_account(std::string_view spelled) {
  std::string out;
  for (const char c : spelled) {
    if (c >= 'a' && c <= 'z') out += static_cast<char>(c - 'a' + 'A');
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

// Names of parameters that say whose account it is.
constexpr base::WordList kAccountWords(
    "to from recipient recipients receiver receivers sender beneficiary payee payer creditor "
    "debtor account accounts iban card wallet address addresses target destination dest source "
    "contact customer counterparty bank id ids number reference");

// The name of the parameter, or of the list that it is in.
std::string_view name_of_parameter(std::string_view pointer) {
  while (true) {
    const auto slash = pointer.rfind('/');
    if (slash == std::string_view::npos) return pointer;
    const auto name = pointer.substr(slash + 1);
    const bool is_index = !name.empty() && std::ranges::all_of(name, flow::is_digit);
    if (!is_index) return name;
    pointer = pointer.substr(0, slash);
  }
}

bool acts_on_something(const Subject& subject) {
  return !subject.is_answer && subject.profile != nullptr &&
         model::tier_of(*subject.profile) > model::Tier::kRead;
}

bool comes_home(const flow::Carried& value, const CarriedBy& call) {
  const bool is_argument = value.pointer.find('/', 1) == std::string::npos;
  return is_argument && value.whole && !value.seen.empty() && !call.subject.is_answer &&
         is_of(call.memory.source(value.first), call.subject);
}

// A URL has room for anything.
bool is_in_url(const flow::Carried& value, const flow::Flows& flows) {
  return std::ranges::any_of(flows.values, [&](const flow::Carried& other) {
    return other.pointer == value.pointer &&
           (other.kind == flow::Kind::kUrl || other.kind == flow::Kind::kHost);
  });
}

bool is_for_account(const flow::Carried& value, const CarriedBy& call) {
  return flow::name_has(name_of_parameter(value.pointer), kAccountWords) &&
         (acts_on_something(call.subject) || comes_home(value, call)) &&
         !is_in_url(value, call.flows);
}

bool is_destination(std::string_view spelled, const CarriedBy& call) {
  const std::string account = bare_account(spelled);
  return std::ranges::any_of(call.flows.values, [&](const flow::Carried& value) {
    const bool is_account = value.kind == flow::Kind::kAccount || value.kind == flow::Kind::kId;
    return value.destination && is_account && bare_account(value.text) == account &&
           is_for_account(value, call);
  });
}

// Of a number that content showed, which need not look like one here.
bool is_destination(const flow::CarriedFind& find, const CarriedBy& call) {
  return std::ranges::any_of(call.flows.values, [&](const flow::Carried& value) {
    const bool is_number =
        value.kind == flow::Kind::kAccount || value.kind == flow::Kind::kId ||
        (value.whole && (value.kind == flow::Kind::kText || value.kind == flow::Kind::kPhone));
    return value.pointer == find.pointer && is_number && is_for_account(value, call);
  });
}

constexpr std::size_t kShortestSecret = 8;

// A word with digits in it, long enough that nobody would say it.
bool looks_secret(const flow::Carried& value) {
  const bool is_word = value.kind == flow::Kind::kId || value.kind == flow::Kind::kText;
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };  // folded, or in normal form
  return is_word && value.text.size() >= kShortestSecret &&
         std::ranges::any_of(value.text, flow::is_digit) &&
         std::ranges::any_of(value.text, is_letter);
}

bool is_of_credentials(const flow::Carried& value, const flow::Memory& memory) {
  const auto has = [&](flow::SourceId id) {
    return memory.source(id).classes.has(model::DataClass::kCredentials);
  };
  return !value.seen.empty() && (has(value.first) || has(value.last)) && looks_secret(value);
}

bool is_worth_keeping(const detect::Detection& found) {
  return found.confidence >= detect::Confidence::kLikely && !kContact.has(found.rule) &&
         detect::data_class_of(found.kind) != model::DataClass::kNone;
}

// Of a number that is a person's or an account's; a shorter one may be a date, or a place's.
constexpr std::size_t kShortestNumber = 9;

// As whoever reads the JSON has it.
std::string as_read(std::string_view spelled) {
  if (spelled.find('\\') == std::string_view::npos) return std::string(spelled);
  const auto quoted = "\"" + std::string(spelled) + "\"";
  const auto document = json::Parser().parse(json::Text::copy_of(quoted));
  return document ? std::string(document->root().as_string().value_or("")) : std::string(spelled);
}

}  // namespace

void remember_finds(flow::Memory& memory, const detect::ResultDetections& found,
                    std::string_view content, flow::SourceId source) {
  for (const auto& item : found.items) {
    if (!is_worth_keeping(item.what) || item.what.begin >= content.size()) continue;
    const auto text = as_read(content.substr(item.what.begin, item.what.end - item.what.begin));
    const auto data = detect::data_class_of(item.what.kind);
    const bool is_long =
        std::ranges::count_if(text, flow::is_digit) >= std::ptrdiff_t{kShortestNumber};
    if (data == model::DataClass::kCredentials || is_long) memory.remember_find(text, data, source);
  }
}

model::DataClasses carried_finds(const CarriedBy& call, const model::DataClasses& given) {
  model::DataClasses out;
  if (std::ranges::any_of(call.flows.values,
                          [&](const auto& value) { return is_of_credentials(value, call.memory); }))
    out.insert(model::DataClass::kCredentials);
  for (const auto& find : call.flows.finds) {
    const auto data = find.what.data;
    if (out.has(data)) continue;
    if (data == model::DataClass::kCredentials || !is_destination(find, call)) out.insert(data);
  }
  const auto arguments = call.subject.arguments.raw();
  for (const auto& item : call.found.items) {
    const auto data = detect::data_class_of(item.what.kind);
    if (!is_worth_keeping(item.what) || !given.has(data) || out.has(data)) continue;
    const auto spelled = arguments.substr(std::min(item.what.begin, arguments.size()),
                                          item.what.end - item.what.begin);
    if (!is_destination(spelled, call)) out.insert(data);
  }
  return out;
}

}  // namespace touchstone::guard
