#include "gateway/router.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {
namespace {

using find::RouterTool;
using upstream::ListKind;

constexpr std::size_t kNearest = 3;

const Listing::Entry* entry_of(const Listing& listing, std::string_view name) {
  const auto it = std::ranges::find(listing.entries, name, &Listing::Entry::name);
  return it == listing.entries.end() ? nullptr : &*it;
}

// The same request, but a call of that tool. Whatever else is in it stays.
base::Result<rpc::Message> call_of(const rpc::Message& request, const find::CallRequest& wanted) {
  json::Splice splice(request.document());
  splice.replace(request.param("name"), json::quoted(wanted.name));
  splice.replace(request.param("arguments"), std::string(wanted.arguments));
  json::Parser parser;
  auto message = rpc::Message::parse(parser, json::Text(splice.apply()));
  if (!message) return base::fail(message.error().what);
  return std::move(*message);
}

model::Tier most_of(RouterTool used) {
  if (used == RouterTool::kCallRead) return model::Tier::kRead;
  return used == RouterTool::kCallWrite ? model::Tier::kWrite : model::Tier::kDestructive;
}

}  // namespace

face::Answer Router::list(const face::Request& request) {
  json::Writer out;
  out.begin_object().key("tools").begin_array();
  for (const RouterTool tool : find::kRouterTools) out.raw(find::definition_of(tool));
  out.end_array().end_object();
  return answer_own(request, std::move(out).take());
}

const find::Index& Router::index_of(const ListingPtr& listing) {
  const auto it = std::ranges::find(indexes_, listing, &Indexed::listing);
  if (it != indexes_.end()) {
    indexes_.splice(indexes_.begin(), indexes_, it);
    return *indexes_.front().index;
  }
  std::vector<find::Document> documents;
  documents.reserve(listing->entries.size());
  for (const Listing::Entry& entry : listing->entries)
    documents.push_back(find::document_of(entry.offer->tool.json, entry.name));
  indexes_.push_front({listing, std::make_shared<const find::Index>(documents)});
  if (indexes_.size() > kMaxIndexes) indexes_.pop_back();
  return *indexes_.front().index;
}

Task<face::Answer> Router::find(const face::Request& request, Scope scope) {
  const auto wanted = find::read_find(request.message.param("arguments"));
  if (!wanted) co_return answer_own(request, find::refused(wanted.error()));
  const auto shelf = co_await directory_.shelf(request, std::move(scope), ListKind::kTools);
  const auto& entries = shelf.listing->entries;
  const auto hits =
      index_of(shelf.listing).search(wanted->query, wanted->limit, [&](std::size_t document) {
        return entries[document].offer->tier <= wanted->at_most;
      });
  std::vector<std::string> texts;  // decoded; two for each hit
  texts.reserve(2 * hits.size());
  std::vector<find::Found> found;
  for (const find::Hit& hit : hits) {
    const Listing::Entry& entry = entries[hit.document];
    texts.push_back(entry.offer->tool.json.find("title").as_string().value_or(""));
    texts.push_back(entry.offer->tool.json.find("description").as_string().value_or(""));
    found.push_back(
        {entry.name, texts[texts.size() - 2], texts.back(), entry.offer->tier, hit.score});
  }
  co_return answer_own(request, find::found_result(wanted->query, found));
}

Task<face::Answer> Router::describe(const face::Request& request, Scope scope) {
  auto name = find::read_describe(request.message.param("arguments"));
  if (!name) co_return answer_own(request, find::refused(name.error()));
  const auto shelf = co_await directory_.shelf(request, scope, ListKind::kTools);
  const Listing::Entry* entry = entry_of(*shelf.listing, *name);
  if (entry == nullptr) co_return co_await unknown(request, std::move(scope), std::move(*name));
  co_return answer_own(request, find::described_result(*name, entry->offer->tier, entry->json));
}

Task<face::Answer> Router::unknown(const face::Request& request, Scope scope, std::string name) {
  const auto shelf = co_await directory_.shelf(request, std::move(scope), ListKind::kTools);
  std::vector<std::string_view> nearest;
  for (const find::Hit& hit : index_of(shelf.listing).search(name, kNearest))
    nearest.push_back(shelf.listing->entries[hit.document].name);
  co_return answer_own(request, find::unknown_tool(name, nearest));
}

Task<Router::Routed> Router::call(face::Request& request, Scope scope, RouterTool used) {
  const auto wanted = find::read_call(request.message.param("arguments"));
  if (!wanted) co_return tl::unexpected(answer_own(request, find::refused(wanted.error())));
  std::string name = wanted->name;
  auto message = call_of(request.message, *wanted);
  if (!message) co_return tl::unexpected(answer_own(request, find::refused(message.error())));
  request.message = std::move(*message);
  request.by_headers = false;  // they were those of our own tool
  const json::View inner = request.message.param("name");
  auto errand = co_await directory_.find(request, scope, ListKind::kTools, inner);
  if (!errand && errand.error().code == rpc::kInvalidParams)
    co_return tl::unexpected(co_await unknown(request, std::move(scope), std::move(name)));
  if (!errand) co_return errand;
  errand->most = std::min(errand->most, most_of(used));
  errand->used = used;
  co_return errand;
}

// A server's tool by its own name: whoever may use only call_tool_read shall not get past it.
Task<Router::Routed> Router::refuse_direct(face::Request& request, Scope scope) {
  const json::View name = request.message.param("name");
  auto errand = co_await directory_.find(request, std::move(scope), ListKind::kTools, name);
  if (!errand) co_return errand;
  const model::Tier tier = errand->offer ? errand->offer->tier : model::Tier::kDestructive;
  co_return tl::unexpected(
      answer_own(request, find::called_directly(name.as_string().value_or(""), tier)));
}

Task<Router::Routed> Router::route(face::Request& request, Scope scope) {
  const auto used = find::router_tool(request.message.param("name").as_string().value_or(""));
  if (!used) co_return co_await refuse_direct(request, std::move(scope));
  const bool is_at_once = *used == RouterTool::kFind || *used == RouterTool::kDescribe;
  if (is_at_once && offers_.is_asked(request))
    co_return tl::unexpected(TaskOffers::none_here(request));
  switch (*used) {
    case RouterTool::kFind: co_return tl::unexpected(co_await find(request, std::move(scope)));
    case RouterTool::kDescribe:
      co_return tl::unexpected(co_await describe(request, std::move(scope)));
    default: co_return co_await call(request, std::move(scope), *used);
  }
}

}  // namespace touchstone::gateway
