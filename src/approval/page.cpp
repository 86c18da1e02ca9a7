#include "approval/page.hpp"

#include <algorithm>
#include <utility>

#include "approval/form.hpp"
#include "approval/page_html.hpp"
#include "approval/prompt.hpp"
#include "http/form.hpp"
#include "http/head.hpp"

namespace touchstone::approval {
namespace {

http::Page note(int status, std::string_view heading, std::string_view text) {
  return {status, note_page(heading, text)};
}

// The same for a key that never was one, and for a question that is gone.
http::Page nothing_here() {
  return note(404, "There is no question here",
              "It never was, or it was long ago. `touchstone approvals list` has those that wait.");
}

bool is_form(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return http::same_name(type, "application/x-www-form-urlencoded");
}

// Why the request is refused whatever its key; nothing: it is not.
std::optional<http::Page> refusal_of(const http::PageRequest& request, std::string_view ours) {
  const bool posts = request.method == "POST";
  if (!posts && request.method != "GET" && request.method != "HEAD")
    return note(405, "Not in this way", "A page can be looked at, and its form sent.");
  const bool from_elsewhere = !request.origin.empty() && !http::is_from_own_page(request, ours);
  if (from_elsewhere || (posts && !http::is_from_own_page(request, ours)))
    return note(403, "Not from there", "Only the page itself can send its form.");
  if (posts && request.body.size() > Page::kMaxForm)
    return note(413, "Too much", "No form of ours is that long.");
  if (posts && !is_form(request.type))
    return note(415, "Not in this form", "Send the form of the page.");
  return std::nullopt;
}

std::string by_page(const store::Ticket& ticket) {
  return ticket.binding.principal + " on the approval page";
}

}  // namespace

net::Task<http::Page> Page::show(const http::PageRequest& request, std::string ours) {
  if (auto refused = refusal_of(request, ours)) co_return std::move(*refused);
  if (!request.path.starts_with(kPath)) co_return nothing_here();
  auto ticket = keys_.ticket_of(request.path.substr(kPath.size()));
  if (!ticket) co_return nothing_here();
  auto shown = show_ticket(request, std::move(*ticket));
  co_return co_await std::move(shown);
}

net::Task<http::Page> Page::show_ticket(const http::PageRequest& request, std::string ticket) {
  auto asked = desk_.look(std::move(ticket));
  Outcome now = co_await std::move(asked);
  if (now.ending == Ending::kFailed) co_return nothing_here();
  if (!is_open(now.ending)) co_return http::Page{200, state_page(now.ticket)};
  auto question = read_prompt(now.ticket.prompt);
  if (!question)
    co_return note(500, "The question cannot be read", "So it cannot be answered here.");
  if (request.method != "POST") co_return http::Page{200, question_page(*question, now.ticket)};
  auto answered = answer(std::move(*question), std::move(now.ticket), request.body);
  co_return co_await std::move(answered);
}

// What our form cannot have sent answers nothing; what it can is read as everywhere.
net::Task<http::Page> Page::answer(Question question, store::Ticket ticket, std::string body) {
  const auto form = http::Form::parse(body);
  const auto decision = form ? form->find("decision") : std::nullopt;
  const auto answers = answers_to(question);
  if (!decision || std::ranges::find(answers, *decision, &FormAnswer::value) == answers.end())
    co_return note(400, "Not understood", "Nothing was answered. Go back, and choose an answer.");
  auto typed = form->find("confirm");
  if (typed && typed->empty()) typed.reset();
  Verdict verdict = verdict_of(question, *decision, typed);
  const std::string why = verdict.allow || *decision == "deny" ? "" : verdict.reason;
  std::string by = by_page(ticket);
  auto put = desk_.answer(std::move(ticket), std::move(verdict), std::move(by));
  const auto answered = co_await std::move(put);
  if (!answered) co_return note(503, "Not answered", "It cannot be kept now. Try again.");
  if (!*answered) co_return nothing_here();
  const auto& [counts, now] = **answered;
  if (!counts) co_return http::Page{200, state_page(now, "Your answer came after that.")};
  co_return http::Page{200, state_page(now, why)};
}

}  // namespace touchstone::approval
