#include "approval/webhook_post.hpp"

#include <utility>

#include <fmt/format.h>

#include "http/response_reader.hpp"
#include "http/url.hpp"
#include "http/write.hpp"

namespace touchstone::approval {
namespace {

struct Response {
  int status = 0;
  std::string signature;
  std::string body;
};

std::string head_of(const http::Url& url, std::size_t size, const std::string& signature,
                    const std::string& delivery) {
  std::string head;
  http::append_request_line(head, "POST", url.target);
  http::append_header(head, "Host", url.authority);
  http::append_header(head, "User-Agent", "touchstone/" TOUCHSTONE_VERSION);
  http::append_header(head, "Content-Type", "application/json");
  http::append_header(head, "Content-Length", size);
  http::append_header(head, "Connection", "close");
  http::append_header(head, kSignatureHeader, signature);
  http::append_header(head, "Touchstone-Delivery", delivery);
  http::end_head(head);
  return head;
}

net::Task<base::Result<Response>> read_response(net::Stream& stream) {
  using State = http::ResponseReader::State;
  http::ResponseReader reader;
  Response response;
  for (;;) {
    const State state = reader.next();
    if (state == State::kDone) co_return response;
    if (state == State::kRefused) co_return base::fail(reader.refusal().what);
    if (state == State::kHead) {
      response.status = reader.head().status;
      response.signature = reader.head().headers.get(kSignatureHeader);
    } else if (state == State::kBody) {
      if (response.body.size() + reader.piece().size() > kMaxWebhookAnswer)
        co_return base::fail("the webhook's answer is too long");
      response.body += reader.piece();
    } else {
      const auto size = co_await stream.read_some(reader.room());
      if (!size) co_return tl::unexpected(size.error());
      if (*size == 0) {
        reader.commit_end();
      } else {
        reader.commit(*size);
      }
    }
  }
}

net::Task<base::Result<Response>> post_once(net::Loop& loop, net::Dialler& dialler,
                                            const http::Url& url, std::string head,
                                            std::string_view body, net::Duration timeout) {
  auto stream = co_await dialler.tcp(url.host, url.port, url.secure, timeout);
  if (!stream) co_return tl::unexpected(stream.error());
  const net::Alarm alarm = loop.after(timeout, [&stream] { (*stream)->close(); });
  const auto written = co_await (*stream)->write(head, body);
  if (!written) co_return tl::unexpected(written.error());
  co_return co_await read_response(**stream);
}

bool is_delivered(const base::Result<Response>& response) {
  return response && response->status >= 200 && response->status < 300;
}

// A refusal of the request itself will be the same the next time.
bool may_help_to_repeat(const base::Result<Response>& response) {
  return !response || response->status >= 500 || response->status == 429 || response->status == 408;
}

// It has been told, and says no more than that.
bool is_no_answer(const WebhookReply& reply) {
  return reply.signature.empty() && reply.body.find("\"decision\"") == std::string::npos;
}

}  // namespace

net::Task<base::Result<WebhookReply>> post_signed(net::Loop& loop, net::Dialler& dialler,
                                                  Webhook webhook, std::string delivery,
                                                  std::string body,
                                                  std::function<store::Time()> now) {
  const auto url = http::parse_url(webhook.url);
  if (!url) co_return tl::unexpected(url.error());
  auto pause = kWebhookPause;
  for (int attempt = 1;; ++attempt) {
    auto head = head_of(*url, body.size(), signature_of(webhook.secret, now(), body), delivery);
    auto response = co_await post_once(loop, dialler, *url, std::move(head), body, webhook.timeout);
    if (is_delivered(response))
      co_return WebhookReply{std::move(response->signature), std::move(response->body)};
    if (attempt == kWebhookAttempts || !may_help_to_repeat(response)) {
      co_return base::fail(response ? fmt::format("the webhook answered {}", response->status)
                                    : "the webhook could not be reached: " + response.error().what,
                           url->origin(), "check the webhook's url in the config");
    }
    co_await loop.sleep(pause);
    pause *= 5;
  }
}

net::Task<base::Result<std::optional<WebhookAnswer>>> post_to_webhook(
    net::Loop& loop, net::Dialler& dialler, Webhook webhook, store::Ticket ticket,
    std::function<store::Time()> now) {
  const std::string secret = webhook.secret;
  auto posted =
      post_signed(loop, dialler, std::move(webhook), ticket.id, webhook_body(ticket), now);
  const auto reply = co_await std::move(posted);
  if (!reply) co_return tl::unexpected(reply.error());
  if (is_no_answer(*reply)) co_return std::nullopt;
  if (auto ours = check_signature(reply->signature, secret, now(), reply->body); !ours) {
    auto error = ours.error();
    error.what.insert(0, "the webhook's answer does not count: ");
    co_return tl::unexpected(std::move(error));
  }
  co_return read_webhook_answer(ticket, reply->body);
}

}  // namespace touchstone::approval
