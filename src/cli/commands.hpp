// The commands. Each takes its options, reads and writes through Io, and returns an exit code.
// command_line.hpp turns the words a person typed into these options.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "cli/io.hpp"
#include "model/evidence.hpp"
#include "model/finding.hpp"
#include "policy/fact.hpp"

namespace touchstone::cli {

enum class Format : std::uint8_t { kTable, kJson, kJsonLines, kSarif, kMarkdown };

struct LintOptions {
  std::string source;
  Format format = Format::kTable;
  model::Severity at_least = model::Severity::kNote;
};

struct ToolsOptions {
  std::string source;
  std::string where;    // empty: all
  std::string sort;     // empty: as in the list
  std::string columns;  // empty: the usual ones
  Format format = Format::kTable;
  model::Trust trust = model::Trust::kStandard;
};

struct ExplainOptions {
  std::string source;
  std::string tool;  // "name" or "server/name"
  Format format = Format::kTable;
  model::Trust trust = model::Trust::kStandard;
};

struct ResolveOptions {
  std::string source;
  std::string tool;              // "name" or "server/name"
  std::string arguments = "{}";  // JSON; "-" for standard input
  std::string config;            // for roots, domains and rules; empty: none
  std::string server;            // its name in the config; empty: the tool's, or the only one
  Format format = Format::kTable;
  model::Trust trust = model::Trust::kStandard;
};

struct FieldsOptions {
  Format format = Format::kTable;
};

struct ConfigOptions {
  std::string source;  // empty: the first of the usual files
  bool as_json = false;
  bool reveal = false;  // show: secrets as they are
};

struct ConfigSchemaOptions {
  Format format = Format::kJson;
};

// Of every `eval` command: labelled data in, how well we do out.
struct EvalOptions {
  std::string folder;
  std::size_t worst = 10;  // disagreements to show
  Format format = Format::kTable;
};

struct PinsOptions {
  std::string config;              // whose store; empty: the first of the usual files
  std::string pins;                // the store itself; empty: the config's
  std::string server;              // empty: all
  std::vector<std::string> names;  // as pins diff shows them; empty: all
  Format format = Format::kTable;
};

struct PolicyOptions {
  std::string policy;      // a pack or a file
  std::string other;       // diff: the one to compare with
  std::string input;       // tests, facts or records
  std::size_t shown = 10;  // diff: how many one by one
  bool all = false;        // explain: also rules that do not fire
  policy::Phase phase = policy::Phase::kRequest;
  Format format = Format::kTable;
};

struct RunOptions {
  std::string config;  // empty: the usual places, then the demo servers
  std::string listen;  // HOST:PORT, or empty
  std::string socket;  // connect: where the gateway is, or empty
  base::Level level = base::Level::kInfo;
};

struct DemoServerOptions {
  std::string name;
  std::string listen;  // HOST:PORT, or empty: standard input and output
  std::string root;    // its folder; empty: a new one, removed at the end
};

struct EvalDescriptionsOptions {
  std::string folder;
  bool as_json = false;
  std::size_t worst = 10;  // misses and false alarms to show
  std::string half;        // "a" or "b": only these rows; empty: all
};

struct EvalSearchOptions {
  std::string folder;      // of the queries
  std::string tools;       // any tool list
  std::size_t worst = 10;  // misses to show
  Format format = Format::kTable;
};

[[nodiscard]] int run_gateway(const RunOptions& options, Io& io);
[[nodiscard]] int run_stdio(const RunOptions& options, Io& io);
[[nodiscard]] int connect(const RunOptions& options, Io& io);
[[nodiscard]] int demo_server(const DemoServerOptions& options, Io& io);
[[nodiscard]] int lint(const LintOptions& options, Io& io);
[[nodiscard]] int tools(const ToolsOptions& options, Io& io);
[[nodiscard]] int explain(const ExplainOptions& options, Io& io);
[[nodiscard]] int resolve_call(const ResolveOptions& options, Io& io);
[[nodiscard]] int fields(const FieldsOptions& options, Io& io);
[[nodiscard]] int config_check(const ConfigOptions& options, Io& io);
[[nodiscard]] int config_show(const ConfigOptions& options, Io& io);
[[nodiscard]] int config_schema(const ConfigSchemaOptions& options, Io& io);
[[nodiscard]] int eval_descriptions(const EvalDescriptionsOptions& options, Io& io);
[[nodiscard]] int eval_annotations(const EvalOptions& options, Io& io);
[[nodiscard]] int eval_search(const EvalSearchOptions& options, Io& io);
[[nodiscard]] int eval_drift(const EvalOptions& options, Io& io);
[[nodiscard]] int pins_list(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_diff(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_accept(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_reject(const PinsOptions& options, Io& io);
[[nodiscard]] int policy_facts(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_show(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_check(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_test(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_explain(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_diff(const PolicyOptions& options, Io& io);
[[nodiscard]] int demo(Io& io);

}  // namespace touchstone::cli
