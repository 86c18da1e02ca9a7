// The words of `touchstone eval`.
#include "cli/command_line_parts.hpp"

namespace touchstone::cli {
namespace {

// What both commands take that score detectors.
template <typename Options>
void add_scored(CLI::App* command, Options& options, const std::string& what) {
  command->add_option("folder", options.folder, what)->required()->type_name("");
  add_choice<bool>(command, "--format", options.as_json, {{"table", false}, {"json", true}},
                   "how to print (table)");
  command->add_option("--worst", options.worst, "misses and false alarms to show (10)")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000).description(""));
}

void define_eval_descriptions(CLI::App& group, EvalDescriptionsOptions& options, Action& action) {
  auto* command =
      group.add_subcommand("descriptions", "Score the detectors of poisoned descriptions");
  add_scored(command, options, "folder with *.jsonl of labelled descriptions");
  command
      ->add_option("--half", options.half,
                   "only one half of the rows: develop on one, check on the other")
      ->type_name("a|b")
      ->check(CLI::IsMember({"a", "b"}).description(""));
  command->footer(
      "Examples:\n"
      "  touchstone eval descriptions evals/descriptions\n"
      "  touchstone eval descriptions evals/descriptions --half b --worst 50\n\n"
      "A row is {\"tool\", \"text\", \"label\": 0|1, \"tier\"}. An alarm is a finding of kind "
      "poison that\n"
      "is a warning or an error.\n\n"
      "Exit codes: 0 scored, 2 cannot read or understand.");
  command->callback(
      [&] { action = [&options](Io& io) { return eval_descriptions(options, io); }; });
}

void define_eval_detect(CLI::App& group, EvalDetectOptions& options, Action& action) {
  auto* command =
      group.add_subcommand("detect", "Score the detectors of secrets, personal data and injection");
  add_scored(command, options,
             "folder with secrets/*.jsonl and injection/*.jsonl, or one of the two");
  command
      ->add_option("--apart", options.apart,
                   "families with such a word in their name are told apart and not counted")
      ->option_text("WORD,...")  // else CLI11 adds dots of its own
      ->delimiter(',')
      ->default_str("");
  command->footer(fmt::format(
      "Examples:\n"
      "  touchstone eval detect evals\n"
      "  touchstone eval detect evals --worst 50 --format json\n\n"
      "A row is {{\"text\", \"label\": 0|1, ...}}; its family is its rule, attack, category, "
      "entities, kind\n"
      "or source. What is told apart is not looked for on purpose; without --apart that is:\n"
      "  {}\n"
      "Found is what is at least likely; what is only possible stands beside it.\n\n"
      "Exit codes: 0 scored, 2 cannot read or understand.",
      fmt::join(options.apart, ", ")));
  command->callback([&] { action = [&options](Io& io) { return eval_detect(options, io); }; });
}

using EvalCommand = int (*)(const EvalOptions&, Io&);

// The eval commands differ in what they score, not in how they are called.
void define_eval_command(CLI::App& group, const std::string& name, const std::string& meaning,
                         const std::string& what, EvalCommand run, EvalOptions& options,
                         Action& action) {
  auto* command = group.add_subcommand(name, meaning);
  command->add_option("folder", options.folder, what)->required()->type_name("");
  command->add_option("--worst", options.worst, "disagreements to show for each (10)")
      ->type_name("N");
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  command->footer("Example:\n  touchstone eval " + name + " rows/ --worst 20\n\n" + kExitScored);
  command->callback(
      [&options, &action, run] { action = [&options, run](Io& io) { return run(options, io); }; });
}

void define_eval_search(CLI::App& group, EvalSearchOptions& options, Action& action) {
  auto* command = group.add_subcommand("search", "Score the search for tools on a set of queries");
  command->add_option("folder", options.folder, "folder with *.jsonl of queries")
      ->required()
      ->type_name("");
  command->add_option("--tools", options.tools, "the tools to search: any <file> of `tools`")
      ->required()
      ->type_name("FILE");
  command->add_option("--worst", options.worst, "misses to show (10)")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000).description(""));
  add_choice<Format>(command, "--format", options.format,
                     {{"table", Format::kTable}, {"json", Format::kJson}}, "how to print (table)");
  command->footer(
      std::string("Example:\n"
                  "  touchstone eval search queries/ --tools tools.jsonl\n\n"
                  "A row is {\"query\", \"server\", \"tool\"} or {\"query\", \"expected\": "
                  "[\"server/tool\", ...]},\n"
                  "of which any one is right. Weights are chosen on the odd rows of all; the even "
                  "ones\n"
                  "tell how good the search is.\n\n") +
      kExitScored);
  command->callback([&] { action = [&options](Io& io) { return eval_search(options, io); }; });
}

}  // namespace

void define_eval(CLI::App& app, EvalCommandOptions& options, Action& action) {
  auto* group = app.add_subcommand("eval", "Score what Touchstone concludes on labelled data");
  group->require_subcommand(1);
  define_eval_descriptions(*group, options.descriptions, action);
  define_eval_detect(*group, options.detect, action);
  define_eval_command(*group, "annotations", "Compare inferred hints with declared ones",
                      "every *.jsonl in it is read", eval_annotations, options.annotations, action);
  define_eval_command(*group, "drift", "Count the releases of servers that would need a person",
                      "in it, <server>/<version>.json for each version", eval_drift, options.drift,
                      action);
  define_eval_search(*group, options.search, action);
  group->footer(std::string("Examples:\n"
                            "  touchstone eval detect evals\n"
                            "  touchstone eval search evals/search --tools tools.jsonl\n\n") +
                kExitScored);
}

}  // namespace touchstone::cli
