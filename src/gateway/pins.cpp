#include "gateway/pins.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "mcp/era.hpp"
#include "mcp/terms.hpp"
#include "upstream/pin_file.hpp"

namespace touchstone::gateway {
namespace {

using pin::Grade;
using pin::Pin;
using pin::State;
using pin::Subject;
using upstream::ListKind;

std::string now() { return upstream::pin_time(std::chrono::system_clock::now()); }

// When and how large: enough to see that somebody wrote it.
std::string look_of(const std::string& path) {
  struct stat found = {};
  if (path.empty() || ::stat(path.c_str(), &found) != 0) return {};
  return fmt::format("{}.{} {} {}", found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size,
                     found.st_ino);
}

std::optional<Subject> subject_of(ListKind kind) {
  switch (kind) {
    case ListKind::kTools: return Subject::kTool;
    case ListKind::kPrompts: return Subject::kPrompt;
    case ListKind::kTemplates: return Subject::kTemplate;
    case ListKind::kResources: break;
  }
  return std::nullopt;
}

pin::Identity identity_of(const upstream::Server& server, const std::string& tls_key) {
  const config::Server& config = server.config();
  pin::Identity identity;
  if (config.transport == config::Transport::kStdio) {
    identity.command = {config.command};
    identity.command.insert(identity.command.end(), config.args.begin(), config.args.end());
  }
  identity.url = config.url;
  identity.tls_key = tls_key;
  if (const auto hello = server.last_hello()) {
    json::View info = hello->root().find("serverInfo");
    if (!info) info = hello->root().find("_meta").find(mcp::kMetaServerInfo);
    if (info) identity.server_info = std::string(info.raw());
    identity.instructions = hello->root().find("instructions").as_string().value_or("");
  }
  return identity;
}

// As `touchstone pins` takes it.
std::string label_of(const Pin& pin) {
  if (pin.subject == Subject::kTool) return pin.name;
  if (pin.subject == Subject::kServer) return "server:identity";
  return fmt::format("{}:{}", name_of(pin.subject), pin.name);
}

}  // namespace

struct Pins::Sight {
  const upstream::Server& server;
  bool new_key = false;
};

Pins::Pins(std::string path, const base::Log& log) : path_(std::move(path)), log_(log) {
  (void)look();
}

bool Pins::look() {
  std::string now = look_of(path_);
  if (now == seen_) return false;
  seen_ = std::move(now);
  auto book = upstream::read_pins(path_);
  if (!book) {
    log_.error("{}; until this is mended, what was pinned before counts",
               base::to_line(book.error()));
    return false;
  }
  if (*book == book_) return false;
  book_ = std::move(*book);
  return true;
}

bool Pins::all_known(const std::string& server, const std::vector<Pin>& shown) const {
  return std::ranges::all_of(shown, [&](const Pin& pin) {
    const State state = book_.state(server, pin);
    return state != State::kUnknown && state != State::kChanged;
  });
}

// What one person decided while we looked is not overruled: the book is read under the lock.
void Pins::settle(const Sight& sight, const std::vector<Pin>& shown) {
  const std::string& server = sight.server.name();
  if (all_known(server, shown)) return;
  const auto change = [&](pin::Book& book) -> base::Result<void> {
    const pin::Ledger* ledger = book.find(server);
    const bool is_first =
        ledger == nullptr || std::ranges::none_of(ledger->pinned, [&](const auto& entry) {
          return entry.first.subject == shown.front().subject;
        });
    decide(book, sight, shown, is_first);
    return {};
  };
  if (!path_.empty()) {
    auto book = upstream::update_pins(path_, change);
    seen_ = look_of(path_);
    if (book) {
      book_ = std::move(*book);
      return;
    }
    log_.error("{}; what is new is pinned until we end", base::to_line(book.error()));
  }
  (void)change(book_);
}

void Pins::decide(pin::Book& book, const Sight& sight, const std::vector<Pin>& shown,
                  bool is_first) const {
  const config::Server& config = sight.server.config();
  std::vector<pin::Neighbours::Named> mine;
  for (const Pin& pin : shown) {
    if (pin.subject == Subject::kTool) mine.push_back({config.name, pin.name});
  }
  const pin::Neighbours neighbours = pin::neighbours_in(book, std::move(mine));
  const pin::Ledger* ledger = book.find(config.name);
  const pin::Powers powers = ledger != nullptr ? pin::powers_of(*ledger) : pin::Powers();
  const pin::Context context{config.name, &neighbours, powers, sight.new_key};
  const std::string time = now();
  for (const Pin& pin : shown) {
    const State state = book.state(config.name, pin);
    if (state != State::kUnknown && state != State::kChanged) continue;
    const Pin* before = book.pinned(config.name, pin.key());
    const pin::Drift drift =
        before != nullptr ? compare(*before, pin, context) : judge_new(pin, context);
    const bool quarantined = config.trust == config::Trust::kQuarantine;
    const Grade least = is_first ? Grade::kHostile : Grade::kRisky;
    // In quarantine it is the tools that wait, each by itself, and not the server.
    const bool waits = quarantined && pin.subject != Subject::kServer;
    bool held =
        drift.grade >= least || (waits && (before == nullptr || drift.grade > Grade::kCosmetic));
    if (config.on_drift == config::OnDrift::kAccept && !quarantined) held = false;
    const std::string why = drift.changes.empty() ? "" : ": " + drift.changes.front().what;
    if (held || drift.grade >= least)
      log_.warning("{}: {} is {} ({}){}", config.name, label_of(pin), held ? "held" : "taken",
                   name_of(drift.grade), why);
    const auto done =
        held ? book.hold(config.name, pin, drift.grade, time) : book.pin(config.name, pin, time);
    if (!done) log_.error("{}: {}", config.name, base::to_line(done.error()));
  }
}

std::string Pins::why_held(const upstream::Server& server, const Pin& pin) const {
  const std::string& name = server.name();
  const std::string label = label_of(pin);
  const State state = book_.state(name, pin);
  if (state == State::kPinned) return {};
  const std::string words = fmt::format("{} {}", name, label);
  const std::string look = fmt::format(
      "A person can see what it is about with `touchstone pins diff {0}` and allow it "
      "with `touchstone pins accept {0}`",
      words);
  if (state == State::kRejected) {
    return fmt::format(
        "{} was refused by a person. It can be allowed yet with `touchstone pins "
        "accept {}`",
        words, words);
  }
  const bool known = book_.pinned(name, pin.key()) != nullptr;
  return fmt::format("{} is held back: it {}. {}", words,
                     known ? "is not what was accepted before" : "has not been accepted yet", look);
}

std::vector<std::string> Pins::judge(const upstream::Server& server, const std::string& tls_key,
                                     ListKind kind, const upstream::List& list) {
  const auto subject = subject_of(kind);
  if (!subject) return std::vector<std::string>(list.items.size());
  // The server itself first: if it is another one, so is all it has.
  const Pin self = pin::pin_of(identity_of(server, tls_key));
  const Pin* before = book_.pinned(server.name(), self.key());
  const bool new_key = before != nullptr && pin::has_new_key(*before, self);
  settle({server}, {self});
  if (std::string whole = why_held(server, self); !whole.empty())
    return std::vector<std::string>(list.items.size(), whole);
  std::vector<Pin> shown;
  shown.reserve(list.items.size());
  for (const json::View item : list.items) shown.push_back(pin::pin_of(*subject, item));
  if (!shown.empty()) settle({server, new_key}, shown);
  std::vector<std::string> held;
  held.reserve(shown.size());
  for (const Pin& pin : shown) held.push_back(why_held(server, pin));
  return held;
}

}  // namespace touchstone::gateway
