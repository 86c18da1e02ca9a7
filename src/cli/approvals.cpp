// touchstone approvals list|show|allow|deny|revoke|open: the questions that wait for a person.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "approval/form.hpp"
#include "approval/prompt.hpp"
#include "approval/record.hpp"
#include "base/text.hpp"
#include "cli/approvals_answer.hpp"
#include "cli/approvals_report.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/short_key.hpp"
#include "cli/store_file.hpp"
#include "guard/brought.hpp"
#include "tree/units.hpp"

namespace touchstone::cli {
namespace {

constexpr store::Span kLongestGrant = std::chrono::hours(24 * 30);

base::Result<store::Span> span_of(const std::string& text) {
  if (text.empty()) return store::Span(0);
  const auto span = tree::parse_duration(text);
  if (span && span->count() > 0 && *span <= kLongestGrant) return *span;
  return base::fail("not a time for a grant", text, "a whole number of s, m or h, up to 720h");
}

std::string_view answer_for(store::Scope scope) {
  const auto fits = [&](const approval::FormAnswer& answer) {
    return answer.allow && answer.scope == scope;
  };
  return std::ranges::find_if(approval::kAnswers, fits)->value;
}

// Exactly what to type.
std::string allow_words(const approval::Question& question, const store::Ticket& ticket,
                        const StoreOptions& options) {
  const auto confirm =
      question.type_name ? " --confirm " + base::shell_word(question.tool) : std::string();
  return fmt::format("touchstone approvals allow {}{}{}", ticket.id, confirm, store_words(options));
}

// What the person wants to say, or why it cannot be said so. Nothing is decided by a typing error.
base::Result<approval::Verdict> allowance(const store::Ticket& ticket,
                                          const ApprovalsOptions& options) {
  const auto question = approval::read_prompt(ticket.prompt);
  if (!question) {
    return base::fail("what was asked cannot be read: " + question.error().what, ticket.id,
                      "touchstone approvals deny " + ticket.id + store_words(options));
  }
  const auto confirm = options.confirm.empty() ? std::nullopt : std::optional(options.confirm);
  auto verdict = approval::verdict_of(*question, answer_for(options.scope), confirm);
  if (verdict.allow) return verdict;
  const auto offered = approval::answers_to(*question);
  if (std::ranges::find(offered, answer_for(options.scope), &approval::FormAnswer::value) ==
      offered.end())
    return base::fail(verdict.reason, ticket.id, allow_words(*question, ticket, options));
  return base::fail("this call is allowed only with the tool's name: " + verdict.reason, ticket.id,
                    "look at it first: touchstone approvals show " + ticket.id +
                        store_words(options) + "; then " + allow_words(*question, ticket, options));
}

void write_change(bool counts, const store::Ticket& ticket, Io& io) {
  json::Writer json;
  json.begin_object().key("counts").boolean(counts).key("ticket");
  write_json(json, ticket);
  io.out << json.end_object().text() << '\n';
}

int report_answer(const base::Result<store::Answered>& answered, const ApprovalsOptions& options,
                  Io& io) {
  if (!answered) return report(io, answered.error());
  if (options.format == Format::kJson) {
    write_change(answered->counts, answered->ticket, io);
  } else {
    io.out << fmt::format("{}{}: {}\n", answered->counts ? "" : "too late, ", answered->ticket.id,
                          state_in_words(answered->ticket));
  }
  return answered->counts ? kExitClean : kExitFindings;
}

bool lets_pass(const store::Ticket& ticket) {
  return ticket.state == store::TicketState::kAllowed && ticket.expires > now();
}

std::string revoke_words(const store::Ticket& ticket, const StoreOptions& options) {
  return fmt::format("take it back: touchstone approvals revoke {}{}\n", ticket.id,
                     store_words(options));
}

int report_revoked(const store::Revoked& revoked, const ApprovalsOptions& options, Io& io) {
  const auto& ticket = revoked.ticket;
  if (options.format == Format::kJson) {
    write_change(revoked.counts, ticket, io);
    return revoked.counts ? kExitClean : kExitFindings;
  }
  io.out << fmt::format("{}{}: {}\n", revoked.counts ? "" : "nothing to take back, ", ticket.id,
                        state_in_words(ticket));
  if (revoked.counts && ticket.used)
    io.out << "a call has had it already, and that is not undone\n";
  if (state_now(ticket) == store::TicketState::kPending)
    io.out << fmt::format("it was not allowed yet; refuse it: touchstone approvals deny {}{}\n",
                          ticket.id, store_words(options));
  return revoked.counts ? kExitClean : kExitFindings;
}

std::string handle_id(std::string_view handle) {
  if (handle.starts_with(guard::kHandle)) handle.remove_prefix(guard::kHandle.size());
  return std::string(handle);
}

}  // namespace

base::Result<store::Answered> give_answer(store::Store& store, const store::Ticket& ticket,
                                          const approval::Verdict& verdict, store::Span how_long) {
  auto answer = approval::answer_of(ticket, verdict, who(), now(), how_long);
  answer.turns = ticket.state == store::TicketState::kDenied;  // they know of the no
  auto answered = settled<std::optional<store::Answered>>(
      [&](auto done) { store.answer(answer, std::move(done)); });
  if (!answered) return tl::unexpected(answered.error());
  if (!*answered) return base::fail("the ticket is gone", ticket.id);
  return std::move(**answered);
}

base::Result<std::vector<store::Ticket>> pending_tickets(store::Store& store) {
  auto pending = settled<std::vector<store::Ticket>>([&](auto done) {
    store.list_tickets({.state = store::TicketState::kPending, .limit = store::kMaxPage},
                       std::move(done));
  });
  if (pending) std::erase_if(*pending, [at = now()](auto& ticket) { return ticket.expires <= at; });
  return pending;
}

int approvals_list(const ApprovalsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto tickets = options.all ? settled<std::vector<store::Ticket>>([&](auto done) {
    (*store)->list_tickets({.limit = store::kMaxPage}, std::move(done));
  })
                                   : pending_tickets(**store);
  if (!tickets) return report(io, tickets.error());
  if (options.format == Format::kJson) {
    json::Writer json;
    json.begin_array();
    for (const auto& ticket : *tickets) write_json(json.newline(), ticket);
    io.out << json.end_array().text() << '\n';
  } else if (tickets->empty()) {
    io.out << "nothing waits\n";
  } else {
    write_tickets(io.out, *tickets, io.terminal);
  }
  const bool waits = std::ranges::any_of(*tickets, [at = now()](const store::Ticket& ticket) {
    return ticket.state == store::TicketState::kPending && ticket.expires > at;
  });
  return waits ? kExitFindings : kExitClean;
}

int approvals_show(const ApprovalsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto ticket = find_ticket(**store, options.id, options);
  if (!ticket) return report(io, ticket.error());
  if (options.format == Format::kJson) {
    json::Writer json;
    write_json(json, *ticket);
    io.out << json.text() << '\n';
    return kExitClean;
  }
  write_ticket(io.out, *ticket);
  if (lets_pass(*ticket)) io.out << '\n' << revoke_words(*ticket, options);
  if (ticket->state != store::TicketState::kPending || ticket->expires <= now()) return kExitClean;
  const auto question = approval::read_prompt(ticket->prompt);
  if (question) io.out << "\nallow it: " << printable(allow_words(*question, *ticket, options));
  io.out << fmt::format("\ndeny it:  touchstone approvals deny {}{}\n", ticket->id,
                        store_words(options));
  return kExitClean;
}

int approvals_allow(const ApprovalsOptions& options, Io& io) {
  const auto how_long = span_of(options.how_long);
  if (!how_long) return report(io, how_long.error());
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto ticket = find_ticket(**store, options.id, options);
  if (!ticket) return report(io, ticket.error());
  const auto verdict = allowance(*ticket, options);
  if (!verdict) return report(io, verdict.error());
  return report_answer(give_answer(**store, *ticket, *verdict, *how_long), options, io);
}

int approvals_deny(const ApprovalsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto ticket = find_ticket(**store, options.id, options);
  if (!ticket) return report(io, ticket.error());
  const approval::Verdict verdict{false, store::Scope::kOnce,
                                  options.reason.empty() ? "the person denied it" : options.reason};
  const auto answered = give_answer(**store, *ticket, verdict, store::Span(0));
  const auto code = report_answer(answered, options, io);
  if (answered && lets_pass(answered->ticket) && options.format != Format::kJson)
    io.out << revoke_words(answered->ticket, options);
  return code;
}

int approvals_revoke(const ApprovalsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto ticket = find_ticket(**store, options.id, options);
  if (!ticket) return report(io, ticket.error());
  const auto revoked = settled<std::optional<store::Revoked>>([&](auto done) {
    (*store)->revoke(approval::revocation_of(*ticket, who(), now()), std::move(done));
  });
  if (!revoked) return report(io, revoked.error());
  if (!*revoked) return report(io, {"the ticket is gone", ticket->id, ""});
  return report_revoked(**revoked, options, io);
}

int approvals_open(const ApprovalsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto id = handle_id(options.id);
  const auto value = settled<std::optional<store::Value>>(
      [&](auto done) { (*store)->find_value(id, now(), std::move(done)); });
  if (!value) return report(io, value.error());
  if (!*value) {
    return report(io, {"there is no value behind this handle, or its time is over", options.id,
                       "copy the handle from the result that has it: touchstone://value/…"});
  }
  if (options.format == Format::kJson) {
    json::Writer json;
    write_json(json, **value);
    io.out << json.text() << '\n';
  } else {
    write_value(io.out, **value);
  }
  return kExitClean;
}

}  // namespace touchstone::cli
