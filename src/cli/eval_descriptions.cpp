// eval descriptions: how many poisoned descriptions are found, and how many honest ones accused.
//
// An alarm is a finding of kind poison that is a warning or an error. A row counts as bad if its
// label is 1, as real if it is 0. The tier of a bad row says how it is bad; those of
// kInstructionTier carry instructions to the model, which is what the target is about.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/json_lines.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "detect/poison.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

constexpr std::string_view kInstructionTier = "instruction_in_description";
constexpr std::size_t kMaxShownText = 200;  // bytes of a description in the list of the worst

struct LabelledRow {
  std::string tool;
  std::string text;
  std::string tier;
  bool bad = false;
};

struct Count {
  std::size_t rows = 0;
  std::size_t alarms = 0;

  void add(bool alarm) {
    ++rows;
    alarms += alarm ? 1 : 0;
  }
  [[nodiscard]] double rate() const {
    return rows == 0 ? 0 : static_cast<double>(alarms) / static_cast<double>(rows);
  }
};

struct Verdict {
  LabelledRow row;
  int points = 0;      // of the heaviest suspicion
  std::string reason;  // of it, or empty
};

struct FamilyCount {
  std::size_t bad = 0;   // alarms on bad rows in which the family took part
  std::size_t real = 0;  // the same on real rows
};

struct Score {
  std::map<std::string, Count, std::less<>> tiers;  // of bad rows
  Count bad;
  Count real;
  std::array<FamilyCount, detect::kFamilyCount> families{};
  std::vector<Verdict> misses;        // heaviest first: the nearest to being found
  std::vector<Verdict> false_alarms;  // heaviest first

  [[nodiscard]] Count instructions() const {
    const auto found = tiers.find(kInstructionTier);
    return found == tiers.end() ? Count{} : found->second;
  }
};

base::Result<LabelledRow> read_row(json::View json, const std::string& where) {
  const auto text = json.find("text").as_string();
  const auto label = json.find("label").as_int();
  if (!text) return base::fail("has no \"text\"", where, "a row is {tool, text, label, tier}");
  if (label != 0 && label != 1) {
    return base::fail("has no \"label\" that is 0 or 1", where,
                      "a row is {tool, text, label, tier}");
  }
  return LabelledRow{json.find("tool").as_string().value_or(""), *text,
                     json.find("tier").as_string().value_or("none"), label == 1};
}

// The definition as a server would send it.
std::string definition_of(const LabelledRow& row) {
  json::Writer out;
  out.begin_object().key("name").string(row.tool).key("description").string(row.text).end_object();
  return std::move(out).take();
}

class DescriptionScorer {
 public:
  void add(LabelledRow row) {
    const auto document = parser_.parse(json::Text(definition_of(row)));
    if (!document) return;
    const auto found = detect::poison(detect::Definition{document->root()});
    Verdict verdict{std::move(row), 0, ""};
    for (const auto& item : found) {
      if (item.suspicion.points <= verdict.points) continue;
      verdict.points = item.suspicion.points;
      verdict.reason = item.suspicion.reason;
    }
    count_families(found, verdict.row.bad);
    count(std::move(verdict));
  }
  Score finish() && {
    for (auto* list : {&score_.misses, &score_.false_alarms}) {
      std::ranges::stable_sort(*list, std::greater(), &Verdict::points);
    }
    return std::move(score_);
  }

 private:
  void count(Verdict verdict) {
    const bool alarm = verdict.points >= detect::kAlarm;
    const bool bad = verdict.row.bad;
    (bad ? score_.bad : score_.real).add(alarm);
    if (bad) score_.tiers[verdict.row.tier].add(alarm);
    if (bad == alarm) return;
    (bad ? score_.misses : score_.false_alarms).push_back(std::move(verdict));
  }
  void count_families(const std::vector<detect::Poison>& found, bool bad) {
    std::array<bool, detect::kFamilyCount> seen{};
    for (const auto& item : found) {
      if (item.suspicion.points < detect::kAlarm) continue;
      for (const auto family : item.suspicion.families) {
        seen[static_cast<std::size_t>(family)] = true;
      }
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) ++(bad ? score_.families[i].bad : score_.families[i].real);
    }
  }

  json::Parser parser_;
  Score score_;
};

// Says how far it is, to a person only, once it takes longer than a second.
class RowProgress {
 public:
  explicit RowProgress(Io& io) : io_(io) {}
  ~RowProgress() {
    if (told_) io_.err << "\r\x1b[K";
  }
  RowProgress(const RowProgress&) = delete;
  RowProgress& operator=(const RowProgress&) = delete;

