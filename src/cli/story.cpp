#include "cli/story.hpp"

#include <utility>

#include "cli/store_file.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

base::Result<Record> record_from(store::Decision kept) {
  auto document = json::Parser().parse(json::Text::copy_of(kept.json));
  if (!document) return base::fail("the record cannot be read", kept.id);
  return Record{std::move(kept), std::move(*document)};
}

std::optional<Record> found(store::Store& store, const std::string& id) {
  auto kept = settled<std::optional<store::Decision>>(
      [&](auto done) { store.find_decision(id, std::move(done)); });
  if (!kept || !*kept) return std::nullopt;
  auto record = record_from(std::move(**kept));
  return record ? std::optional(std::move(*record)) : std::nullopt;
}

std::vector<Record> listed(store::Store& store, store::DecisionFilter filter) {
  std::vector<Record> out;
  auto page = settled<std::vector<store::Decision>>(
      [&](auto done) { store.list_decisions(std::move(filter), std::move(done)); });
  if (!page) return out;
  for (auto& decision : *page) {
    if (auto record = record_from(std::move(decision))) out.push_back(std::move(*record));
  }
  return out;
}

std::string body_text(const Record& record, std::string_view key) {
  return record.body().find(key).as_string().value_or("");
}

// What is about the same session and tool.
store::DecisionFilter beside(const Record& record, std::string kind) {
  return {.session = record.text("session"),
          .server = record.text("server"),
          .tool = record.text("tool"),
          .kind = std::move(kind),
          .limit = kRecordsAround};
}

// The nearest record behind the call, or the latest of all, that is of its result: either it names
// the call, or the two were written together.
std::optional<Record> result_of(store::Store& store, const Record& call, bool nearest) {
  auto filter = beside(call, "result");
  if (nearest) filter.after = call.kept.id;
  filter.oldest_first = nearest;
  for (auto& record : listed(store, std::move(filter))) {
    const auto named = body_text(record, "call");
    const bool next = named.empty() && record.kept.sequence == call.kept.sequence + 1;
    if (named == call.kept.id || next) return std::move(record);
  }
  return std::nullopt;
}

// What was withheld may have been delivered later.
std::optional<Record> result_of(store::Store& store, const Record& call) {
  auto first = result_of(store, call, true);
  if (!first || body_text(*first, "outcome") != "withheld") return first;
  auto last = result_of(store, call, false);
  return last ? std::move(last) : std::move(first);
}

std::optional<Record> call_of(store::Store& store, const Record& result) {
  if (const auto id = body_text(result, "call"); !id.empty()) return found(store, id);
  auto filter = beside(result, "call");
  filter.before = result.kept.id;
  filter.limit = 1;
  for (auto& record : listed(store, std::move(filter))) {
    if (record.kept.sequence + 1 == result.kept.sequence) return std::move(record);
  }
  return std::nullopt;
}

// When somebody is asked, there is a record of what about.
std::optional<Record> asked_by(store::Store& store, const Record& answer) {
  const auto ticket = body_text(answer, "ticket");
  store::DecisionFilter filter{
      .session = answer.text("session"), .server = answer.text("server"), .limit = kRecordsAround};
  for (auto& record : listed(store, std::move(filter))) {
    if (!record.is("approval") && body_text(record, "ticket") == ticket && !ticket.empty())
      return std::move(record);
  }
  return std::nullopt;
}

void add_question(store::Store& store, Story& story) {
  story.ticket_id = body_text(story.decision, "ticket");
  if (story.ticket_id.empty()) return;
  auto ticket = settled<std::optional<store::Ticket>>(
      [&](auto done) { store.find_ticket(story.ticket_id, std::move(done)); });
  if (ticket) story.ticket = std::move(*ticket);
  // A question about a result has a name of its own, so the tool is not asked for here.
  store::DecisionFilter filter{
      .session = story.decision.text("session"), .kind = "approval", .limit = kRecordsAround};
  for (auto& record : listed(store, std::move(filter))) {
    if (body_text(record, "ticket") == story.ticket_id) story.answers.push_back(std::move(record));
  }
}

void add_past(store::Store& store, Story& story) {
  const auto key = story.decision.text("session");
  if (key.empty()) return;
  auto session = settled<std::optional<store::Session>>(
      [&](auto done) { store.find_session(key, std::move(done)); });
  if (session) story.session = std::move(*session);
  store::DecisionFilter filter{.session = key,
                               .before = (story.call ? *story.call : story.decision).kept.id,
                               .limit = kEarlierTold};
  story.earlier = listed(store, std::move(filter));
}

}  // namespace

json::View Story::came() const {
  if (decision.is("result")) return decision.body();
  if (const auto inside = decision.body().find("result")) return inside;
  return result ? result->body() : json::View();
}

base::Result<Story> story_of(store::Store& store, const std::string& id,
                             const StoreOptions& options) {
  auto kept = settled<std::optional<store::Decision>>(
      [&](auto done) { store.find_decision(id, std::move(done)); });
  if (!kept) return tl::unexpected(kept.error());
  if (!*kept)
    return base::fail("there is no decision " + id, "",
                      "touchstone decisions list" + store_words(options));
  auto record = record_from(std::move(**kept));
  if (!record) return tl::unexpected(record.error());
  Story story{.decision = std::move(*record)};
  const bool is_result = story.decision.is("result");
  if (is_result) story.call = call_of(store, story.decision);
  if (story.decision.is("approval")) story.call = asked_by(store, story.decision);
  if (story.decision.is("call")) story.result = result_of(store, story.decision);
  add_question(store, story);
  add_past(store, story);
  if (const auto value = story.came().find("value").as_string()) {
    const auto there = settled<std::optional<store::Value>>(
        [&](auto done) { store.find_value(*value, now(), std::move(done)); });
    story.value_is_kept = there && *there;
  }
  const bool about_result = story.ruled().is("result");
  story.why = why_of(store, story.grounds().body(), story.ruled().body(),
                     about_result ? policy::Phase::kResponse : policy::Phase::kRequest, options);
  return story;
}

}  // namespace touchstone::cli
