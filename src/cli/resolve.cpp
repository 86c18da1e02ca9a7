// touchstone resolve: what one call of a tool would be, and which arguments say so.
#include "resolve/resolve.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/assay.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/explain_words.hpp"
#include "cli/find_tool.hpp"
#include "cli/live.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "cli/tool_json.hpp"
#include "config/load.hpp"
#include "json/parser.hpp"
#include "model/derive.hpp"
#include "model/enrich.hpp"
#include "model/resolution_wire.hpp"

namespace touchstone::cli {
namespace {

// What the config says about the tool's server.
struct Surroundings {
  resolve::Settings settings;
  std::optional<model::Trust> trust;
  float inference_trust = model::FoldOptions().inference_trust;
};

const config::Server* find_server(const config::Config& config, const std::string& name) {
  if (name.empty()) return config.servers.size() == 1 ? &config.servers.front() : nullptr;
  const auto it = std::ranges::find(config.servers, name, &config::Server::name);
  return it == config.servers.end() ? nullptr : &*it;
}

// The config that was named, or the one by which the tool's server runs.
base::Result<config::Config> config_for(const ResolveOptions& options, const Assay& assay) {
  if (options.config.empty()) return assay.config();
  auto loaded = config::load(options.config, config::real_sources());
  if (!loaded.good()) return tl::unexpected(loaded.problems.front());
  return std::move(loaded.config);
}

base::Result<Surroundings> surroundings(const ResolveOptions& options, const Assay& assay,
                                        const Assayed& tool) {
  const auto config = config_for(options, assay);
  if (!config) return tl::unexpected(config.error());
  Surroundings out;
  out.settings.domains = config->domains;
  const auto& name = options.server.empty() ? tool.tool.server : options.server;
  const auto* server = find_server(*config, name);
  const bool has_config = !options.config.empty() || !config->source.empty();
  if (server == nullptr && !options.server.empty() && has_config) {
    return base::fail(fmt::format("has no server called {}", printable(name)), config->source);
  }
  if (server == nullptr) return out;
  out.settings.roots = server->roots;
  out.settings.rules = server->rules;
  out.trust = config::word_of(server->trust);
  out.inference_trust = server->inference_trust;
  return out;
}

base::Result<json::Document> read_arguments(const ResolveOptions& options, Io& io) {
  const bool piped = options.arguments == "-";
  if (piped && options.source == "-") {
    return base::fail("the tool list and the arguments cannot both come from standard input", "",
                      "name a file for the tool list");
  }
  auto text = piped ? read_input("-", io.in, json::Limits().max_bytes)
                    : base::Result<std::string>(options.arguments);
  if (!text) return tl::unexpected(text.error());
  auto document = json::Parser().parse(json::Text(std::move(*text)));
  if (!document) return tl::unexpected(json::to_error(document.error(), "--arguments"));
  if (!document->root().is(json::Kind::kObject)) {
    return base::fail("expected an object", "--arguments", "--arguments '{\"name\": \"value\"}'");
  }
  return std::move(*document);
}

struct Outcome {
  const Assayed& tool;
  model::Profile listed;
  model::Profile call;
  resolve::Resolution resolution;
};

std::string call_summary(const model::Profile& profile, const Style& style) {
  const auto tier = model::tier_of(profile);
  const auto risk = model::risk_of(profile);
  return fmt::format("tier {}, risk {}, {}", style.paint(tier, name_of(tier)),
                     style.paint(risk, name_of(risk)), legs_in_words(model::legs_of(profile)));
}

void print_changes(const Outcome& outcome, Io& io) {
  const Style style(io.terminal.colour);
  const auto bold = [style](auto text) { return style.bold(text); };
  Table table(0, io.terminal.width);
  table.add(
      {{"field", bold}, {"listed", bold}, {"this call", bold}, {"from", bold}, {"why", bold}});
  bool any = false;
  for (const auto& field : model::kFields) {
    const auto& before = outcome.listed[field.field];
    const auto& now = outcome.call[field.field];
    const bool told = now.source == model::Source::kResolved || now.value != before.value;
    if (!told) continue;
    any = true;
    table.add({std::string(field.name), printable(in_words(before.value)),
               printable(in_words(now.value)), source_in_words(now),
               printable(why(field, outcome.call))});
  }
  if (!any) return;
  io.out << '\n';
  table.print(io.out);
}

void print_call(const Outcome& outcome, Io& io) {
  const Style style(io.terminal.colour);
  io.out << style.bold(outcome.tool.tool.name.empty() ? outcome.tool.display_name
                                                      : printable(full_name(outcome.tool)))
         << "\n\nlisted:    " << call_summary(outcome.listed, style)
         << "\nthis call: " << call_summary(outcome.call, style) << '\n';
  print_changes(outcome, io);
  io.out << '\n';
  if (outcome.resolution.notes.empty()) io.out << "no argument tells more than the list does\n";
  Table table(0, io.terminal.width);
  for (const auto& note : outcome.resolution.notes) {
    table.add({note.argument.empty() ? std::string("(the call)") : printable(note.argument),
               printable(note.text)});
  }
  table.print(io.out);
}

void print_call_json(const Outcome& outcome, Io& io) {
  json::Writer out;
  out.begin_object();
  write_identity(out, outcome.tool);
  out.key("effect").string(resolve::name_of(outcome.resolution.effect));
  out.key("profile").begin_object();
  for (const auto& field : model::kFields) {
    out.key(field.name).begin_object();
    model::write_state(out, outcome.call[field.field]);
    write(out.key("listed"), outcome.listed[field.field].value);
    out.end_object();
  }
  out.end_object();
  model::write_derived(out, outcome.call);
  out.key("listed").begin_object();
  model::write_derived(out, outcome.listed);
  out.end_object().key("notes").begin_array();
  for (const auto& note : outcome.resolution.notes) {
    out.begin_object();
    if (!note.argument.empty()) out.key("argument").string(note.argument);
    out.key("text").string(note.text).end_object();
  }
  io.out << out.end_array().end_object().text() << '\n';
}

// What the server says of the call counts as it does in the gateway: within its own word, or
// against it.
void hear_server(const model::Tool& tool, json::View said, resolve::Resolution& resolution) {
  if (const auto error = said.find("error").as_string()) {
    resolution.notes.push_back({"", fmt::format("its server was asked and said: {}", *error)});
    return;
  }
  const json::View result = said.find("result");
  if (!result) return;
  auto claimed = model::read_resolution(result, tool.name, model::word_on(tool));
  if (claimed) {
    resolution.claimed = std::move(*claimed);
    resolution.notes.push_back({"", "its server was asked too, and stays within its word"});
    return;
  }
  const json::View named = result.find("tool");
  std::ranges::copy(
      model::excess_in((named ? named : result).find("annotations"), model::word_on(tool)),
      std::back_inserter(resolution.evidence));
  resolution.notes.push_back(
      {"", fmt::format("its server's answer does not count: {}", base::to_line(claimed.error()))});
}

Outcome examine(const Assayed& tool, Surroundings around, json::View arguments, json::View said,
                model::Trust trust) {
  const model::FoldOptions fold{.trust = around.trust.value_or(trust),
                                .inference_trust = around.inference_trust,
                                .tool_name = tool.tool.name};
  const auto settings = resolve::prepared(std::move(around.settings));
  // The list's own profile, as it is under the server's trust.
  const auto evidence = tool.profile.evidence();
  auto listed = model::fold({evidence.begin(), evidence.end()}, fold);
  auto resolution = resolve::resolve(resolve::plan_for(tool.tool, settings), settings, arguments);
  hear_server(tool.tool, said, resolution);
  auto call = resolve::profile_for_call(listed, resolution, fold);
  return {tool, std::move(listed), std::move(call), std::move(resolution)};
}

// Only a server that runs can be asked.
base::Result<json::Document> other_side(const std::string& source, const Assay& assay,
                                        const Assayed& tool, json::View arguments, Io& io) {
  std::string text = "{}";
  if (assay.is_live()) {
    auto said = asked_of_server(
        source, {tool.tool.server, tool.tool.name, std::string(arguments.raw())}, io);
    if (!said) return tl::unexpected(said.error());
    text = std::move(*said);
  }
  auto document = json::Parser().parse(json::Text(std::move(text)));
  if (!document) return tl::unexpected(json::to_error(document.error(), source));
  return std::move(*document);
}

}  // namespace

int resolve_call(const ResolveOptions& options, Io& io) {
  const auto arguments = read_arguments(options, io);
  if (!arguments) return report(io, arguments.error());
  const auto assay = Assay::load(options.source, io, options.trust);
  if (!assay) return report(io, assay.error());
  const auto tool = find_tool(*assay, options.tool);
  if (!tool) return report(io, tool.error());
  auto around = surroundings(options, *assay, **tool);
  if (!around) return report(io, around.error());
  const auto said = other_side(options.source, *assay, **tool, arguments->root(), io);
  if (!said) return report(io, said.error());
  const auto outcome =
      examine(**tool, std::move(*around), arguments->root(), said->root(), options.trust);
  options.format == Format::kJson ? print_call_json(outcome, io) : print_call(outcome, io);
  return kExitClean;
}

}  // namespace touchstone::cli
