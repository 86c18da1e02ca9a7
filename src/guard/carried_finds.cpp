#include "guard/carried_finds.hpp"

#include <algorithm>
#include <string>

#include "base/word_list.hpp"

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

bool is_destination(std::string_view spelled, const flow::Flows& flows) {
  const std::string account = bare_account(spelled);
  return std::ranges::any_of(flows.values, [&](const flow::Carried& value) {
    const bool is_account = value.kind == flow::Kind::kAccount || value.kind == flow::Kind::kId;
    return value.destination && is_account && bare_account(value.text) == account;
  });
}

constexpr std::size_t kShortestSecret = 8;

// A word with digits in it, long enough that nobody would say it.
bool looks_secret(const flow::Carried& value) {
  const bool is_word = value.kind == flow::Kind::kId || value.kind == flow::Kind::kText;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };  // folded, or in normal form
  return is_word && value.text.size() >= kShortestSecret &&
         std::ranges::any_of(value.text, is_digit) && std::ranges::any_of(value.text, is_letter);
}

bool is_of_credentials(const flow::Carried& value, const flow::Memory& memory) {
  const auto has = [&](flow::SourceId id) {
    return memory.source(id).classes.has(model::DataClass::kCredentials);
  };
  return !value.seen.empty() && (has(value.first) || has(value.last)) && looks_secret(value);
}

}  // namespace

model::DataClasses carried_finds(const detect::ResultDetections& found, std::string_view arguments,
                                 const flow::Flows& flows, const flow::Memory& memory,
                                 const model::DataClasses& given) {
  model::DataClasses out;
  if (std::ranges::any_of(flows.values,
                          [&](const auto& value) { return is_of_credentials(value, memory); }))
    out.insert(model::DataClass::kCredentials);
  for (const auto& item : found.items) {
    const auto data = detect::data_class_of(item.what.kind);
    if (data == model::DataClass::kNone || !given.has(data) || out.has(data)) continue;
    if (item.what.confidence < detect::Confidence::kLikely || kContact.has(item.what.rule))
      continue;
    const auto spelled = arguments.substr(std::min(item.what.begin, arguments.size()),
                                          item.what.end - item.what.begin);
    if (!is_destination(spelled, flows)) out.insert(data);
  }
  return out;
}

}  // namespace touchstone::guard
