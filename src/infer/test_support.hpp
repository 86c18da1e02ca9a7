// For the tests of this module: inference on literals.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "infer/infer.hpp"
#include "json/parser.hpp"
#include "model/fold.hpp"

namespace touchstone::infer::testing {

// A tool list read and inferred; what was read stays alive with it.
class Inferred {
 public:
  explicit Inferred(std::string_view text)
      : document_(json::Parser().parse(json::Text::copy_of(text)).value()),
        list_(model::read_tool_list(document_.root()).value()) {
    const Families families(list_.tools,
                            [](const model::Tool& t) -> const model::Tool& { return t; });
    for (const auto& tool : list_.tools) evidence_.push_back(infer(tool, families.of(tool)));
  }

  [[nodiscard]] const std::vector<model::Evidence>& of(std::size_t index = 0) const {
    return evidence_[index];
  }
  // The surest evidence on a field; null if there is none.
  [[nodiscard]] const model::Evidence* on(model::Field field, std::size_t index = 0) const {
    const model::Evidence* surest = nullptr;
    for (const auto& item : evidence_[index]) {
      if (item.field != field) continue;
      if (surest == nullptr || item.confidence > surest->confidence) surest = &item;
    }
    return surest;
  }
  // What a client sees when nothing is declared.
  [[nodiscard]] model::Profile profile(std::size_t index = 0) const {
    return model::fold(evidence_[index], {});
  }
  [[nodiscard]] json::View root() const { return document_.root(); }
  [[nodiscard]] const model::Tool& tool(std::size_t index = 0) const { return list_.tools[index]; }

 private:
  json::Document document_;
  model::ToolList list_;
  std::vector<std::vector<model::Evidence>> evidence_;
};

inline std::string named(std::string_view name, std::string_view description = "",
                         std::string_view properties = "{}") {
  return std::string(R"({"name":")") + std::string(name) + R"(","description":")" +
         std::string(description) + R"(","inputSchema":{"type":"object","properties":)" +
         std::string(properties) + "}}";
}

inline bool reads_only(const std::string& tool) {
  return Inferred(tool).profile().is_true(model::Field::kReadOnly);
}

// What inference says of it, whether or not that is sure enough to be believed.
inline std::optional<bool> guessed(const std::string& tool, model::Field field) {
  const Inferred inferred(tool);
  const auto* item = inferred.on(field);
  return item == nullptr ? std::nullopt : std::optional(std::get<bool>(item->value));
}

inline bool may_destroy(const std::string& tool) {
  return Inferred(tool).profile().is_true(model::Field::kDestructive);
}

}  // namespace touchstone::infer::testing