  void step() {
    ++rows_;
    const auto now = Clock::now();
    if (io_.terminal.width == 0 || now - last_ < std::chrono::seconds(1)) return;
    last_ = now;
    told_ = true;
    io_.err << fmt::format("\r{} rows", rows_) << std::flush;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Io& io_;
  Clock::time_point last_ = Clock::now();
  std::size_t rows_ = 0;
  bool told_ = false;
};

bool is_in_half(const LabelledRow& row, const std::string& half) {
  if (half.empty()) return true;
  const bool is_a = (base::hash64(row.tool + '\n' + row.text) & 1U) == 0;
  return is_a == (half == "a");
}

base::Result<Score> score(const EvalDescriptionsOptions& options, Io& io) {
  DescriptionScorer scorer;
  RowProgress progress(io);
  const auto done = for_each_row(
      options.folder, [&](json::View json, const std::string& where) -> base::Result<void> {
        auto row = read_row(json, where);
        if (!row) return tl::unexpected(row.error());
        progress.step();
        if (is_in_half(*row, options.half)) scorer.add(*std::move(row));
        return {};
      });
  if (!done) return tl::unexpected(done.error());
  return std::move(scorer).finish();
}

std::string percent(const Count& count) { return fmt::format("{:.1f} %", 100 * count.rate()); }

std::string shown(const Verdict& verdict) {
  auto text = verdict.row.text.substr(0, kMaxShownText);
  while (!text.empty() && text.size() == kMaxShownText && (text.back() & 0x80) != 0)
    text.pop_back();
  return printable(text);
}

void add_verdicts(Table& table, const Style& style, std::string_view title,
                  const std::vector<Verdict>& verdicts, std::size_t most) {
  if (verdicts.empty() || most == 0) return;
  table.begin_part();
  table.add_line("");
  table.add_line(style.bold(
      fmt::format("{} ({} of {})", title, std::min(most, verdicts.size()), verdicts.size())));
  for (std::size_t i = 0; i < std::min(most, verdicts.size()); ++i) {
    const auto& verdict = verdicts[i];
    table.add({fmt::format("{}", verdict.points), printable(verdict.row.tool),
               printable(verdict.row.tier),
               verdict.reason.empty() ? shown(verdict) : printable(verdict.reason)});
  }
}

void write_table(const Score& score, const EvalDescriptionsOptions& options, Io& io) {
  const Style style(io.terminal.colour);
  Table table(2, io.terminal.width);
  table.add_line(style.bold("Found, of the bad ones"));
  const auto add = [&](const std::string& name, const Count& count) {
    table.add({name, percent(count), fmt::format("{} of {}", count.alarms, count.rows)});
  };
  for (const auto& [tier, count] : score.tiers) add(printable(tier), count);
  add("all", score.bad);
  add("instruction-bearing", score.instructions());
  table.add_line("");
  table.add_line(style.bold("Accused, of the real ones"));
  table.add({std::string("false alarms"), fmt::format("{:.2f} per 1,000", 1000 * score.real.rate()),
             fmt::format("{} of {}", score.real.alarms, score.real.rows)});
  table.add_line("");
  table.add_line(style.bold("Alarms by family: on bad ones, on real ones"));
  for (std::size_t i = 0; i < detect::kFamilyCount; ++i) {
    const auto& family = score.families[i];
    table.add({std::string(name_of(static_cast<detect::Family>(i))), fmt::format("{}", family.bad),
               fmt::format("{}", family.real)});
  }
  add_verdicts(table, style, "Misses", score.misses, options.worst);
  add_verdicts(table, style, "False alarms", score.false_alarms, options.worst);
  table.print(io.out);
}

void write_count(json::Writer& out, std::string_view name, const Count& count) {
  out.key(name).begin_object();
  out.key("rows").integer(static_cast<std::int64_t>(count.rows));
  out.key("alarms").integer(static_cast<std::int64_t>(count.alarms));
  out.key("rate").number(count.rate()).end_object();
}

void write_verdicts(json::Writer& out, std::string_view name, const std::vector<Verdict>& verdicts,
                    std::size_t most) {
  out.key(name).begin_array();
  for (std::size_t i = 0; i < std::min(most, verdicts.size()); ++i) {
    const auto& verdict = verdicts[i];
    out.newline().begin_object().key("tool").string(verdict.row.tool);
    out.key("tier").string(verdict.row.tier).key("points").integer(verdict.points);
    out.key("reason").string(verdict.reason).key("text").string(verdict.row.text).end_object();
  }
  out.end_array();
}

void write_json(const Score& score, const EvalDescriptionsOptions& options, Io& io) {
  json::Writer out;
  out.begin_object().key("tiers").begin_object();
  for (const auto& [tier, count] : score.tiers) write_count(out, tier, count);
  out.end_object();
  write_count(out, "bad", score.bad);
  write_count(out, "instructionBearing", score.instructions());
  write_count(out, "real", score.real);
  out.key("falseAlarmsPerThousand").number(1000 * score.real.rate());
  out.key("families").begin_object();
  for (std::size_t i = 0; i < detect::kFamilyCount; ++i) {
    out.key(name_of(static_cast<detect::Family>(i))).begin_object();
    out.key("bad").integer(static_cast<std::int64_t>(score.families[i].bad));
    out.key("real").integer(static_cast<std::int64_t>(score.families[i].real)).end_object();
  }
  out.end_object();
  write_verdicts(out, "misses", score.misses, options.worst);
  write_verdicts(out, "falseAlarms", score.false_alarms, options.worst);
  out.end_object();
  io.out << out.text() << '\n';
}

}  // namespace

int eval_descriptions(const EvalDescriptionsOptions& options, Io& io) {
  const auto result = score(options, io);
  if (!result) return report(io, result.error());
  if (options.as_json) {
    write_json(*result, options, io);
  } else {
    write_table(*result, options, io);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
