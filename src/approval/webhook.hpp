// What a webhook is told of a question, how it is signed, and how its answer is read.
//
// The body is JSON, {"type":"approval.asked","ticket":{"id":…,"asked":…,"expires":…},
// "question":{…}} with the question as the ticket keeps it. `Touchstone-Signature: t=…,v1=…` has
// the seconds since 1970 and, in hexadecimal digits, HMAC-SHA256(secret, t + "." + body).
//
// A webhook may answer in its response, in the same way signed:
//   {"ticket":"k7qm-…","decision":"allow_once","by":"ann","confirm":"send_email"}
// An empty body, or one that is not signed, is no answer: the question stays open. One that is
// signed and not understood is a no. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "approval/verdict.hpp"
#include "base/error.hpp"
#include "store/decision.hpp"
#include "store/ticket.hpp"

namespace touchstone::approval {

inline constexpr std::string_view kSignatureHeader = "Touchstone-Signature";
inline constexpr store::Span kSignatureAge =
    std::chrono::minutes(5);  // older ones, or of the future
inline constexpr std::size_t kMaxWebhookAnswer = std::size_t{64} << 10;

[[nodiscard]] std::string webhook_body(const store::Ticket& ticket);

// {"type":"decision.made","channel":…,"decision":{…}}, the record as the store has it.
[[nodiscard]] std::string notice_body(std::string_view channel, std::string_view id,
                                      const store::DecisionRecord& record);

[[nodiscard]] std::string signature_of(std::string_view secret, store::Time now,
                                       std::string_view body);
[[nodiscard]] base::Result<void> check_signature(std::string_view signature,
                                                 std::string_view secret, store::Time now,
                                                 std::string_view body);

struct WebhookAnswer {
  Verdict verdict;
  std::string by;  // "webhook: ann"
};
// Absent: no answer, and the question stays open.
[[nodiscard]] std::optional<WebhookAnswer> read_webhook_answer(const store::Ticket& ticket,
                                                               std::string_view body);

}  // namespace touchstone::approval
