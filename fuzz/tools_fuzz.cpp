// Any bytes as a tool list: read, profile, check, enrich, read again. Whatever a server sends, what
// we pass on parses, what we do not mean to change stays as it was, and reading our own output
// never finds a tool less risky than it was.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "json/splice.hpp"
#include "model/check.hpp"
#include "model/derive.hpp"
#include "model/enrich.hpp"
#include "model/resolution_wire.hpp"
#include "model/result_wire.hpp"
#include "model/tool.hpp"

namespace touchstone::model {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// The mirror holds the annotations once more, two levels deeper than they stood.
constexpr json::Limits kIn{.max_bytes = 1 << 20, .max_depth = 64};
constexpr json::Limits kOut{.max_bytes = std::size_t{64} << 20, .max_depth = 70};

bool no_less_risky(const Profile& before, const Profile& after) {
  const auto a = legs_of(before);
  const auto b = legs_of(after);
  return tier_of(after) >= tier_of(before) && risk_of(after) >= risk_of(before) &&
         b.reads_private >= a.reads_private && b.reads_untrusted >= a.reads_untrusted &&
         b.sends_out >= a.sends_out;
}

void check_findings(const json::Document& document, const Tool& tool, const Profile& profile) {
  for (const auto& finding : check(tool, profile)) {
    require(!finding.reason.empty());
    require(finding.offset < document.text().size());
    require(static_cast<bool>(json::at(document.root(), finding.pointer)));
  }
}

void check_resolution(const Tool& tool, const Profile& profile) {
  for (const auto form : {ResolveForm::kExtension, ResolveForm::kSep1913}) {
    const auto answer =
        json::Parser().parse(json::Text(write_resolution(form, tool.name, profile)));
    require(answer.has_value());
    static_cast<void>(read_resolution(answer->root(), tool.name, profile));
  }
}

// Aliases stay on the wire as they came, and with them what they say.
bool speaks_by_alias(const Tool& tool) {
  return std::any_of(tool.claims.begin(), tool.claims.end(),
                     [](const Evidence& claim) { return !claim.reason.empty(); });
}

void check_enriched(const json::Document& document, const ToolList& list, Trust trust) {
  json::Splice splice(document);
  for (const auto& tool : list.tools) {
    annotate(splice, tool, profile_of(tool, {.trust = trust}), Annotate::kEnrich);
  }
  const auto enriched = json::Parser(kOut).parse(json::Text(splice.apply()));
  require(enriched.has_value());
  const auto again = read_tool_list(enriched->root());
  require(again.has_value() && again->tools.size() == list.tools.size());
  // Whoever reads what we wrote believes it, so it must not reassure beyond what we believe.
  const auto reader = trust == Trust::kUntrusted ? Trust::kStandard : trust;
  for (std::size_t i = 0; i < list.tools.size(); ++i) {
    if (reader != trust && speaks_by_alias(list.tools[i])) continue;
    require(no_less_risky(profile_of(list.tools[i], {.trust = trust}),
                          profile_of(again->tools[i], {.trust = reader})));
  }
}

// The same bytes as a result: reading never fails, and what we add is there afterwards.
void check_result(const json::Document& document) {
  auto label = label_of(read_result(document.root()).claims);
  label.untrusted = true;
  label.attribution.insert("mcp://fuzz");
  json::Splice splice(document);
  annotate_result(splice, document.root(), label);
  const auto annotated = json::Parser(kOut).parse(json::Text(splice.apply()));
  require(annotated.has_value());
  if (!document.root().is(json::Kind::kObject)) return;
  require(label_of(read_result(annotated->root()).claims).untrusted);
}

void run(std::string_view bytes) {
  const auto document = json::Parser(kIn).parse(json::Text::copy_of(bytes));
  if (!document) return;
  require(json::Splice(*document).apply() == bytes);
  check_result(*document);
  const auto list = read_tool_list(document->root());
  if (!list) return;
  json::Splice off(*document);
  for (const auto& tool : list->tools) {
    const auto profile = profile_of(tool);
    check_findings(*document, tool, profile);
    check_resolution(tool, profile);
    annotate(off, tool, profile, Annotate::kOff);
  }
  require(off.empty());
  for (const auto trust : {Trust::kUntrusted, Trust::kStandard, Trust::kTrusted}) {
    check_enriched(*document, *list, trust);
  }
}

}  // namespace
}  // namespace touchstone::model

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::model::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
