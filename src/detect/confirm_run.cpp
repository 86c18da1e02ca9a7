#include <algorithm>

#include "detect/ascii.hpp"
#include "detect/check_digits.hpp"
#include "detect/confirm.hpp"
#include "detect/token_checks.hpp"

namespace touchstone::detect {
namespace {

void confirm_wallet(std::string_view text, std::size_t begin, std::size_t end, Finds& finds) {
  const auto run = text.substr(begin, end - begin);
  const bool is_base58 = (run.front() == '1' || run.front() == '3') && is_base58_address(run);
  const bool is_bech32 =
      (run.starts_with("bc1") || run.starts_with("BC1")) && is_bech32_address(run);
  if (is_base58 || is_bech32) {
    finds.add(ContentKind::kFinancial, Confidence::kCertain, "bitcoin-address", begin, end);
  }
  const bool is_hex =
      run.size() == 42 && run.starts_with("0x") && std::ranges::all_of(run.substr(2), is_ascii_hex);
  if (is_hex)
    finds.add(ContentKind::kFinancial, Confidence::kPossible, "ethereum-address", begin, end);
}

}  // namespace

RunConfirmer::RunConfirmer() {
  for (const auto& rule : run_rules()) shapes_.emplace_back(rule.shape);
}

bool RunConfirmer::is_right() const {
  return std::ranges::all_of(shapes_, [](const Shape& shape) { return shape.is_right(); });
}

void RunConfirmer::confirm(std::string_view text, std::size_t begin, std::size_t end,
                           Finds& finds) const {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto& rule = run_rules()[i];
    if (rule.back > begin) continue;
    const auto from = begin - rule.back;
    const auto to = shapes_[i].match(text, from);
    if (!to || (*to < text.size() && is_ascii_alnum(text[*to]))) continue;
    if (from > 0 && (is_ascii_alnum(text[from - 1]) || text[from - 1] == '_')) continue;
    const auto token = text.substr(from, *to - from);
    if (!(rule.check != nullptr ? rule.check : is_varied)(token, token)) continue;
    finds.add(ContentKind::kSecret, Confidence::kCertain, rule.id, from, *to);
  }
  confirm_wallet(text, begin, end, finds);
}

}  // namespace touchstone::detect
