// Tells a webhook of a question or a decision: one POST, again a few times if it could not be
// delivered.
//
// Delivered is whatever was answered with 2xx. A receiver may get the same thing twice if its
// answer was lost; `Touchstone-Delivery` has the ticket's or record's id, by which it can tell.
// Redirects are not followed. On the loop's thread; loop and dialler outlive the call.
#pragma once

#include <optional>
#include <string>

#include "approval/webhook.hpp"
#include "base/error.hpp"
#include "net/dial.hpp"
#include "net/loop.hpp"

namespace touchstone::approval {

struct Webhook {
  std::string url;
  std::string secret;
  net::Duration timeout{10'000};  // of one attempt
};

inline constexpr int kWebhookAttempts = 3;
inline constexpr net::Duration kWebhookPause{1'000};  // before the second; then five times as long

// What was answered with 2xx.
struct WebhookReply {
  std::string signature;
  std::string body;
};
[[nodiscard]] net::Task<base::Result<WebhookReply>> post_signed(
    net::Loop& loop, net::Dialler& dialler, Webhook webhook, std::string delivery, std::string body,
    std::function<store::Time()> now);

// The answer that came with the response, if one did and its signature fits.
[[nodiscard]] net::Task<base::Result<std::optional<WebhookAnswer>>> post_to_webhook(
    net::Loop& loop, net::Dialler& dialler, Webhook webhook, store::Ticket ticket,
    std::function<store::Time()> now);

}  // namespace touchstone::approval
