// touchstone approvals watch: questions as they come, and a person's answers.
#include <algorithm>
#include <set>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "approval/form.hpp"
#include "approval/prompt.hpp"
#include "cli/approvals_answer.hpp"
#include "cli/approvals_report.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/store_file.hpp"
#include "cli/watch_time.hpp"

namespace touchstone::cli {
namespace {

struct AnswerKey {
  char key;
  std::string_view answer;  // of approval::kAnswers
  std::string_view words;
};
constexpr AnswerKey kAnswerKeys[] = {{'a', "allow_once", "allow once"},
                                     {'s', "allow_session", "for this session"},
                                     {'h', "allow_shape", "this shape for an hour"},
                                     {'d', "deny", "deny"}};

// What this question offers.
std::string keys_for(const approval::Question& question) {
  const auto offered = approval::answers_to(question);
  std::string out;
  for (const auto& [key, answer, words] : kAnswerKeys) {
    if (std::ranges::find(offered, answer, &approval::FormAnswer::value) != offered.end())
      out += fmt::format("{} {}, ", key, words);
  }
  return out + "Enter later: ";
}

class Watch {
 public:
  Watch(store::Store& store, const ApprovalsOptions& options, Io& io)
      : store_(store), options_(options), io_(io) {}

  // Tells of each question once.
  base::Result<void> look() {
    auto pending = pending_tickets(store_);
    if (!pending) return tl::unexpected(pending.error());
    std::ranges::reverse(*pending);  // oldest first
    std::set<std::string> still;
    for (const auto& ticket : *pending) {
      still.insert(ticket.id);
      if (!told_.contains(ticket.id)) tell(ticket);
    }
    told_ = std::move(still);
    return {};
  }

 private:
  void tell(const store::Ticket& ticket) {
    if (options_.format == Format::kJson) {
      json::Writer json;
      write_json(json, ticket);
      io_.out << json.text() << '\n' << std::flush;
      return;
    }
    write_ticket(io_.out, ticket);
    io_.out << '\n' << std::flush;
    if (io_.terminal.input_is_typed) ask(ticket);
  }

  void ask(const store::Ticket& ticket) {
    const auto question = approval::read_prompt(ticket.prompt);
    if (!question) return;
    const auto line = typed(keys_for(*question));
    const auto key =
        std::ranges::find(kAnswerKeys, line.empty() ? '\0' : line.front(), &AnswerKey::key);
    if (line.size() != 1 || key == std::end(kAnswerKeys)) {
      io_.out << "not answered; touchstone approvals list has it\n\n" << std::flush;
      return;
    }
    const bool denies = key->answer == approval::kAnswers.front().value;
    std::optional<std::string> confirm;
    if (question->type_name && !denies)
      confirm = typed(fmt::format("type {} to allow it: ", printable(question->tool)));
    const auto verdict = approval::verdict_of(*question, key->answer, confirm);
    if (verdict.allow || denies) return give(ticket, verdict);
    io_.out << "not answered: " << verdict.reason << "\n\n" << std::flush;
  }

  void give(const store::Ticket& ticket, const approval::Verdict& verdict) {
    const auto answered = give_answer(store_, ticket, verdict, store::Span(0));
    if (!answered) {
      (void)report(io_, answered.error());
    } else {
      io_.out << fmt::format("{}{}\n\n", answered->counts ? "" : "too late, ",
                             state_in_words(answered->ticket))
              << std::flush;  // the person waits for it, the next question may not come
    }
  }

  std::string typed(std::string_view prompt) {
    io_.out << prompt << std::flush;
    std::string line;
    std::getline(io_.in, line);
    return line;
  }

  store::Store& store_;
  const ApprovalsOptions& options_;
  Io& io_;
  std::set<std::string> told_;
};

}  // namespace

int approvals_watch(const ApprovalsOptions& options, Io& io) {
  const auto until = watch_end(options.watch_for);
  if (!until) return report(io, until.error());
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  Watch watch(**store, options, io);
  do {
    if (const auto looked = watch.look(); !looked) return report(io, looked.error());
    std::this_thread::sleep_for(kWatchEvery);
  } while (!nobody_reads(io) && std::chrono::steady_clock::now() < *until);
  return kExitClean;
}

}  // namespace touchstone::cli
