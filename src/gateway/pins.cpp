#include "gateway/pins.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "mcp/era.hpp"
#include "mcp/terms.hpp"
#include "pin/identity.hpp"
#include "upstream/pin_file.hpp"

namespace touchstone::gateway {
namespace {

using pin::Grade;
using pin::Pin;
using pin::State;
using pin::Subject;
using upstream::ListKind;

std::string now() { return upstream::pin_time(std::chrono::system_clock::now()); }

std::optional<Subject> subject_of(ListKind kind) {
  switch (kind) {
    case ListKind::kTools: return Subject::kTool;
    case ListKind::kPrompts: return Subject::kPrompt;
    case ListKind::kTemplates: return Subject::kTemplate;
    case ListKind::kResources: break;
  }
  return std::nullopt;
}

std::string tls_key(const net::Dialler& dialler, const config::Server& server) {
  const auto url = http::parse_url(server.url);
  return url && url->secure ? dialler.key_of(url->host, url->port) : std::string();
}

pin::Identity identity_of(const upstream::Server& server, std::string key) {
  const config::Server& config = server.config();
  pin::Identity identity;
  if (config.transport == config::Transport::kStdio) {
    identity.command = {config.command};
    identity.command.insert(identity.command.end(), config.args.begin(), config.args.end());
  }
  identity.url = config.url;
  identity.tls_key = std::move(key);
  if (const auto hello = server.last_hello()) {
    json::View info = hello->root().find("serverInfo");
    if (!info) info = hello->root().find("_meta").find(mcp::kMetaServerInfo);
    if (info) identity.server_info = std::string(info.raw());
    identity.instructions = hello->root().find("instructions").as_string().value_or("");
  }
  return identity;
}

// Two servers of one kind share dozens of names, which is one thing to say and not dozens.
class SameNames {
 public:
  // False: it is nothing of that kind.
  bool add(const std::string& server, const Pin& pin, const pin::Drift& drift,
           const pin::Neighbours& neighbours) {
    if (pin.subject != Subject::kTool || drift.changes.empty()) return false;
    const auto* alike = neighbours.alike(server, pin.name);
    if (alike == nullptr || alike->likeness != detect::Likeness::kSame) return false;
    if (drift.changes.front().what != alike->reason) return false;
    by_other_[alike->other].push_back(pin.name);
    return true;
  }
  void tell(const std::string& server, const base::Log& log) const {
    for (const auto& [other, names] : by_other_) {
      const std::vector<std::string> few(
          names.begin(),
          names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kShownNames)));
      log.info("{} of {} {} of {}: {}{}", base::counted(names.size(), "tool"), server,
               names.size() == 1 ? "has the same name as a tool" : "have the same names as tools",
               other, fmt::join(few, ", "), few.size() < names.size() ? ", …" : "");
    }
  }

 private:
  static constexpr std::size_t kShownNames = 5;
  std::map<std::string, std::vector<std::string>> by_other_;
};

bool waits(const pin::Book& book, const std::string& server, const pin::Key& key) {
  const pin::Ledger* ledger = book.find(server);
  return ledger != nullptr && ledger->pending.contains(key);
}

}  // namespace

Pins::Pins(std::string path, const std::string& config, net::Loop& loop,
           const net::Dialler& dialler, const base::Log& log)
    : path_(std::move(path)),
      store_(config.empty() ? "" : " --config " + base::shell_word(config)),
      loop_(loop),
      dialler_(dialler),
      log_(log) {
  (void)look();
}

void Pins::serve(const std::vector<std::string>& servers) {
  served_ = {servers.begin(), servers.end()};
  neighbours_.reset();
}

Pin Pins::self_of(const upstream::Server& server) const {
  return pin::pin_of(identity_of(server, tls_key(dialler_, server.config())));
}

std::string Pins::identity(const upstream::Server& server) const { return self_of(server).digest; }

