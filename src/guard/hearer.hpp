// Hearer: a session that hears what a server says besides answering, and what that is to it.
//
// What is said in a call is labelled as what comes of the call; what is said in none, by its
// server. Owns all it has: a call that goes on as a task outlives its request. The loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "detect/content_json.hpp"
#include "guard/subject.hpp"
#include "model/derive.hpp"
#include "model/label.hpp"
#include "model/result_wire.hpp"
#include "store/session.hpp"
#include "store/time.hpp"

namespace touchstone::guard {

struct Hearer {
  store::SessionName session;
  std::string server;
  std::string source = {};  // what is said there is from, in labels (Subject::source)
  std::string tool = {};    // in whose call it is said; or whatever else was asked for; empty: none
  model::Trust trust = model::Trust::kStandard;
  model::Label label = {};  // of all that is said there, whatever stands in it
  model::Legs legs = {};    // of the tool
  // For what the client answers there: what is known of the tool, and which rules a person was
  // asked by when the call was decided on.
  std::shared_ptr<const model::Profile> profile = {};
  std::vector<std::string> asked_by = {};
  std::string_view trust_word = {};  // these three as in Subject
  std::string_view transport = {};
  std::string_view isolation = {};
  // Of a call that passes on what was withheld: nothing said in it may bring that out.
  std::vector<Brought> brought = {};
  bool repeats = false;  // as far as anybody knows: what it brought is too large to be kept
  bool lapses = false;   // as in Subject
  std::function<std::string()> opening = {};
  store::Time begun = {};  // when the call did; none: it is said in none
};

// Whoever makes this request, as long as it is under way.
[[nodiscard]] Hearer hearer_of(const Subject& subject);

// What is said there, or answered. It points into the hearer.
[[nodiscard]] Subject subject_of(const Hearer& hearer);

// The label of what was said, with what it claims (Scanner::claims_in) and what was found in it.
[[nodiscard]] model::Label label_heard(const Hearer& hearer, const detect::ResultDetections& found,
                                       const model::DataClaims& claims);
// Is there more in it than in what the session has? That only its source is new is none: what comes
// of a call brings that, and a server that everybody hears would have everybody written.
[[nodiscard]] bool is_news(model::Label heard, const model::Label& session);

}  // namespace touchstone::guard
