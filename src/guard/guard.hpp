// Guard: what a call may do, and what becomes of its result. Steps 5, 6 and 10 to 12 of the path.
//
//   auto one = co_await guard.open(subject);      // trace, decide
//   … ask a person, if one->decision says so …
//   co_await guard.admit(*one);                   // it is going to be made
//   … forward …
//   co_await guard.judge(*one, result);           // label, decide again
//   co_await guard.remember(*one, outcome, …);    // durable, before anything is delivered
//
// It knows neither clients nor servers, and asks nobody: that is the gateway's part. A policy is
// taken over whole, between calls; a case keeps the one it began with. Whatever cannot be read or
// written is an error, and the caller makes no call and delivers nothing. The loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "guard/ai_use.hpp"
#include "guard/case.hpp"
#include "guard/clean_servers.hpp"
#include "guard/hearer.hpp"
#include "guard/noted.hpp"
#include "guard/notice.hpp"
#include "guard/record.hpp"
#include "guard/scanner.hpp"
#include "guard/sessions.hpp"
#include "policy/policy.hpp"

namespace touchstone::guard {

// A policy, and by which name grants are bound to it. None: the guard is off, and calls go past it.
struct InForce {
  std::shared_ptr<const policy::Policy> policy;
  std::string version;
};

class Guard {
 public:
  static constexpr std::size_t kMaxValue = std::size_t{4} << 20;  // bytes kept behind a handle
  static constexpr std::chrono::hours kValueLife{24};
  static constexpr int kAttempts = 3;  // to add to a memory that others add to as well

  using Now = std::function<store::Time()>;

  // `key` seals what is kept of contents, and must be the one of the store.
  Guard(net::Loop& loop, store::Store& store, Scanner& scanner, base::Random& random,
        const base::SealKey& key, const base::Log& log, Now now, SessionLimits limits)
      : loop_(loop),
        store_(store),
        scanner_(scanner),
        random_(random),
        now_(std::move(now)),
        sessions_(loop, store, random, key, log, limits) {
    sessions_.keep_openings_if([this](std::string_view text) { return !has_secret(text); });
  }

  void set_policy(InForce policy) { in_force_ = std::move(policy); }
  [[nodiscard]] bool is_on() const { return in_force_.policy != nullptr; }
  // Called when a decision is on record that somebody is to be told of.
  void on_notice(std::function<void(const Notice&)> tell) { tell_ = std::move(tell); }
  [[nodiscard]] const std::string& policy_version() const { return in_force_.version; }
  [[nodiscard]] const InForce& in_force() const { return in_force_; }
  void set_limits(SessionLimits limits) { sessions_.set_limits(limits); }
  // What the config says of their servers has changed; definitions that change are others.
  void forget_tools() { facts_.forget(); }
  [[nodiscard]] store::Time now() const { return now_(); }

  // The contents behind these handles, in their order. None: one of them is unknown or expired, or
  // it is another session's.
  using Found = base::Result<std::optional<std::vector<Brought>>>;
  net::Task<Found> withheld(Subject subject, std::vector<std::string> ids);

  // Traces what the arguments carry and decides. What the client says of its own context joins the
  // session's label first, for good, whatever becomes of the request: it only grows, and is written
  // if it is news.
  net::Task<base::Result<CasePtr>> open(Subject&& subject);
  // May the server see the arguments before the call is decided on and perhaps asked about, as
  // tools/resolve wants it? Not a server that is not trusted, not if a rule blocks the call, and
  // not what carries private content, or anything that the detectors know. Nothing is counted or
  // recorded, but what the client says of its context counts.
  net::Task<base::Result<bool>> may_show(Subject subject);
  // Counts it for the limits of the rules that fired; if one of them is reached, the decision is to
  // block.
  void count(Case& one);
  // The same for rules that are only reported: what they would have decided is to block.
  void count_shadow(Case& one);
  // A person said yes, to the call or, once that has come back, to delivering its result. If they
  // saw its arguments, what those name is theirs from now on; a yes from before that holds for this
  // call, too, is none to destinations that nobody has seen.
  static void agree(Case& one, Consent consent);
  // The call is made. One that may change something is on record before it is, and so is the label
  // of the places it writes to: nothing that happened is without a trace, wherever we are killed.
  // So is the use of a value that content only said, or an echo of it would vouch for it, and what
  // a person agreed to. That the client itself supplied a value is written with the result: if it
  // is lost with us, somebody may be asked once too often.
  net::Task<base::Result<void>> admit(Case& one);
  // The call is not made; the record says why.
  net::Task<base::Result<void>> refuse(Case& one);
  // Nor is one that has a handle which cannot be opened: there was nothing to decide on.
  net::Task<base::Result<void>> refuse_unopened(Subject subject, std::string_view why);

