#include "cli/pins_book.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/state_file.hpp"
#include "config/load.hpp"

namespace touchstone::cli {
namespace {

base::Error not_there(std::string_view what, std::string_view name, std::string_view where,
                      const std::vector<std::string>& known) {
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const auto meant = base::closest(name, candidates);
  return {fmt::format("no {} {}", what, name), std::string(where),
          meant.empty() ? "touchstone pins list" : std::string(meant)};
}

bool is_digest(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() >= kMinDigest && std::ranges::all_of(text, is_digit);
}

std::string store_of(const PinsOptions& options) {
  if (!options.pins.empty()) return " --pins " + base::shell_word(options.pins);
  return options.config.empty() ? "" : " --config " + base::shell_word(options.config);
}

std::string beginning_of(const std::string& digest) { return digest.substr(0, kMinDigest); }

class Finder {
 public:
  Finder(const pin::Book& book, const PinsOptions& options)
      : book_(book), options_(options), neighbours_(pin::neighbours_in(book)) {
    for (const auto& name : options.names) wanted_.push_back(wanted_of(name));
  }

  base::Result<std::vector<Waiting>> run() && {
    if (!options_.server.empty() && book_.find(options_.server) == nullptr) {
      std::vector<std::string> known;
      for (const auto& [name, ledger] : book_.servers()) known.push_back(name);
      return tl::unexpected(not_there("server with pins is called", options_.server, "", known));
    }
    for (const auto& [server, ledger] : book_.servers()) {
      if (options_.server.empty() || options_.server == server) look_at(server, ledger);
    }
    if (auto missing = missing_name()) return tl::unexpected(std::move(*missing));
    if (other_) return tl::unexpected(std::move(*other_));
    std::ranges::stable_sort(out_, std::greater(), [](const Waiting& w) { return w.drift.grade; });
    return std::move(out_);
  }

 private:
  void look_at(const std::string& server, const pin::Ledger& ledger) {
    const pin::Context context{server, &neighbours_, pin::powers_of(ledger), has_new_key(ledger)};
    for (const auto& [key, entry] : ledger.pending) {
      const auto label = label_of(key);
      labels_.push_back(label);
      const bool named = is_wanted(server, label, entry.pin.digest);
      if (!named && (entry.rejected || !options_.names.empty())) continue;
      const auto* before = book_.pinned(server, key);
      auto drift =
          before != nullptr ? compare(*before, entry.pin, context) : judge_new(entry.pin, context);
      drift.grade = std::max(drift.grade, entry.grade);
      out_.push_back({server, key, std::move(drift), entry.pin.digest, entry.seen, entry.rejected,
                      store_of(options_), is_exact(label, entry.pin.digest)});
    }
  }

  // By its name, and by its digest where one was given.
  bool is_wanted(const std::string& server, const std::string& label, const std::string& digest) {
    bool any = false;
    for (const auto& wanted : wanted_) {
      if (wanted.label != label) continue;
      found_.insert(label);
      any = any || digest.starts_with(wanted.digest);
      if (digest.starts_with(wanted.digest) || other_) continue;
      other_ = base::Error{fmt::format("what waits under {} is {} now, and not {}", label,
                                       beginning_of(digest), wanted.digest),
                           server,
                           fmt::format("touchstone pins diff {} {}{}", base::shell_word(server),
                                       base::shell_word(label), store_of(options_))};
    }
    return any;
  }

  [[nodiscard]] bool is_exact(const std::string& label, const std::string& digest) const {
    return std::ranges::any_of(wanted_, [&](const Wanted& wanted) {
      return wanted.label == label && wanted.digest.size() >= pin::kSafeDigest &&
             digest.starts_with(wanted.digest);
    });
  }

  // The server's own pin waits, and its key is among what changed.
  static bool has_new_key(const pin::Ledger& ledger) {
    const pin::Key key{pin::Subject::kServer, ""};
    const auto before = ledger.pinned.find(key);
    const auto after = ledger.pending.find(key);
    if (before == ledger.pinned.end() || after == ledger.pending.end()) return false;
    return pin::has_new_key(before->second.pin, after->second.pin);
  }

  [[nodiscard]] std::optional<base::Error> missing_name() const {
    for (const auto& wanted : wanted_) {
      if (!found_.contains(wanted.label)) {
        return not_there("change waits under", wanted.label, options_.server, labels_);
      }
    }
    return std::nullopt;
  }

  const pin::Book& book_;
  const PinsOptions& options_;
  pin::Neighbours neighbours_;
  std::vector<Wanted> wanted_;
  std::vector<std::string> labels_;
  std::set<std::string> found_;
  std::optional<base::Error> other_;  // something waits under a name, with another digest
  std::vector<Waiting> out_;
};

}  // namespace

std::string pins_path(const config::Config& config) {
  if (!config.pins.empty()) return config.pins;
  if (config.store == config::kInMemory) return std::string(config::kInMemory);
  return state_file(config, "pins", ".json");
}

base::Result<std::string> find_pins(const PinsOptions& options) {
  if (!options.pins.empty()) return options.pins;
  const auto sources = config::real_sources();
  const auto file = options.config.empty() ? config::find_file(sources) : options.config;
  config::Config config;
  if (!file.empty()) {
    auto loaded = config::load(file, sources);
    if (!loaded.good()) return tl::unexpected(loaded.problems.front());
    config = std::move(loaded.config);
  }
  auto path = pins_path(config);
  if (path != config::kInMemory) return path;
  return base::fail("this config keeps its pins in memory only", file, "--pins FILE");
}

Wanted wanted_of(std::string_view name) {
  const auto at = name.rfind('@');
  if (at == std::string_view::npos || !is_digest(name.substr(at + 1)))
    return {std::string(name), ""};
  return {std::string(name.substr(0, at)), std::string(name.substr(at + 1))};
}

base::Result<void> check_unchanged(const pin::Book& book, const std::vector<Waiting>& seen) {
  for (const auto& item : seen) {
    const auto* ledger = book.find(item.server);
    const auto entry = ledger == nullptr ? std::map<pin::Key, pin::Pending>::const_iterator()
                                         : ledger->pending.find(item.key);
    const bool waits = ledger != nullptr && entry != ledger->pending.end();
    if (waits && entry->second.pin.digest == item.digest) continue;
    return base::fail(
        fmt::format("{} has changed meanwhile: {}, and nothing was decided", label_of(item.key),
                    waits ? beginning_of(entry->second.pin.digest) + " waits now"
                          : "nothing waits under this name now"),
        item.server, fmt::format("touchstone pins diff {}", item.server));
  }
  return {};
}

base::Result<std::vector<Waiting>> find_waiting(const pin::Book& book, const PinsOptions& options) {
  return Finder(book, options).run();
}

}  // namespace touchstone::cli
