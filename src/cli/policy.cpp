// touchstone policy check|test|explain: is a policy good, does it do what is expected, and why.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/lines.hpp"
#include "cli/policy_file.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "cli/recorded.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "json/writer.hpp"
#include "policy/check.hpp"
#include "policy/explain.hpp"
#include "policy/packs.hpp"
#include "policy/table.hpp"
#include "tree/units.hpp"

namespace touchstone::cli {
namespace {

using policy::RuleReport;

void write_problem(json::Writer& out, const base::Error& problem, const std::string& file,
                   const policy::ProblemParts& parts) {
  out.newline().begin_object().key("what").string(problem.what);
  out.key("where").string(problem.where);
  if (!problem.remedy.empty()) out.key("remedy").string(problem.remedy);
  out.key("file").string(file);
  if (parts.line > 0) {
    out.key("line").integer(static_cast<std::int64_t>(parts.line));
    out.key("column").integer(static_cast<std::int64_t>(parts.column));
  }
  if (!parts.rule.empty()) out.key("rule").string(parts.rule);
  if (!parts.expected.empty())
    out.key("expected").string(parts.expected).key("found").string(parts.found);
  out.end_object();
}

// "policy.yaml:12", as rules have it.
void write_place(json::Writer& out, const std::string& where) {
  const auto colon = where.rfind(':');
  out.key("where").string(where).key("file").string(where.substr(0, colon));
  out.key("line").raw(where.substr(colon + 1));
}

void print_check_json(const policy::Loaded& loaded, const std::vector<policy::Remark>& remarks,
                      Io& io) {
  json::Writer out;
  out.begin_object().key("source").string(loaded.source).key("good").boolean(loaded.good());
  out.key("rules").integer(loaded.good() ? static_cast<std::int64_t>(loaded.policy->rules().size())
                                         : 0);
  out.key("problems").begin_array();
  for (std::size_t i = 0; i < loaded.problems.size(); ++i)
    write_problem(out, loaded.problems[i], loaded.source, loaded.parts[i]);
  out.end_array().key("remarks").begin_array();
  for (const auto& remark : remarks) {
    out.newline().begin_object().key("kind").string(name_of(remark.kind));
    if (remark.rule != nullptr) {
      out.key("rule").string(remark.rule->name);
      write_place(out, remark.rule->where);
    }
    if (remark.other != nullptr) out.key("other").string(remark.other->name);
    out.key("what").string(remark.what).key("remedy").string(remark.remedy).end_object();
  }
  io.out << out.end_array().end_object().text() << '\n';
}

void print_check(const policy::Loaded& loaded, const std::vector<policy::Remark>& remarks, Io& io) {
  print_problems(io.out, loaded.problems);
  for (const auto& remark : remarks) {
    const auto where = remark.rule == nullptr
                           ? loaded.source
                           : fmt::format("{} (rule {})", remark.rule->where, remark.rule->name);
    io.out << printable(fmt::format("{}: {}: {}", where, name_of(remark.kind), remark.what))
           << "\n  try: " << printable(remark.remedy) << '\n';
  }
  const auto verdict =
      loaded.good()
          ? fmt::format("good; {}, {}", base::counted(loaded.policy->rules().size(), "rule"),
                        base::counted(remarks.size(), "remark"))
          : base::counted(loaded.problems.size(), "problem");
  io.out << printable(fmt::format("{}: {}", loaded.source, verdict)) << '\n';
}

// The file that the tests name stands beside them.
std::string policy_for(const PolicyOptions& options, const policy::Table& table) {
  if (!options.policy.empty()) return options.policy;
  if (table.policy.empty() || policy::find_pack(table.policy) != nullptr) return table.policy;
  return (std::filesystem::path(options.input).parent_path() / table.policy).string();
}

// Rules about results are not asked before the call, whatever facts are given.
bool asks_too_early(policy::Phase phase, const policy::Facts& facts) {
  return phase == policy::Phase::kRequest && facts.has_any_of(policy::Phase::kResponse);
}
constexpr std::string_view kTooEarly =
    "facts of the result are given, but only the rules before the call were asked";

struct TestOutcome {
  const policy::TableTest* test;
  std::vector<std::string> failures;

