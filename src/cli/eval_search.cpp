// touchstone eval search: scores the search for tools on queries that people wrote for them.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "cli/assay.hpp"
#include "cli/commands.hpp"
#include "cli/eval_rows.hpp"
#include "cli/exit_code.hpp"
#include "cli/find_tool.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/search_score.hpp"
#include "cli/table.hpp"
#include "find/index.hpp"
#include "gateway/naming.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

constexpr std::string_view kRowShape =
    R"(rows are {"query":…,"server":…,"tool":…} or {"query":…,"expected":["server/tool",…]})";
constexpr std::size_t kShownHits = 3;  // of a miss

// The tools to search, as a gateway would offer them.
// A name that a set of queries can point at without repeating it: the tools may be somebody else's.
std::string pointer_to(const std::string& name) {
  constexpr std::size_t kDigits = 16;
  return "sha256:" + base::hex(base::sha256(name)).substr(0, kDigits);
}

struct Shelf {
  std::vector<std::string> names;  // "server/tool"
  std::vector<find::Document> documents;
  std::map<std::string, std::size_t, std::less<>> by_name;
};

Shelf shelf_of(const Assay& assay) {
  Shelf out;
  for (const auto& assayed : assay.tools()) {
    const auto& tool = assayed.tool;
    out.by_name.emplace(full_name(assayed), out.names.size());
    out.by_name.emplace(pointer_to(full_name(assayed)), out.names.size());
    out.names.push_back(full_name(assayed));
    out.documents.push_back(
        find::document_of(tool.json, gateway::exposed_name(tool.server, "__", tool.name)));
  }
  return out;
}

std::vector<std::string> expected_names(json::View row) {
  std::vector<std::string> out;
  for (const auto name : row.find("expected").elements()) {
    out.push_back(name.as_string().value_or(""));
  }
  const auto server = row.find("server").as_string().value_or("");
  const auto tool = row.find("tool").as_string().value_or("");
  if (!tool.empty()) out.push_back(server.empty() ? tool : fmt::format("{}/{}", server, tool));
  return out;
}

base::Result<SearchQuery> read_query(const EvalRow& row, const Shelf& shelf) {
  SearchQuery out{row.document.root().find("query").as_string().value_or(""), {}};
  const auto names = expected_names(row.document.root());
  if (out.text.empty() || names.empty()) {
    return base::fail("the row has no query or no tool", row.place, std::string(kRowShape));
  }
  for (const auto& name : names) {
    const auto known = shelf.by_name.find(name);
    if (known == shelf.by_name.end()) {
      return base::fail(fmt::format("there is no tool {}", name), row.place,
                        "name tools of the list given with --tools");
    }
    out.expected.push_back(known->second);
  }
  return out;
}

base::Result<std::vector<SearchQuery>> read_queries(const std::vector<EvalRow>& rows,
                                                    const Shelf& shelf) {
  std::vector<SearchQuery> out;
  for (const auto& row : rows) {
    auto query = read_query(row, shelf);
    if (!query) return tl::unexpected(query.error());
    out.push_back(std::move(*query));
  }
  return out;
}

struct Method {
  std::string_view name;
  std::vector<Ranked> ranked;
  SearchScore score;
};

Method try_index(std::string_view name, const Shelf& shelf, std::span<const SearchQuery> queries,
                 const find::Weights& weights) {
  const find::Index index(shelf.documents, weights);
  auto ranked = rank_all(queries, [&](const std::string& query) {
    std::vector<std::size_t> out;
    for (const auto& hit : index.search(query, find::kMaxHits)) out.push_back(hit.document);
    return out;
  });
  const auto score = score_search(ranked);
  return {name, std::move(ranked), score};
}

Method try_plainly(std::string_view name, const Shelf& shelf,
                   std::span<const SearchQuery> queries) {
  std::vector<std::string> texts;
  for (const auto& document : shelf.documents) {
    texts.push_back(base::lower_case(fmt::format("{}\n{}\n{}\n{}\n{}", document.name,
                                                 document.title, document.description,
                                                 document.parameters, document.parameter_text)));
  }
  auto ranked = rank_all(queries, [&](const std::string& query) {
    return search_plainly(texts, query, find::kMaxHits);
  });
  const auto score = score_search(ranked);
  return {name, std::move(ranked), score};
}

// The search as it is comes first.
std::vector<Method> try_all(const Shelf& shelf, std::span<const SearchQuery> queries) {
  std::vector<Method> out;
  out.push_back(try_index("search", shelf, queries, {}));
  out.push_back(try_index("search, no synonyms", shelf, queries, {.synonym = 0}));
  out.push_back(try_plainly("words counted", shelf, queries));
  return out;
}

void add_row(Table& table, std::string_view method, std::string_view rows, const Recall& recall) {
  table.add({std::string(method), std::string(rows), fmt::format("{}", recall.at_1.whole),
             percent(recall.at_1), percent(recall.at_5), percent(recall.at_10),
             fmt::format("{:.3f}", recall.mean_reciprocal_rank())});
}

