#include "cli/decisions_wanted.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>  // NOLINT(modernize-deprecated-headers): memmem() is in no other

#include "base/text.hpp"
#include "cli/short_key.hpp"
#include "cli/store_file.hpp"
#include "config/load.hpp"
#include "gateway/naming.hpp"

namespace touchstone::cli {
namespace {

std::optional<std::string> if_given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// All that records are written with; a new kind or effect has a word here.
constexpr std::array<std::string_view, 6> kKindWords{"call",   "result",           "approval",
                                                     "config", "declassification", "session"};
constexpr std::array<std::string_view, 11> kEffectWords{
    "allow",  "redact", "quarantine", "escalate", "block",  "deny",
    "expire", "revoke", "declassify", "end",      "changed"};
constexpr std::array<std::string_view, 4> kWouldWords{"redact", "quarantine", "escalate", "block"};

base::Result<void> check_word(const std::string& word, std::span<const std::string_view> words,
                              const std::string& option) {
  if (word.empty() || std::ranges::find(words, word) != words.end()) return {};
  const auto near = base::closest(word, words);
  return base::fail("no decision has this", fmt::format("{} {}", option, word),
                    near.empty() ? fmt::format("one of {}", fmt::join(words, ", "))
                                 : fmt::format("did you mean {}?", near));
}

base::Result<void> check_words(const DecisionsOptions& options) {
  auto good = check_word(options.kind, kKindWords, "--kind");
  if (good) good = check_word(options.effect, kEffectWords, "--effect");
  if (good) good = check_word(options.would, kWouldWords, "--would");
  return good;
}

// It was written together with its call, whose record has its outcome too.
bool is_result_beside_call(json::View record) {
  return record.find("kind").equals("result") && !record.find("body").find("call");
}

std::string what_about(json::View record) {
  return fmt::format("{} {} {}", record.find("session").raw(), record.find("server").raw(),
                     record.find("tool").raw());
}

// Records are in their canonical form, so what stands in one stands there as it is written here; to
// read it all only to see that it does not takes four times as long. What is no record may be.
bool may_have(const store::Decision& decision, std::string_view member) {
  const std::string_view text = decision.json;
  const bool whole = text.starts_with('{') && text.ends_with('}');
  // find() would stop at each quote.
  return !whole || ::memmem(text.data(), text.size(), member.data(), member.size()) != nullptr;
}

base::Result<std::vector<store::Decision>> page_of(store::Store& store,
                                                   const store::DecisionFilter& filter) {
  return settled<std::vector<store::Decision>>(
      [&](auto done) { store.list_decisions(filter, std::move(done)); });
}

}  // namespace

std::string would_have_been(json::View record) {
  const json::View decision = record.find("body").find("decision");
  // Without such rules it is a limit, or a handle, that made a block of what the rules said.
  const auto reported = decision.find("shadow").elements();
  if (reported.begin() == reported.end()) return {};
  const auto would = decision.find("wouldBe").as_string().value_or("");
  return decision.find("effect").equals(would) ? "" : would;
}

bool has_result_inside(json::View record) {
  return record.find("kind").equals("call") && record.find("body").find("result");
}

base::Result<WantedDecisions> WantedDecisions::by(store::Store& store,
                                                  const DecisionsOptions& options) {
  if (auto good = check_words(options); !good) return tl::unexpected(good.error());
  WantedDecisions wanted(options);
  wanted.filter_ = {.principal = if_given(options.principal),
                    .server = if_given(options.server),
                    .tool = if_given(options.tool),
                    .kind = if_given(options.kind),
                    .effect = if_given(options.effect)};
  if (!options.since.empty()) {
    const auto since = parse_since(options.since, now());
    if (!since) return tl::unexpected(since.error());
    wanted.filter_.since = *since;
  }
  if (auto chosen = wanted.choose_session(store); !chosen) return tl::unexpected(chosen.error());
  wanted.choose_tool();
  wanted.choose_kind();
  wanted.choose_mark();
  return wanted;
}

// Records may outlive their session, so what no session has is looked for in them.
base::Result<void> WantedDecisions::choose_session(store::Store& store) {
  if (options_.session.empty()) return {};
  auto found = sessions_typed(store, options_.session);
  if (!found) return tl::unexpected(found.error());
  if (found->size() > 1)
    return base::fail("more than one session begins or ends with it", options_.session,
                      "type more of it: touchstone sessions list --all" + store_words(options_));
  if (found->empty()) {
    session_part_ = options_.session;
  } else {
    filter_.session = found->front().name.key;
  }
  return {};
}

void WantedDecisions::choose_tool() {
  if (options_.tool.empty()) return;
  const auto sources = config::real_sources();
  const auto file = options_.config.empty() ? config::find_file(sources) : options_.config;
  const auto config = file.empty() ? config::Config() : config::load(file, sources).config;
  separator_ = config.separator;
  const auto has = [&](std::string_view part) {
    return options_.tool.find(part) != std::string::npos;
  };
  if (!has("/") && !has(separator_)) return;
  tool_name_ = options_.tool;
  filter_.tool.reset();
  for (const auto& server : config.servers) names_.push_back({server.name, server.prefix});
}

void WantedDecisions::choose_kind() {
  wants_results_ = options_.kind == "result";
  if (!wants_results_) return;
  filter_.kind.reset();
  filter_.effect.reset();
}

void WantedDecisions::choose_mark() {
  const auto& effect = options_.effect;
  if (!options_.would.empty()) {
    mark_ = fmt::format(R"("wouldBe":"{}")", options_.would);
  } else if (wants_results_ && !effect.empty() && effect != "allow") {
    mark_ = fmt::format(R"("effect":"{}")", effect);
  }
}

bool WantedDecisions::is_all() const {
  return session_part_.empty() && tool_name_.empty() && !wants_results_ && options_.would.empty();
}

base::Result<std::vector<store::Decision>> WantedDecisions::newest(store::Store& store,
                                                                   const Progress& progress) {
  filter_.limit = is_all() ? options_.limit : store::kMaxPage;
  auto filter = filter_;
  std::vector<store::Decision> out;
  for (;;) {
    auto page = page_of(store, filter);
    if (!page || is_all()) return page;
    const bool more = page->size() == filter.limit;
    if (more) filter.before = page->back().id;
    looked_ += page->size();
    take(std::move(*page), out);
    if (out.size() > options_.limit) out.resize(options_.limit);
    if (progress && more) progress(looked_, out.size());
    if (!more || out.size() == options_.limit) return out;
  }
}

base::Result<std::vector<store::Decision>> WantedDecisions::after(store::Store& store,
                                                                  std::string& last) {
  auto filter = filter_;
  filter.after = last;
  filter.oldest_first = true;
  filter.limit = store::kMaxPage;
  auto page = page_of(store, filter);
  if (!page || page->empty()) return page;
  last = page->back().id;
  if (is_all()) return page;
  std::vector<store::Decision> out;
  take(std::move(*page), out);
  return out;
}

void WantedDecisions::take(std::vector<store::Decision> page, std::vector<store::Decision>& into) {
  if (wants_results_) note_results(page);
  for (auto& decision : page) {
    if (fits(decision)) into.push_back(std::move(decision));
  }
}

// Of the page before it only the last can still matter.
void WantedDecisions::note_results(const std::vector<store::Decision>& page) {
  while (own_.size() > 1) own_.erase(std::prev(own_.end()));
  for (const auto& decision : page) {
    if (!may_have(decision, R"("kind":"result")")) continue;
    const auto document = parser_.parse(json::Text::copy_of(decision.json));
    if (document && is_result_beside_call(document->root()))
      own_.emplace(decision.sequence, what_about(document->root()));
  }
}

// What cannot be read is shown, so that it is seen.
bool WantedDecisions::fits(const store::Decision& decision) {
  if (!mark_.empty() && !may_have(decision, mark_)) return false;
  const auto document = parser_.parse(json::Text::copy_of(decision.json));
  if (!document) return true;
  const json::View record = document->root();
  if (!session_part_.empty()) {
    const auto key = record.find("session").as_string().value_or("");
    if (key != session_part_ && !is_part_of(session_part_, key)) return false;
  }
  if (!options_.would.empty() && would_have_been(record) != options_.would) return false;
  return fits_tool(record) && (!wants_results_ || fits_result(record, decision.sequence));
}

bool WantedDecisions::fits_tool(json::View record) const {
  if (tool_name_.empty()) return true;
  const auto tool = record.find("tool").as_string().value_or("");
  const auto server = record.find("server").as_string().value_or("");
  const auto is_named = [&](std::string_view before) {
    return tool_name_ == fmt::format("{}/{}", before, tool) ||
           tool_name_ == gateway::exposed_name(before, separator_, tool) ||
           tool_name_ == gateway::distinct_name(server, before, separator_, tool);
  };
  if (tool == tool_name_ || is_named(server)) return true;
  return std::ranges::any_of(
      names_, [&](const Name& name) { return name.server == server && is_named(name.prefix); });
}

bool WantedDecisions::fits_result(json::View record, std::uint64_t sequence) const {
  const auto& effect = options_.effect;
  if (record.find("kind").equals("result"))
    return effect.empty() || record.find("effect").equals(effect);
  // No rule spoke of it, or it would have a record of its own.
  return has_result_inside(record) && !has_own_record(record, sequence) &&
         (effect.empty() || effect == "allow");
}

bool WantedDecisions::has_own_record(json::View call, std::uint64_t sequence) const {
  const auto next = own_.find(sequence + 1);
  return next != own_.end() && next->second == what_about(call);
}

}  // namespace touchstone::cli
