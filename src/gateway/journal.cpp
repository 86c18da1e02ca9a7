#include "gateway/journal.hpp"

#include <utility>
#include <vector>

#include "approval/store_call.hpp"
#include "base/seal.hpp"
#include "base/text.hpp"
#include "json/parser.hpp"
#include "policy/rules_file.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kConfigKind = "config";
constexpr std::size_t kRecordsLookedAt = 100;  // gateways with other configs may share a store

std::string digest_of(const Settings& settings) {
  json::Writer out;
  write(out, settings);
  return "sha256:" + base::hex(base::sha256(out.text()));
}

// Of each server that has overrides: two configs say the same of it if these are the same.
std::map<std::string, Settings> overrides_of(const Settings& settings) {
  std::map<std::string, Settings> out;
  for (const auto& [setting, value] : settings) {
    if (!setting.tool.empty() && setting.field != "declassifies")
      out[setting.server][setting] = value;
  }
  return out;
}

bool is_policy_new(const Settings& before, const Settings& after) {
  const Setting policy{"", "", "policy"};
  const auto was = before.find(policy);
  const auto is = after.find(policy);
  return is != after.end() && (was == before.end() || was->second != is->second);
}

}  // namespace

void Journal::note(const config::Config& config, const guard::InForce& policy, store::Time now) {
  next_ = Entry{config.source, settings_of(config, policy.version), policy.policy, now};
  if (!std::exchange(running_, true)) loop_.spawn(run(shared_from_this()));
}

net::Task<void> Journal::run(std::shared_ptr<Journal> self) {
  while (self->next_) {
    Entry entry = std::move(*self->next_);
    self->next_.reset();
    const auto kept = co_await self->keep(std::move(entry));
    if (!kept)
      self->log_.error("what the config changes is not on record: {}", base::to_line(kept.error()));
  }
  self->running_ = false;
}

net::Task<base::Result<void>> Journal::keep(Entry entry) {
  if (!kept_) {
    auto last = co_await last_of(entry.config);
    if (!last) co_return tl::unexpected(last.error());
    kept_ = std::move(*last);
  }
  if (*kept_ == entry.settings) co_return base::Result<void>();
  store::Memory memory;
  memory.decisions.push_back(record_of(entry, *kept_));
  auto asked =
      approval::done_of<store::Remembered>(loop_, [&](store::Done<store::Remembered> done) {
        store_.remember(std::move(memory), std::move(done));
      });
  auto written = co_await std::move(asked);
  if (!written) co_return tl::unexpected(written.error());
  kept_ = std::move(entry.settings);
  co_return base::Result<void>();
}

// Nothing if there is none yet.
net::Task<base::Result<Settings>> Journal::last_of(std::string config) {
  using Decisions = std::vector<store::Decision>;
  auto asked = approval::done_of<Decisions>(loop_, [&](store::Done<Decisions> done) {
    store_.list_decisions({.kind = std::string(kConfigKind), .limit = kRecordsLookedAt},
                          std::move(done));
  });
  auto records = co_await std::move(asked);
  if (!records) co_return tl::unexpected(records.error());
  for (const auto& record : *records) {
    const auto document = json::Parser().parse(json::Text::copy_of(record.json));
    if (!document) continue;
    const json::View body = document->root().find("body");
    if (body.find("config").equals(config)) co_return read_settings(body.find("settings"));
  }
  co_return Settings();
}

store::DecisionRecord Journal::record_of(const Entry& entry, const Settings& before) const {
  json::Writer out;
  out.begin_object().key("by").string(user_).key("config").string(entry.config);
  out.key("digest").string(digest_of(entry.settings));
  out.key("overrides").begin_object();
  for (const auto& [server, overrides] : overrides_of(entry.settings))
    out.key(server).string(digest_of(overrides));
  out.end_object();
  out.key("changes");
  write_changes(out, before, entry.settings);
  out.key("settings");
  write(out, entry.settings);
  const auto rules = is_policy_new(before, entry.settings) && entry.policy
                         ? policy::rules_as_file(*entry.policy)
                         : std::string();
  if (!rules.empty() && rules.size() <= kMaxRulesKept) out.key("policyFile").raw(rules);
  return {.at = entry.at,
          .kind = std::string(kConfigKind),
          .effect = "changed",
          .principal = user_,
          .body = std::string(out.end_object().text())};
}

}  // namespace touchstone::gateway
