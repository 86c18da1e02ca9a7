// Tells a webhook of a question: one POST, again a few times if it could not be delivered.
//
// Delivered is whatever was answered with 2xx. A receiver may get the same question twice if its
// answer was lost; `Touchstone-Delivery` has the ticket's id, by which it can tell. Redirects are
// not followed. On the loop's thread; loop and dialler outlive the call.
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

// The answer that came with the response, if one did and its signature fits.
[[nodiscard]] net::Task<base::Result<std::optional<WebhookAnswer>>> post_to_webhook(
    net::Loop& loop, net::Dialler& dialler, Webhook webhook, store::Ticket ticket,
    std::function<store::Time()> now);

}  // namespace touchstone::approval
