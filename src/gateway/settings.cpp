#include "gateway/settings.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "config/words.hpp"
#include "json/canonical.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::gateway {
namespace {

std::string short_text(std::string text) {
  if (text.size() <= kMaxSettingBytes) return text;
  return "sha256:" + base::hex(base::sha256(text));
}

// In the one spelling that records have, so that it can be compared with them.
std::string short_value(std::string json) {
  if (json.size() > kMaxSettingBytes) return json::quoted(short_text(std::move(json)));
  const auto read = json::Parser().parse(json::Text::copy_of(json));
  return read ? json::canonical(read->root()) : json;
}

std::string value_json(const model::Value& value) {
  json::Writer out;
  model::write(out, value);
  return short_value(std::move(out).take());
}

std::string words_json(const std::vector<std::string>& words) {
  json::Writer out;
  out.begin_array();
  for (const auto& word : words) out.string(word);
  return short_value(std::move(out.end_array()).take());
}

void add_server(Settings& into, const config::Server& server) {
  into[{server.name, "", "trust"}] = json::quoted(config::word_for(server.trust));
  if (server.share_labels) into[{server.name, "", "shareLabels"}] = "true";
  for (const auto& tool : server.declassifies.tools)
    into[{server.name, short_text(tool.name), "declassifies"}] = words_json(tool.takes.words());
  for (const auto& rule : server.overrides.rules) {
    for (const auto& [field, value] : rule.then) {
      const std::string name(model::spec(field).name);
      into[{server.name, short_text(rule.tool), name}] = value_json(value);
    }
  }
}

// What is too much for a record still makes a difference there.
void fold_rest(Settings& settings) {
  if (settings.size() <= kMaxSettings) return;
  const auto first = std::next(settings.begin(), static_cast<std::ptrdiff_t>(kMaxSettings));
  const Settings rest(first, settings.end());
  settings.erase(first, settings.end());
  json::Writer out;
  write(out, rest);
  settings[{"", "", "more"}] = json::quoted(
      fmt::format("{} settings, sha256:{}", rest.size(), base::hex(base::sha256(out.text()))));
}

void write_place(json::Writer& out, const Setting& setting) {
  if (!setting.server.empty()) out.key("server").string(setting.server);
  if (!setting.tool.empty()) out.key("tool").string(setting.tool);
  out.key("field").string(setting.field);
}

}  // namespace

Settings settings_of(const config::Config& config, std::string_view policy_version) {
  Settings out;
  json::Writer policy;
  policy.begin_object().key("name").string(short_text(config.policy));
  policy.key("version").string(policy_version).end_object();
  out[{"", "", "policy"}] = short_value(std::move(policy).take());
  for (const auto& server : config.servers) add_server(out, server);
  fold_rest(out);
  return out;
}

void write(json::Writer& out, const Settings& settings) {
  out.begin_array();
  for (const auto& [setting, value] : settings) {
    out.begin_object();
    write_place(out, setting);
    out.key("value").raw(value).end_object();
  }
  out.end_array();
}

Settings read_settings(json::View list) {
  Settings out;
  for (const json::View item : list.elements()) {
    const auto text = [&](std::string_view key) { return item.find(key).as_string().value_or(""); };
    out[{text("server"), text("tool"), text("field")}] = std::string(item.find("value").raw());
  }
  return out;
}

void write_changes(json::Writer& out, const Settings& before, const Settings& after) {
  Settings all = after;
  all.insert(before.begin(), before.end());
  std::size_t count = 0;
  out.begin_array();
  for (const auto& [setting, ignored] : all) {
    const auto was = before.find(setting);
    const auto is = after.find(setting);
    const bool same = was != before.end() && is != after.end() && was->second == is->second;
    if (same || ++count > kMaxChangesTold) continue;
    out.begin_object();
    write_place(out, setting);
    if (was != before.end()) out.key("before").raw(was->second);
    if (is != after.end()) out.key("after").raw(is->second);
    out.end_object();
  }
  if (count > kMaxChangesTold) {
    out.begin_object().key("field").string("more");
    out.key("after").integer(static_cast<std::int64_t>(count - kMaxChangesTold)).end_object();
  }
  out.end_array();
}

}  // namespace touchstone::gateway
