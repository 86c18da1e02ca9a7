#include "gateway/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "assay/examine.hpp"
#include "base/seal.hpp"
#include "gateway/resolution.hpp"
#include "http/url.hpp"
#include "infer/siblings.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;
using upstream::ListPtr;

// Of what a list says: its items and for how long it says them, not the messages they came in.
std::string digest_of(const upstream::List& list) {
  std::string all = std::to_string(list.ttl_ms) + (list.is_private ? " private " : " public ");
  for (const json::View item : list.items) all += base::sha256(item.raw());
  return base::sha256(all);
}

std::vector<std::string> names_in(const upstream::List& list) {
  std::vector<std::string> names;
  names.reserve(list.by_key.size());
  for (const auto& [name, index] : list.by_key) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::string tls_key(const net::Dialler& dialler, const config::Server& server) {
  const auto url = http::parse_url(server.url);
  return url && url->secure ? dialler.key_of(url->host, url->port) : std::string();
}

std::shared_ptr<const resolve::Settings> settings_of(const config::Config& config,
                                                     const config::Server& server) {
  return std::make_shared<const resolve::Settings>(
      resolve::prepared({server.roots, config.domains, server.rules}));
}

}  // namespace

const Offer* Assay::find(const std::string& key) const {
  const auto it = list->by_key.find(key);
  return it == list->by_key.end() || it->second >= offers.size() ? nullptr : &offers[it->second];
}

void Catalogue::meet(const std::string& server, const upstream::List& tools) {
  tools_of_[server] = names_in(tools);
}

AssayPtr Catalogue::assay(const upstream::Server& server, ListKind kind, const ListPtr& list) {
  if (const auto it = by_list_.find(list.get()); it != by_list_.end()) {
    kept_.splice(kept_.begin(), kept_, it->second);
    return kept_.front().assay;
  }
  std::string digest = digest_of(*list);
  for (auto it = kept_.begin(); it != kept_.end(); ++it) {
    if (it->kind != kind || it->server != server.name() || it->digest != digest) continue;
    kept_.splice(kept_.begin(), kept_, it);
    return kept_.front().assay;
  }
  auto assay = examine(server, kind, list);
  keep({server.name(), kind, std::move(digest), assay});
  return assay;
}

AssayPtr Catalogue::examine(const upstream::Server& server, ListKind kind, const ListPtr& list) {
  auto assay = std::make_shared<Assay>();
  assay->list = list;
  assay->options = {.trust = config::word_of(server.config().trust),
                    .inference_trust = server.config().inference_trust};
  if (kind == ListKind::kTools) {
    meet(server.name(), *list);
    assay->settings = settings_of(config_, server.config());
    examine_tools(server, *assay);
  } else {
    assay->offers.resize(list->items.size());
  }
  auto held = pins_.judge(server, tls_key(dialler_, server.config()), kind, *list);
  for (std::size_t i = 0; i < held.size(); ++i) assay->offers[i].held = std::move(held[i]);
  return assay;
}

void Catalogue::examine_tools(const upstream::Server& server, Assay& assay) const {
  detect::KnownTools everybody;
  for (const auto& [owner, names] : tools_of_) {
    for (const std::string& name : names) everybody.add(owner, name);
  }
  const auto found = tools_of_.find(server.name());
  const std::vector<std::string_view> names(found->second.begin(), found->second.end());
  const infer::Siblings siblings(names, server.name());
  const bool answers = answers_resolve(server);
  assay.offers.reserve(assay.list->items.size());
  for (const json::View item : assay.list->items) {
    Offer& offer = assay.offers.emplace_back();
    offer.tool = model::read_tool(item, "");
    offer.tool.server = server.name();
    model::FoldOptions options = assay.options;
    options.tool_name = offer.tool.name;
    auto [profile, findings] =
        assay::examine(offer.tool, {&siblings, &everybody}, options,
                       server.config().overrides.evidence_on(offer.tool.name));
    offer.profile = std::move(profile);
    offer.findings = std::move(findings);
    offer.tier = model::tier_of(offer.profile);
    offer.plan = resolve::plan_for(offer.tool, *assay.settings);
    offer.asks_server = answers && is_marked_resolvable(item);
  }
}

bool Catalogue::note_breach(const std::string& server, const std::string& tool, std::string why) {
  if (breaches_.size() >= kMaxBreaches) return false;
  return breaches_.emplace(std::pair(server, tool), std::move(why)).second;
}

void Catalogue::keep(Kept entry) {
  kept_.push_front(std::move(entry));
  by_list_[kept_.front().assay->list.get()] = kept_.begin();
  std::size_t bytes = 0;
  for (const Kept& kept : kept_) bytes += kept.assay->list->bytes;
  while (kept_.size() > 1 && (kept_.size() > kMaxAssays || bytes > kMaxBytes)) {
    bytes -= kept_.back().assay->list->bytes;
    drop_oldest();
  }
}

void Catalogue::drop_oldest() {
  by_list_.erase(kept_.back().assay->list.get());
  kept_.pop_back();
}

void Catalogue::forget(const std::vector<std::string>& servers) {
  std::erase_if(kept_, [&](const Kept& kept) {
    const bool goes = std::ranges::find(servers, kept.server) != servers.end();
    if (goes) by_list_.erase(kept.assay->list.get());
    return goes;
  });
  for (const std::string& server : servers) tools_of_.erase(server);
}

void Catalogue::forget_all() {
  kept_.clear();
  by_list_.clear();
}

}  // namespace touchstone::gateway
