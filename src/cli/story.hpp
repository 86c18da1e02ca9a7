// Story: one decision and all that the store knows around it, gathered to be told.
//
// A record says what was decided; why, and what came of it, stand in others: the question that a
// person was asked, the answer, the result, what the session did before. Bounded: of the past a few
// records, of the rest what belongs to this one. A value; one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/io.hpp"
#include "cli/story_why.hpp"
#include "json/document.hpp"
#include "json/writer.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

inline constexpr std::size_t kEarlierTold = 5;      // decisions of the session before this one
inline constexpr std::size_t kRecordsAround = 100;  // looked through for what belongs to it

// A decision, read.
struct Record {
  store::Decision kept;
  json::Document document;

  [[nodiscard]] json::View root() const { return document.root(); }
  [[nodiscard]] json::View body() const { return root().find("body"); }
  [[nodiscard]] json::View fact(std::string_view name) const {
    return body().find("facts").find(name);
  }
  [[nodiscard]] bool has_facts() const { return body().find("facts").is(json::Kind::kObject); }
  [[nodiscard]] std::string text(std::string_view name) const {
    return root().find(name).as_string().value_or("");
  }
  [[nodiscard]] bool is(std::string_view kind) const { return root().find("kind").equals(kind); }
  [[nodiscard]] store::Time at() const {
    return store::from_ms(root().find("at").as_int().value_or(0));
  }
};

struct Story {
  Record decision;
  std::optional<Record> call;    // that a result is of, or that a person was asked about
  std::optional<Record> result;  // of a call, if it has a record of its own
  std::string ticket_id;         // of the question to a person; empty: there was none
  std::optional<store::Ticket> ticket;
  std::vector<Record> answers;            // to it
  std::vector<Record> earlier;            // of the same session, the newest first
  std::optional<store::Session> session;  // as it is now
  bool value_is_kept = false;             // what was withheld can be opened
  Why why;

  // The record that has the facts: of a result that no rule spoke of it is its call's.
  [[nodiscard]] const Record& grounds() const {
    return !decision.has_facts() && call ? *call : decision;
  }
  // The record that has the rules: what a person says has those of the question.
  [[nodiscard]] const Record& ruled() const {
    return !decision.body().find("decision") && call ? *call : decision;
  }
  // What became of the call: in the call's own record or in that of the result.
  [[nodiscard]] json::View came() const;
};

[[nodiscard]] base::Result<Story> story_of(store::Store& store, const std::string& id,
                                           const StoreOptions& options);

// In one or two sentences: what happened, and how it ended.
[[nodiscard]] std::string summary_of(const Story& story);
// What a person can do about it now, with commands to copy.
[[nodiscard]] std::vector<std::string> remedies_of(const Story& story, const StoreOptions& options);

void tell(const Story& story, const StoreOptions& options, Io& io);
void write_json(json::Writer& out, const Story& story, const StoreOptions& options);

}  // namespace touchstone::cli