  [[nodiscard]] bool is_too_early() const { return asks_too_early(test->phase, test->known.facts); }
};

void print_outcomes_json(const std::vector<TestOutcome>& outcomes, Io& io) {
  json::Writer out;
  out.begin_array();
  for (const auto& outcome : outcomes) {
    const auto& [test, failures] = outcome;
    out.newline().begin_object().key("name").string(test->name).key("where").string(test->where);
    out.key("passed").boolean(failures.empty()).key("failures").begin_array();
    for (const auto& failure : failures) out.string(failure);
    out.end_array();
    if (outcome.is_too_early()) out.key("hint").string(kTooEarly);
    out.end_object();
  }
  io.out << out.end_array().text() << '\n';
}

void print_outcomes(const std::vector<TestOutcome>& outcomes, std::size_t failed, Io& io) {
  for (const auto& outcome : outcomes) {
    const auto& [test, failures] = outcome;
    for (const auto& failure : failures) {
      io.out << printable(fmt::format("{} ({}): {}", test->where, test->name, failure)) << '\n';
    }
    if (outcome.is_too_early())
      io.out << printable(fmt::format("{} ({}): {}", test->where, test->name, kTooEarly))
             << "\n  try: phase: response\n";
  }
  io.out << fmt::format("{}, {} failed{}\n", base::counted(outcomes.size(), "test"), failed,
                        outcomes.empty() ? ": nothing was tested" : "");
}

void write_report(json::Writer& out, const RuleReport& report) {
  out.newline().begin_object().key("rule").string(report.rule->name);
  out.key("effect").string(name_of(report.rule->effect)).key("fired").boolean(report.fired);
  if (report.unknown) out.key("unknown").boolean(true);
  out.key("asked").begin_array();
  for (const auto& asked : report.asked) {
    out.begin_object().key("depth").integer(static_cast<std::int64_t>(asked.depth));
    out.key("text").string(asked.text).key("held").boolean(asked.held);
    if (asked.unknown) out.key("unknown").boolean(true);
    if (asked.doubt) out.key("doubt").boolean(true);
    if (!asked.seen.empty()) out.key("seen").string(asked.seen);
    out.end_object();
  }
  out.end_array().end_object();
}

void print_report(const RuleReport& report, const Style& style, Io& io) {
  const auto& rule = *report.rule;
  const auto* how = report.unknown                       ? "may fire"
                    : !report.fired                      ? "does not fire"
                    : rule.mode == policy::Mode::kShadow ? "would fire (shadow)"
                                                         : "fires";
  io.out << '\n'
         << style.bold(printable(rule.name)) << " " << how << ": " << name_of(rule.effect) << "\n  "
         << printable(fmt::format("{} ({})", rule.text(), rule.where)) << '\n';
  for (const auto& asked : report.asked) {
    const auto* answer = asked.unknown ? "may" : asked.held ? "yes" : "no ";
    io.out << std::string(2 * asked.depth + 2, ' ')
           << printable(fmt::format("{} {}", answer, asked.text));
    if (!asked.seen.empty()) io.out << style.dim(printable(fmt::format("  [{}]", asked.seen)));
    if (asked.doubt) io.out << "  in doubt: it can be read otherwise";
    io.out << '\n';
  }
}

void print_decision(const policy::Decision& decision, Io& io) {
  io.out << "effect: " << name_of(decision.effect);
  if (decision.would_be != decision.effect) {
    io.out << " (with shadow rules: " << name_of(decision.would_be) << ")";
  }
  if (decision.effect == policy::Effect::kEscalate && decision.confirm == policy::Confirm::kName) {
    io.out << ", by typing the tool's name";
  }
  if (decision.audit) io.out << "; audit: " << name_of(*decision.audit);
  if (decision.timeout) io.out << "; timeout: " << tree::duration_text(*decision.timeout);
  io.out << '\n';
}

}  // namespace

int policy_check(const PolicyOptions& options, Io& io) {
  const auto loaded = load_policy(options.policy, io);
  if (!loaded) return report(io, loaded.error());
  const auto remarks =
      loaded->good() ? policy::check(*loaded->policy) : std::vector<policy::Remark>();
  if (options.format == Format::kJson) {
    print_check_json(*loaded, remarks, io);
  } else {
    print_check(*loaded, remarks, io);
  }
  return loaded->good() && remarks.empty() ? kExitClean : kExitFindings;
}

int policy_test(const PolicyOptions& options, Io& io) {
  const auto text = read_input(options.input, io.in, policy::kFileLimits.max_bytes);
  if (!text) return report(io, text.error());
  const auto name = input_name(options.input);
  const auto table = policy::read_table(*text, name);
  if (!table.good()) {
    print_problems(io.err, table.problems);
    return kExitFailed;
  }
  const auto source = policy_for(options, table);
  if (source.empty()) {
    return report(io, {"which policy?", name, "add `policy:` to it, or give --policy"});
  }
  const auto policy = good_policy(source, io);
  if (!policy) return report(io, policy.error());
  std::vector<TestOutcome> outcomes;
  std::size_t failed = 0;
  for (const auto& test : table.tests) {
    outcomes.push_back({&test, policy::failures(**policy, test)});
    failed += outcomes.back().failures.empty() ? 0 : 1;
  }
  if (options.format == Format::kJson) {
    print_outcomes_json(outcomes, io);
  } else {
    print_outcomes(outcomes, failed, io);
  }
  return failed == 0 && !outcomes.empty() ? kExitClean : kExitFindings;
}

namespace {

// Facts as people write them, or a decision as `decisions show --format json` prints it.
base::Result<Recorded> facts_to_explain(const PolicyOptions& options, Io& io) {
  const auto text = read_input(options.input, io.in, policy::kFileLimits.max_bytes);
  if (!text) return tl::unexpected(text.error());
  const auto name = input_name(options.input);
  if (is_blank(*text)) {
    return base::fail("is empty, so there is nothing to decide on", name,
                      "give facts, or {} for a call of which nothing is known");
  }
  if (is_record(*text)) {
    auto recorded = read_recorded(*text, name);
    if (!recorded) return tl::unexpected(recorded.error());
    if (*recorded) return std::move(**recorded);
    return base::fail("no policy decided this, or its facts were not recorded", name,
                      "name a decision of kind call or result, without `audit: none`");
  }
  auto known = policy::read_facts(*text, name);
  if (!known) return tl::unexpected(known.error());
  Recorded out;
  out.known = std::move(*known);
  out.phase = options.phase;
  return out;
}

}  // namespace

int policy_explain(const PolicyOptions& options, Io& io) {
  const auto policy = good_policy(options.policy, io);
  if (!policy) return report(io, policy.error());
  const auto recorded = facts_to_explain(options, io);
  if (!recorded) return report(io, recorded.error());
  const auto& facts = recorded->known.facts;
  const auto phase = recorded->phase;
  const auto [decision, is_told] = decide_again(**policy, *recorded, phase);
  auto reports = policy::explain(**policy, phase, facts, recorded->arguments);
  std::erase_if(reports,
                [&](const RuleReport& one) { return !options.all && !one.fired && !one.unknown; });
  const bool too_early = recorded->id.empty() && asks_too_early(phase, facts);
  if (options.format == Format::kJson) {
    json::Writer out;
    out.begin_object().key("decision");
    write(out, decision);
    if (!is_told) out.key("uncertain").boolean(true);
    out.key("rules").begin_array();
    for (const auto& report : reports) write_report(out, report);
    out.end_array();
    if (too_early) out.key("hint").string(kTooEarly);
    io.out << out.end_object().text() << '\n';
    return kExitClean;
  }
  print_decision(decision, io);
  if (too_early) io.out << kTooEarly << "\n  try: --phase response\n";
  if (!is_told)
    io.out << "not certain: rules ask for values of arguments, and digests were recorded\n";
  const Style style(io.terminal.colour);
  for (const auto& report : reports) print_report(report, style, io);
  return kExitClean;
}

}  // namespace touchstone::cli
