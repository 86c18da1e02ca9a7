// What it costs to know 10,000 tools of 100 servers, all of it: read the lists, examine every tool
// among its siblings and all others, pin it, and write it with its annotations. The target is one
// second on one core. And what it costs when one tool of 3,000 has changed.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/seal.hpp"
#include "gateway/catalogue_for_test.hpp"
#include "json/splice.hpp"
#include "json/writer.hpp"
#include "model/enrich.hpp"

namespace touchstone::gateway {
namespace {

using upstream::ListKind;
using upstream::ListPtr;

constexpr int kServers = 100;
constexpr int kToolsOfServer = 100;
constexpr int kLongList = 3'000;

constexpr std::array<std::string_view, 16> kVerbs{
    "get",  "list", "create", "update", "delete", "send",  "search", "export",
    "sync", "move", "assign", "close",  "reopen", "merge", "fetch",  "archive"};
constexpr std::array<std::string_view, 20> kThings{
    "issue",   "page",    "label",    "invoice",   "contact", "branch", "ticket",
    "message", "report",  "project",  "dashboard", "user",    "file",   "folder",
    "event",   "comment", "pipeline", "secret",    "order",   "record"};
constexpr std::array<std::string_view, 12> kSentences{
    "Results come in pages of 50; pass `cursor` to get the next one.",
    "Returns an error if the project does not exist or the caller may not see it.",
    "Use this when the person asks for entries by name, by state or by date.",
    "The call may take a few seconds on large projects.",
    "Watchers are notified by email unless `silent` is set.",
    "Requires the role of an administrator in the workspace.",
    "Only the fields provided are changed; all others are left unchanged.",
    "Times are in UTC, written as in ISO 8601 (for example 2025-01-31T12:00:00Z).",
    "This cannot be undone.",
    "See also the tool that lists all of them.",
    "Accepts Markdown in the body, including tables and links.",
    "Supports filters like state:open author:me sort:updated-desc."};
constexpr std::array<std::string_view, 12> kParameters{
    "project_id", "limit", "cursor", "body",   "labels", "url",
    "query",      "path",  "state",  "silent", "dueAt",  "recipients"};
constexpr std::array<std::string_view, 6> kTexts{
    "The identifier, as returned by the call that lists them.",
    "How many to return at most. Defaults to 20, and 100 is the highest.",
    "Where to go on, from the answer before.",
    "Text in Markdown.",
    "Names of labels, separated by commas; those that do not exist are created.",
    "An address to call when it is done."};

// Small, even, and the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % bound;
  }
  template <typename Items>
  std::string of(const Items& items) {
    return std::string(items[below(items.size())]);
  }

 private:
  std::uint64_t state_;
};

void write_parameters(json::Writer& out, Dice& dice) {
  out.begin_object().key("type").string("object").key("properties").begin_object();
  const std::size_t first = dice.below(kParameters.size());
  const std::size_t count = 3 + dice.below(6);
  for (std::size_t i = 0; i < count; ++i) {
    out.key(kParameters[(first + i) % kParameters.size()]).begin_object();
    out.key("type").string("string").key("description").string(dice.of(kTexts)).end_object();
  }
  if (dice.below(8) == 0) {
    out.key("action").begin_object().key("enum").begin_array();
    for (const auto* word : {"list", "get", "create"}) out.string(word);
    out.end_array().end_object();
  }
  out.end_object().key("required").begin_array();
  out.string(kParameters[first]).end_array().end_object();
}

// 100 to 400 characters.
std::string description(Dice& dice, const std::string& verb, const std::string& thing) {
  std::string text = "This tool will " + verb + " a " + thing + " of a project in the workspace.";
  const std::size_t length = 100 + dice.below(230);
  while (text.size() < length) text += (dice.below(4) == 0 ? "\n\n" : " ") + dice.of(kSentences);
  return text;
}

