// Any bytes as a tool list, its first line as the query: search stays within bounds, says the same
// twice, hits only what is there, best first, and what it writes for a model is JSON.
#include <cstdlib>
#include <string>
#include <vector>

#include "find/index.hpp"
#include "find/tools.hpp"
#include "json/parser.hpp"
#include "model/tool.hpp"

namespace touchstone::find {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr json::Limits kIn{.max_bytes = 1 << 20, .max_depth = 64};

void check_result(const std::string& result) {
  require(json::Parser().parse(json::Text::copy_of(result)).has_value());
}

void check_arguments(json::View json) {
  if (const auto request = read_find(json)) require(request->limit <= kMostHits);
  if (const auto request = read_call(json)) require(request->arguments.starts_with('{'));
}

void check_search(const std::vector<Document>& documents, std::string_view query) {
  const Index index(documents);
  const auto hits = index.search(query, kMostHits);
  require(hits == index.search(query, kMostHits));
  std::vector<Found> found;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    require(hits[i].document < documents.size() && hits[i].score > 0);
    require(i == 0 || hits[i - 1].score >= hits[i].score);
    const auto& document = documents[hits[i].document];
    found.push_back(
        {document.name, document.title, document.description, model::Tier::kWrite, hits[i].score});
  }
  check_result(found_result(query, found));
  check_result(unknown_tool(query, {}));
}

void run(std::string_view bytes) {
  const auto query = bytes.substr(0, bytes.find('\n'));
  bytes.remove_prefix(std::min(query.size() + 1, bytes.size()));
  const auto document = json::Parser(kIn).parse(json::Text::copy_of(bytes));
  if (!document) return check_search({Document{.name = std::string(bytes)}}, query);
  check_arguments(document->root());
  const auto list = model::read_tool_list(document->root());
  if (!list) return;
  std::vector<Document> documents;
  for (const auto& tool : list->tools) documents.push_back(document_of(tool.json, tool.name));
  check_search(documents, query);
}

}  // namespace
}  // namespace touchstone::find

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::find::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
