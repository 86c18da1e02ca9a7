#include "config/reader.hpp"

#include <set>

#include <fmt/format.h>

#include "config/check.hpp"
#include "config/value_reader.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

std::string inside(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

bool is_true(const Node* node) {
  return node != nullptr && node->kind == Node::Kind::kPlain && node->text == "true";
}

}  // namespace

Config Reader::read(const Node& root) {
  Config config;
  // A file of nothing but comments is a config of nothing but defaults.
  if (root.kind != Node::Kind::kNull) read_section(root, &config, "");
  check(config, root, notes_);
  return config;
}

void Reader::read_section(const Node& map, Owner owner, const std::string& path) {
  if (!expect(map, Node::Kind::kMap, path)) return;
  const Section& section = section_of(owner);
  std::set<std::string_view> seen;
  for (const auto& child : map.children) {
    const Key* key = section.find(child.key);
    if (key == nullptr) {
      unknown_key(child, section, path);
    } else if (!seen.insert(key->name).second) {
      problem(child.key_offset, inside(path, child.key),
              fmt::format("{} and {} are the same", key->name, key->alias), "keep one of the two");
    } else {
      read_value(child, *key, owner, inside(path, key->name));
    }
  }
}

void Reader::read_value(const Node& node, const Key& key, Owner owner, const std::string& path) {
  if (node.kind == Node::Kind::kNull) {
    // YAML takes ~ for null.
    problem(node.key_offset, path, "has no value",
            key.rule == Rule::kPath
                ? "give it one (a lone ~ needs quotation marks), or leave the key out"
                : "give it one, or leave the key out");
    return;
  }
  std::visit(ValueReader(*this, node, key, path), key.at(owner));
}

void Reader::unknown_key(const Node& child, const Section& section, const std::string& path) {
  const auto place = inside(path, child.key);
  if (const auto* foreign = section.find_foreign(child.key)) {
    if (foreign->silent) return;
    warn(child.key_offset, place, "is another client's key and has no effect here",
         std::string(foreign->remedy));
    return;
  }
  problem(child.key_offset, place, fmt::format("there is no key {}", json::quoted(child.key)),
          section.remedy_for(child.key));
}

bool Reader::expect(const Node& node, Node::Kind kind, const std::string& path) {
  if (node.kind == kind) return true;
  problem(node.offset, path,
          fmt::format("expected {}, found {}", with_article(kind), with_article(node.kind)));
  return false;
}

std::optional<std::string> Reader::text_of(const Node& node, const std::string& path) {
  if (!node.is_scalar()) {
    problem(node.offset, path, fmt::format("expected a text, found {}", with_article(node.kind)));
    return std::nullopt;
  }
  auto result = expanded(node.text);
  if (!result) {
    auto& notes = disabled_ ? notes_.warnings : notes_.problems;
    notes.push_back({node.offset, path, result.error().what, result.error().remedy});
    return std::nullopt;
  }
  if (result->text.find('\0') != std::string::npos || !json::is_utf8(result->text)) {
    problem(node.offset, path, "is not text: it has a zero byte or is not UTF-8");
    return std::nullopt;
  }
  if (result->changed) written_.emplace_back(path, node.text);
  return std::move(result->text);
}

// A short file may name a long one many times.
base::Result<Expanded> Reader::expanded(const std::string& text) {
  if (expanded_bytes_ > kMaxExpandedBytes) {
    return base::fail("with this the expanded texts are larger than 8 MiB");
  }
  auto result = expand(text, folder_, sources_);
  if (result) expanded_bytes_ += result->text.size();
  return result;
}

std::optional<std::string> Reader::ruled_text(const Node& node, Rule rule,
                                              const std::string& path) {
  auto text = text_of(node, path);
  if (!text) return std::nullopt;
  if (auto complaint = complaint_about(rule, *text)) {
    problem(node.offset, path, std::move(complaint->what), std::move(complaint->remedy));
    return std::nullopt;
  }
  if (!names_file(rule, *text) || *text == kInMemory) return text;
  auto full = resolve_path(*text, folder_, sources_);
  if (full) return std::move(*full);
  problem(node.offset, path, full.error().what, full.error().remedy);
  return std::nullopt;
}

Server Reader::read_server(const Node& entry, const std::string& path) {
  Server server;
  server.name = entry.key;
  server.prefix = entry.key;
  if (!is_name(entry.key)) {
    problem(entry.key_offset, path, "is not a name for a server",
            "use letters, digits, '-', '_' and '.', at most 64 of them");
  }
  disabled_ = is_true(entry.find("disabled"));
  read_section(entry, &server, path);
  disabled_ = false;
  if (entry.kind == Node::Kind::kMap) settle_transport(entry, server, path);
  return server;
}

void Reader::settle_transport(const Node& entry, Server& server, const std::string& path) {
  const Node* command = entry.find("command");
  const Node* url = entry.find("url");
  const Node* type = entry.find("type");
  if (command != nullptr && url != nullptr) {
    problem(url->key_offset, path, "has both command and url",
            "keep command for a program to start here, url for a server that runs elsewhere");
    return;
  }
  if (command == nullptr && url == nullptr) {
    problem(entry.key_offset, path, "has neither command nor url",
            "command: the program to start, or url: the server's address");
    return;
  }
  if (type == nullptr) server.transport = url != nullptr ? Transport::kHttp : Transport::kStdio;
  if ((server.transport == Transport::kStdio) != (command != nullptr)) {
    problem(
        type->offset, path,
        fmt::format("type {} does not go with {}", type->text, url != nullptr ? "url" : "command"),
        "leave type out");
  }
  warn_unused(entry, server, path);
}

void Reader::warn_unused(const Node& entry, const Server& server, const std::string& path) {
  const bool stdio = server.transport == Transport::kStdio;
  const auto unused = stdio ? Strings{"headers"} : Strings{"args", "env", "inherit", "cwd"};
  for (const auto& name : unused) {
    const Node* node = entry.find(name);
    if (node == nullptr || node->children.empty()) continue;
    warn(node->key_offset, inside(path, name),
         fmt::format("has no effect with {}", stdio ? "command" : "url"));
  }
}

}  // namespace touchstone::config
