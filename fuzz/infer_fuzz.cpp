// Any bytes as a tool list: inference reads it within bounds, says the same twice, never looks at
// what is declared, points at places that are there, and lowers nothing for an untrusted server.
#include <cstdlib>
#include <string>

#include "infer/infer.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "model/derive.hpp"
#include "model/fold.hpp"

namespace touchstone::infer {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr json::Limits kIn{.max_bytes = 1 << 20, .max_depth = 64};

void check_evidence(const model::Tool& tool, const std::vector<model::Evidence>& evidence) {
  for (const auto& item : evidence) {
    require(item.source == model::Source::kInferred && !item.reason.empty());
    require(item.confidence > 0 && item.confidence < 1);
    require(static_cast<bool>(json::at(tool.json, item.pointer)));
  }
}

void check_untrusted(const model::Tool& tool, std::vector<model::Evidence> evidence) {
  const model::FoldOptions untrusted{.trust = model::Trust::kUntrusted, .tool_name = tool.name};
  const auto before = model::fold(tool.claims, untrusted);
  evidence.insert(evidence.end(), tool.claims.begin(), tool.claims.end());
  const auto after = model::fold(std::move(evidence), untrusted);
  require(model::tier_of(after) >= model::tier_of(before));
  require(model::risk_of(after) >= model::risk_of(before));
}

void run(std::string_view bytes) {
  const auto document = json::Parser(kIn).parse(json::Text::copy_of(bytes));
  if (!document) return;
  const auto list = model::read_tool_list(document->root());
  if (!list) return;
  const Families families(list->tools,
                          [](const model::Tool& tool) -> const model::Tool& { return tool; });
  for (const auto& tool : list->tools) {
    auto evidence = infer(tool, families.of(tool));
    require(evidence == infer(tool, families.of(tool)));
    check_evidence(tool, evidence);
    check_untrusted(tool, std::move(evidence));
  }
}

}  // namespace
}  // namespace touchstone::infer

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::infer::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
