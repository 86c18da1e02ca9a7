#include "cli/pins_book.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
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

class Finder {
 public:
  Finder(const pin::Book& book, const PinsOptions& options)
      : book_(book), options_(options), neighbours_(pin::neighbours_in(book)) {}

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
    std::ranges::stable_sort(out_, std::greater(), [](const Waiting& w) { return w.drift.grade; });
    return std::move(out_);
  }

 private:
  void look_at(const std::string& server, const pin::Ledger& ledger) {
    const pin::Context context{server, &neighbours_, pin::powers_of(ledger), has_new_key(ledger)};
    for (const auto& [key, entry] : ledger.pending) {
      const auto label = label_of(key);
      labels_.push_back(label);
      const bool named = std::ranges::find(options_.names, label) != options_.names.end();
      if (named) found_.insert(label);
      if (!named && (entry.rejected || !options_.names.empty())) continue;
      const auto* before = book_.pinned(server, key);
      auto drift =
          before != nullptr ? compare(*before, entry.pin, context) : judge_new(entry.pin, context);
      drift.grade = std::max(drift.grade, entry.grade);
      out_.push_back({server, key, std::move(drift), entry.seen, entry.rejected});
    }
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
    for (const auto& name : options_.names) {
      if (!found_.contains(name)) {
        return not_there("change waits under", name, options_.server, labels_);
      }
    }
    return std::nullopt;
  }

  const pin::Book& book_;
  const PinsOptions& options_;
  pin::Neighbours neighbours_;
  std::vector<std::string> labels_;
  std::set<std::string> found_;
  std::vector<Waiting> out_;
};

}  // namespace

// Two configs may have a server of the same name, so each has a store of its own.
std::string pins_path(const config::Config& config) {
  if (!config.pins.empty()) return config.pins;
  const auto sources = config::real_sources();
  auto folder = sources.environment("XDG_STATE_HOME").value_or("");
  if (!folder.starts_with('/')) folder = sources.environment("HOME").value_or("") + "/.local/state";
  if (config.source.empty()) return folder + "/touchstone/pins.json";
  std::error_code ignored;
  const auto source = std::filesystem::absolute(config.source, ignored).lexically_normal();
  const auto path = base::hash64(source.string());
  return fmt::format("{}/touchstone/pins-{}-{:016x}.json", folder, source.stem().string(), path);
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
  if (path != config::kPinsInMemory) return path;
  return base::fail("this config keeps its pins in memory only", file, "--pins FILE");
}

base::Result<std::vector<Waiting>> find_waiting(const pin::Book& book, const PinsOptions& options) {
  return Finder(book, options).run();
}

}  // namespace touchstone::cli
