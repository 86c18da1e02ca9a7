// eval drift: how many real releases of servers would need a person.
//
// DIR/<server>/<version>.json, in the order of their names, each what a version offers:
// {serverInfo, instructions, tools, prompts, resourceTemplates}. Each version is compared with the
// one before. Honest releases should seldom need a person; every one that does is shown with its
// reasons.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "cli/report_error.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"
#include "pin/drift.hpp"
#include "pin/identity.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kMaxReleases = 10'000;
constexpr std::array<std::pair<std::string_view, pin::Subject>, 3> kOffers{
    {{"tools", pin::Subject::kTool},
     {"prompts", pin::Subject::kPrompt},
     {"resourceTemplates", pin::Subject::kTemplate}}};

struct Release {
  std::string version;
  std::map<pin::Key, pin::Pin> pins;
};

struct Step {
  std::string server;
  std::string from;
  std::string to;
  std::vector<pin::Drift> drifts;  // worst first

  [[nodiscard]] pin::Grade grade() const {
    return drifts.empty() ? pin::Grade::kCosmetic : drifts.front().grade;
  }
};

using Path = std::filesystem::path;

base::Result<std::vector<Path>> sorted_entries(const Path& folder) {
  std::error_code failed;
  std::vector<Path> out;
  std::filesystem::directory_iterator at(folder, failed);
  for (; !failed && at != std::filesystem::directory_iterator(); at.increment(failed)) {
    if (out.size() < kMaxReleases) out.push_back(at->path());
  }
  if (failed) return base::fail(failed.message(), folder.string());
  std::ranges::sort(out);
  return out;
}

base::Result<Release> read_release(const Path& file, Io& io) {
  auto text = read_input(file.string(), io.in, json::Limits().max_bytes);
  if (!text) return tl::unexpected(text.error());
  const auto document = json::Parser().parse(json::Text(std::move(*text)));
  if (!document) return tl::unexpected(json::to_error(document.error(), file.string()));
  const auto root = document->root();
  Release out{file.stem().string(), {}};
  pin::Identity identity;
  identity.server_info = root.find("serverInfo").is(json::Kind::kObject)
                             ? std::string(root.find("serverInfo").raw())
                             : std::string();
  identity.instructions = root.find("instructions").as_string().value_or("");
  auto server = pin::pin_of(identity);
  out.pins.emplace(server.key(), std::move(server));
  for (const auto& [member, subject] : kOffers) {
    for (const auto item : root.find(member).elements()) {
      auto pin = pin::pin_of(subject, item);
      out.pins.emplace(pin.key(), std::move(pin));
    }
  }
  return out;
}

pin::Neighbours tools_of(const std::string& server, const Release& release) {
  pin::Neighbours out;
  for (const auto& [key, pin] : release.pins) {
    if (key.subject == pin::Subject::kTool) out.add({server, key.name});
  }
  return out;
}

pin::Powers powers_of_all(const Release& release) {
  pin::Powers out;
  for (const auto& [key, pin] : release.pins) {
    if (key.subject == pin::Subject::kTool) out.add(powers_of(pin));
  }
  return out;
}

Step compare_releases(const std::string& server, const Release& before, const Release& after) {
  const auto neighbours = tools_of(server, after);
  const pin::Context context{server, &neighbours, powers_of_all(before)};
  Step step{server, before.version, after.version, {}};
  for (const auto& [key, pin] : after.pins) {
    const auto old = before.pins.find(key);
    if (old == before.pins.end()) {
      step.drifts.push_back(judge_new(pin, context));
    } else if (old->second.digest != pin.digest) {
      step.drifts.push_back(compare(old->second, pin, context));
    }
  }
  for (const auto& [key, pin] : before.pins) {
    if (!after.pins.contains(key)) step.drifts.push_back(pin::judge_gone(pin));
  }
  std::ranges::stable_sort(step.drifts, std::greater(), &pin::Drift::grade);
  return step;
}

