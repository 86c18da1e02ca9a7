// One pass over the words. The text is known to be JSON, so the pass need not ask what it already
// knows: in an object a key and its colon come before each value, and a comma can be stepped over
// without a branch. What is left is three questions a value: does a container close, is this an
// object, does a container open. The rest is straight code, and that is where the speed is.
#include "json/node_table.hpp"

#include <array>
#include <limits>
#include <string>

#include "json/duplicates.hpp"
#include "json/string.hpp"
#include "json/utf8.hpp"

namespace touchstone::json {
namespace {

constexpr std::size_t kShownKeyBytes = 60;

// The kind of a value by its first byte.
constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  kinds.fill(Kind::kNumber);
  kinds['{'] = Kind::kObject;
  kinds['['] = Kind::kArray;
  kinds['"'] = Kind::kString;
  kinds['t'] = kinds['f'] = Kind::kBool;
  kinds['n'] = Kind::kNull;
  return kinds;
}();

struct Container {
  std::uint32_t node;
  Kind kind;
  KeyFilter keys;
};

class Builder {
 public:
  Builder(DocumentData& data, std::uint32_t max_depth)
      : text_(data.text.view()), nodes_(data.nodes), max_depth_(max_depth) {}

  std::optional<Fault> run(std::span<const std::uint32_t> words);

 private:
  bool open(std::uint32_t at, Kind kind);
  bool close(std::uint32_t at);
  void add_key(std::uint32_t at, std::uint32_t next_word);
  void add_scalar(std::uint32_t at, std::uint32_t next_word, Kind kind);

  [[nodiscard]] std::uint32_t end_of_scalar(std::uint32_t next_word) const;
  [[nodiscard]] Kind kind_at(std::uint32_t at) const {
    return kKinds[static_cast<unsigned char>(text_[at])];
  }
  [[nodiscard]] Fault repeated(const Node& key) const;

  std::string_view text_;
  std::vector<Node>& nodes_;
  std::uint32_t max_depth_;
  std::uint32_t count_ = 0;  // of the nodes that are filled in
  std::vector<Container> open_;
  std::optional<Fault> fault_;
};

std::optional<Fault> Builder::run(std::span<const std::uint32_t> words) {
  // Of the words of a value at most every second one, rounded up, is a node: an element comes with
  // a comma or a bracket, a key with a colon.
  nodes_.resize((words.size() + 1) / 2);
  const std::uint32_t* word = words.data();
  const std::uint32_t* const end = word + words.size();
  if (words.size() == 1) {
    add_scalar(*word, static_cast<std::uint32_t>(text_.size()), kind_at(*word));
    return {};
  }
  // The last word closes the outermost container, so behind every other word there is one more.
  while (word != end) {
    word += text_[*word] == ',' ? 1 : 0;
    if (text_[*word] == '}' || text_[*word] == ']') {
      if (!close(*word++)) return fault_;
      continue;
    }
    if (!open_.empty() && open_.back().kind == Kind::kObject) {
      add_key(word[0], word[1]);
      word += 2;
    }
    const Kind kind = kind_at(*word);
    if (kind == Kind::kObject || kind == Kind::kArray) {
      if (!open(*word, kind)) return fault_;
    } else {
      add_scalar(word[0], word[1], kind);
    }
    ++word;
  }
  nodes_.resize(count_);
  return {};
}

bool Builder::open(std::uint32_t at, Kind kind) {
  if (open_.size() >= max_depth_) {
    fault_ = too_deep(at, max_depth_);
    return false;
  }
  open_.push_back({count_, kind, {}});
  nodes_[count_++] = {at, at, 0, kind};
  return true;
}

bool Builder::close(std::uint32_t at) {
  const Container& container = open_.back();
  Node& node = nodes_[container.node];
  node.end = at + 1;
  node.next = count_;
  if (container.keys.may_repeat()) {
    const std::uint32_t first = container.node + 1;
    const std::span members = std::span(nodes_).subspan(first, count_ - first);
    if (const auto key = repeated_key(text_, members, first)) fault_ = repeated(*key);
  }
  open_.pop_back();
  return !fault_;
}

void Builder::add_key(std::uint32_t at, std::uint32_t next_word) {
  const std::uint32_t end = end_of_scalar(next_word);
  open_.back().keys.add({text_.data() + at + 1, end - at - 2});
  nodes_[count_] = {at, end, count_ + 1, Kind::kString};
  ++count_;
}

void Builder::add_scalar(std::uint32_t at, std::uint32_t next_word, Kind kind) {
  nodes_[count_] = {at, end_of_scalar(next_word), count_ + 1, kind};
  ++count_;
}

// Between a scalar and the next word there is nothing but white space, and no scalar ends in it.
std::uint32_t Builder::end_of_scalar(std::uint32_t next_word) const {
  while (static_cast<unsigned char>(text_[next_word - 1]) <= ' ') --next_word;
  return next_word;
}

Fault Builder::repeated(const Node& key) const {
  std::string name;
  append_decoded(name, text_.substr(key.begin + 1, key.end - key.begin - 2));
  if (name.size() <= kShownKeyBytes) return {key.begin, "duplicate key " + quoted(name)};
  std::size_t cut = kShownKeyBytes;
  while (is_utf8_continuation(name[cut])) --cut;
  return {key.begin, "duplicate key " + quoted(name.substr(0, cut)) + " (shortened)"};
}

}  // namespace

std::optional<Fault> build_nodes(DocumentData& data, std::span<const std::uint32_t> words,
                                 std::uint32_t max_depth) {
  return Builder(data, max_depth).run(words);
}

}  // namespace touchstone::json
