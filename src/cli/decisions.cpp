// touchstone decisions list|show|tail: what was decided, and why.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "approval/words.hpp"
#include "cli/commands.hpp"
#include "cli/decisions_wanted.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/short_key.hpp"
#include "cli/store_file.hpp"
#include "cli/table.hpp"
#include "cli/watch_time.hpp"
#include "json/canonical.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

// What lets a call pass does not say that it was made: its turn may not have come, its client may
// have taken it back, or a handle in it may be unknown.
bool is_unmade(json::View record) {
  const auto body = record.find("body");
  const auto effect = record.find("effect");
  if (!record.find("kind").equals("call") || !body.find("outcome").equals("refused")) return false;
  return body.find("unmade") || !(effect.equals("block") || effect.equals("escalate"));
}

std::string effect_words(json::View record) {
  const auto effect = printable(record.find("effect").as_string().value_or(""));
  std::vector<std::string> more;
  if (is_unmade(record)) more.emplace_back("not made");
  if (const auto would = would_have_been(record); !would.empty())
    more.push_back("would " + printable(would));
  return more.empty() ? effect : fmt::format("{} ({})", effect, fmt::join(more, ", "));
}

// A record's own members; what cannot be read is shown as it is.
std::vector<Cell> row_of(const store::Decision& decision, bool results) {
  const auto document = json::Parser().parse(json::Text::copy_of(decision.json));
  if (!document) return {decision.id, std::string("unreadable")};
  const auto root = document->root();
  const auto text = [&](std::string_view name) {
    return printable(root.find(name).as_string().value_or(""));
  };
  const auto tool = text("tool");
  const auto call = tool.empty() ? text("server") : text("server") + " / " + tool;
  const auto at = store::from_ms(root.find("at").as_int().value_or(0));
  // Of a result inside its call no rule spoke.
  const bool inside = results && has_result_inside(root);
  return {decision.id,
          approval::time_text(at),
          inside ? std::string("result in call") : text("kind"),
          inside ? std::string("allow") : effect_words(root),
          call,
          text("principal"),
          text("session")};
}

void write_rows(std::ostream& out, const std::vector<store::Decision>& decisions, bool heading,
                const DecisionsOptions& options, const Terminal& terminal) {
  const bool results = options.kind == "result";
  Table table(0, terminal.width);
  if (heading) {
    table.add({std::string("id"), std::string("at"), std::string("kind"), std::string("effect"),
               std::string("call"), std::string("principal"), std::string("session")});
  }
  for (const auto& decision : decisions) table.add(row_of(decision, results));
  table.print(out);
}

// A record a line, as it is kept.
void write_lines(std::ostream& out, const std::vector<store::Decision>& decisions) {
  for (const auto& decision : decisions) out << decision.json << '\n';
}

void write_array(std::ostream& out, const std::vector<store::Decision>& decisions) {
  json::Writer json;
  json.begin_array();
  for (const auto& decision : decisions) json.newline().raw(decision.json);
  out << json.end_array().text() << '\n';
}

void write_decision(std::ostream& out, const store::Decision& decision, const std::string& where) {
  const auto document = json::Parser().parse(json::Text::copy_of(decision.json));
  out << (document ? json::indented(document->root()) : printable(decision.json)) << '\n';
  // As it stands in the id, by which `show` and `explain` find it again.
  out << fmt::format("\nsequence {:x}, digest {}\n", decision.sequence, decision.digest);
  out << fmt::format("its story: touchstone explain {}{}\n", decision.id, where);
}

// Says what goes on when it takes long, to whoever sits there and waits.
WantedDecisions::Progress patience(Io& io) {
  if (io.terminal.width == 0) return {};
  static constexpr std::chrono::seconds kEvery(1);
  const auto told =
      std::make_shared<std::chrono::steady_clock::time_point>(std::chrono::steady_clock::now());
  return [&io, told](std::size_t looked, std::size_t found) {
    const auto now = std::chrono::steady_clock::now();
    if (now - *told < kEvery) return;
    *told = now;
    io.err << fmt::format("looked at {} records, {} fit; Ctrl-C ends it\n", looked, found)
           << std::flush;
  };
}

class Tail {
 public:
  Tail(store::Store& store, WantedDecisions wanted, const DecisionsOptions& options, Io& io)
      : store_(store), wanted_(std::move(wanted)), options_(options), io_(io) {}

  // The newest so many, oldest first.
  base::Result<void> begin() {
    const auto latest = settled<std::vector<store::Decision>>(
        [&](auto done) { store_.list_decisions({.limit = 1}, std::move(done)); });
    if (!latest) return tl::unexpected(latest.error());
    auto newest = wanted_.newest(store_);
    if (!newest) return tl::unexpected(newest.error());
    std::ranges::reverse(*newest);
    print(*newest, true);
    // What was written between the two questions is among the newest.
    if (!latest->empty()) last_ = latest->front().id;
    if (!newest->empty()) last_ = std::max(last_, newest->back().id);
    return {};
  }
  base::Result<void> go_on() {
    const auto more = wanted_.after(store_, last_);
    if (!more) return tl::unexpected(more.error());
    if (!more->empty()) print(*more, false);
    return {};
  }

 private:
  void print(const std::vector<store::Decision>& decisions, bool heading) {
    if (options_.format == Format::kTable) {
      write_rows(io_.out, decisions, heading, options_, io_.terminal);
    } else {
      write_lines(io_.out, decisions);
    }
    io_.out << std::flush;
  }

  store::Store& store_;
  WantedDecisions wanted_;
  const DecisionsOptions& options_;
  Io& io_;
  std::string last_;  // that was looked at
};

}  // namespace

int decisions_list(const DecisionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  auto wanted = WantedDecisions::by(**store, options);
  if (!wanted) return report(io, wanted.error());
  const auto decisions = wanted->newest(**store, patience(io));
  if (!decisions) return report(io, decisions.error());
  if (options.format == Format::kJson) {
    write_array(io.out, *decisions);
  } else if (decisions->empty()) {
    io.out << "no decisions\n";
  } else {
    write_rows(io.out, *decisions, true, options, io.terminal);
  }
  return kExitClean;
}

int decisions_show(const DecisionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto found = find_decision(**store, options.id, options);
  if (!found) return report(io, found.error());
  if (options.format == Format::kJson) {
    io.out << found->json << '\n';
  } else {
    write_decision(io.out, *found, store_words(options));
  }
  return kExitClean;
}

int decisions_tail(const DecisionsOptions& options, Io& io) {
  const auto until = watch_end(options.watch_for);
  if (!until) return report(io, until.error());
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  auto wanted = WantedDecisions::by(**store, options);
  if (!wanted) return report(io, wanted.error());
  Tail tail(**store, std::move(*wanted), options, io);
  auto told = tail.begin();
  while (told && options.follow && !nobody_reads(io) && std::chrono::steady_clock::now() < *until) {
    std::this_thread::sleep_for(kWatchEvery);
    told = tail.go_on();
  }
  return told ? int{kExitClean} : report(io, told.error());
}

}  // namespace touchstone::cli
