#include "approval/record.hpp"

#include <chrono>
#include <utility>

#include "base/text.hpp"
#include "json/canonical.hpp"
#include "json/writer.hpp"

namespace touchstone::approval {
namespace {

constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t kIdLetters = 12;
constexpr std::size_t kGroup = 4;

store::DecisionRecord record_for(const store::Ticket& ticket, std::string effect, store::Time now) {
  return {.at = now,
          .kind = std::string(kApprovalKind),
          .effect = std::move(effect),
          .session = ticket.binding.session,
          .principal = ticket.binding.principal,
          .server = ticket.binding.server,
          .tool = ticket.binding.tool};
}

void write_asked(json::Writer& out, const store::Ticket& ticket) {
  const auto& bound = ticket.binding;
  out.key("ticket").string(ticket.id).key("nonce").string(ticket.nonce);
  out.key("asked").integer(store::to_ms(ticket.asked));
  out.key("arguments").string(bound.arguments).key("shape").string(bound.shape);
  out.key("pin").string(bound.pin).key("policy").string(bound.policy);
  out.key("prompt").string(json::digest_of_canonical(ticket.prompt));
}

std::string grouped(std::string_view letters) {
  std::string out;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i > 0 && i % kGroup == 0) out += '-';
    out += letters[i];
  }
  return out;
}

}  // namespace

store::Span grant_span(store::Scope scope) {
  switch (scope) {
    case store::Scope::kOnce: return std::chrono::minutes(15);
    case store::Scope::kSession: return std::chrono::hours(8);
    case store::Scope::kShape: return std::chrono::hours(1);
  }
  return {};
}

store::Answer answer_of(const store::Ticket& ticket, const Verdict& verdict, std::string by,
                        store::Time now, store::Span how_long) {
  const auto span = how_long.count() > 0 ? how_long : grant_span(verdict.scope);
  store::Answer answer{.ticket = ticket.id,
                       .allow = verdict.allow,
                       .scope = verdict.scope,
                       .by = std::move(by),
                       .now = now,
                       .grant_expires = now + span};
  json::Writer out;
  out.begin_object().key("by").string(answer.by);
  if (verdict.allow) {
    out.key("scope").string(name_of(verdict.scope));
    out.key("until").integer(store::to_ms(answer.grant_expires));
  } else {
    out.key("reason").string(verdict.reason);
  }
  write_asked(out, ticket);
  answer.record = record_for(ticket, verdict.allow ? "allow" : "deny", now);
  answer.record->body = std::move(out.end_object()).take();
  return answer;
}

store::Revocation revocation_of(const store::Ticket& ticket, const std::string& by,
                                store::Time now) {
  json::Writer out;
  out.begin_object().key("by").string(by).key("allowedBy").string(ticket.answered_by);
  out.key("scope").string(name_of(ticket.scope));
  out.key("until").integer(store::to_ms(ticket.expires));
  write_asked(out, ticket);
  auto record = record_for(ticket, "revoke", now);
  record.body = std::move(out.end_object()).take();
  return {.ticket = ticket.id, .now = now, .record = std::move(record)};
}

store::DecisionRecord record_of_expiry(const store::Ticket& ticket) {
  auto record = record_for(ticket, "expire", ticket.expires);
  json::Writer out;
  write_asked(out.begin_object(), ticket);
  record.body = std::move(out.end_object()).take();
  return record;
}

std::string ticket_id(std::string_view eight_random_bytes) {
  std::uint64_t bits = 0;
  for (const char c : eight_random_bytes) bits = bits << 8U | static_cast<unsigned char>(c);
  std::string letters;
  for (std::size_t i = 0; i < kIdLetters; ++i) {
    letters += kLetters[bits % kLetters.size()];
    bits /= kLetters.size();
  }
  return grouped(letters);
}

std::string typed_id(std::string_view text) {
  std::string letters;
  for (const char c : base::lower_case(text)) {
    if (c != '-' && c != ' ') letters += c;
  }
  return letters.size() == kIdLetters ? grouped(letters) : std::string(text);
}

}  // namespace touchstone::approval
