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

// One process, from its start to an agreement.
class Attempt {
 public:
  Attempt(Opening& opening, bool legacy_first)
      : opening_(opening), legacy_first_(legacy_first), race_(std::make_shared<Race>()) {}

  Task<LinkResult<Opened>> run() {
    if (legacy_first_) {
      ask_initialize();
    } else {
      ask_discover();
    }
    for (;;) {
      if (auto finding = read_discovery()) co_return std::move(*finding);
      if (race_->initialize && may_believe_initialize()) {
        opening_.link->abandon(discover_id_);
        auto opened = co_await legacy(opening_, std::move(*race_->initialize));
        co_return opened;
      }
      if (race_->discover && !judged_) continue;
      const bool both = asked_discover_ && asked_initialize_;
      const auto time = both || legacy_first_
                            ? opening_.remaining()
                            : std::min(opening_.remaining(), opening_.context.patience);
      const bool came = co_await next_answer(race_, opening_.context.loop, time);
      if (net::Clock::now() >= opening_.deadline) co_return tl::unexpected(opening_.too_slow());
      if (!came && !asked_initialize_) ask_initialize();
    }
  }

  // It ended instead of answering anything.
  [[nodiscard]] bool ended_on_discover() const {
    return has_ended(race_->discover) && !legacy_first_;
  }

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
      opening_.link->abandon(initialize_id_);
      return LinkResult<Opened>(modern(opening_, std::move(finding.raw)));
    }
    if (finding.kind == Finding::Kind::kHopeless)
      return tl::unexpected(trouble(Trouble::kRefused, std::move(finding.error)));
    if (!asked_initialize_) ask_initialize();
    return std::nullopt;
  }

  // A result decides. An error may only mean that this server is modern: then discover decides.
  bool may_believe_initialize() {
    const bool agreed = *race_->initialize && (*race_->initialize)->kind() == rpc::Kind::kResult;
    if (agreed || !*race_->initialize || judged_) return true;
    if (!asked_discover_) ask_discover();
    return false;
  }

  Opening& opening_;
  bool legacy_first_;
  RacePtr race_;
  CallId discover_id_ = 0, initialize_id_ = 0;
  bool asked_discover_ = false;
  bool asked_initialize_ = false;
  bool judged_ = false;
};

}  // namespace

Task<LinkResult<Opened>> find_on_stdio(Opening& opening, std::optional<mcp::Era> known) {
  bool legacy_first = known == mcp::Era::kLegacy;
  for (;;) {
    opening.link.reset();
    auto link = open_stdio(opening.server, opening.new_hearing(), opening.context);
    if (!link) co_return tl::unexpected(trouble(Trouble::kEnded, std::move(link.error())));
    opening.link = std::move(*link);
    Attempt attempt(opening, legacy_first);
    auto opened = co_await attempt.run();
    if (opening.interrupt.fired()) co_return tl::unexpected(opening.called_off());
    if (opened || !attempt.ended_on_discover()) co_return opened;
    opening.context.log.debug("{}: ended when it was asked to discover; starting it again",
                              opening.server.name);
    legacy_first = true;
  }
}

}  // namespace touchstone::upstream
