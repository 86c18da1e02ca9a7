// Subject: one request to one server, as the guard sees it before it is made.
//
// The gateway fills it in (gateway/subject.cpp); views point into the request and the assay,
// which live as long as the request. On the loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "guard/brought.hpp"
#include "json/document.hpp"
#include "model/evidence.hpp"
#include "model/finding.hpp"
#include "model/profile.hpp"
#include "model/relief.hpp"
#include "store/session.hpp"

namespace touchstone::guard {

struct Decided;

struct Subject {
  std::string_view method;  // tools/call, resources/read, prompts/get, tasks/get, …
  std::string_view server;
  std::string name;  // of the tool or prompt at its server, or the resource's URI
  std::string
      source;  // source_uri() without secrets; the guard fills it in where there may be some

  const model::Profile* profile = nullptr;  // of this call; none if it is no tool that we know
  json::View tool;                          // its definition; absent if it is not known
  std::shared_ptr<const void> definition;   // what the profile is of, if it is the tool's own
  std::span<const model::Finding> findings;
  std::string_view pin;        // digest of the definition
  std::string_view pin_state;  // unknown, pinned, …; empty if it is no tool

  model::Trust trust = model::Trust::kStandard;
  std::string_view trust_word;  // as the config has it
  std::string_view transport;
  std::string_view isolation;
  const model::Relief* declassifies = nullptr;  // what the operator lets this tool take from labels

  json::View params;     // of the request
  json::View arguments;  // what the request takes to the server; absent if there is nothing
  std::shared_ptr<const json::Document> made;  // has them, where no member of the params does
  bool is_listed = false;                      // a resource: the server itself named this URI
  BroughtAll brought;                          // what of the arguments stood there as a handle

  std::string_view principal;
  std::string client;  // what it calls itself
  std::string client_version;
  store::SessionName session;
  // Gives what the client's session was opened with (store/session.hpp), for a session that begins;
  // none: it cannot go on after a restart. Called while guard's open() or shown() is awaited.
  std::function<std::string()> opening;
  bool is_outcome = false;  // of a call that was decided on when it began a task
  bool is_answer = false;   // of a client, to what the server asked it by this method
  // What was decided then (decided.hpp). None: nobody saw it begin, and it may be of any tool.
  std::shared_ptr<const Decided> decided;
  bool lapses = false;  // nothing but the principal names the session: it ends when it is idle

  [[nodiscard]] bool is_call() const { return method == "tools/call"; }
  [[nodiscard]] bool is_of_call() const { return is_call() || is_outcome; }
  [[nodiscard]] bool is_of_any_tool() const { return is_outcome && decided == nullptr; }
};

// Where a result comes from, in labels: "mcp://files/read_file". What is listed and pinned has a
// name without secrets; of all else the guard has looked at it by the time that anything is
// labelled.
[[nodiscard]] std::string source_uri(const Subject& subject);

}  // namespace touchstone::guard
