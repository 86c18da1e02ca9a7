#include "gateway/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "base/seal.hpp"
#include "gateway/resolution.hpp"
#include "infer/siblings.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::size_t kMaxSlips = 64;  // of one tool

using upstream::ListKind;
using upstream::ListPtr;

std::vector<std::string> names_in(const upstream::List& list) {
  std::vector<std::string> names;
  names.reserve(list.by_key.size());
  for (const auto& [name, index] : list.by_key) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

Pins::Clean clean_of(const KnownPtr& known) {
  const auto is_poison = [](const model::Finding& finding) {
    return finding.kind == model::FindingKind::kPoison;
  };
  if (!known || std::ranges::any_of(known->findings, is_poison)) return nullptr;
  return {known, &known->asked.names};
}

// As many as there are values of fields, however often a server breaks its word.
bool add_new(std::vector<model::Evidence>& more, std::vector<model::Evidence>& all) {
  const auto before = all.size();
  for (auto& item : more) {
    const auto same = [&](const model::Evidence& other) {
      return other.field == item.field && other.value == item.value;
    };
    const bool room = all.size() < kMaxSlips;
    if (room && std::ranges::none_of(all, same)) all.push_back(std::move(item));
  }
  return all.size() > before;
}

}  // namespace

const Offer* Assay::find(const std::string& key) const {
  const auto it = list->by_key.find(key);
  return it == list->by_key.end() || it->second >= offers.size() ? nullptr : &offers[it->second];
}

// Of what a list says: its items and for how long it says them, not the messages they came in.
Catalogue::Digests Catalogue::digests_of(const upstream::List& list) {
  Digests out;
  std::string all = std::to_string(list.ttl_ms) + (list.is_private ? " private " : " public ");
  for (const json::View item : list.items) all += out.items.emplace_back(base::sha256(item.raw()));
  out.whole = base::sha256(all);
  return out;
}

// A list that is still there cannot have become another one.
void Catalogue::meet(const std::string& server, const ListPtr& tools) {
  Met& met = tools_of_[server];
  if (met.list.lock() == tools) return;
  met.list = tools;
  auto names = names_in(*tools);
  if (names == met.names) return;
  for (const std::string& name : met.names) everybody_.remove(server, name);
  for (const std::string& name : names) everybody_.add(server, name);
  met.names = std::move(names);
}

struct Catalogue::Work {
  std::shared_ptr<Assay> assay;
  std::vector<std::string> digests;  // of the items
  infer::Siblings siblings;
  bool answers = false;  // the server resolves for itself

  [[nodiscard]] bool is_done() const { return assay->offers.size() >= assay->list->items.size(); }
};

bool Catalogue::has_poison(std::string_view server) const {
  const auto is_poison = [](const model::Finding& finding) {
    return finding.kind == model::FindingKind::kPoison && finding.severity > model::Severity::kNote;
  };
  return std::ranges::any_of(kept_, [&](const Kept& kept) {
    return kept.server == server &&
           std::ranges::any_of(kept.assay->offers, [&](const Offer& offer) {
             return offer.held.empty() && offer.known &&
                    std::ranges::any_of(offer.known->findings, is_poison);
           });
  });
}

AssayPtr Catalogue::find(const upstream::Server& server, ListKind kind, const ListPtr& list,
                         const std::string& digest) {
  const auto known = by_list_.find(list.get());
  auto it = known == by_list_.end() ? kept_.end() : known->second;
  if (it == kept_.end() && !digest.empty()) {
    it = std::ranges::find_if(kept_, [&](const Kept& kept) {
      return kept.kind == kind && kept.server == server.name() && kept.digest == digest;
    });
  }
  if (it == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, it);
  return kept_.front().assay;
}

AssayPtr Catalogue::assay(const upstream::Server& server, ListKind kind, const ListPtr& list) {
  if (auto known = find(server, kind, list, "")) return known;
  Digests digests = digests_of(*list);
  std::string digest = digests.whole;
  if (auto known = find(server, kind, list, digest)) return known;
  Work work;
  if (const auto it = prepared_.find(list.get()); it != prepared_.end()) {
    work.assay = std::move(it->second);
    prepared_.erase(it);
  } else {
    work = begin(server, kind, list, std::move(digests));
    examine_some(server, work, list->items.size());
  }
  return finish(server, kind, work.assay, std::move(digest));
}

net::Task<void> Catalogue::prepare(net::Loop& loop, std::shared_ptr<upstream::Server> server,
                                   ListKind kind, ListPtr list) {
  if (kind != ListKind::kTools || list->items.size() <= kAtOnce) co_return;
  if (find(*server, kind, list, "")) co_return;
  Digests digests = digests_of(*list);
  if (find(*server, kind, list, digests.whole)) co_return;
  const std::uint64_t generation = generation_;
  Work work = begin(*server, kind, list, std::move(digests));
  while (!work.is_done()) {
    examine_some(*server, work, kAtOnce);
    co_await loop.sleep(net::Duration(0));
    if (generation != generation_)
      co_return;  // the config changed meanwhile: whoever asks looks anew
  }
  // Judged when it is asked for, together with what others show.
  if (prepared_.size() < kMaxPrepared) prepared_[list.get()] = std::move(work.assay);
}

