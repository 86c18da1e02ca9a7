// eval detect: how much of what is secret, personal or injected is found, family by family, and how
// often something harmless is taken for it.
//
// The folder has `secrets` and `injection` in it, each with rows {text, label, …}. What a row's
// family is called depends on where it comes from: its rule, its entities, its attack, or its
// source. A row counts as found from likely on; what would be possible is told beside it.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/eval_score.hpp"
#include "cli/exit_code.hpp"
#include "cli/json_lines.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "detect/content.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

using detect::Confidence;
using detect::ContentKind;

constexpr std::size_t kMaxShownRow = 100;  // bytes of a text in the list of errors

struct ContentRow {
  std::string text;
  std::string family;
  bool is_bad = false;
};

struct FamilyScore {
  Share found;           // of the bad rows, likely or more
  Share possible;        // of the bad rows, possible or more
  Share false_alarms;    // of the others
  Share false_possible;  // of the others
};

struct ContentError {
  std::string family;
  std::string rule;  // what it was taken for, or empty
  std::string text;
};

struct ContentScore {
  std::map<std::string, FamilyScore, std::less<>> families;
  std::map<std::string, FamilyScore, std::less<>> apart;  // not looked for, on purpose
  FamilyScore all;
  std::vector<ContentError> misses;
  std::vector<ContentError> false_alarms;
};

// "AgentDojo/banking/read_file" and "project some_test.py" as a name of the group they are from.
std::string group_of(std::string_view source) {
  const auto cut = source.find('/');
  return std::string(source.substr(0, cut));
}

std::string family_of(json::View row) {
  for (const auto* key : {"rule", "attack", "category"}) {
    if (auto name = row.find(key).as_string()) return *std::move(name);
  }
  std::string entities;
  for (const auto& entity : row.find("entities").elements()) {
    entities += (entities.empty() ? "" : ",") + entity.as_string().value_or("");
  }
  if (!entities.empty()) return entities;
  if (auto kind = row.find("kind").as_string()) return *std::move(kind);
  return group_of(row.find("source").as_string().value_or("none"));
}

base::Result<ContentRow> read_content_row(json::View json, const std::string& where) {
  auto text = json.find("text").as_string();
  const auto label = json.find("label").as_int();
  if (!text) return base::fail("has no \"text\"", where, "a row is {text, label, …}");
  if (label != 0 && label != 1) {
    return base::fail("has no \"label\" that is 0 or 1", where, "a row is {text, label, …}");
  }
  return ContentRow{*std::move(text), family_of(json), label == 1};
}

// Which half of the kinds a folder is about.
bool is_wanted(ContentKind kind, bool wants_instructions) {
  const bool is_instruction = kind == ContentKind::kInjection || kind == ContentKind::kHidden;
  return is_instruction == wants_instructions;
}

class ContentScorer {
 public:
  ContentScorer(const detect::ContentEngine& engine, const EvalDetectOptions& options,
                bool wants_instructions)
      : engine_(engine),
        scratch_(engine.make_scratch()),
        options_(options),
        wants_instructions_(wants_instructions) {}

  void add(const ContentRow& row) {
    const auto found = engine_.scan(row.text, scratch_, {.at_least = Confidence::kPossible});
    std::string_view rule;
    std::string_view possible;
    for (const auto& item : found.items) {
      if (!is_wanted(item.kind, wants_instructions_)) continue;
      possible = item.rule;
      if (item.confidence >= Confidence::kLikely) rule = item.rule;
    }
    const bool is_apart = is_told_apart(row.family);
    count(is_apart ? score_.apart[row.family] : score_.families[row.family], row, rule, possible);
    if (is_apart) return;
    count(score_.all, row, rule, possible);
    if (row.is_bad == !rule.empty()) return;
    auto& errors = row.is_bad ? score_.misses : score_.false_alarms;
    errors.push_back({row.family, std::string(rule), row.text});
  }
  ContentScore finish() && { return std::move(score_); }

 private:
  static void count(FamilyScore& family, const ContentRow& row, std::string_view rule,
                    std::string_view possible) {
    (row.is_bad ? family.found : family.false_alarms).count(!rule.empty());
    (row.is_bad ? family.possible : family.false_possible).count(!possible.empty());
  }
  // A word of the name, between whatever is no letter.
  [[nodiscard]] bool is_told_apart(const std::string& family) const {
    auto words = base::lower_case(family);
    std::ranges::replace_if(
        words, [](char c) { return c < 'a' || c > 'z'; }, ' ');
    return std::ranges::any_of(options_.apart, [&](const std::string& word) {
      return base::has_word(words, base::lower_case(word));
    });
  }

  const detect::ContentEngine& engine_;
  detect::ContentEngine::Scratch scratch_;
  const EvalDetectOptions& options_;
  bool wants_instructions_;
  ContentScore score_;
};