// A file that was taken away is written again with the next change; one that cannot be read leaves
// what counted before.
bool Pins::look() {
  flush();
  const bool news = std::exchange(has_news_, false);
  std::string now = base::look_of(path_);
  if (now == seen_) return news;
  seen_ = std::move(now);
  if (seen_.empty()) return news;
  auto book = upstream::read_pins(path_);
  const bool was_damaged = std::exchange(damaged_, !book);
  if (!book) {
    log_.error("{}; until this is mended, what is not known from before is held",
               base::to_line(book.error()));
    return news || !was_damaged;
  }
  if (*book == disk_) return news || was_damaged;
  neighbours_.reset();
  disk_ = *book;
  book_ = std::move(*book);
  return true;
}

void Pins::flush() {
  next_flush_.reset();
  if (queue_.empty() || path_.empty()) return;
  const auto queue = std::exchange(queue_, {});
  const auto change = [&](pin::Book& book) -> base::Result<void> {
    if (book.servers().empty()) book = disk_;
    if (!(book == disk_)) {
      has_news_ = true;
      neighbours_.reset();
    }
    for (const Sight& sight : queue) decide(book, sight, false);
    return {};
  };
  auto book = upstream::update_pins(path_, change);
  if (book) {
    // Who came in the meantime counts now as well: what was taken may wait, and must be told so.
    for (const Sight& sight : queue) {
      has_news_ = has_news_ || std::ranges::any_of(sight.shown, [&](const Pin& pin) {
                    return book_.state(sight.server, pin) != book->state(sight.server, pin);
                  });
    }
    disk_ = *book;
    book_ = std::move(*book);
    return;
  }
  log_.error("{}; what is new counts until we end", base::to_line(book.error()));
  if (upstream::read_pins(path_)) return;
  damaged_ = has_news_ = true;
  book_ = disk_;
}

bool Pins::is_settled(const Sight& sight) const {
  return std::ranges::all_of(sight.shown, [&](const Pin& pin) {
    const State state = book_.state(sight.server, pin);
    if (state == State::kPinned) return !waits(book_, sight.server, pin.key());
    if (state == State::kPending) return sight.on_drift != config::OnDrift::kAccept;
    return state == State::kRejected;
  });
}

void Pins::settle(const upstream::Server& server, Sight sight) {
  const config::Server& config = server.config();
  sight.server = config.name;
  sight.trust = config.trust;
  sight.on_drift = config.on_drift;
  if (damaged_ || is_settled(sight)) return;
  decide(book_, sight, true);
  if (path_.empty()) return;
  const bool holds = std::ranges::any_of(sight.shown, [&](const Pin& pin) {
    return book_.state(sight.server, pin) != State::kPinned;
  });
  queue_.push_back(std::move(sight));
  if (holds || queue_.size() >= kMaxQueue) return flush();
  if (!next_flush_) next_flush_ = loop_.after(kWriteAfter, [this] { flush(); });
}

// At first sight only what is hostile waits; in quarantine everything does, but the server itself.
bool Pins::takes(const Sight& sight, const Pin& pin, const pin::Drift& drift, bool is_first,
                 bool is_new) const {
  if (sight.trust == config::Trust::kQuarantine && pin.subject != Subject::kServer)
    return !is_new && drift.grade == Grade::kCosmetic;
  if (sight.on_drift == config::OnDrift::kAccept) return true;
  return drift.grade < (is_first ? Grade::kHostile : Grade::kRisky);
}

// Who is there already, and then these. What is shown was seen by the book in memory before it is
// written to the file, so both share them.
const pin::Neighbours& Pins::neighbours(const pin::Book& book, const Sight& sight) {
  if (neighbours_ && neighbours_->size() > pinned_neighbours_ + kMaxPassing) neighbours_.reset();
  if (!neighbours_) {
    neighbours_ = pin::neighbours_in(book, &served_);
    pinned_neighbours_ = neighbours_->size();
  }
  for (const Pin& pin : sight.shown) {
    if (pin.subject == Subject::kTool) neighbours_->add({sight.server, pin.name});
  }
  for (const std::string& name : sight.own) neighbours_->meet({sight.server, name});
  return *neighbours_;
}