void write_tool(json::Writer& out, int server, int tool, int version) {
  Dice dice(static_cast<std::uint64_t>(server * kLongList + tool));
  const auto verb = dice.of(kVerbs);
  const auto thing = dice.of(kThings);
  out.begin_object().key("name").string(verb + "_" + thing + "_" + std::to_string(tool));
  auto text = description(dice, verb, thing);
  if (version > 0) text += " Release " + std::to_string(version) + ".";
  out.key("description").string(text);
  write_parameters(out.key("inputSchema"), dice);
  if (dice.below(3) == 0) {
    out.key("annotations").begin_object().key("readOnlyHint").boolean(verb == "get");
    out.key("openWorldHint").boolean(true).end_object();
  }
  out.end_object();
}

// An answer to tools/list. Of a later version the tool in the middle is another.
std::string answer(int server, int tools, int version = 0) {
  json::Writer out;
  out.begin_object().key("jsonrpc").string("2.0").key("id").integer(1);
  out.key("result").begin_object().key("tools").begin_array();
  for (int i = 0; i < tools; ++i) write_tool(out, server, i, i == tools / 2 ? version : 0);
  return std::move(out.end_array().end_object().end_object()).take();
}

std::size_t write_all(const Assay& assay) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < assay.offers.size(); ++i) {
    const Offer& offer = assay.offers[i];
    json::Splice splice(assay.list->items[i]);
    model::annotate(splice, offer.tool, offer.known->profile, model::Annotate::kEnrich,
                    offer.resolvable());
    bytes += splice.apply().size();
  }
  return bytes;
}

// Without the pins: what profiles alone cost.
void profile_10000_tools_of_100_servers(benchmark::State& state) {
  std::vector<std::string> texts;
  for (int i = 0; i < kServers; ++i) texts.push_back(answer(i, kToolsOfServer));
  const config::Config config;
  json::Parser parser;
  for (auto _ : state) {
    std::vector<ListPtr> lists;
    std::vector<KnownPtr> all;
    Knowledge knowledge;
    detect::KnownTools everybody;
    for (const auto& text : texts) {
      const auto list = lists.emplace_back(read_list(parser, text));
      const std::string server = "server" + std::to_string(lists.size());
      for (const auto& [name, index] : list->by_key) everybody.add(server, name);
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
      std::vector<std::string_view> names;
      for (const auto& [name, index] : lists[i]->by_key) names.push_back(name);
      const std::string server = "server" + std::to_string(i + 1);
      const infer::Siblings siblings(names, server);
      const auto beliefs = knowledge.beliefs_on({}, config);
      for (const json::View item : lists[i]->items) {
        auto tool = model::read_tool(item, "");
        tool.server = server;
        all.push_back(
            knowledge.look(base::sha256(item.raw()), tool, {&siblings, &everybody}, beliefs));
      }
    }
    benchmark::DoNotOptimize(all.data());
  }
  state.SetItemsProcessed(state.iterations() * kServers * kToolsOfServer);
}
BENCHMARK(profile_10000_tools_of_100_servers)->Unit(benchmark::kMillisecond);

void know_10000_tools(benchmark::State& state) {
  std::vector<std::string> texts;
  for (int i = 0; i < kServers; ++i) texts.push_back(answer(i, kToolsOfServer));
  for (auto _ : state) {
    state.PauseTiming();
    auto world = std::make_unique<World>(kServers);
    state.ResumeTiming();
    std::vector<ListPtr> lists;
    for (const auto& text : texts) lists.push_back(read_list(world->parser, text));
    for (std::size_t i = 0; i < lists.size(); ++i) {
      world->catalogue.meet(world->servers[i]->name(), lists[i]);
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto assay = world->catalogue.assay(*world->servers[i], ListKind::kTools, lists[i]);
      benchmark::DoNotOptimize(write_all(*assay));
    }
    state.PauseTiming();
    world.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kServers * kToolsOfServer);
}
BENCHMARK(know_10000_tools)->Unit(benchmark::kMillisecond);

void one_of_3000_tools_changed(benchmark::State& state) {
  World world(1);
  const auto& server = *world.servers[0];
  const auto know = [&](const std::string& text) {
    return world.catalogue.assay(server, ListKind::kTools, read_list(world.parser, text));
  };
  auto last = know(answer(0, kLongList));
  int version = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto text = answer(0, kLongList, ++version);
    state.ResumeTiming();
    last = know(text);
  }
  state.SetItemsProcessed(state.iterations() * kLongList);
}
BENCHMARK(one_of_3000_tools_changed)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::gateway