base::Result<std::vector<Step>> read_steps(const std::string& folder, Io& io) {
  std::vector<Step> out;
  auto servers = sorted_entries(folder);
  if (!servers) return tl::unexpected(servers.error());
  for (const auto& server : *servers) {
    if (!std::filesystem::is_directory(server) || server.filename().string().starts_with('.')) {
      continue;
    }
    auto files = sorted_entries(server);
    if (!files) return tl::unexpected(files.error());
    std::optional<Release> before;
    for (const auto& file : *files) {
      if (file.extension() != ".json") continue;
      auto after = read_release(file, io);
      if (!after) return tl::unexpected(after.error());
      if (before) out.push_back(compare_releases(server.filename().string(), *before, *after));
      before = std::move(*after);
    }
  }
  if (!out.empty()) return out;
  return base::fail("has no two releases of any server", folder,
                    "put what each version lists into DIR/<server>/<version>.json");
}

std::size_t count_of(const std::vector<Step>& steps, pin::Grade grade) {
  return static_cast<std::size_t>(std::ranges::count(steps, grade, &Step::grade));
}

std::size_t needing_person(const std::vector<Step>& steps) {
  return count_of(steps, pin::Grade::kRisky) + count_of(steps, pin::Grade::kHostile);
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

void add_reasons(Table& table, const Style& style, const Step& step) {
  if (!needs_person(step.grade())) return;
  table.begin_part();
  table.add_line("");
  table.add_line(style.bold(printable(
      fmt::format("{} {} to {}: {}", step.server, step.from, step.to, name_of(step.grade())))));
  for (const auto& drift : step.drifts) {
    for (const auto& change : drift.changes) {
      if (!needs_person(change.grade)) continue;
      table.add({std::string(name_of(change.grade)), printable(drift.name),
                 printable(change.what + (change.after.empty() ? "" : ": " + change.after))});
    }
  }
}

void write_drift_table(const std::vector<Step>& steps, const EvalOptions& options, Io& io) {
  const Style style(io.terminal.colour);
  Table summary(2, io.terminal.width);
  summary.add_line(style.bold("Releases, by the worst of their changes"));
  for (const auto grade : pin::kAllGrades) {
    const auto count = count_of(steps, grade);
    summary.add({std::string(name_of(grade)), fmt::format("{}", count),
                 fmt::format("{:.1f} %", 100 * share(count, steps.size()))});
  }
  const auto person = needing_person(steps);
  summary.add({std::string("need a person"), fmt::format("{} of {}", person, steps.size()),
               fmt::format("{:.1f} %", 100 * share(person, steps.size()))});
  summary.print(io.out);
  Table reasons(2, io.terminal.width);
  std::size_t shown = 0;
  for (const auto& step : steps) {
    if (needs_person(step.grade()) && shown++ < options.worst) add_reasons(reasons, style, step);
  }
  reasons.print(io.out);
}

void write_drift_json(const std::vector<Step>& steps, const EvalOptions& options, Io& io) {
  json::Writer out;
  out.begin_object().key("steps").integer(static_cast<std::int64_t>(steps.size()));
  out.key("needPerson").integer(static_cast<std::int64_t>(needing_person(steps)));
  out.key("share").number(share(needing_person(steps), steps.size()));
  out.key("grades").begin_object();
  for (const auto grade : pin::kAllGrades) {
    out.key(name_of(grade)).integer(static_cast<std::int64_t>(count_of(steps, grade)));
  }
  out.end_object().key("worst").begin_array();
  std::size_t shown = 0;
  for (const auto& step : steps) {
    if (!needs_person(step.grade()) || shown++ >= options.worst) continue;
    out.newline().begin_object().key("server").string(step.server);
    out.key("from").string(step.from).key("to").string(step.to);
    out.key("grade").string(name_of(step.grade())).end_object();
  }
  io.out << out.end_array().end_object().text() << '\n';
}

}  // namespace

int eval_drift(const EvalOptions& options, Io& io) {
  const auto steps = read_steps(options.folder, io);
  if (!steps) return report(io, steps.error());
  if (options.format == Format::kJson) {
    write_drift_json(*steps, options, io);
  } else {
    write_drift_table(*steps, options, io);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
