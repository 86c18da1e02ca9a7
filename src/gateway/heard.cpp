// Checkpoint, the words of servers besides results: questions in the middle of a call, what a task
// says of itself, logs and lists. They are heard (guard/hearer.hpp) before anybody gets them.
#include <utility>

#include <fmt/format.h>

#include "gateway/advice.hpp"
#include "gateway/checkpoint.hpp"
#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

std::string question_withheld(std::string_view server) {
  return fmt::format(
      "{} asks something in the middle of the call that carries instructions for a model; it is "
      "not passed on",
      server);
}

constexpr std::string_view kRepeatsWithheld = "it repeats what was withheld before";
constexpr std::string_view kWordsNotKept =
    "withheld: what the server says of it repeats what was withheld before, or cannot be written "
    "down";

face::Answer question_kept_back(const face::Request& request, std::string_view server,
                                const base::Error& error) {
  return refusal(request, fmt::format("{} asks something in the middle of the call that is not "
                                      "passed on: {}",
                                      server, base::to_line(error)));
}

}  // namespace

Task<base::Result<void>> Checkpoint::hear(guard::Hearer hearer,
                                          const detect::ResultDetections& found, json::View said,
                                          bool written) {
  if (guard_.brings_out(hearer, said)) co_return base::fail(std::string(kRepeatsWithheld));
  if (!written && guard_.take_in(hearer, found, said)) co_return base::Result<void>();
  co_return co_await guard_.hear(std::move(hearer), found, said);
}

Task<base::Result<void>> Checkpoint::mark_if_attack(const guard::Guard::Overheard& heard,
                                                    guard::Hearer hearer) {
  if (!heard.is_withheld_attack()) co_return base::Result<void>();
  co_return co_await guard_.attacked(guard::subject_of(hearer));
}

// Those of a parked call were looked at when they came.
Task<std::optional<face::Answer>> Checkpoint::without_question(const face::Request& request,
                                                               const guard::Case& one,
                                                               const face::Answer& answer,
                                                               json::View asked) {
  if (!asked) co_return std::nullopt;
  guard::Guard::Overheard heard;
  if (answer.ours) {
    heard.found = guard_.found_in(asked);
  } else {
    heard = guard_.overhear(subject_of_word(one.subject, "input_required"), asked);
  }
  if (heard.withheld) {
    const auto marked = co_await mark_if_attack(heard, guard::hearer_of(one.subject));
    if (!marked) co_return trouble(request, marked.error());
    co_return refusal(request, question_withheld(one.subject.server));
  }
  const auto kept = co_await hear(guard::hearer_of(one.subject), heard.found, asked, true);
  if (kept) co_return std::nullopt;
  co_return question_kept_back(request, one.subject.server, kept.error());
}

// A response says more than a result, and a task more than its outcome. Nothing: it may.
// Else the answer without it, or an error if nothing would be left.
Task<std::optional<Checkpoint::Read>> Checkpoint::without_besides(const guard::Case& one,
                                                                  const json::Document& answer,
                                                                  const AnswerParts& parts) {
  if (parts.besides.empty()) co_return std::nullopt;
  std::string_view why = kWordsWithheld;
  const auto said = json::Parser().parse(json::Text::copy_of(parts.besides));
  if (said) {
    const auto heard =
        guard_.overhear(subject_of_word(one.subject, one.subject.method), said->root());
    if (!heard.withheld) {
      const auto kept =
          co_await hear(guard::hearer_of(one.subject), heard.found, said->root(), false);
      if (kept) co_return std::nullopt;
      why = kWordsNotKept;
    } else {
      const auto marked = co_await mark_if_attack(heard, guard::hearer_of(one.subject));
      if (!marked) co_return tl::unexpected(marked.error());
    }
  }
  if (!said || !parts.task) co_return base::fail(std::string(why));
  const std::string text =
      rpc::result(answer.root().find("id").raw(), bare_task(parts.task, parts.content, why));
  auto read = json::Parser().parse(json::Text::copy_of(text));
  if (!read) co_return base::fail(std::string(why));
  co_return std::move(*read);
}

bool Checkpoint::keeps_back(const face::Request& request, const upstream::Server& server,
                            json::View said) {
  auto subject = subject_of_word(server, "tools/resolve");
  subject.principal = request.principal;
  if (auto asker = subject_of_asker(request)) subject.session = std::move(asker->session);
  return guard_.withholds(std::move(subject), said);
}

Task<std::optional<face::Answer>> Checkpoint::withheld(const face::Request& request,
                                                       const Errand& errand, json::View questions) {
  auto subject = subject_of_word(*errand.server, "input_required");
  guard::Hearer hearer = hearer_in_call(request, errand);
  subject.principal = request.principal;
  subject.session = hearer.session;
  const auto heard = guard_.overhear(std::move(subject), questions);
  if (heard.withheld) {
    const auto marked = co_await mark_if_attack(heard, std::move(hearer));
    if (!marked) co_return trouble(request, marked.error());
    co_return refusal(request, question_withheld(errand.server->name()));
  }
  const auto kept = co_await hear(std::move(hearer), heard.found, questions, true);
  if (kept) co_return std::nullopt;
  co_return question_kept_back(request, errand.server->name(), kept.error());
}

Task<std::string> Checkpoint::listed_task(const face::Request& request, ServerPtr server,
                                          std::string task) {
  const auto document = json::Parser().parse(json::Text::copy_of(task));
  if (!guard_.is_on() || !document) co_return task;
  co_await guard_.until_ready();
  const Errand errand{server, {}, {}};
  guard::Hearer hearer = hearer_in_call(request, errand);
  const auto heard = guard_.overhear(subject_of_list(request, *server), document->root());
  if (heard.withheld) {
    const auto marked = co_await mark_if_attack(heard, std::move(hearer));
    co_return bare_task(document->root(), {}, marked ? kWordsWithheld : kWordsNotKept);
  }
  const auto kept = co_await hear(std::move(hearer), heard.found, document->root(), false);
  co_return kept ? std::move(task) : bare_task(document->root(), {}, kWordsNotKept);
}

}  // namespace touchstone::gateway