// The folders to score: those in the one that was named, or that one itself if it is one of them.
std::vector<std::filesystem::path> parts_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> parts;
  const auto named = folder.has_filename() ? folder : folder.parent_path();
  std::error_code ignored;
  for (const auto* part : {"secrets", "injection"}) {
    if (std::filesystem::is_directory(folder / part, ignored)) parts.push_back(folder / part);
    if (named.filename() == part) return {named};
  }
  return parts;
}

base::Result<ContentScore> score_folder(const detect::ContentEngine& engine,
                                        const EvalDetectOptions& options,
                                        const std::filesystem::path& part) {
  ContentScorer scorer(engine, options, part.filename() == "injection");
  const auto done = for_each_row(
      part.string(), [&](json::View json, const std::string& where) -> base::Result<void> {
        const auto row = read_content_row(json, where);
        if (!row) return tl::unexpected(row.error());
        scorer.add(*row);
        return {};
      });
  if (!done) return tl::unexpected(done.error());
  return std::move(scorer).finish();
}

std::string share_of(const Share& share) {
  return share.whole == 0 ? "" : fmt::format("{} of {}", share.part, share.whole);
}

void add_family(Table& table, const std::string& name, const FamilyScore& family) {
  const auto rate = [](const Share& share) { return share.whole == 0 ? "" : percent(share); };
  table.add({name, rate(family.found), share_of(family.found), rate(family.possible),
             rate(family.false_alarms), share_of(family.false_alarms),
             rate(family.false_possible)});
}

void add_errors(Table& table, const Style& style, std::string_view title,
                const std::vector<ContentError>& errors, std::size_t most) {
  if (errors.empty() || most == 0) return;
  table.begin_part();
  table.add_line("");
  const auto shown = std::min(most, errors.size());
  table.add_line(style.bold(fmt::format("{} ({} of {})", title, shown, errors.size())));
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& error = errors[i];
    table.add({printable(error.family), printable(error.rule),
               printable(std::string_view(error.text).substr(0, kMaxShownRow))});
  }
}

void add_score(Table& table, const Style& style, const std::string& part, const ContentScore& score,
               std::size_t most) {
  table.begin_part();
  table.add_line(style.bold(part));
  std::vector<Cell> head;
  for (const auto* word : {"family", "found", "", "possible", "false alarms", "", "possible"}) {
    head.emplace_back(std::string(word));
  }
  table.add(std::move(head));
  for (const auto& [name, family] : score.families) add_family(table, printable(name), family);
  add_family(table, "all", score.all);
  if (!score.apart.empty()) {
    table.add_line("");
    table.add_line(style.bold(part + ", not looked for on purpose"));
    for (const auto& [name, family] : score.apart) add_family(table, printable(name), family);
  }
  add_errors(table, style, "Misses", score.misses, most);
  add_errors(table, style, "False alarms", score.false_alarms, most);
  table.add_line("");
}

void write_family(json::Writer& out, std::string_view name, const FamilyScore& family) {
  out.newline().key(name).begin_object();
  write_share(out, "found", family.found);
  write_share(out, "possible", family.possible);
  write_share(out, "falseAlarms", family.false_alarms);
  write_share(out, "falsePossible", family.false_possible);
  out.end_object();
}

void write_errors(json::Writer& out, std::string_view name, const std::vector<ContentError>& errors,
                  std::size_t most) {
  out.key(name).begin_array();
  for (std::size_t i = 0; i < std::min(most, errors.size()); ++i) {
    out.newline().begin_object().key("family").string(errors[i].family);
    out.key("rule").string(errors[i].rule).key("text").string(errors[i].text).end_object();
  }
  out.end_array();
}

void write_score(json::Writer& out, std::string_view part, const ContentScore& score,
                 std::size_t most) {
  out.key(part).begin_object();
  write_family(out, "all", score.all);
  out.key("families").begin_object();
  for (const auto& [name, family] : score.families) write_family(out, name, family);
  out.end_object().key("notLookedFor").begin_object();
  for (const auto& [name, family] : score.apart) write_family(out, name, family);
  out.end_object();
  write_errors(out, "misses", score.misses, most);
  write_errors(out, "falseAlarms", score.false_alarms, most);
  out.end_object();
}

}  // namespace

int eval_detect(const EvalDetectOptions& options, Io& io) {
  const auto parts = parts_in(options.folder);
  if (parts.empty())
    return report(io, {"there is neither secrets/ nor injection/ in it", options.folder,
                       "name a folder that has one, or that is one"});
  const auto engine = detect::ContentEngine::compile();
  if (!engine) return report(io, engine.error());
  const Style style(io.terminal.colour);
  Table table(2, io.terminal.width);
  json::Writer out;
  out.begin_object();
  for (const auto& folder : parts) {
    const auto score = score_folder(*engine, options, folder);
    if (!score) return report(io, score.error());
    const std::string part = folder.filename().string();
    add_score(table, style, part, *score, options.worst);
    write_score(out, part, *score, options.worst);
  }
  out.end_object();
  if (options.as_json) {
    io.out << out.text() << '\n';
  } else {
    table.print(io.out);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
