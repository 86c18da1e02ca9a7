// Herald: tells others by HTTP what happens here. Each question to a person goes to the webhook of
// the config's `approvals`, once, and its response may be the answer; each decision of a rule with
// `notify` goes to the channels that the rule names.
//
// Nobody waits for it, and a webhook that fails stops no call: the question stays open for all
// other ways to answer it, and the record is in the store. Owned by the gateway; the loop's thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <set>
#include <string>

#include "approval/desk.hpp"
#include "approval/webhook_post.hpp"
#include "base/log.hpp"
#include "config/config.hpp"
#include "guard/notice.hpp"
#include "net/dial.hpp"

namespace touchstone::gateway {

class Herald {
 public:
  static constexpr std::size_t kMaxPosts = 256;   // under way at once; what is more is not told
  static constexpr std::size_t kMaxTold = 4'096;  // questions remembered, to be told once
  static constexpr std::size_t kMaxMissed = 100;  // channels that are missing, to be told once

  using Now = std::function<store::Time()>;

  Herald(net::Loop& loop, net::Dialler& dialler, approval::Desk& desk, const config::Config& config,
         Now now, const base::Log& log)
      : loop_(loop),
        dialler_(dialler),
        desk_(desk),
        config_(config),
        now_(std::move(now)),
        log_(log) {}

  void asked(const store::Ticket& ticket);
  void decided(const guard::Notice& notice);

 private:
  [[nodiscard]] bool make_room(const std::string& what);
  net::Task<void> ask(approval::Webhook webhook, store::Ticket ticket);
  net::Task<void> tell(approval::Webhook webhook, std::string channel, guard::Notice notice);

  net::Loop& loop_;
  net::Dialler& dialler_;
  approval::Desk& desk_;
  const config::Config& config_;
  Now now_;
  const base::Log& log_;
  std::size_t posts_ = 0;
  std::deque<std::string> told_;  // tickets, the latest last
  std::set<std::string> missed_;  // channels of rules that the config does not have: said once
};

}  // namespace touchstone::gateway