Catalogue::Work Catalogue::begin(const upstream::Server& server, ListKind kind, const ListPtr& list,
                                 Digests digests) {
  Work work;
  work.assay = std::make_shared<Assay>();
  work.assay->list = list;
  work.digests = std::move(digests.items);
  if (kind != ListKind::kTools) {
    work.assay->offers.resize(list->items.size());
    return work;
  }
  meet(server.name(), list);
  work.assay->beliefs = knowledge_.beliefs_on(server.config(), config_);
  const std::vector<std::string>& mine = tools_of_[server.name()].names;
  const std::vector<std::string_view> names(mine.begin(), mine.end());
  work.siblings = infer::Siblings(names, server.name());
  work.answers = answers_resolve(server);
  work.assay->offers.reserve(list->items.size());
  return work;
}

void Catalogue::examine_some(const upstream::Server& server, Work& work, std::size_t count) {
  for (; count > 0 && !work.is_done(); --count) {
    const std::size_t index = work.assay->offers.size();
    const json::View item = work.assay->list->items[index];
    Offer& offer = work.assay->offers.emplace_back();
    offer.tool = model::read_tool(item, "");
    offer.tool.server = server.name();
    offer.digest = work.digests[index];
    offer.known = knowledge_.look(work.digests[index], offer.tool, {&work.siblings, &everybody_},
                                  work.assay->beliefs);
    offer.tier = offer.known->tier;
    offer.asks_server = work.answers && is_marked_resolvable(item);
  }
}

AssayPtr Catalogue::finish(const upstream::Server& server, ListKind kind,
                           const std::shared_ptr<Assay>& assay, std::string digest) {
  judge(server, kind, *assay);
  keep({server.name(), kind, std::move(digest), assay});
  return assay;
}

void Catalogue::judge(const upstream::Server& server, ListKind kind, Assay& assay) {
  std::vector<Pins::Clean> clean;
  clean.reserve(assay.offers.size());
  for (const Offer& offer : assay.offers) clean.push_back(clean_of(offer.known));
  auto standing = pins_.judge(server, kind, *assay.list, std::move(clean));
  for (std::size_t i = 0; i < standing.size(); ++i) {
    assay.offers[i].held = std::move(standing[i].held);
    assay.offers[i].pin_state = standing[i].state;
  }
  if (kind == ListKind::kTools && !breaches_.empty()) add_excess(server.name(), assay);
}

void Catalogue::add_excess(const std::string& server, Assay& assay) const {
  for (Offer& offer : assay.offers) {
    const auto breach = breaches_.find({server, offer.tool.name});
    if (breach == breaches_.end() || breach->second.excess.size() <= offer.slips) continue;
    const auto news = std::span(breach->second.excess).subspan(offer.slips);
    offer.known = with_observed(*offer.known, offer.tool.name, news);
    offer.tier = offer.known->tier;
    offer.slips = breach->second.excess.size();
  }
}

void Catalogue::judge_anew(
    const std::function<std::shared_ptr<upstream::Server>(std::string_view)>& find,
    std::string_view only) {
  for (Kept& kept : kept_) {
    if (!only.empty() && kept.server != only) continue;
    const auto server = find(kept.server);
    if (!server) continue;
    auto copy = std::make_shared<Assay>(*kept.assay);  // calls under way keep theirs
    judge(*server, kept.kind, *copy);
    kept.assay = std::move(copy);
  }
}

void Catalogue::opened(const upstream::Server& server) {
  std::string now = pins_.identity(server);
  std::string& before = identities_[server.name()];
  if (!before.empty() && before != now) drop({server.name()});
  before = std::move(now);
}

bool Catalogue::note_breach(const std::string& server, const std::string& tool, Breach breach) {
  const auto known = breaches_.find({server, tool});
  if (known != breaches_.end()) return add_new(breach.excess, known->second.excess);
  const auto same = std::ranges::count(
      breaches_, server, [](const auto& entry) -> const std::string& { return entry.first.first; });
  if (static_cast<std::size_t>(same) >= kMaxBreaches) return false;
  breaches_.emplace(std::pair(server, tool), std::move(breach));
  return true;
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

void Catalogue::drop(const std::vector<std::string>& servers) {
  ++generation_;
  prepared_.clear();
  std::erase_if(kept_, [&](const Kept& kept) {
    const bool goes = std::ranges::find(servers, kept.server) != servers.end();
    if (goes) by_list_.erase(kept.assay->list.get());
    return goes;
  });
}

void Catalogue::forget(const std::vector<std::string>& servers) {
  drop(servers);
  for (const std::string& server : servers) {
    for (const std::string& name : tools_of_[server].names) everybody_.remove(server, name);
    tools_of_.erase(server);
    identities_.erase(server);
  }
}

void Catalogue::forget_all() {
  ++generation_;
  prepared_.clear();
  kept_.clear();
  by_list_.clear();
}

}  // namespace touchstone::gateway
