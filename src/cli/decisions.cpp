// touchstone decisions list|show|tail: what was decided, and why.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "approval/words.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
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

std::optional<std::string> if_given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// All that records are written with; a new kind or effect has a word here.
constexpr std::array<std::string_view, 6> kKindWords{"call",   "result",           "approval",
                                                     "config", "declassification", "session"};
constexpr std::array<std::string_view, 10> kEffectWords{
    "allow", "redact", "quarantine", "escalate", "block",
    "deny",  "expire", "declassify", "end",      "changed"};

base::Result<void> check_word(const std::string& word, std::span<const std::string_view> words,
                              const std::string& option) {
  if (word.empty() || std::ranges::find(words, word) != words.end()) return {};
  const auto near = base::closest(word, words);
  return base::fail("no decision has this", fmt::format("{} {}", option, word),
                    near.empty() ? fmt::format("one of {}", fmt::join(words, ", "))
                                 : fmt::format("did you mean {}?", near));
}

base::Result<store::DecisionFilter> filter_of(const DecisionsOptions& options) {
  if (auto good = check_word(options.kind, kKindWords, "--kind"); !good)
    return tl::unexpected(good.error());
  if (auto good = check_word(options.effect, kEffectWords, "--effect"); !good)
    return tl::unexpected(good.error());
  store::DecisionFilter filter{.session = if_given(options.session),
                               .principal = if_given(options.principal),
                               .server = if_given(options.server),
                               .tool = if_given(options.tool),
                               .kind = if_given(options.kind),
                               .effect = if_given(options.effect),
                               .limit = options.limit};
  if (options.since.empty()) return filter;
  const auto since = parse_since(options.since, now());
  if (!since) return tl::unexpected(since.error());
  filter.since = *since;
  return filter;
}

base::Result<std::vector<store::Decision>> decisions_by(store::Store& store,
                                                        const store::DecisionFilter& filter) {
  return settled<std::vector<store::Decision>>(
      [&](auto done) { store.list_decisions(filter, std::move(done)); });
}

// A record's own members; what cannot be read is shown as it is.
std::vector<Cell> row_of(const store::Decision& decision) {
  const auto document = json::Parser().parse(json::Text::copy_of(decision.json));
  if (!document) return {decision.id, std::string("unreadable")};
  const auto root = document->root();
  const auto text = [&](std::string_view name) {
    return printable(root.find(name).as_string().value_or(""));
  };
  const auto tool = text("tool");
  const auto call = tool.empty() ? text("server") : text("server") + " / " + tool;
  const auto at = store::from_ms(root.find("at").as_int().value_or(0));
  return {decision.id, approval::time_text(at), text("kind"),   text("effect"),
          call,        text("principal"),       text("session")};
}

void write_rows(std::ostream& out, const std::vector<store::Decision>& decisions, bool heading,
                const Terminal& terminal) {
  Table table(0, terminal.width);
  if (heading) {
    table.add({std::string("id"), std::string("at"), std::string("kind"), std::string("effect"),
               std::string("call"), std::string("principal"), std::string("session")});
  }
  for (const auto& decision : decisions) table.add(row_of(decision));
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
  out << fmt::format("\nsequence {}, digest {}\n", decision.sequence, decision.digest);
  out << fmt::format("its story: touchstone explain {}{}\n", decision.id, where);
}

class Tail {
 public:
  Tail(store::Store& store, store::DecisionFilter filter, const DecisionsOptions& options, Io& io)
      : store_(store), filter_(std::move(filter)), options_(options), io_(io) {}

  // The newest so many, oldest first.
  base::Result<void> begin() {
    auto newest = decisions_by(store_, filter_);
    if (!newest) return tl::unexpected(newest.error());
    std::ranges::reverse(*newest);
    print(*newest, true);
    return {};
  }
  base::Result<void> go_on() {
    filter_.after = last_;
    filter_.oldest_first = true;
    filter_.limit = store::kMaxPage;
    const auto more = decisions_by(store_, filter_);
    if (!more) return tl::unexpected(more.error());
    if (!more->empty()) print(*more, false);
    return {};
  }

 private:
  void print(const std::vector<store::Decision>& decisions, bool heading) {
    if (options_.format == Format::kTable) {
      write_rows(io_.out, decisions, heading, io_.terminal);
    } else {
      write_lines(io_.out, decisions);
    }
    io_.out << std::flush;
    if (!decisions.empty()) last_ = decisions.back().id;
  }

  store::Store& store_;
  store::DecisionFilter filter_;
  const DecisionsOptions& options_;
  Io& io_;
  std::string last_;
};

}  // namespace

int decisions_list(const DecisionsOptions& options, Io& io) {
  const auto filter = filter_of(options);
  if (!filter) return report(io, filter.error());
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto decisions = decisions_by(**store, *filter);
  if (!decisions) return report(io, decisions.error());
  if (options.format == Format::kJson) {
    write_array(io.out, *decisions);
  } else if (decisions->empty()) {
    io.out << "no decisions\n";
  } else {
    write_rows(io.out, *decisions, true, io.terminal);
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
  const auto filter = filter_of(options);
  if (!filter) return report(io, filter.error());
  const auto until = watch_end(options.watch_for);
  if (!until) return report(io, until.error());
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  Tail tail(**store, *filter, options, io);
  auto told = tail.begin();
  while (told && options.follow && std::chrono::steady_clock::now() < *until) {
    std::this_thread::sleep_for(kWatchEvery);
    told = tail.go_on();
  }
  return told ? int{kExitClean} : report(io, told.error());
}

}  // namespace touchstone::cli
