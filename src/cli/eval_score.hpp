// Scores: how far the inferred profile agrees with what authors declared, per field.
//
// A field is scored where it is declared and means something (a destructiveHint on a tool declared
// read-only does not). Three numbers that must not be confused:
//
//   accuracy          over all declared rows, with the value a client would see: where inference is
//                     not sure enough, that is the pessimistic default
//   accuracy, decided only over rows where inference decided the value
//   accuracy, varied  as the first, but only on servers that declare both values; many declare the
//                     same for every tool, which says more about their author than about the tool
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/writer.hpp"
#include "model/field.hpp"
#include "model/tool.hpp"

namespace touchstone::cli {

// A share of something, for people and programs.
struct Share {
  std::size_t part = 0;
  std::size_t whole = 0;
  void count(bool in) {
    part += in ? 1 : 0;
    ++whole;
  }
  [[nodiscard]] double value() const {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

[[nodiscard]] std::string percent(const Share& share);  // "97.53 %", or "-" of nothing
void write_share(json::Writer& out, std::string_view key, const Share& share);

inline constexpr std::array<float, 7> kBands{0.5F, 0.6F, 0.7F, 0.8F, 0.9F, 0.95F, 0.98F};

struct Disagreement {
  std::string server, tool, place;
  bool declared = false;
  float confidence = 0;
  std::string reason;
};

struct FieldScore {
  const model::FieldSpec* field = nullptr;
  Share coverage;  // decided of declared
  Share accuracy;
  Share accuracy_decided;
  Share accuracy_varied;
  Share unsafe;                            // said harmless, declared risky
  std::array<Share, kBands.size()> bands;  // right guesses by confidence, believed or not
  std::vector<Disagreement> worst;         // surest first, unsafe before safe
};

struct LabelledTool {
  model::Tool tool;
  std::string place;
};

// One score for each flag that anybody declares, in the order of the fields.
[[nodiscard]] std::vector<FieldScore> score_annotations(
    std::span<const LabelledTool> rows, std::span<const std::vector<model::Evidence>> inferred,
    float inference_trust);

}  // namespace touchstone::cli
