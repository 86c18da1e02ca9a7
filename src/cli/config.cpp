// touchstone config check|show|schema: whether a config is good, what is in force, what may be in
// it.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/markdown.hpp"
#include "cli/means.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "cli/report_error.hpp"
#include "config/listen_address.hpp"
#include "config/load.hpp"
#include "config/reference.hpp"
#include "config/tree.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

base::Result<config::Loaded> load_from(std::string source, Io& io) {
  const auto sources = config::real_sources();
  if (source == "-") {
    const auto text = read_input(source, io.in, config::kMaxFileBytes);
    if (!text) return tl::unexpected(text.error());
    return config::read(*text, "standard input", sources);
  }
  if (source.empty()) source = config::find_file(sources);
  if (source.empty()) {
    return base::fail(fmt::format("there is no config; looked for {}",
                                  fmt::join(config::usual_files(sources), ", ")),
                      "", "name the file: touchstone config check FILE");
  }
  return config::load(source, sources);
}

// What cannot be read at all is reported here and not with the problems of a config.
base::Result<config::Loaded> load_legible(const std::string& source, Io& io) {
  auto loaded = load_from(source, io);
  if (loaded && !loaded->legible) return tl::unexpected(loaded->problems.front());
  return loaded;
}

bool asks_somebody(const policy::Policy& policy) {
  return std::ranges::any_of(policy.rules(), [](const policy::Rule& rule) {
    return rule.mode == policy::Mode::kEnforce && rule.effect == policy::Effect::kEscalate;
  });
}

bool is_out_of_reach(const config::Config& config) {
  return config.store == config::kInMemory && config.approvals.webhook.url.empty();
}

base::Error nobody_answers(const config::Config& config) {
  return {fmt::format("the policy {} asks a person, and the store is in the gateway's memory, "
                      "which `touchstone approvals` does not reach: only people whose client "
                      "shows questions can answer",
                      config.policy),
          config.source, "set store to a file, or leave it out"};
}

// The policy is a file of its own, but without it no gateway starts. What it lacks in a config that
// has problems itself may be among what could not be read there.
void add_policy_notes(config::Loaded& loaded) {
  const bool whole = loaded.good();
  auto policy = policy_of(loaded.config, loaded.policy_where);
  std::ranges::move(policy.problems, std::back_inserter(loaded.problems));
  if (!whole) return;
  std::ranges::move(policy.warnings, std::back_inserter(loaded.warnings));
  const auto& rules = policy.in_force.policy;
  if (is_out_of_reach(loaded.config) && rules && asks_somebody(*rules))
    loaded.warnings.push_back(nobody_answers(loaded.config));
}

void print_notes(std::ostream& out, const std::vector<base::Error>& notes, std::string_view kind) {
  for (const auto& note : notes) {
    out << printable(fmt::format("{}: {}{}", note.where, kind, note.what)) << '\n';
    if (!note.remedy.empty()) out << "  try: " << printable(note.remedy) << '\n';
  }
}

std::string summary(const config::Loaded& loaded) {
  const auto& config = loaded.config;
  if (!loaded.good()) {
    return fmt::format("{}, {}", base::counted(loaded.problems.size(), "problem"),
                       base::counted(loaded.warnings.size(), "warning"));
  }
  return fmt::format("good; {}, {}, listens on {}", base::counted(config.servers.size(), "server"),
                     base::counted(loaded.warnings.size(), "warning"),
                     config::listen_text(config.host, config.port));
}

void write_notes(json::Writer& out, std::string_view key, const std::vector<base::Error>& notes) {
  out.key(key).begin_array();
  for (const auto& note : notes) {
    out.newline().begin_object();
    out.key("what").string(note.what).key("where").string(note.where);
    if (!note.remedy.empty()) out.key("remedy").string(note.remedy);
    out.end_object();
  }
  out.end_array();
}

void print_json(const config::Loaded& loaded, Io& io) {
  json::Writer out;
  out.begin_object().key("source").string(loaded.config.source);
  out.key("good").boolean(loaded.good());
  out.key("servers").integer(static_cast<std::int64_t>(loaded.config.servers.size()));
  write_notes(out, "problems", loaded.problems);
  write_notes(out, "warnings", loaded.warnings);
  io.out << out.end_object().text() << '\n';
}

void print_section(const config::ReferenceSection& section, Io& io) {
  io.out << "\n### " << section.title << "\n\n";
  if (!section.about.empty()) io.out << section.about << "\n\n";
  MarkdownTable table;
  table.add({"key", "type", "absent", "meaning"});
  for (const auto& row : section.rows) table.add({row.key, row.type, row.absent, row.meaning});
  table.print(io.out);
  if (section.foreign.empty()) return;
  io.out << "\nKeys of other clients that are read past, with a warning: "
         << fmt::format("`{}`", fmt::join(section.foreign, "`, `")) << ".\n";
}

constexpr std::string_view kReferenceHead =
    "## Reference\n\n"
    "Made by `touchstone config schema --format markdown` from the table in `src/config/key.cpp`; "
    "a "
    "test keeps the two alike.\n";

}  // namespace

int config_check(const ConfigOptions& options, Io& io) {
  auto loaded = load_from(options.source, io);
  if (!loaded) return report(io, loaded.error());
  if (!loaded->legible) {  // a program that reads JSON gets it in any case
    if (options.as_json) print_json(*loaded, io);
    return options.as_json ? int{kExitFailed} : report(io, loaded->problems.front());
  }
  add_policy_notes(*loaded);
  if (options.as_json) {
    print_json(*loaded, io);
  } else {
    print_notes(io.out, loaded->problems, "");
    print_notes(io.out, loaded->warnings, "warning: ");
    io.out << printable(fmt::format("{}: {}", loaded->config.source, summary(*loaded))) << '\n';
  }
  return loaded->good() ? kExitClean : kExitFindings;
}

int config_show(const ConfigOptions& options, Io& io) {
  const auto loaded = load_legible(options.source, io);
  if (!loaded) return report(io, loaded.error());
  if (!loaded->good()) {
    print_notes(io.err, loaded->problems, "");
    return kExitFindings;
  }
  io.out << config::show(loaded->config, options.as_json, options.reveal, loaded->written);
  return kExitClean;
}

int config_schema(const ConfigSchemaOptions& options, Io& io) {
  if (options.format != Format::kMarkdown) {
    io.out << config::schema();
    return kExitClean;
  }
  io.out << kReferenceHead;
  for (const auto& section : config::reference()) print_section(section, io);
  return kExitClean;
}

}  // namespace touchstone::cli