  // Labels the result (or the error that stands in its place) and decides on it. What repeats a
  // content that was passed on unread is withheld as that was, whatever the rule was about; unless
  // a rule has a person asked.
  net::Task<base::Result<void>> judge(Case& one, json::View result, Failed failed = Failed::kNot);
  // Keeps what the client is going to have seen, and the records. `delivered`: the client gets the
  // content, changed or not; else the session has not seen it, and knows only that it was attacked
  // if it was. `value`: withheld, to be opened by a person.
  net::Task<base::Result<void>> remember(Case& one, Outcome outcome, json::View result,
                                         std::optional<store::Value> value = {});
  // The result without what the detectors found in it.
  [[nodiscard]] base::Result<std::string> redacted(json::View result) {
    return scanner_.redacted(result);
  }
  // It is delivered as `delivered`, without them: what is not in it labels no session.
  void note_redacted(Case& one, json::View delivered);
  // The result, to be kept behind a handle; nothing if it is too large for that. Whose handle it
  // is: the session may pass it on, or only a person may open it.
  enum class Opens : std::uint8_t { kSession, kPerson };
  [[nodiscard]] std::optional<store::Value> sealed_off(const Case& one, json::View result,
                                                       Opens opens);
  // What a server says besides answering (a question, a log message): whether it is kept from the
  // client, as it would be in a result, and what was found in it. An attack is on record, passed on
  // or not. Of notifications the rules look at all that is found, also where they would redact: a
  // question is its person's to read, and without a notification nothing is missing.
  enum class Look : std::uint8_t { kAttacks, kAll };
  struct Overheard {
    bool withheld = false;
    bool is_unread = false;  // it is withheld because the detectors are not ready
    detect::ResultDetections found = {};
    // Of weigh(): not written yet, and whether somebody was there to hear it.
    struct Unwritten {
      store::DecisionRecord record;
      bool was_heard = false;
    };
    std::shared_ptr<Unwritten> record = {};  // none: nothing is to be written
    [[nodiscard]] bool is_withheld_attack() const { return withheld && found.is_malicious(); }
  };
  [[nodiscard]] Overheard overhear(Subject subject, json::View said, Look look = Look::kAttacks);
  // The same of a word whose hearers are still to be found; note() writes its record for each of
  // them, or attacked(). Nobody: a record without a session. A server that repeats itself is on
  // record once for each call, and once a minute (noted.hpp).
  [[nodiscard]] Overheard weigh(Subject subject, json::View said, Look look = Look::kAttacks);
  void note(const Overheard& heard, const Hearer* hearer);
  [[nodiscard]] detect::ResultDetections found_in(json::View said) {
    return scanner_.is_ready() ? scanner_.scan(said) : detect::ResultDetections();
  }
  // A URI that names a source, as others may have it.
  [[nodiscard]] std::string clean_source(std::string_view uri) { return scanner_.clean(uri); }
  [[nodiscard]] bool withholds(Subject subject, json::View said) {
    return overhear(std::move(subject), said).withheld;
  }
  net::Task<void> until_ready();  // or they cannot be had
  // Does it bring out a content that its call passes on unread?
  [[nodiscard]] bool brings_out(const Hearer& hearer, json::View said);
  // It is passed on, and the session has it as it has what results bring: written before anybody
  // sees it. take_in() does it at once if nothing of it is news to the session's label, and then
  // what the memory learns of it is written with the session's next; a session that is not in use
  // learns only what labels it. False: hear() must.
  [[nodiscard]] bool take_in(const Hearer& hearer, const detect::ResultDetections& found,
                             json::View said);
  net::Task<base::Result<void>> hear(Hearer hearer, const detect::ResultDetections& found,
                                     json::View said);
  // What a client answers to such a question, before the server gets it: `method` is that of the
  // question. It is judged as arguments are, by the rules about requests, and on record. A case: it
  // must not be passed on, and its decision (nothing else) says why; where a rule wants a person
  // asked, nobody can be.
  //
  // What was asked about the call is not asked again of an answer that carries nothing of the
  // session's, nor anything that the detectors know; and what a person types, or which folders a
  // client opens, is their own word, then.
  net::Task<base::Result<CasePtr>> refused_answer(Hearer hearer, std::string method,
                                                  std::string answer);
  // The client was shown texts of a server that is not to be trusted, or that carry poison.
  net::Task<base::Result<void>> shown(Subject subject);
  // An attack on it was withheld, of which there is a record.
  net::Task<base::Result<void>> attacked(Subject subject);
  // The same of what this session would have heard, with the record. is_known_attack(): its label
  // has it all, and note() is enough.
  [[nodiscard]] bool is_known_attack(const Hearer& hearer);
  net::Task<base::Result<void>> attacked(Hearer hearer, Overheard heard);
  // Why nothing can be looked at, if it cannot; asked after until_ready().
  [[nodiscard]] std::optional<base::Error> blind() const {
    return scanner_.is_ready() ? std::nullopt : scanner_.failure();
  }

