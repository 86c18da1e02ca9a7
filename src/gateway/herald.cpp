#include "gateway/herald.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::gateway {
namespace {

approval::Webhook webhook_of(const config::Webhook& entry) {
  return {entry.url, entry.secret.text, std::chrono::duration_cast<net::Duration>(entry.timeout)};
}

}  // namespace

bool Herald::make_room(const std::string& what) {
  if (posts_ < kMaxPosts) return ++posts_, true;
  log_.warning("{}: nobody is told: {} webhooks have not answered yet", what, posts_);
  return false;
}

void Herald::asked(const store::Ticket& ticket) {
  const config::Webhook& entry = config_.approvals.webhook;
  if (entry.url.empty() || std::ranges::find(told_, ticket.id) != told_.end()) return;
  if (!make_room("question " + ticket.id)) return;
  told_.push_back(ticket.id);
  if (told_.size() > kMaxTold) told_.pop_front();
  loop_.spawn(ask(webhook_of(entry), ticket));
}

net::Task<void> Herald::ask(approval::Webhook webhook, store::Ticket ticket) {
  auto said = co_await approval::post_to_webhook(loop_, dialler_, std::move(webhook), ticket, now_);
  --posts_;
  if (!said) co_return log_.warning("question {}: {}", ticket.id, base::to_line(said.error()));
  if (!*said) co_return;
  const auto heard =
      co_await desk_.answer(ticket, std::move((*said)->verdict), std::move((*said)->by));
  if (!heard) log_.warning("question {}: {}", ticket.id, base::to_line(heard.error()));
}

void Herald::decided(const guard::Notice& notice) {
  for (const std::string& channel : notice.channels) {
    const auto entry = std::ranges::find(config_.channels, channel, &config::Webhook::name);
    if (entry == config_.channels.end()) {
      if (missed_.size() >= kMaxMissed) missed_.clear();
      if (!missed_.insert(channel).second) continue;
      log_.warning(
          "decision {}: no channel is called {}, so nobody is told of what its rules "
          "decide; try: name it under `channels` in the config",
          notice.id, channel);
    } else if (make_room("decision " + notice.id)) {
      loop_.spawn(tell(webhook_of(*entry), channel, notice));
    }
  }
}

net::Task<void> Herald::tell(approval::Webhook webhook, std::string channel, guard::Notice notice) {
  std::string body = approval::notice_body(channel, notice.id, notice.record);
  const auto sent = co_await approval::post_signed(loop_, dialler_, std::move(webhook), notice.id,
                                                   std::move(body), now_);
  --posts_;
  if (!sent)
    log_.warning("decision {}, channel {}: {}", notice.id, channel, base::to_line(sent.error()));
}

}  // namespace touchstone::gateway