void print_methods(const std::vector<Method>& methods, Io& io) {
  Table table(0, io.terminal.width);
  table.add(
      {{"method"}, {"rows"}, {"queries"}, {"recall@1"}, {"recall@5"}, {"recall@10"}, {"MRR"}});
  for (const auto& method : methods) {
    add_row(table, method.name, "all", method.score.all);
    add_row(table, method.name, "odd", method.score.odd);
    add_row(table, method.name, "even", method.score.even);
  }
  table.print(io.out);
  io.out << "\nWeights were chosen on the odd rows; read the even ones.\n";
}

// Queries whose right tool comes late or not at all, latest first.
std::vector<std::size_t> worst_misses(const std::vector<Ranked>& ranked, std::size_t most) {
  const auto lateness = [&](std::size_t i) {
    return ranked[i].rank == 0 ? find::kMaxHits + 1 : ranked[i].rank;
  };
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (ranked[i].rank != 1) out.push_back(i);
  }
  std::ranges::stable_sort(out, std::greater(), lateness);
  out.resize(std::min(out.size(), most));
  return out;
}

std::string first_hits(const Ranked& ranked, const Shelf& shelf) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kShownHits, ranked.hits.size()); ++i) {
    names.push_back(printable(shelf.names[ranked.hits[i]]));
  }
  return names.empty() ? "nothing" : base::list_in_words(names);
}

void print_misses(const std::vector<Ranked>& ranked, std::span<const SearchQuery> queries,
                  const Shelf& shelf, std::size_t most, Io& io) {
  const auto misses = worst_misses(ranked, most);
  if (misses.empty()) return;
  io.out << "\nlatest, with what came first\n\n";
  Table table(0, io.terminal.width);
  for (const auto i : misses) {
    const auto rank = ranked[i].rank;
    table.add({rank == 0 ? "not found" : fmt::format("at {}", rank), printable(queries[i].text),
               printable(shelf.names[queries[i].expected.front()]), first_hits(ranked[i], shelf)});
  }
  table.print(io.out);
}

void write_recall(json::Writer& out, std::string_view key, const Recall& recall) {
  out.key(key).begin_object();
  write_share(out, "recallAt1", recall.at_1);
  write_share(out, "recallAt5", recall.at_5);
  write_share(out, "recallAt10", recall.at_10);
  out.key("meanReciprocalRank").number(recall.mean_reciprocal_rank()).end_object();
}

void write_miss(json::Writer& out, const Ranked& ranked, const SearchQuery& query,
                const Shelf& shelf) {
  out.newline().begin_object().key("query").string(query.text).key("rank");
  ranked.rank == 0 ? out.null() : out.integer(static_cast<std::int64_t>(ranked.rank));
  out.key("expected").begin_array();
  for (const auto document : query.expected) out.string(shelf.names[document]);
  out.end_array().key("first").begin_array();
  for (std::size_t i = 0; i < std::min(kShownHits, ranked.hits.size()); ++i) {
    out.string(shelf.names[ranked.hits[i]]);
  }
  out.end_array().end_object();
}

void print_json(const std::vector<Method>& methods, std::span<const SearchQuery> queries,
                const Shelf& shelf, std::size_t most, Io& io) {
  json::Writer out;
  out.begin_object().key("tools").integer(static_cast<std::int64_t>(shelf.names.size()));
  out.key("queries").integer(static_cast<std::int64_t>(queries.size()));
  out.key("methods").begin_array();
  for (const auto& method : methods) {
    out.newline().begin_object().key("method").string(method.name);
    write_recall(out, "all", method.score.all);
    write_recall(out, "odd", method.score.odd);
    write_recall(out, "even", method.score.even);
    out.end_object();
  }
  out.newline().end_array().key("worst").begin_array();
  const auto& ranked = methods.front().ranked;
  for (const auto i : worst_misses(ranked, most)) write_miss(out, ranked[i], queries[i], shelf);
  io.out << out.newline().end_array().end_object().text() << '\n';
}

}  // namespace

int eval_search(const EvalSearchOptions& options, Io& io) {
  const auto assay = Assay::load(options.tools, io, model::Trust::kStandard);
  if (!assay) return report(io, assay.error());
  const auto rows = read_eval_rows(options.folder, io);
  if (!rows) return report(io, rows.error());
  const auto shelf = shelf_of(*assay);
  const auto queries = read_queries(*rows, shelf);
  if (!queries) return report(io, queries.error());
  const auto methods = try_all(shelf, *queries);
  if (options.format == Format::kJson) {
    print_json(methods, *queries, shelf, options.worst, io);
    return kExitClean;
  }
  io.out << fmt::format("{}, {}\n\n", base::counted(shelf.names.size(), "tool"),
                        base::counted(queries->size(), "row"));
  print_methods(methods, io);
  print_misses(methods.front().ranked, *queries, shelf, options.worst, io);
  return kExitClean;
}

}  // namespace touchstone::cli