  // Sessions that outlive those who used them: one as the store has it, and its end for good.
  net::Task<base::Result<std::optional<store::Session>>> look_up(std::string key) {
    return sessions_.look_up(std::move(key));
  }
  net::Task<base::Result<void>> end(std::string key) {
    return sessions_.end(std::move(key), now_());
  }

 private:
  net::Task<base::Result<CasePtr>> opened(CasePtr one);
  void note_source(Case& one);
  void clean_client(Subject& subject);
  [[nodiscard]] bool has_secret(std::string_view json);
  net::Task<base::Result<void>> join(Subject subject, model::Label label);
  net::Task<base::Result<void>> join_word(Case& one, const model::Label& word);
  void take_over(Case& one) const;
  using Telling = std::function<void(flow::Memory&)>;
  // The memory is taken; it is the caller's only so that it need not move from frame to frame.
  net::Task<base::Result<void>> write(Case& one, store::Memory& memory);
  net::Task<base::Result<void>> write_told(Case& one, store::Memory& memory, const Telling& tell);
  void note_records(Case& one, std::vector<PlacedNotice>& notices,
                    const store::Remembered& written);
  net::Task<base::Result<bool>> write_once(Case& one, store::Memory& memory);
  static void add_places(Case& one, store::Time now, store::Memory& memory);
  static void add_made(Case& one, store::Time now, store::Memory& memory);
  [[nodiscard]] bool knows_no_places(const Case& one, store::Time now) const;
  net::Task<base::Result<KnownOfPlaces>> known_of(const Case& one);
  net::Task<base::Result<model::Label>> label_read(const Case& one, json::View result);
  net::Task<base::Result<model::Label>> stored_label(std::vector<store::Location> places);

  net::Loop& loop_;
  store::Store& store_;
  Scanner& scanner_;
  base::Random& random_;
  Now now_;
  Sessions sessions_;
  FactBook facts_;
  CallLimits limits_;
  AiUse ai_use_;
  CleanServers clean_;
  Noted noted_;
  // The last client's name, as it came and without secrets.
  std::pair<std::string, std::string> client_;
  InForce in_force_;
  std::function<void(const Notice&)> tell_;
};

}  // namespace touchstone::guard
