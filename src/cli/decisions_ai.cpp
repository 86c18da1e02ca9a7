// touchstone decisions ai: how often each principal called tools that use AI, by the records.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/store_file.hpp"
#include "cli/table.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

using AiCounts = std::map<std::string, std::uint64_t>;  // by principal

void count_ai(json::Parser& parser, const store::Decision& decision, AiCounts& into) {
  if (decision.json.find("\"aiUse\":") == std::string::npos) return;  // most have none
  const auto document = parser.parse(json::Text::copy_of(decision.json));
  if (!document || !document->root().find("body").find("aiUse")) return;
  ++into[document->root().find("principal").as_string().value_or("")];
}

base::Result<AiCounts> ai_counts(store::Store& store, store::DecisionFilter filter) {
  AiCounts counts;
  json::Parser parser;
  for (;;) {
    const auto page = settled<std::vector<store::Decision>>(
        [&](auto done) { store.list_decisions(filter, std::move(done)); });
    if (!page) return tl::unexpected(page.error());
    for (const auto& decision : *page) count_ai(parser, decision, counts);
    if (page->size() < store::kMaxPage) return counts;
    filter.after = page->back().id;
  }
}

void print_ai_json(const AiCounts& counts, Io& io) {
  json::Writer out;
  out.begin_array();
  for (const auto& [principal, calls] : counts) {
    out.newline().begin_object().key("principal").string(principal);
    out.key("calls").integer(static_cast<std::int64_t>(calls)).end_object();
  }
  io.out << out.end_array().text() << '\n';
}

}  // namespace

int decisions_ai(const DecisionsOptions& options, Io& io) {
  store::DecisionFilter filter{.kind = "call", .oldest_first = true, .limit = store::kMaxPage};
  if (!options.principal.empty()) filter.principal = options.principal;
  if (!options.since.empty()) {
    const auto since = parse_since(options.since, now());
    if (!since) return report(io, since.error());
    filter.since = *since;
  }
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto counts = ai_counts(**store, std::move(filter));
  if (!counts) return report(io, counts.error());
  if (options.format == Format::kJson) {
    print_ai_json(*counts, io);
  } else if (counts->empty()) {
    io.out << "no call of a tool that uses AI\n";
  } else {
    Table table(0, io.terminal.width);
    table.add({std::string("principal"), std::string("calls of tools that use AI")});
    for (const auto& [principal, calls] : *counts)
      table.add({printable(principal), fmt::format("{}", calls)});
    table.print(io.out);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
