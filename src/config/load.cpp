#include "config/load.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "config/reader.hpp"
#include "config/tree.hpp"
#include "json/position.hpp"

namespace touchstone::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

base::Result<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return base::fail("is a directory", path);
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return base::fail(fmt::format("cannot be opened: {}", std::strerror(errno)), path,
                      "check the name and who may read it");
  }
  std::string bytes(kMaxFileBytes + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad()) return base::fail(fmt::format("cannot be read: {}", std::strerror(errno)), path);
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (bytes.size() > kMaxFileBytes) return base::fail("larger than the limit of 1 MiB", path);
  bytes.shrink_to_fit();
  return bytes;
}

std::string folder_of(const std::string& source) {
  std::error_code ignored;
  const auto path = std::filesystem::absolute(source.empty() ? "-" : source, ignored);
  return path.parent_path().lexically_normal().string();
}

Loaded illegible(base::Error error) {
  Loaded loaded;
  loaded.problems.push_back(std::move(error));
  loaded.legible = false;
  return loaded;
}

// One rule for each entry, whatever was wrong with it. `at` is the beginning of the server.
void note_rule_places(std::vector<resolve::Rule>& rules, const Node* entries, std::string_view text,
                      json::Position at, const std::string& source) {
  if (entries == nullptr || entries->children.size() != rules.size()) return;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Node& entry = entries->children[i];
    at = json::advance(text, at, entry.key.empty() ? entry.offset : entry.key_offset);
    rules[i].where = fmt::format("{}:{}", source, at.line);
  }
}

// Servers stand in the config in the order of the file, and so do their entries.
void note_places(Config& config, const Node& root, std::string_view text) {
  const Node* entries = root.find("mcpServers");
  if (entries == nullptr) entries = root.find("servers");
  if (entries == nullptr || entries->children.size() != config.servers.size()) return;
  json::Position at;
  for (std::size_t i = 0; i < config.servers.size(); ++i) {
    at = json::advance(text, at, entries->children[i].key_offset);
    config.servers[i].where = fmt::format("{}:{}", config.source, at.line);
    const Node& entry = entries->children[i];
    Server& server = config.servers[i];
    note_rule_places(server.rules, entry.find("resolve"), text, at, config.source);
    note_rule_places(server.overrides.rules, entry.find("overrides"), text, at, config.source);
  }
}

}  // namespace

Sources real_sources() {
  return {.environment = [](const std::string& name) -> std::optional<std::string> {
            // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody here changes the environment
            const char* value = std::getenv(name.c_str());
            return value == nullptr ? std::nullopt : std::optional<std::string>(value);
          },
          .file = read_file,
          .exists =
              [](const std::string& path) {
                std::error_code ignored;
                return std::filesystem::exists(path, ignored);
              }};
}

Loaded read(std::string_view text, const std::string& source, const Sources& sources) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto tree = read_tree(text, source);
  if (!tree) {
    const auto& [offset, what, remedy] = tree.error();
    return illegible(tell({{offset, "", what, remedy}}, text, source).front());
  }
  Reader reader(sources, folder_of(source));
  Loaded loaded;
  loaded.config = reader.read(*tree);
  loaded.config.source = source;
  note_places(loaded.config, *tree, text);
  if (const Node* policy = tree->find("policy"))
    loaded.policy_where = tell({{policy->offset, "policy", "", ""}}, text, source).front().where;
  auto notes = reader.take_notes();
  loaded.problems = tell(std::move(notes.problems), text, source);
  loaded.warnings = tell(std::move(notes.warnings), text, source);
  loaded.written = reader.take_written();
  return loaded;
}

Loaded load(const std::string& path, const Sources& sources) {
  auto text = sources.file(path);
  if (!text) return illegible({text.error().what, path, text.error().remedy});
  return read(*text, path, sources);
}

std::vector<std::string> usual_files(const Sources& sources) {
  std::vector<std::string> folders{"."};
  auto home = sources.environment("XDG_CONFIG_HOME").value_or("");
  if (home.empty()) {
    const auto user = sources.environment("HOME").value_or("");
    if (!user.empty()) home = user + "/.config";
  }
  if (!home.empty()) folders.push_back(home + "/touchstone");
  std::vector<std::string> files;
  for (const auto& folder : folders) {
    for (const auto* ending : {"yaml", "yml", "json"}) {
      files.push_back(fmt::format("{}/touchstone.{}", folder, ending));
    }
  }
  return files;
}

std::string find_file(const Sources& sources) {
  const auto files = usual_files(sources);
  const auto it = std::ranges::find_if(
      files, [&](const auto& file) { return sources.exists && sources.exists(file); });
  return it == files.end() ? "" : *it;
}

}  // namespace touchstone::config
