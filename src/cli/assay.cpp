#include "cli/assay.hpp"

#include <utility>

#include <fmt/format.h>

#include "assay/examine.hpp"
#include "cli/demo_tools.hpp"
#include "cli/lines.hpp"
#include "cli/live.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "config/load.hpp"
#include "infer/infer.hpp"
#include "json/parser.hpp"

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
  return parse(source == "-" ? "standard input" : source, std::move(*text), trust);
}

// What the operator believes stands in the config that the gateway has; what is held, and who did
// not answer, a person should know.
base::Result<Assay> Assay::parse_live(std::string_view name, std::string text, Io& io) {
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document) return tl::unexpected(json::to_error(document.error(), name));
  const std::string config = document->root().find("config").as_string().value_or("");
  for (const auto server : document->root().find("missing").elements())
    io.err << fmt::format("{}: did not answer, so its tools are missing\n",
                          printable(server.as_string().value_or("")));
  for (const auto breach : document->root().find("breaches").elements())
    io.err << fmt::format("{}/{}: {}\n", printable(breach.find("server").as_string().value_or("")),
                          printable(breach.find("tool").as_string().value_or("")),
                          printable(breach.find("why").as_string().value_or("")));
  for (const auto held : document->root().find("held").elements())
    io.err << printable(held.find("why").as_string().value_or("")) << '\n';
  Beliefs beliefs;
  if (!config.empty()) beliefs = beliefs_of(config::load(config, config::real_sources()).config);
  return parse(name, std::move(text), beliefs);
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
  assay.examine(beliefs);
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

// Only when all are read: what a tool's words mean depends on its siblings.
void Assay::examine(const Beliefs& beliefs) {
  const infer::Families families(tools_,
                                 [](const Assayed& a) -> const model::Tool& { return a.tool; });
  detect::KnownTools everybody;
  for (const auto& item : tools_) everybody.add(item.tool.server, item.tool.name);
  for (auto& item : tools_) {
    const Belief& belief = beliefs.of(item.tool.server);
    auto examined = assay::examine(item.tool, {&families.of(item.tool), &everybody},
                                   {.trust = belief.trust,
                                    .inference_trust = belief.inference_trust,
                                    .tool_name = item.tool.name},
                                   belief.overrides.evidence_on(item.tool.name));
    item.profile = std::move(examined.profile);
    item.findings = std::move(examined.findings);
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
