#include "approval/webhook.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "approval/prompt.hpp"
#include "approval/words.hpp"
#include "base/hmac.hpp"
#include "base/text.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::approval {
namespace {

std::string digest_at(std::string_view secret, std::int64_t seconds, std::string_view body) {
  return base::hex(base::hmac_sha256(secret, fmt::format("{}.{}", seconds, body)));
}

std::int64_t seconds_of(store::Time time) { return store::to_ms(time) / 1'000; }

struct Signature {
  std::int64_t seconds = 0;
  std::string_view digest;
};

std::optional<Signature> read_signature(std::string_view text) {
  constexpr std::string_view kTime = "t=";
  constexpr std::string_view kDigest = ",v1=";
  const auto comma = text.find(kDigest);
  if (!text.starts_with(kTime) || comma == std::string_view::npos) return std::nullopt;
  Signature out;
  const auto digits = text.substr(kTime.size(), comma - kTime.size());
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), out.seconds);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  out.digest = text.substr(comma + kDigest.size());
  return out;
}

WebhookAnswer refusal(std::string why) { return {{false, {}, std::move(why)}, "webhook"}; }

}  // namespace

std::string webhook_body(const store::Ticket& ticket) {
  json::Writer out;
  out.begin_object().key("type").string("approval.asked").key("ticket").begin_object();
  out.key("id").string(ticket.id).key("asked").string(time_text(ticket.asked));
  out.key("expires").string(time_text(ticket.expires)).end_object();
  out.key("question").raw(ticket.prompt).end_object();
  return std::move(out).take();
}

std::string notice_body(std::string_view channel, std::string_view id,
                        const store::DecisionRecord& record) {
  json::Writer out;
  out.begin_object().key("type").string("decision.made").key("channel").string(channel);
  out.key("decision").begin_object().key("id").string(id);
  out.key("at").integer(store::to_ms(record.at)).key("kind").string(record.kind);
  out.key("effect").string(record.effect).key("session").string(record.session);
  out.key("principal").string(record.principal).key("server").string(record.server);
  out.key("tool").string(record.tool).key("body").raw(record.body);
  return std::string(out.end_object().end_object().text());
}

std::string signature_of(std::string_view secret, store::Time now, std::string_view body) {
  const auto seconds = seconds_of(now);
  return fmt::format("t={},v1={}", seconds, digest_at(secret, seconds, body));
}

base::Result<void> check_signature(std::string_view signature, std::string_view secret,
                                   store::Time now, std::string_view body) {
  const auto read = read_signature(signature);
  if (!read) return base::fail("not a signature", "", "t=SECONDS,v1=HEX");
  const auto most = std::chrono::duration_cast<std::chrono::seconds>(kSignatureAge).count();
  const auto at = seconds_of(now);
  if (read->seconds < at - most || read->seconds > at + most) {
    return base::fail("the signature is not of this time", "", "compare the clocks");
  }
  if (base::same_signature(read->digest, digest_at(secret, read->seconds, body))) return {};
  return base::fail("the signature does not fit", "", "compare the secrets");
}

std::optional<WebhookAnswer> read_webhook_answer(const store::Ticket& ticket,
                                                 std::string_view body) {
  if (body.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::nullopt;
  const auto document = json::Parser().parse(json::Text::copy_of(body));
  if (!document) return refusal("the webhook's answer was not understood");
  const auto root = document->root();
  if (!root.find("ticket").equals(ticket.id))
    return refusal("the webhook answered another question");
  const auto question = read_prompt(ticket.prompt);
  const auto decision = root.find("decision").as_string();
  if (!question || !decision) return refusal("the webhook's answer has no decision");
  const auto by = root.find("by").as_string().value_or("");
  return WebhookAnswer{verdict_of(*question, *decision, root.find("confirm").as_string()),
                       by.empty() ? "webhook" : "webhook: " + by};
}

}  // namespace touchstone::approval
