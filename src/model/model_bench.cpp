// What profiles cost beside reading the bytes at all: a tools/list of the size of the largest seen
// in the wild (344 tools, 2 MB), and a single tool. Each benchmark does what the one before it does
// and one thing more.
#include <string>

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include "json/parser.hpp"
#include "json/writer.hpp"
#include "model/enrich.hpp"
#include "model/tool.hpp"

namespace touchstone::model {
namespace {

constexpr int kTools = 344;

// A fixed sequence, so that every run measures the same bytes.
class Sequence {
 public:
  int below(int bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(bound));
  }

 private:
  std::uint64_t state_ = 7;
};

void write_description(json::Writer& out, Sequence& sequence, int sentences) {
  constexpr std::string_view kSentences[] = {
      "Searches the records of one project and returns those that match.\n\n",
      "Use this when the person asks for entries \"by name\", by state or by date. ",
      "Results come in pages of 50; pass `cursor` to get the next one.\n",
      "- `C:\\Users\\…` paths are accepted – as are POSIX ones – on every platform.\n",
      "Returns an error if the project does not exist or the caller may not see it. ",
      "<example>\n\t{\"state\": \"open\", \"limit\": 10}\n</example>\n",
      "Größere Abfragen können länger dauern; 検索結果はキャッシュされます。 ",
  };
  std::string text;
  for (int i = 0; i < sentences; ++i) text += kSentences[sequence.below(std::size(kSentences))];
  out.string(text);
}

void write_schema(json::Writer& out, Sequence& sequence, int depth) {
  out.begin_object().key("type").string("object").key("properties").begin_object();
  const int count = 2 + sequence.below(3);
  for (int i = 0; i < count; ++i) {
    out.key("field_" + std::to_string(i));
    const int shape = sequence.below(4);
    if (shape == 0 && depth > 0) {
      write_schema(out, sequence, depth - 1);
      continue;
    }
    out.begin_object().key("type").string(shape == 1 ? "integer" : "string");
    out.key("description");
    write_description(out, sequence, 1);
    if (shape == 1)
      out.key("minimum").integer(0).key("maximum").integer(100).key("default").raw("1E1");
    if (shape == 2) {
      out.key("enum").begin_array();
      for (const auto* word : {"open", "closed", "merged", "all"}) out.string(word);
      out.end_array();
    }
    out.end_object();
  }
  out.end_object().key("required").begin_array().string("field_0").end_array();
  out.key("additionalProperties").boolean(false).end_object();
}

// Real lists mix undeclared tools, the core hints, and a few that use the drafts.
void write_annotations(json::Writer& out, Sequence& sequence) {
  const int kind = sequence.below(8);
  if (kind == 0) return;
  out.key("annotations").begin_object().key("title").string("Look something up");
  out.key("readOnlyHint").boolean(kind % 2 == 0);
  if (kind > 2) out.key("destructiveHint").boolean(kind == 3);
  if (kind > 3) out.key("idempotentHint").boolean(true).key("openWorldHint").boolean(kind != 5);
  if (kind == 6) out.key("sensitiveDataHint").boolean(true).key("agencyHint").boolean(false);
  if (kind == 7) {
    out.key("inputMetadata").begin_object().key("destination").begin_array();
    out.string("user").string("public").end_array();
    out.key("sensitivity").string("none").key("outcomes").string("consequential").end_object();
    out.key("returnMetadata").begin_object().key("source").string("internal");
    out.key("sensitivity").raw(R"(["pii",{"regulated":{"scopes":["GDPR"]}}])").end_object();
  }
  out.end_object();
}

void write_tool(json::Writer& out, Sequence& sequence, int index) {
  out.begin_object().key("name").string("tool_number_" + std::to_string(index));
  out.key("description");
  write_description(out, sequence, 58);
  out.key("inputSchema");
  write_schema(out, sequence, 5);
  write_annotations(out, sequence);
  out.key("_meta").raw(R"({"vendor.example/order":1.0})").end_object();
}

std::string tool_list(int tools) {
  Sequence sequence;
  json::Writer out;
  out.begin_object().key("jsonrpc").string("2.0").key("id").integer(1).key("result");
  out.begin_object().key("tools").begin_array();
  for (int i = 0; i < tools; ++i) write_tool(out, sequence, i);
  out.end_array().end_object().end_object();
  return std::move(out).take();
}

void report(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
  state.SetLabel(std::to_string(text.size()) + " bytes");
}

void bare_simdjson_dom(benchmark::State& state) {
  const auto text = tool_list(static_cast<int>(state.range(0)));
  const simdjson::padded_string padded(text);
  simdjson::dom::parser parser;
  for (auto _ : state) benchmark::DoNotOptimize(parser.parse(padded).error());
  report(state, text);
}

// Runs `work` on a freshly parsed document; the copy of the bytes that parsing consumes is
// included, as in the gateway, which reads them from a socket.
template <typename Work>
void with_document(benchmark::State& state, Work work) {
  const auto text = tool_list(static_cast<int>(state.range(0)));
  json::Parser parser;
  for (auto _ : state) {
    const auto document = parser.parse(json::Text::copy_of(text));
    if (!document) return state.SkipWithError("does not parse");
    work(*document);
  }
  report(state, text);
}

void parse(benchmark::State& state) {
  with_document(state,
                [](const json::Document& document) { benchmark::DoNotOptimize(document.root()); });
}

void parse_and_fold(benchmark::State& state) {
  with_document(state, [](const json::Document& document) {
    const auto list = read_tool_list(document.root());
    for (const auto& tool : list->tools) benchmark::DoNotOptimize(profile_of(tool));
  });
}

void parse_fold_and_write(benchmark::State& state) {
  with_document(state, [](const json::Document& document) {
    const auto list = read_tool_list(document.root());
    json::Splice splice(document);
    for (const auto& tool : list->tools) {
      annotate(splice, tool, profile_of(tool), Annotate::kEnrich);
    }
    benchmark::DoNotOptimize(splice.apply());
  });
}

BENCHMARK(bare_simdjson_dom)->Arg(1)->Arg(kTools);
BENCHMARK(parse)->Arg(1)->Arg(kTools);
BENCHMARK(parse_and_fold)->Arg(1)->Arg(kTools);
BENCHMARK(parse_fold_and_write)->Arg(1)->Arg(kTools);

}  // namespace
}  // namespace touchstone::model
