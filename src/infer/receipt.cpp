#include "infer/receipt.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

struct Participle {
  std::string_view word;
  Receipt kind;
};
constexpr std::array kParticiples{
    Participle{"added", Receipt::kMade},       Participle{"affected", Receipt::kChanged},
    Participle{"created", Receipt::kMade},     Participle{"deleted", Receipt::kGone},
    Participle{"dropped", Receipt::kGone},     Participle{"inserted", Receipt::kMade},
    Participle{"modified", Receipt::kChanged}, Participle{"overwritten", Receipt::kGone},
    Participle{"purged", Receipt::kGone},      Participle{"removed", Receipt::kGone},
    Participle{"sent", Receipt::kMade},        Participle{"updated", Receipt::kChanged},
    Participle{"upserted", Receipt::kChanged}, Participle{"written", Receipt::kChanged},
};

std::optional<Receipt> kind_of(std::string_view word) {
  const auto found = std::ranges::find(kParticiples, word, &Participle::word);
  return found == kParticiples.end() ? std::nullopt : std::optional(found->kind);
}

// What may be counted or named beside a participle; `created_at` is part of any record.
bool is_counted(std::string_view word) {
  constexpr std::array<std::string_view, 9> kCounted{"byte", "count", "document", "entry", "file",
                                                     "id",   "item",  "record",   "row"};
  return std::ranges::find(kCounted, singular(word)) != kCounted.end();
}

// `rows_affected`, `deletedCount`, `created_ids`; alone only as a flag or a number of things done.
std::optional<Receipt> receipt_of(const Parameter& result) {
  const auto& words = result.words;
  if (words.size() == 1) {
    const auto type = result.schema.find("type");
    const bool plain = type.equals("boolean") || type.equals("integer") || type.equals("array");
    return plain ? kind_of(words[0]) : std::nullopt;
  }
  if (words.size() != 2) return {};
  if (is_counted(words[1])) return kind_of(words[0]);
  return is_counted(words[0]) ? kind_of(words[1]) : std::nullopt;
}

bool leads_on(const Words& words) {
  if (words.empty()) return false;
  return (words[0] == "next" && words.size() > 1) || (words[0] == "has" && words[1] == "more");
}

bool is_list(const Parameter& result) { return result.schema.find("type").equals("array"); }

}  // namespace

std::optional<FoundReceipt> find_receipt(const Reading& reading) {
  const Parameter* list = nullptr;
  const Parameter* onward = nullptr;
  for (const auto& result : reading.results) {
    if (result.nested || result.name.empty()) continue;
    if (const auto kind = receipt_of(result)) {
      return FoundReceipt{*kind, result_in_words(result), result.pointer};
    }
    if (is_list(result)) list = &result;
    if (leads_on(result.words)) onward = &result;
  }
  if (list == nullptr || onward == nullptr) return {};
  return FoundReceipt{Receipt::kPage,
                      fmt::format("results `{}` and `{}`", list->name, onward->name),
                      list->pointer};
}

}  // namespace touchstone::infer
