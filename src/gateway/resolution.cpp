#include "gateway/resolution.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "json/parser.hpp"
#include "model/enrich.hpp"

namespace touchstone::gateway {
namespace {

bool has_extension(json::View capabilities) {
  return capabilities.find("extensions").find(model::kResolutionMeta).is(json::Kind::kObject);
}

model::FoldOptions options_for(const Assay& assay, const Offer& offer) {
  model::FoldOptions options = assay.beliefs->options;
  options.tool_name = offer.tool.name;
  return options;
}

}  // namespace

bool answers_resolve(const upstream::Server& server) {
  const auto hello = server.last_hello();
  if (!hello) return false;
  const json::View capabilities = hello->root().find("capabilities");
  return has_extension(capabilities) ||
         capabilities.find("tools").find("resolve").as_bool().value_or(false);
}

bool is_marked_resolvable(json::View definition) {
  const json::View marker = definition.find("_meta").find(model::kResolutionMeta);
  return marker.find("resolvable").as_bool().value_or(false) ||
         definition.find("resolve").as_bool().value_or(false);
}

model::ResolveForm form_for(const mcp::Terms& terms) {
  const auto capabilities = json::Parser().parse(json::Text::copy_of(terms.capabilities));
  return capabilities && has_extension(capabilities->root()) ? model::ResolveForm::kExtension
                                                             : model::ResolveForm::kSep1913;
}

resolve::Resolution by_rules(const Assay& assay, const Offer& offer, json::View arguments) {
  return resolve::resolve(offer.known->plan, assay.beliefs->settings, arguments);
}

std::optional<model::Profile> judged(const Assay& assay, const Offer& offer,
                                     const resolve::Resolution& resolution) {
  if (resolution.evidence.empty() && resolution.claimed.empty()) return std::nullopt;
  return resolve::profile_for_call(offer.known->profile, resolution, options_for(assay, offer));
}

model::Profile told(const Assay& assay, const Offer& offer, const resolve::Resolution& resolution) {
  return resolve::answer_for_client(offer.known->profile, resolution, options_for(assay, offer));
}

base::Result<std::vector<model::Evidence>> held_to_its_word(const Offer& offer, json::View result) {
  return model::read_resolution(result, offer.tool.name, model::word_on(offer.tool));
}

}  // namespace touchstone::gateway
