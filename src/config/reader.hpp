// Reader: from the tree of a file to a Config, by the table of keys. Notes every problem and goes
// on, so that a person sees them all at once.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "config/config.hpp"
#include "config/expand.hpp"
#include "config/key.hpp"
#include "config/load.hpp"
#include "config/tree.hpp"

namespace touchstone::config {

inline constexpr std::size_t kMaxServers = 1'000;
inline constexpr std::size_t kMaxTokens = 1'000;
inline constexpr std::size_t kMaxViews = 100;                           // and channels
inline constexpr std::size_t kMaxExpandedBytes = std::size_t{8} << 20;  // all texts together

class Reader {
 public:
  // `folder` is the config's, absolute.
  Reader(const Sources& sources, std::string folder)
      : sources_(sources), folder_(std::move(folder)) {}

  [[nodiscard]] Config read(const Node& root);

  [[nodiscard]] Notes take_notes() { return std::move(notes_); }
  [[nodiscard]] Pairs take_written() { return std::move(written_); }

 private:
  friend class ValueReader;

  void read_section(const Node& map, Owner owner, const std::string& path);
  void read_value(const Node& node, const Key& key, Owner owner, const std::string& path);
  void unknown_key(const Node& child, const Section& section, const std::string& path);
  Server read_server(const Node& entry, const std::string& path);
  void settle_transport(const Node& entry, Server& server, const std::string& path);
  void warn_unused(const Node& entry, const Server& server, const std::string& path);

  // A text with its ${…} replaced, or nothing and a note.
  std::optional<std::string> text_of(const Node& node, const std::string& path);
  std::optional<std::string> ruled_text(const Node& node, Rule rule, const std::string& path);
  base::Result<Expanded> expanded(const std::string& text);
  bool expect(const Node& node, Node::Kind kind, const std::string& path);

  void problem(std::size_t offset, const std::string& path, std::string what,
               std::string remedy = {}) {
    notes_.problems.push_back({offset, path, std::move(what), std::move(remedy)});
  }
  void warn(std::size_t offset, const std::string& path, std::string what,
            std::string remedy = {}) {
    notes_.warnings.push_back({offset, path, std::move(what), std::move(remedy)});
  }

  const Sources& sources_;
  std::string folder_;
  Notes notes_;
  Pairs written_;
  std::size_t expanded_bytes_ = 0;
  bool disabled_ = false;  // inside a disabled server, whose secrets need not be there
};

}  // namespace touchstone::config
