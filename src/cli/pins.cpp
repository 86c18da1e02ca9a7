// touchstone pins list|diff|accept|reject: what servers have shown, what changed, a person's word.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/pins_book.hpp"
#include "cli/pins_report.hpp"
#include "cli/report_error.hpp"
#include "upstream/pin_file.hpp"

namespace touchstone::cli {
namespace {

// Everything that a command needs, or why it cannot begin.
struct OpenBook {
  std::string path;
  pin::Book book;
};

base::Result<OpenBook> open_book(const PinsOptions& options) {
  auto path = find_pins(options);
  if (!path) return tl::unexpected(path.error());
  auto book = upstream::read_pins(*path);
  if (!book) return tl::unexpected(book.error());
  return OpenBook{std::move(*path), std::move(*book)};
}

int exit_code_of(const std::vector<Waiting>& waiting) {
  const bool any = std::ranges::any_of(waiting, [](const Waiting& w) { return !w.rejected; });
  return any ? kExitFindings : kExitClean;
}

// Runs `decide` on each of what waits, in one change of the file. Between looking and deciding the
// gateway may have written what a server shows now: nobody has looked at that.
template <typename Decide>
base::Result<Outcome> change_book(const PinsOptions& options, const Decide& decide) {
  const auto open = open_book(options);
  if (!open) return tl::unexpected(open.error());
  auto waiting = find_waiting(open->book, options);
  if (!waiting) return tl::unexpected(waiting.error());
  Outcome outcome;
  const auto change = [&](pin::Book& book) -> base::Result<void> {
    if (auto same = check_unchanged(book, *waiting); !same) return same;
    for (auto& item : *waiting) {
      (decide(book, item) ? outcome.done : outcome.left).push_back(std::move(item));
    }
    return {};
  };
  if (auto changed = upstream::update_pins(open->path, change); !changed) {
    return tl::unexpected(changed.error());
  }
  return outcome;
}

int report_outcome(const base::Result<Outcome>& outcome, std::string_view verb,
                   const PinsOptions& options, Io& io) {
  if (!outcome) return report(io, outcome.error());
  if (options.format == Format::kJson) {
    write_json(io.out, *outcome, verb);
  } else {
    write_table(io.out, *outcome, verb, io.terminal);
  }
  return outcome->left.empty() ? kExitClean : kExitFindings;
}

// A server can make two definitions whose digests begin alike, so a beginning accepts nothing.
base::Result<void> check_digests(const PinsOptions& options) {
  for (const auto& name : options.names) {
    const auto wanted = wanted_of(name);
    if (wanted.digest.empty() || wanted.digest.size() >= pin::kSafeDigest) continue;
    return base::fail(fmt::format("{} digits do not tell one definition from another, {} do",
                                  wanted.digest.size(), pin::kSafeDigest),
                      name,
                      fmt::format("copy the command that `touchstone pins diff {} {}` shows",
                                  options.server, wanted.label));
  }
  return {};
}

}  // namespace

int pins_list(const PinsOptions& options, Io& io) {
  const auto open = open_book(options);
  if (!open) return report(io, open.error());
  const auto waiting = find_waiting(open->book, options);
  if (!waiting) return report(io, waiting.error());
  if (options.format == Format::kJson) {
    write_list_json(io.out, open->book, options.server);
  } else {
    write_list(io.out, open->book, options.server, open->path, io.terminal);
  }
  return exit_code_of(*waiting);
}

int pins_diff(const PinsOptions& options, Io& io) {
  const auto open = open_book(options);
  if (!open) return report(io, open.error());
  const auto waiting = find_waiting(open->book, options);
  if (!waiting) return report(io, waiting.error());
  if (options.format == Format::kJson) {
    write_json(io.out, *waiting);
  } else {
    write_diff(io.out, *waiting, io.terminal);
  }
  return exit_code_of(*waiting);
}

int pins_accept(const PinsOptions& options, Io& io) {
  if (auto enough = check_digests(options); !enough) return report(io, enough.error());
  const auto now = upstream::pin_time(std::chrono::system_clock::now());
  const auto outcome = change_book(options, [&](pin::Book& book, const Waiting& item) {
    if (item.drift.grade == pin::Grade::kHostile && !item.exact) return false;
    return book.accept(item.server, item.key, now);
  });
  return report_outcome(outcome, "accepted", options, io);
}

int pins_reject(const PinsOptions& options, Io& io) {
  const auto outcome = change_book(options, [&](pin::Book& book, const Waiting& item) {
    return book.reject(item.server, item.key);
  });
  return report_outcome(outcome, "rejected", options, io);
}

}  // namespace touchstone::cli
