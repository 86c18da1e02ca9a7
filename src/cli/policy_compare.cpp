#include "cli/policy_compare.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/store_file.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

// Lines have numbers, decisions have ids.
bool is_number(const std::string& record) {
  return record.find_first_not_of("0123456789") == std::string::npos;
}

void print_json(const Comparison& comparison, Io& io) {
  json::Writer out;
  out.begin_object().key("records").integer(static_cast<std::int64_t>(comparison.records));
  out.key("untold").integer(static_cast<std::int64_t>(comparison.untold));
  out.key("limited").integer(static_cast<std::int64_t>(comparison.limited));
  out.key("bareCalls").integer(static_cast<std::int64_t>(comparison.bare_calls));
  out.key("bareResults").integer(static_cast<std::int64_t>(comparison.bare_results));
  out.key("differences").begin_array();
  for (const auto& difference : comparison.differences) {
    out.newline().begin_object().key("record");
    is_number(difference.record) ? out.raw(difference.record) : out.string(difference.record);
    out.key("tool").string(difference.tool).key("phase").string(name_of(difference.phase));
    out.key("before")
        .string(name_of(difference.before))
        .key("after")
        .string(name_of(difference.after))
        .key("rules")
        .begin_array();
    for (const auto& rule : difference.rules) out.string(rule);
    out.end_array().end_object();
  }
  io.out << out.end_array().end_object().text() << '\n';
}

// What nothing was decided about, and why.
void print_bare(const Comparison& comparison, Io& io) {
  if (comparison.bare_calls > 0) {
    io.out << fmt::format("{} cannot be judged: no facts were recorded (`audit: none`)\n",
                          base::counted(comparison.bare_calls, "call"));
  }
  if (comparison.bare_results > 0) {
    io.out << fmt::format(
        "{} cannot be judged: no facts were recorded (`audit: none`), or the record of the call "
        "is not there\n",
        base::counted(comparison.bare_results, "result"));
  }
}

void print_lines(const Comparison& comparison, std::size_t shown, Io& io) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts;
  for (const auto& difference : comparison.differences) {
    ++counts[{name_of(difference.before), name_of(difference.after)}];
    if (shown == 0) continue;
    --shown;
    std::string rules;
    for (const auto& rule : difference.rules) rules += " " + rule;
    const auto* of = difference.phase == policy::Phase::kResponse ? "result of " : "";
    io.out << printable(fmt::format("record {} ({}{}): {} -> {}:{}", difference.record, of,
                                    difference.tool, name_of(difference.before),
                                    name_of(difference.after), rules))
           << '\n';
  }
  for (const auto& [change, count] : counts) {
    io.out << fmt::format("{} -> {}: {}\n", change.first, change.second, count);
  }
  io.out << fmt::format("{}, {} decided differently\n", base::counted(comparison.records, "record"),
                        comparison.differences.size());
  if (comparison.untold > 0) {
    io.out << fmt::format(
        "{} cannot be told: rules ask for values of arguments, and digests were recorded "
        "(`audit: full` records values)\n",
        comparison.untold);
  }
  if (comparison.limited > 0) {
    io.out << fmt::format(
        "{} blocked by a limit: compared by what the rules say, calls are not counted again\n",
        comparison.limited);
  }
  print_bare(comparison, io);
}

base::Result<std::optional<std::string>> record_in(store::Store& store, const std::string& id) {
  auto found = settled<std::optional<store::Decision>>(
      [&](auto done) { store.find_decision(id, std::move(done)); });
  if (!found) return tl::unexpected(found.error());
  return *found ? std::optional(std::move((*found)->json)) : std::nullopt;
}

}  // namespace

std::vector<std::string> rules_of(const policy::Decision& decision) {
  std::vector<std::string> out;
  for (const auto* rule : decision.fired) out.push_back(rule->name);
  return out;
}

std::vector<std::string> changed_rules(const std::vector<std::string>& before,
                                       const std::vector<std::string>& after) {
  std::map<std::string, int> counts;
  for (const auto& rule : before) --counts[rule];
  for (const auto& rule : after) ++counts[rule];
  std::vector<std::string> out;
  for (const auto& [name, count] : counts) {
    if (count != 0) out.push_back((count < 0 ? "-" : "+") + name);
  }
  return out;
}

int print_comparison(const Comparison& comparison, const PolicyOptions& options, Io& io) {
  if (options.format == Format::kJson) {
    print_json(comparison, io);
  } else {
    print_lines(comparison, options.shown, io);
  }
  return comparison.differences.empty() ? kExitClean : kExitFindings;
}

base::Result<std::optional<Recorded>> read_counted(std::string_view line, const std::string& where,
                                                   const FindRecord& find, Comparison& into) {
  auto read = read_with_call(line, where, find);
  if (!read) return tl::unexpected(read.error());
  if (read->is_bare_call) ++into.bare_calls;
  if (read->is_bare_result) ++into.bare_results;
  if (read->recorded) ++into.records;
  return std::move(read->recorded);
}

std::vector<policy::Phase> phases_of(const Recorded& recorded) {
  std::vector<policy::Phase> out{recorded.phase};
  if (recorded.has_result) out.push_back(policy::Phase::kResponse);
  return out;
}

base::Result<void> each_stored(
    const PolicyOptions& options,
    const std::function<base::Result<void>(const store::Decision&, const FindRecord&)>& take) {
  const auto store = open_store(options.store);
  if (!store) return tl::unexpected(store.error());
  const FindRecord find = [&](const std::string& id) { return record_in(**store, id); };
  store::DecisionFilter filter{.oldest_first = true, .limit = store::kMaxPage};
  if (!options.since.empty()) {
    const auto since = parse_since(options.since, now());
    if (!since) return tl::unexpected(since.error());
    filter.since = *since;
  }
  for (;;) {
    const auto page = settled<std::vector<store::Decision>>(
        [&](auto done) { (*store)->list_decisions(filter, std::move(done)); });
    if (!page) return tl::unexpected(page.error());
    for (const auto& decision : *page) {
      if (!decision.damage.empty())
        return base::fail(decision.damage, "", "put back a copy of the store, or use --since");
      if (auto done = take(decision, find); !done) return done;
    }
    if (page->size() < store::kMaxPage) return {};
    filter.after = page->back().id;
  }
}

}  // namespace touchstone::cli
