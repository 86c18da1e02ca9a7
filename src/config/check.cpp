#include "config/check.hpp"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/rules.hpp"

namespace touchstone::config {
namespace {

const Node* servers_in(const Node& root) {
  const Node* servers = root.find("mcpServers");
  return servers != nullptr ? servers : root.find("servers");
}

void check_names(const Node& servers, Notes& notes) {
  std::map<std::string, std::string> seen;
  for (const auto& entry : servers.children) {
    const auto [first, is_new] = seen.emplace(base::lower_case(entry.key), entry.key);
    if (is_new) continue;
    notes.problems.push_back({entry.key_offset, "mcpServers." + entry.key,
                              fmt::format("differs from {} only in case", first->second),
                              "give one of them another name"});
  }
}

// Where a server's tools would have the names of another's.
void check_prefixes(const Config& config, const Node& servers, Notes& notes) {
  std::map<std::string, std::string> seen;
  for (const auto& server : config.servers) {
    if (server.disabled) continue;
    const auto [first, is_new] = seen.emplace(server.prefix, server.name);
    const Node* entry = servers.find(server.name);
    if (is_new || entry == nullptr) continue;
    const Node* prefix = entry->find("prefix");
    notes.warnings.push_back(
        {prefix != nullptr ? prefix->offset : entry->key_offset,
         fmt::format("mcpServers.{}.prefix", server.name),
         fmt::format("is also the prefix of {}: tools of one name will clash", first->second),
         "give each its own prefix"});
  }
}

// A view of servers that are not there shows nothing.
void check_views(const Config& config, const Node& views, Notes& notes) {
  for (const auto& view : config.views) {
    const Node* entry = views.find(view.name);
    const Node* named = entry != nullptr ? entry->find("servers") : nullptr;
    for (std::size_t i = 0; named != nullptr && i < view.servers.size(); ++i) {
      const auto& pattern = view.servers[i];
      const auto fits = [&](const Server& server) {
        return base::matches_glob(server.name, pattern);
      };
      if (std::ranges::any_of(config.servers, fits)) continue;
      notes.warnings.push_back(
          {i < named->children.size() ? named->children[i].offset : named->offset,
           fmt::format("views.{}.servers[{}]", view.name, i),
           fmt::format("no server is called {}", pattern),
           "a name of mcpServers, with * for anything"});
    }
  }
}

// Whoever gets a question must be able to tell that it is ours.
void check_webhook(const Webhook& webhook, const Node* entry, const std::string& path,
                   Notes& notes) {
  const bool lacks_url = webhook.url.empty();
  if (!lacks_url && !webhook.secret.text.empty()) return;
  notes.problems.push_back({entry != nullptr ? entry->key_offset : 0, path,
                            lacks_url ? "has no url" : "has a url and no secret",
                            lacks_url
                                ? "url: https://host/path"
                                : "secret: \"${WEBHOOK_SECRET}\", made by openssl rand -hex 32"});
}

void check_webhooks(const Config& config, const Node& root, Notes& notes) {
  const Node* approvals = root.find("approvals");
  const Node* entry = approvals != nullptr ? approvals->find("webhook") : nullptr;
  const Webhook& webhook = config.approvals.webhook;
  if (!webhook.url.empty() || !webhook.secret.text.empty())
    check_webhook(webhook, entry, "approvals.webhook", notes);
  const Node* channels = root.find("channels");
  for (const Webhook& channel : config.channels) {
    check_webhook(channel, channels != nullptr ? channels->find(channel.name) : nullptr,
                  "channels." + channel.name, notes);
  }
}

void check_exposure(const Config& config, const Node& root, Notes& notes) {
  const Node* tokens = root.find("tokens");
  const bool guarded = tokens != nullptr && !tokens->children.empty();
  if (is_loopback(config.host) || guarded) return;
  const Node* listen = root.find("listen");
  notes.problems.push_back({listen != nullptr ? listen->offset : 0, "listen",
                            "without tokens anybody on the network could use the tools",
                            "tokens: {alice: \"${ALICE_TOKEN}\"}, or listen on 127.0.0.1"});
}

}  // namespace

void check(const Config& config, const Node& root, Notes& notes) {
  check_exposure(config, root, notes);
  check_webhooks(config, root, notes);
  if (const Node* views = root.find("views")) check_views(config, *views, notes);
  const Node* servers = servers_in(root);
  if (servers != nullptr && servers->kind == Node::Kind::kMap) {
    check_names(*servers, notes);
    check_prefixes(config, *servers, notes);
  }
  const bool nothing =
      servers == nullptr || (servers->kind == Node::Kind::kMap && servers->children.empty());
  if (nothing && notes.problems.empty()) {
    notes.warnings.push_back(
        {0, "mcpServers", "there are no servers", "mcpServers: {name: {command: …}}"});
  }
}

}  // namespace touchstone::config
