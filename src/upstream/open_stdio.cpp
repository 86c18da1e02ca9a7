// Finding the era of a child process. open.hpp has the rules.
#include <algorithm>
#include <utility>

#include "net/within.hpp"
#include "upstream/opening.hpp"
#include "upstream/stdio_link.hpp"
#include "upstream/trouble.hpp"

namespace touchstone::upstream {
namespace {

using Answer = std::optional<LinkResult<rpc::Message>>;

// Two questions under way at once. Shared with the coroutines that wait for the answers, which may
// outlive the opening by a turn of the loop.
struct Race {
  Answer discover, initialize;
  net::Promise<bool>* waiter = nullptr;
};
using RacePtr = std::shared_ptr<Race>;

Task<void> ask(RacePtr race, Task<LinkResult<rpc::Message>> question, Answer Race::*slot) {
  auto answer = co_await std::move(question);
  (*race).*slot = std::move(answer);
  if (race->waiter != nullptr) race->waiter->keep(true);
}

// False if nothing was answered in that time.
Task<bool> next_answer(RacePtr race, net::Loop& loop, net::Duration time) {
  net::Promise<bool> answered(loop.executor());
  race->waiter = &answered;
  const bool came = co_await net::within(loop, time, answered);
  race->waiter = nullptr;
  co_return came;
}

bool has_ended(const Answer& answer) {
  return answer && !*answer && answer->error().trouble == Trouble::kEnded;
}

bool has_agreed(const Answer& answer) {
  return answer && *answer && (*answer)->kind() == rpc::Kind::kResult;
}

// What a process is greeted with.
enum class Greeting : std::uint8_t {
  kEither,    // discover, and after the patience initialize
  kLegacy,    // initialize, and discover if that is refused
  kDiscover,  // discover, and initialize only when half of the time is over
};

// One process, from its start to an agreement.
class Attempt {
 public:
  Attempt(Opening& opening, Greeting greeting)
      : opening_(opening), greeting_(greeting), race_(std::make_shared<Race>()) {}

  Task<LinkResult<Opened>> run() {
    if (greeting_ == Greeting::kLegacy) {
      ask_initialize();
    } else {
      ask_discover();
    }
    for (;;) {
      if (auto finding = read_discovery()) co_return std::move(*finding);
      if (discovery_ && is_modern_alone()) co_return modern_as_found();
      if (discovery_ && has_agreed(race_->initialize) && is_time_to_begin_again()) {
        said_both_ = true;
        co_return tl::unexpected(
            trouble(Trouble::kEnded, "it agreed to both eras", opening_.server.name, ""));
      }
      if (race_->initialize && may_believe_initialize()) {
        opening_.link->abandon(discover_id_);
        auto opened = co_await legacy(opening_, std::move(*race_->initialize));
        co_return opened;
      }
      if (race_->discover && !judged_) continue;
      const bool came = co_await next_answer(race_, opening_.context.loop, time_to_wait());
      if (net::Clock::now() >= opening_.deadline) co_return tl::unexpected(opening_.too_slow());
      if (came) continue;
      if (discovery_) co_return modern_as_found();  // the greeting of old seems to be ignored
      if (!asked_initialize_) ask_initialize();
    }
  }

  // It ended instead of answering anything.
  [[nodiscard]] bool ended_on_discover() const {
    return has_ended(race_->discover) && greeting_ != Greeting::kLegacy;
  }
  // It agreed to both eras, so nobody knows which one it is in now. Without the time for another
  // process it stays with the older one, which it heard of last.
  [[nodiscard]] bool said_both() const { return said_both_; }

 private:
  void ask_discover() {
    asked_discover_ = true;
    auto out = opening_.discover(opening_.remaining());
    discover_id_ = out.id;
    auto question = opening_.link->request(std::move(out));
    opening_.context.loop.spawn(ask(race_, std::move(question), &Race::discover));
  }
  void ask_initialize() {
    asked_initialize_ = true;
    auto out = opening_.initialize();
    initialize_id_ = out.id;
    auto question = opening_.link->request(std::move(out));
    opening_.context.loop.spawn(ask(race_, std::move(question), &Race::initialize));
  }

