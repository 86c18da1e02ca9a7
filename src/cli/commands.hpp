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
#include "store/ticket.hpp"

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

// Which store a command works on.
struct StoreOptions {
  std::string config = {};  // whose store; empty: the first of the usual files
  std::string store = {};   // the file itself; empty: the config's
  Format format = Format::kTable;
};

// A tool of a list, or a decision.
struct ExplainOptions : StoreOptions {
  std::string source = {};  // the list, or the decision's id
  std::string tool = {};    // "name" or "server/name"; empty: it is a decision
  bool last = false;        // the latest decision
  model::Trust trust = model::Trust::kStandard;
};

struct ApprovalsOptions : StoreOptions {
  std::string id = {};  // of a ticket, or the handle of a value
  bool all = false;     // list: also those that were answered
  store::Scope scope = store::Scope::kOnce;
  std::string how_long = {};  // a duration; empty: as the scope says
  std::string confirm = {};   // the tool's name, where it must be typed
  std::string reason = {};
  std::string watch_for = {};  // a duration; empty: until interrupted
};

struct DecisionsOptions : StoreOptions {
  std::string id = {};
  std::string session = {}, principal = {}, server = {}, tool = {}, kind = {}, effect = {};
  std::string would = {};  // the effect if rules in shadow counted, where that is another
  std::string since = {};
  std::size_t limit = 50;
  bool follow = false;
  std::string watch_for = {};  // a duration; empty: until interrupted
};

// What a person takes from a label, and why.
struct DeclassifyOptions : StoreOptions {
  std::string reason = {};
  std::vector<std::string> classes = {};
  bool untrusted = false, is_private = false, malicious = false;
  bool all = false;  // the whole label
};

struct SessionsOptions : DeclassifyOptions {  // list: `all` are also those that ended
  std::string key = {};
  std::size_t limit = 50;
};

struct PlacesOptions : DeclassifyOptions {
  std::string place = {};   // as list shows it, or as a call would name it
  std::string server = {};  // empty: any
  bool machine = false;     // of this machine, and of no server
  bool whole = false;       // in the stead of a place: what was written to the server without one
  std::size_t limit = 50;
};

struct PolicyOptions {
  std::string policy;      // a pack or a file
  std::string other;       // diff: the one to compare with
  std::string input;       // tests, facts or records
  std::size_t shown = 10;  // diff: how many one by one
  bool all = false;        // explain: also rules that do not fire
  policy::Phase phase = policy::Phase::kRequest;
  Format format = Format::kTable;
  StoreOptions store = {};  // replay, diff: whose decisions
  std::string since = {};   // replay, diff: from when on
};

struct RunOptions {
  std::string config;  // empty: the usual places, then the demo servers
  std::string listen;  // HOST:PORT, or empty
  std::string socket;  // connect: where the gateway is, or empty
  base::Level level = base::Level::kInfo;
};

struct ServersOptions {
  std::string config;  // of the gateway; empty: the first of the usual files
  std::string socket;  // where the gateway is; empty: where its config says
  Format format = Format::kTable;
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

struct EvalDetectOptions {
  std::string folder;      // with `secrets` and `injection` in it, or one of these
  std::size_t worst = 10;  // misses and false alarms to show
  bool as_json = false;
  // Families whose names have one of these words in them are told apart: they are not looked for.
  std::vector<std::string> apart{"date",    "url",   "ip",  "mac",         "postcode",
                                 "vehicle", "plate", "vat", "organisation"};
};

struct EvalSearchOptions {
  std::string folder;      // of the queries
  std::string tools;       // any tool list
  std::size_t worst = 10;  // misses to show
  Format format = Format::kTable;
};

[[nodiscard]] int run_gateway(const RunOptions& options, Io& io);
[[nodiscard]] int run_stdio(const RunOptions& options, Io& io);
int servers(const ServersOptions& options, Io& io);
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
[[nodiscard]] int eval_detect(const EvalDetectOptions& options, Io& io);
[[nodiscard]] int eval_annotations(const EvalOptions& options, Io& io);
[[nodiscard]] int eval_search(const EvalSearchOptions& options, Io& io);
[[nodiscard]] int eval_drift(const EvalOptions& options, Io& io);
[[nodiscard]] int pins_list(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_diff(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_accept(const PinsOptions& options, Io& io);
[[nodiscard]] int pins_reject(const PinsOptions& options, Io& io);
[[nodiscard]] int approvals_list(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_show(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_allow(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_deny(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_revoke(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_watch(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int approvals_open(const ApprovalsOptions& options, Io& io);
[[nodiscard]] int decisions_list(const DecisionsOptions& options, Io& io);
[[nodiscard]] int decisions_show(const DecisionsOptions& options, Io& io);
[[nodiscard]] int decisions_ai(const DecisionsOptions& options, Io& io);
[[nodiscard]] int decisions_tail(const DecisionsOptions& options, Io& io);
[[nodiscard]] int sessions_list(const SessionsOptions& options, Io& io);
[[nodiscard]] int sessions_show(const SessionsOptions& options, Io& io);
[[nodiscard]] int sessions_end(const SessionsOptions& options, Io& io);
[[nodiscard]] int sessions_declassify(const SessionsOptions& options, Io& io);
[[nodiscard]] int places_list(const PlacesOptions& options, Io& io);
[[nodiscard]] int places_show(const PlacesOptions& options, Io& io);
[[nodiscard]] int places_declassify(const PlacesOptions& options, Io& io);
[[nodiscard]] int policy_facts(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_show(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_check(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_test(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_explain(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_diff(const PolicyOptions& options, Io& io);
[[nodiscard]] int policy_replay(const PolicyOptions& options, Io& io);
[[nodiscard]] int demo(Io& io);

}  // namespace touchstone::cli
