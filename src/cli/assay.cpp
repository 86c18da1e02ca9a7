#include "cli/assay.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "assay/examine.hpp"
#include "assay/shadow.hpp"
#include "cli/demo_tools.hpp"
#include "cli/lines.hpp"
#include "cli/live.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "config/load.hpp"
#include "detect/poison.hpp"
#include "infer/infer.hpp"
#include "json/parser.hpp"
#include "model/resolution_wire.hpp"

namespace touchstone::cli {
namespace {

// JSON Lines: the first line is a whole value, and something follows.
bool is_lines(std::string_view text) {
  const auto line = take_line(text);
  if (is_blank(line) || is_blank(text)) return false;
  return json::Parser().parse(json::Text::copy_of(line)).has_value();
}

// Not a list of tools but of servers.
bool is_config(std::string_view source, std::string_view text) {
  if (source == "-") return false;
  if (source.ends_with(".yaml") || source.ends_with(".yml")) return true;
  if (text.find("\"mcpServers\"") == std::string_view::npos) return false;
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  return !document || document->root().find("mcpServers");  // a config may have comments
}

std::string display_name(const model::Tool& tool, std::size_t number) {
  if (tool.name.empty()) return fmt::format("(tool {})", number);
  return printable(tool.name);
}

// What else than tools an inventory has, and where it has its names.
struct OtherSpec {
  std::string_view key;
  pin::Subject subject;
  std::string_view name_key;
};
constexpr OtherSpec kOthers[] = {{"prompts", pin::Subject::kPrompt, "name"},
                                 {"templates", pin::Subject::kTemplate, "uriTemplate"},
                                 {"servers", pin::Subject::kServer, "server"}};

void tell_of(json::View inventory, std::ostream& err) {
  const auto word = [](json::View of, std::string_view key) {
    return printable(of.find(key).as_string().value_or(""));
  };
  for (const auto server : inventory.find("missing").elements()) {
    err << fmt::format("{}: did not answer, so its tools are missing\n",
                       printable(server.as_string().value_or("")));
  }
  for (const auto breach : inventory.find("breaches").elements()) {
    err << fmt::format("{}/{}: {}\n", word(breach, "server"), word(breach, "tool"),
                       word(breach, "why"));
  }
  for (const auto held : inventory.find("held").elements()) err << word(held, "why") << '\n';
}

// Notes about tools, {"server","tool",…}, by whose they are.
using ByTool = std::map<std::pair<std::string, std::string>, json::View>;
ByTool by_tool(json::View notes) {
  ByTool out;
  for (const auto note : notes.elements()) {
    out[{note.find("server").as_string().value_or(""),
         note.find("tool").as_string().value_or("")}] = note;
  }
  return out;
}

using Evidences = std::vector<model::Evidence>;

// What a server's own answers say beyond its declaration.
Evidences excess_of(const model::Tool& tool, json::View breach) {
  return model::excess_in(breach.find("annotations"), model::word_on(tool));
}

// For an answer that is wrong in some other way.
model::Finding breach_of(const model::Tool& tool, json::View breach) {
  return {model::FindingKind::kLie,
          model::Severity::kWarning,
          "",
          breach.find("why").as_string().value_or(""),
          tool.pointer,
          tool.json.begin_offset()};
}

void add_sorted(std::vector<model::Finding>& findings, std::vector<model::Finding> more) {
  std::ranges::move(more, std::back_inserter(findings));
  std::ranges::stable_sort(findings, std::greater(), &model::Finding::severity);
}

}  // namespace

Beliefs beliefs_of(const config::Config& config) {
  Beliefs out;
  for (const auto& server : config.servers) {
    out.by_server[server.name] = {config::word_of(server.trust), server.inference_trust,
                                  server.overrides};
  }
  return out;
}

base::Result<Assay> Assay::load(const std::string& source, Io& io, model::Trust trust) {
  if (source == kDemoInput) return parse(source, demo_tools(), trust);
  if (source == kGatewayInput) {
    auto answer = tools_of_gateway();
    if (!answer) return tl::unexpected(answer.error());
    return parse_live(source, std::move(*answer), io);
  }
  if (source == "-" && io.terminal.input_is_typed) {
    io.err << "reading a tool list from the keyboard; end with Ctrl-D\n";
  }
  auto text = read_input(source, io.in, json::Limits().max_bytes);
  if (!text) return tl::unexpected(text.error());
  if (is_config(source, *text)) {
    auto answer = tools_of_config(source, io);
    if (!answer) return tl::unexpected(answer.error());
    return parse_live(source, std::move(*answer), io);
  }
  return parse(input_name(source), std::move(*text), trust);
}

// What the operator believes stands in the config that the gateway has; what is held, and who did
// not answer, a person should know.
base::Result<Assay> Assay::parse_live(std::string_view name, std::string text, Io& io) {
  auto document = json::Parser().parse(json::Text(std::move(text)));
  if (!document) return tl::unexpected(json::to_error(document.error(), name));
  const json::View root = document->root();
  tell_of(root, io.err);
  Assay assay;
  assay.name_ = name;
  assay.is_live_ = true;
  if (const auto config = root.find("config").as_string().value_or(""); !config.empty())
    assay.config_ = config::load(config, config::real_sources()).config;
  if (auto added = assay.add(std::move(*document), 1, 0); !added)
    return tl::unexpected(added.error());
  assay.add_others(root);
  assay.note_held(root.find("held"));
  assay.examine(beliefs_of(assay.config_), root.find("breaches"));
  return assay;
}

base::Result<Assay> Assay::parse(std::string_view name, std::string text, model::Trust trust) {
  return parse(name, std::move(text), Beliefs{.usual = {.trust = trust}});
}

base::Result<Assay> Assay::parse(std::string_view name, std::string text, const Beliefs& beliefs) {
  Assay assay;
  assay.name_ = name;
  if (is_lines(text)) {
    if (auto added = assay.add_lines(text); !added) return tl::unexpected(added.error());
  } else {
    auto document = json::Parser().parse(json::Text(std::move(text)));
    if (!document) return tl::unexpected(json::to_error(document.error(), name));
    if (auto added = assay.add(std::move(*document), 1, 0); !added) {
      return tl::unexpected(added.error());
    }
  }
  assay.examine(beliefs, json::View());
  return assay;
}

base::Result<void> Assay::add_lines(std::string_view text) {
  json::Parser parser;
  const auto* start = text.data();
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = take_line(text);
    if (is_blank(line)) continue;
    const auto first_byte = static_cast<std::size_t>(line.data() - start);
    auto document = parser.parse(json::Text::copy_of(line));
    if (!document) {
      auto error = document.error();
      error.position.line = number;
      error.position.offset += first_byte;
      return tl::unexpected(json::to_error(error, name_));
    }
    if (auto added = add(std::move(*document), number, first_byte); !added) return added;
  }
  return {};
}

