// One pass over the words. The text is known to be JSON, so the pass need not ask what it already
// knows: in an object a key and its colon come before each value, and behind a value there is a
// comma unless a container closes. That leaves few branches a value, most of them foreseeable, and
// that is where the speed is.
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
constexpr std::size_t kUsualDepth = 8;  // of a message; deeper ones grow

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

// Made in place: a copy of something just written, this size, stalls the processor.
struct Container {
  Container(std::uint32_t its_node, Kind its_kind) : node(its_node), kind(its_kind) {}

  std::uint32_t node;
  Kind kind;
  KeyFilter keys;
};

using Word = std::uint32_t;  // the offset of a word

class Builder {
 public:
  Builder(DocumentData& data, std::uint32_t max_depth)
      : text_(data.text.view()), table_(data.nodes), max_depth_(max_depth) {}

  std::optional<Fault> run(std::span<const Word> words);

 private:
  void walk(const Word* word, const Word* end);
  bool open(std::uint32_t at, Kind kind);
  bool close(std::uint32_t at);
  [[gnu::noinline]] bool check_keys(std::uint32_t first);
  void add_key(std::uint32_t at, std::uint32_t next_word);
  void add_scalar(std::uint32_t at, std::uint32_t next_word, Kind kind);

  [[nodiscard]] std::uint32_t end_of_scalar(std::uint32_t next_word) const;
  [[nodiscard]] Kind kind_at(std::uint32_t at) const {
    return kKinds[static_cast<unsigned char>(text_[at])];
  }
  [[nodiscard]] bool is_close(Word at) const { return text_[at] == '}' || text_[at] == ']'; }
  [[nodiscard]] Fault repeated(const Node& key) const;

  std::string_view text_;
  std::vector<Node>& table_;
  Node* nodes_ = nullptr;  // the table's, which does not move while it is filled
  std::uint32_t max_depth_;
  std::uint32_t count_ = 0;  // of the nodes that are filled in
  std::vector<Container> open_;
  std::optional<Fault> fault_;
};

std::optional<Fault> Builder::run(std::span<const Word> words) {
  // Of the words of a value at most every second one, rounded up, is a node: an element comes with
  // a comma or a bracket, a key with a colon.
  table_.resize((words.size() + 1) / 2);
  open_.reserve(kUsualDepth);
  nodes_ = table_.data();
  if (words.size() == 1) {
    add_scalar(words[0], static_cast<std::uint32_t>(text_.size()), kind_at(words[0]));
  } else {
    walk(words.data(), words.data() + words.size());
  }
  table_.resize(count_);
  return std::move(fault_);
}

// The last word closes the outermost container, so behind every other word there is one more.
void Builder::walk(const Word* word, const Word* end) {
  while (true) {
    if (!open_.empty() && open_.back().kind == Kind::kObject) {
      add_key(word[0], word[1]);
      word += 2;
    }
    const Kind kind = kind_at(*word);
    if (kind == Kind::kObject || kind == Kind::kArray) {
      if (!open(*word++, kind)) return;
      if (!is_close(*word)) continue;
    } else {
      add_scalar(word[0], word[1], kind);
      ++word;
    }
    while (text_[*word] != ',') {
      if (!close(*word++) || word == end) return;
    }
    ++word;
  }
}

bool Builder::open(std::uint32_t at, Kind kind) {
  if (open_.size() >= max_depth_) {
    fault_ = too_deep(at, max_depth_);
    return false;
  }
  open_.emplace_back(count_, kind);
  nodes_[count_++] = {at, at, 0, kind};
  return true;
}

bool Builder::close(std::uint32_t at) {
  const Container& container = open_.back();
  Node& node = nodes_[container.node];
  node.end = at + 1;
  node.next = count_;
  if (container.keys.may_repeat() && !check_keys(container.node + 1)) return false;
  open_.pop_back();
  return true;
}

// Looks closely at the keys of the object whose first key is the node `first`.
bool Builder::check_keys(std::uint32_t first) {
  const auto key = repeated_key(text_, {nodes_ + first, count_ - first}, first);
  if (key) fault_ = repeated(*key);
  return !key;
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
  if (name.size() <= kShownKeyBytes) return {key.begin, "duplicate key " + json::quoted(name)};
  std::size_t cut = kShownKeyBytes;
  while (is_utf8_continuation(name[cut])) --cut;
  return {key.begin, "duplicate key " + json::quoted(name.substr(0, cut)) + " (shortened)"};
}

}  // namespace

std::optional<Fault> build_nodes(DocumentData& data, std::span<const std::uint32_t> words,
                                 std::uint32_t max_depth) {
  return Builder(data, max_depth).run(words);
}

}  // namespace touchstone::json