void Pins::decide(pin::Book& book, const Sight& sight, bool tell) {
  const std::string& server = sight.server;
  const pin::Ledger* ledger = book.find(server);
  const bool is_first =
      ledger == nullptr || std::ranges::none_of(ledger->pinned, [&](const auto& entry) {
        return entry.first.subject == sight.shown.front().subject;
      });
  const pin::Neighbours& neighbours = this->neighbours(book, sight);
  const pin::Powers powers = ledger != nullptr ? pin::powers_of(*ledger) : pin::Powers();
  pin::Context context{server, &neighbours, powers, sight.new_key};
  const std::string time = now();
  SameNames same_names;
  for (const Pin& pin : sight.shown) {
    const State state = book.state(server, pin);
    if (state == State::kPinned) book.settle(server, pin.key());
    const bool accepts = state == State::kPending && sight.on_drift == config::OnDrift::kAccept &&
                         sight.trust != config::Trust::kQuarantine;
    if (accepts) book.accept(server, pin.key(), time);
    if (state != State::kUnknown && state != State::kChanged) continue;
    const auto index = static_cast<std::size_t>(&pin - sight.shown.data());
    context.clean = index < sight.clean.size() ? sight.clean[index].get() : nullptr;
    const Pin* before = book.pinned(server, pin.key());
    const pin::Drift drift =
        before != nullptr ? compare(*before, pin, context) : judge_new(pin, context);
    const bool taken = takes(sight, pin, drift, is_first, before == nullptr);
    // Where the operator wants it blocked, it is accepted by name only, like what is hostile.
    const bool blocks = sight.on_drift == config::OnDrift::kBlock && before != nullptr;
    const Grade grade = blocks ? Grade::kHostile : drift.grade;
    const auto done = taken ? book.pin(server, pin, time) : book.hold(server, pin, grade, time);
    if (!tell) continue;
    const std::string why = drift.changes.empty() ? "" : ": " + drift.changes.front().what;
    const std::string line = fmt::format("{}: {} is {} ({}){}", server, label_of(pin.key()),
                                         taken ? "taken" : "held", name_of(drift.grade), why);
    if (!taken || (drift.grade >= Grade::kRisky && !is_first) || drift.grade == Grade::kHostile) {
      log_.warning("{}", line);
    } else if (drift.grade >= Grade::kRisky && !same_names.add(server, pin, drift, neighbours)) {
      log_.info("{}", line);
    }
    if (!done) log_.error("{}: {}", server, base::to_line(done.error()));
  }
  same_names.tell(server, log_);
}

std::vector<Pins::Standing> Pins::judge(const upstream::Server& server, ListKind kind,
                                        const upstream::List& list, std::vector<Clean> clean) {
  const auto subject = subject_of(kind);
  if (!subject) return {list.items.size(), Standing{held(server)}};
  std::vector<Pin> shown;
  shown.reserve(list.items.size());
  for (const json::View item : list.items) shown.push_back(pin::pin_of(*subject, item));
  std::vector<std::string> own;
  if (kind == ListKind::kTools && listed_.insert(server.name()).second)
    std::ranges::transform(shown, std::back_inserter(own), &Pin::name);
  // The server itself first: if it is another one, so is all it has.
  bool new_key = false;
  if (const Standing whole = identity_standing(server, &new_key, std::move(own));
      !whole.held.empty())
    return {list.items.size(), whole};
  if (!shown.empty())
    settle(server, {.new_key = new_key, .shown = shown, .clean = std::move(clean)});
  std::vector<Standing> standing;
  standing.reserve(shown.size());
  for (const Pin& pin : shown) standing.push_back(standing_of(server.name(), pin));
  return standing;
}

}  // namespace touchstone::gateway