base::Result<void> Assay::add(json::Document document, std::size_t first_line,
                              std::size_t first_byte) {
  auto list = model::read_tool_list(document.root());
  if (!list) {
    auto error = list.error();
    const auto place = first_line > 1 ? fmt::format("{}:{}", name_, first_line) : name_;
    error.where = error.where.empty() ? place : fmt::format("{}: {}", place, error.where);
    return tl::unexpected(std::move(error));
  }
  if (tools_.size() + list->tools.size() > model::kMaxTools) {
    return base::fail(fmt::format("more than {} tools", model::kMaxTools), name_,
                      "examine one server's list at a time");
  }
  has_more_ = has_more_ || list->has_more;
  json::Position start;
  for (auto& tool : list->tools) {
    start = json::advance(document.text(), start, tool.json.begin_offset());
    auto shown = display_name(tool, tools_.size() + 1);
    tools_.push_back({std::move(tool), {}, {}, parts_.size(), start, std::move(shown)});
  }
  parts_.push_back({std::move(document), first_line, first_byte});
  return {};
}

void Assay::add_others(json::View inventory) {
  json::Position start;
  const auto text = parts_.back().document.text();
  for (const auto& [key, subject, name_key] : kOthers) {
    std::size_t index = 0;
    for (const auto item : inventory.find(key).elements()) {
      model::Tool definition;
      definition.json = item;
      definition.name = item.find(name_key).as_string().value_or("");
      definition.server = item.find("server").as_string().value_or("");
      definition.pointer = fmt::format("/{}/{}", key, index++);
      if (item.begin_offset() < start.offset) start = {};
      start = json::advance(text, start, item.begin_offset());
      auto shown = printable(label_of(pin::Key{subject, definition.name}));
      others_.push_back(
          {std::move(definition), {}, {}, parts_.size() - 1, start, std::move(shown), subject});
    }
  }
}

void Assay::note_held(json::View held) {
  const auto why = by_tool(held);
  for (auto& item : tools_) {
    const auto found = why.find({item.tool.server, item.tool.name});
    if (found != why.end()) item.held = found->second.find("why").as_string().value_or("");
  }
}

// Only when all are read: what a tool's words mean depends on its siblings, and whom it imitates on
// other servers' tools.
void Assay::examine(const Beliefs& beliefs, json::View breaches) {
  const infer::Families families(tools_,
                                 [](const Assayed& a) -> const model::Tool& { return a.tool; });
  detect::KnownTools everybody;
  std::vector<const model::Tool*> all;
  for (const auto& item : tools_) {
    everybody.add(item.tool.server, item.tool.name);
    all.push_back(&item.tool);
  }
  auto shadows = assay::shadows(all, everybody);
  const auto broken = by_tool(breaches);
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    auto& item = tools_[i];
    const Belief& belief = beliefs.of(item.tool.server);
    auto more = belief.overrides.evidence_on(item.tool.name);
    const auto breach = broken.find({item.tool.server, item.tool.name});
    const bool broke = breach != broken.end();
    const auto excess = broke ? excess_of(item.tool, breach->second) : Evidences();
    more.insert(more.end(), excess.begin(), excess.end());
    auto examined = assay::examine(item.tool, {&families.of(item.tool), &everybody},
                                   {.trust = belief.trust,
                                    .inference_trust = belief.inference_trust,
                                    .tool_name = item.tool.name},
                                   std::move(more));
    item.profile = std::move(examined.profile);
    item.findings = std::move(examined.findings);
    if (broke && excess.empty()) item.findings.push_back(breach_of(item.tool, breach->second));
    add_sorted(item.findings, std::move(shadows[i]));
  }
  examine_others(everybody);
}

void Assay::examine_others(const detect::KnownTools& everybody) {
  for (auto& item : others_) {
    const detect::Definition words{item.tool.json, item.tool.pointer, item.tool.server};
    for (const auto& poison : detect::poison(words, &everybody)) {
      item.findings.push_back(to_finding(poison));
    }
    add_sorted(item.findings, assay::mentions_in(words, everybody));
  }
}

json::Position Assay::locate(const Assayed& tool, std::size_t offset) const {
  const auto& part = parts_[tool.part];
  const auto from = offset < tool.start.offset ? json::Position() : tool.start;
  auto position = json::advance(part.document.text(), from, offset);
  position.line += part.first_line - 1;
  position.offset += part.first_byte;
  return position;
}

}  // namespace touchstone::cli
