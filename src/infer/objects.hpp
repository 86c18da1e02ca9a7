// Objects that change what a verb means: "run a query" reads, "create a completion" keeps nothing.
#pragma once

#include <string_view>

#include "base/word_list.hpp"

namespace touchstone::infer {

// Has the list the word, in the singular or with an s, or two?
[[nodiscard]] bool has_noun(const base::WordList& words, std::string_view word);

// Running or performing one of these is asking: query, scan, check.
[[nodiscard]] bool is_question(std::string_view word);
// Creating or generating one of these makes an answer, not a thing that stays: summary, diagram.
[[nodiscard]] bool is_answer(std::string_view word);

// Generating one of these, as text to be used elsewhere: locator, test. Creating one may keep it.
[[nodiscard]] bool is_draft(std::string_view word);

// Whatever the verb, making one of these is computing it: completion, embedding.
[[nodiscard]] bool is_computed(std::string_view word);
// A tool that provides one of these answers with text, whatever its name says.
[[nodiscard]] bool is_guidance(std::string_view word);
// A text that tells how to do something: runbook, checklist.
[[nodiscard]] bool is_manual(std::string_view word);

// What is taken by looking: screenshot.
[[nodiscard]] bool is_picture(std::string_view word);
// Running one of these tries something out: test, session, simulation.
[[nodiscard]] bool is_trial(std::string_view word);
// Work that goes on by itself once it is started: job, scan, analysis.
[[nodiscard]] bool is_job(std::string_view word);
// Something that others depend on while it is changed: cluster, database, disk.
[[nodiscard]] bool is_running_system(std::string_view word);
// What answers statements, also those that write: database, MySQL.
[[nodiscard]] bool is_database(std::string_view word);
// What is set for everybody who uses it: setting, configuration.
[[nodiscard]] bool is_setting(std::string_view word);
// What has contents that can be overwritten: file, document.
[[nodiscard]] bool is_document(std::string_view word);
// What is settled once it is resolved: incident, thread, ticket.
[[nodiscard]] bool is_case(std::string_view word);
// What is done once it is confirmed or captured: payment, order, booking.
[[nodiscard]] bool is_deal(std::string_view word);
// What becomes another kind when it is converted: lead, quote, task.
[[nodiscard]] bool is_record(std::string_view word);
// What loses or changes its contents when it is formatted: disk, cell.
[[nodiscard]] bool is_medium(std::string_view word);
// What is reported to somebody: spam, abuse.
[[nodiscard]] bool is_misconduct(std::string_view word);
// What decides who may do what: role, permission, policy.
[[nodiscard]] bool is_right(std::string_view word);
// What somebody has to agree to before something is gone: deletion, termination.
[[nodiscard]] bool is_destruction(std::string_view word);
// What is only shown so, and can be set again by hand: zoom, selection. Not a filter: mails and
// packets have some.
[[nodiscard]] bool is_view(std::string_view word);
// What tells that more than one thing is touched: across, all.
[[nodiscard]] bool is_sweeping(std::string_view word);

}  // namespace touchstone::infer
