#include "cli/eval_score.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "model/fold.hpp"

namespace touchstone::cli {
namespace {

using model::Field;

std::optional<bool> declared_flag(const model::Tool& tool, Field field) {
  for (const auto& claim : tool.claims) {
    const auto* value = std::get_if<bool>(&claim.value);
    if (claim.field == field && value != nullptr) return *value;
  }
  return {};
}

// What is declared, where it means something.
std::optional<bool> declared_of(const model::Tool& tool, const model::FieldSpec& field) {
  const bool moot = field.only_if_writing && declared_flag(tool, Field::kReadOnly) == true;
  return moot ? std::nullopt : declared_flag(tool, field.field);
}

std::size_t band_of(float confidence) {
  const auto above = std::ranges::upper_bound(kBands, confidence);
  return static_cast<std::size_t>(std::distance(kBands.begin(), above)) - 1;
}

// What inference would say if it were always believed.
const model::Evidence* guess_on(std::span<const model::Evidence> evidence, Field field) {
  const model::Evidence* surest = nullptr;
  for (const auto& item : evidence) {
    if (item.field != field || !std::holds_alternative<bool>(item.value)) continue;
    if (surest == nullptr || item.confidence > surest->confidence) surest = &item;
  }
  return surest;
}

class Scorer {
 public:
  Scorer(std::span<const LabelledTool> rows, std::span<const std::vector<model::Evidence>> inferred,
         float inference_trust)
      : rows_(rows), inferred_(inferred) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      profiles_.push_back(model::fold(
          inferred[i], {.inference_trust = inference_trust, .tool_name = rows[i].tool.name}));
    }
  }

  FieldScore score(const model::FieldSpec& field) {
    FieldScore out;
    out.field = &field;
    const auto varied = servers_that_vary(field);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto label = declared_of(rows_[i].tool, field);
      if (label) count(out, i, *label, varied.contains(rows_[i].tool.server));
    }
    std::ranges::stable_sort(out.worst, [&](const Disagreement& a, const Disagreement& b) {
      const bool unsafe = a.declared == *field.risky;
      if (a.declared != b.declared) return unsafe;
      return a.confidence > b.confidence;
    });
    return out;
  }

 private:
  [[nodiscard]] std::set<std::string_view> servers_that_vary(const model::FieldSpec& field) const {
    std::map<std::string_view, std::set<bool>> labels;
    for (const auto& row : rows_) {
      if (const auto label = declared_of(row.tool, field)) labels[row.tool.server].insert(*label);
    }
    std::set<std::string_view> out;
    for (const auto& [server, values] : labels) {
      if (values.size() > 1) out.insert(server);
    }
    return out;
  }

  void count(FieldScore& out, std::size_t row, bool label, bool varied) const {
    const auto field = out.field->field;
    const auto said = profiles_[row].flag(field);
    const bool decided = profiles_[row][field].source == model::Source::kInferred;
    const bool right = said == label;
    out.coverage.count(decided);
    out.accuracy.count(right);
    if (decided) out.accuracy_decided.count(right);
    if (varied) out.accuracy_varied.count(right);
    out.unsafe.count(said == !*out.field->risky && label == *out.field->risky);
    const auto* guess = guess_on(inferred_[row], field);
    if (guess != nullptr && guess->confidence >= kBands.front()) {
      out.bands[band_of(guess->confidence)].count(guess->value == model::Value(label));
    }
    if (said && !right) disagree(out, row, label, guess);
  }

  void disagree(FieldScore& out, std::size_t row, bool label, const model::Evidence* guess) const {
    const auto& [tool, place] = rows_[row];
    const bool guessed_so = guess != nullptr && guess->value == model::Value(!label);
    out.worst.push_back({tool.server, tool.name, place, label,
                         guessed_so ? guess->confidence : 0.0F,
                         guessed_so ? guess->reason : "not sure enough; the default stands"});
  }

  std::span<const LabelledTool> rows_;
  std::span<const std::vector<model::Evidence>> inferred_;
  std::vector<model::Profile> profiles_;
};

}  // namespace

std::string percent(const Share& share) {
  if (share.whole == 0) return "-";
  return fmt::format("{:.2f} %", share.value() * 100);
}

void write_share(json::Writer& out, std::string_view key, const Share& share) {
  out.key(key).begin_object();
  out.key("of").integer(static_cast<std::int64_t>(share.whole));
  out.key("count").integer(static_cast<std::int64_t>(share.part));
  out.key("share").number(share.value()).end_object();
}

std::vector<FieldScore> score_annotations(std::span<const LabelledTool> rows,
                                          std::span<const std::vector<model::Evidence>> inferred,
                                          float inference_trust) {
  Scorer scorer(rows, inferred, inference_trust);
  std::vector<FieldScore> out;
  for (const auto& field : model::kFields) {
    if (field.type != model::Type::kFlag) continue;
    auto score = scorer.score(field);
    if (score.accuracy.whole > 0) out.push_back(std::move(score));
  }
  return out;
}

}  // namespace touchstone::cli
