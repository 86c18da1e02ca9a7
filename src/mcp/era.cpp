#include "mcp/era.hpp"

#include <algorithm>

namespace touchstone::mcp {
namespace {

constexpr std::string_view kWithBatches = "2025-03-26";
constexpr std::string_view kBeforeBatches = "2024-11-05";

}  // namespace

bool is_legacy_version(std::string_view version) {
  return std::ranges::find(kLegacyVersions, version) != kLegacyVersions.end();
}

std::string_view negotiate(std::string_view requested) {
  if (requested == kWithBatches) return kBeforeBatches;
  const auto* const it = std::ranges::find(kLegacyVersions, requested);
  return it != kLegacyVersions.end() ? *it : kLatestLegacy;
}

Era era_of(const rpc::Message& request) {
  const json::View version = request.meta(kMetaVersion);
  if (!version) return Era::kLegacy;
  std::string scratch;
  const auto text = version.as_string(scratch);
  return text && is_legacy_version(*text) ? Era::kLegacy : Era::kModern;
}

}  // namespace touchstone::mcp