  // The end of the search, if the answer to discover is one.
  std::optional<LinkResult<Opened>> read_discovery() {
    if (!race_->discover || judged_) return std::nullopt;
    judged_ = true;
    if (has_ended(race_->discover)) return tl::unexpected(race_->discover->error());
    auto finding = judge_discovery(*race_->discover, opening_.context.parser, opening_.server.name);
    if (finding.kind == Finding::Kind::kModern) {
      discovery_ = std::move(finding.raw);
      return std::nullopt;
    }
    if (finding.kind == Finding::Kind::kHopeless)
      return tl::unexpected(trouble(Trouble::kRefused, std::move(finding.error)));
    if (!asked_initialize_) ask_initialize();
    return std::nullopt;
  }

  // Modern, and not greeted the old way as well: a server of both eras may take that for the one it
  // is to speak on this connection.
  [[nodiscard]] bool is_modern_alone() const {
    return !asked_initialize_ || (race_->initialize && !has_agreed(race_->initialize));
  }
  LinkResult<Opened> modern_as_found() {
    opening_.link->abandon(initialize_id_);
    return modern(opening_, std::move(*discovery_));
  }

  [[nodiscard]] bool is_time_to_begin_again() const {
    return opening_.remaining() > net::Clock::now() - begun_;
  }

  // A result decides. An error may only mean that this server is modern: then discover decides.
  bool may_believe_initialize() {
    if (has_agreed(race_->initialize) || !*race_->initialize || judged_) return true;
    if (!asked_discover_) ask_discover();
    return false;
  }

  [[nodiscard]] net::Duration time_to_wait() const {
    const bool all_asked = asked_discover_ && asked_initialize_ && !discovery_;
    if (all_asked || greeting_ == Greeting::kLegacy) return opening_.remaining();
    const auto patience = opening_.context.patience;
    if (greeting_ == Greeting::kEither || discovery_)
      return std::min(opening_.remaining(), patience);
    return std::min(opening_.remaining(), std::max(patience, opening_.remaining() / 2));
  }

  Opening& opening_;
  Greeting greeting_;
  RacePtr race_;
  CallId discover_id_ = 0, initialize_id_ = 0;
  bool asked_discover_ = false;
  bool asked_initialize_ = false;
  bool judged_ = false;
  bool said_both_ = false;
  net::Clock::time_point begun_ = net::Clock::now();
  std::optional<std::string> discovery_;  // the answer of a modern server
};

}  // namespace

Task<LinkResult<Opened>> find_on_stdio(Opening& opening, std::optional<mcp::Era> known) {
  auto greeting = !known                        ? Greeting::kEither
                  : *known == mcp::Era::kLegacy ? Greeting::kLegacy
                                                : Greeting::kDiscover;
  bool agreed_to_both = false;
  for (;;) {
    opening.link.reset();
    auto link = open_stdio(opening.server, opening.new_hearing(), opening.context);
    if (!link) co_return tl::unexpected(trouble(Trouble::kEnded, std::move(link.error())));
    opening.link = std::move(*link);
    Attempt attempt(opening, greeting);
    auto opened = co_await attempt.run();
    if (opening.interrupt.fired()) co_return tl::unexpected(opening.called_off());
    // It had agreed to the older era: better that than nothing.
    const bool falls_back = !opened && std::exchange(agreed_to_both, attempt.said_both()) &&
                            !attempt.said_both() && net::Clock::now() < opening.deadline;
    const bool again = attempt.said_both() || attempt.ended_on_discover() || falls_back;
    if (opened || !again) co_return opened;
    opening.context.log.debug("{}: {}; starting it again", opening.server.name,
                              attempt.said_both() ? "came up slowly and agreed to both eras"
                              : falls_back        ? "did not come up again"
                                                  : "ended when it was asked to discover");
    greeting = attempt.said_both() ? Greeting::kDiscover : Greeting::kLegacy;
  }
}

}  // namespace touchstone::upstream
