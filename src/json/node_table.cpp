#include "json/node_table.hpp"

#include <algorithm>

#include "json/duplicates.hpp"
#include "json/string.hpp"

namespace touchstone::json {
namespace {

constexpr std::size_t kShownKeyBytes = 60;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

Kind scalar_kind(char first) {
  switch (first) {
    case '"': return Kind::kString;
    case 't':
    case 'f': return Kind::kBool;
    case 'n': return Kind::kNull;
    default: return Kind::kNumber;
  }
}

class Builder {
 public:
  Builder(DocumentData& data, std::uint32_t max_depth)
      : text_(data.text.view()), nodes_(data.nodes), max_depth_(max_depth) {}

  std::optional<Fault> run(std::span<const std::uint32_t> words);

 private:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  bool open(std::uint32_t at, Kind kind);
  bool close(std::uint32_t at);
  void add_scalar(std::uint32_t at, std::uint32_t next_word);
  [[nodiscard]] Fault repeated(const Node& key) const;

  std::string_view text_;
  std::vector<Node>& nodes_;
  std::uint32_t max_depth_;
  std::vector<std::uint32_t> open_;  // the containers that are open, outermost first
  std::optional<Fault> fault_;
};

std::optional<Fault> Builder::run(std::span<const std::uint32_t> words) {
  // Of the words of a value at most every second one, rounded up, is a node: an element comes with
  // a comma or a bracket, a key with a colon.
  nodes_.reserve((words.size() + 1) / 2);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t at = words[i];
    bool fine = true;
    switch (text_[at]) {
      case ',':
      case ':': break;
      case '{': fine = open(at, Kind::kObject); break;
      case '[': fine = open(at, Kind::kArray); break;
      case '}':
      case ']': fine = close(at); break;
      default:
        add_scalar(at,
                   i + 1 < words.size() ? words[i + 1] : static_cast<std::uint32_t>(text_.size()));
    }
    if (!fine) return fault_;
  }
  return {};
}

bool Builder::open(std::uint32_t at, Kind kind) {
  if (open_.size() >= max_depth_) {
    fault_ = too_deep(at, max_depth_);
    return false;
  }
  open_.push_back(size());
  nodes_.push_back({at, at, 0, kind});
  return true;
}

bool Builder::close(std::uint32_t at) {
  const std::uint32_t index = open_.back();
  open_.pop_back();
  Node& node = nodes_[index];
  node.end = at + 1;
  node.next = size();
  if (node.kind == Kind::kArray) return true;
  const std::optional<Node> key = repeated_key(text_, nodes_, index);
  if (key) fault_ = repeated(*key);
  return !key;
}

// Between a scalar and the next word there is nothing but white space.
void Builder::add_scalar(std::uint32_t at, std::uint32_t next_word) {
  std::uint32_t end = next_word;
  while (is_space(text_[end - 1])) --end;
  nodes_.push_back({at, end, size() + 1, scalar_kind(text_[at])});
}

Fault Builder::repeated(const Node& key) const {
  std::string name;
  append_decoded(name, text_.substr(key.begin + 1, key.end - key.begin - 2));
  if (name.size() <= kShownKeyBytes) return {key.begin, "duplicate key " + quoted(name)};
  std::size_t cut = kShownKeyBytes;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0U) == 0x80U) --cut;
  return {key.begin, "duplicate key " + quoted(std::string_view(name).substr(0, cut)) + "…"};
}

}  // namespace

std::optional<Fault> build_nodes(DocumentData& data, std::span<const std::uint32_t> words,
                                 std::uint32_t max_depth) {
  return Builder(data, max_depth).run(words);
}

}  // namespace touchstone::json
