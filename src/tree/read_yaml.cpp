// The only file that includes yaml-cpp, and the edge that its exceptions do not cross.
//
// yaml-cpp reads events for us; its own tree is not used. That is how an alias is refused before it
// stands for anything, how a plain scalar keeps its spelling, and how depth and number of values
// are bounded while the file is being read. (yaml-cpp also guards its own recursion, at 500.)
#include <istream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/node/node.h>  // parser.h only declares YAML::Node, and clang-tidy suspects ours
#include <yaml-cpp/parser.h>

#include "json/lexeme.hpp"
#include "json/string.hpp"
#include "tree/tree.hpp"

namespace touchstone::tree {
namespace {

std::size_t offset_of(const YAML::Mark& mark) {
  return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos);
}

// Thrown through yaml-cpp, which has no other way to stop, and caught in read_yaml.
struct Refused {
  Fault fault;
};

[[noreturn]] void refuse(const YAML::Mark& mark, std::string what, std::string remedy) {
  throw Refused{{offset_of(mark), std::move(what), std::move(remedy)}};
}

// Builds the tree from events. `open_` are the lists and maps that have begun and not ended.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(const Limits& limits) : limits_(limits) {}

  void OnDocumentStart(const YAML::Mark& mark) override {  // NOLINT(readability-identifier-naming)
    if (++documents_ > 1) {
      refuse(mark, "a second document", "keep one document in one file, without a second ---");
    }
  }
  void OnDocumentEnd() override {}  // NOLINT(readability-identifier-naming)

  // NOLINTNEXTLINE(readability-identifier-naming)
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    place(mark, {});
  }

  // NOLINTNEXTLINE(readability-identifier-naming)
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
  }

  // NOLINTNEXTLINE(readability-identifier-naming)
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    place(mark, {.kind = tag == "!" ? Node::Kind::kQuoted : Node::Kind::kPlain, .text = value});
  }

  // NOLINTNEXTLINE(readability-identifier-naming)
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Node::Kind::kList);
  }
  void OnSequenceEnd() override { close(); }  // NOLINT(readability-identifier-naming)

  // NOLINTNEXTLINE(readability-identifier-naming)
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Node::Kind::kMap);
  }
  void OnMapEnd() override { close(); }  // NOLINT(readability-identifier-naming)

  [[nodiscard]] Node take() { return std::move(root_); }

 private:
  struct Open {
    Node node;
    std::set<std::string> keys;
    std::string key;  // waits for its value
    std::size_t key_offset = 0;
    bool has_key = false;
  };

  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) refuse(mark, "anchors and aliases are not read", "write the value out");
  }

  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    refuse(mark, "tags are not read", "leave it out: the key decides what type a value has");
  }

  [[nodiscard]] bool wants_key() const {
    return !open_.empty() && open_.back().node.kind == Node::Kind::kMap && !open_.back().has_key;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            Node::Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag == "!" ? "" : tag);
    // Also what yaml-cpp makes of a bracket that is never closed.
    if (wants_key()) refuse(mark, "a key must be a single word or text", "close every bracket");
    if (open_.size() == limits_.max_depth) {
      refuse(mark, fmt::format("nested deeper than the limit of {}", limits_.max_depth), "");
    }
    count(mark);
    open_.push_back({.node = {.kind = kind, .offset = offset_of(mark)}});
  }

  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    attach(std::move(node));
  }

  void place(const YAML::Mark& mark, Node node) {
    count(mark);
    node.offset = offset_of(mark);
    if (wants_key()) {
      take_key(mark, std::move(node));
    } else {
      attach(std::move(node));
    }
  }

  void take_key(const YAML::Mark& mark, Node node) {
    if (!node.is_scalar()) refuse(mark, "a key must be a single word or text", "put it in quotes");
    Open& map = open_.back();
    if (!map.keys.insert(node.text).second) {
      refuse(mark, fmt::format("duplicate key {}", json::quoted(node.text)), "keep one of the two");
    }
    map.key = std::move(node.text);
    map.key_offset = node.offset;
    map.has_key = true;
  }

  void attach(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.has_key) {
      node.key = std::move(parent.key);
      node.key_offset = parent.key_offset;
      parent.has_key = false;
    }
    parent.node.children.push_back(std::move(node));
  }

  void count(const YAML::Mark& mark) {
    if (++nodes_ > limits_.max_nodes)
      refuse(mark, fmt::format("more than {} values", limits_.max_nodes), "");
  }

  Limits limits_;
  Node root_;
  std::vector<Open> open_;
  std::size_t nodes_ = 0;
  std::size_t documents_ = 0;
};

// The library's messages quote single bytes of the text, which need not be UTF-8.
std::string message_of(std::string_view said) {
  std::size_t bad = 0;
  if (json::is_utf8(said, &bad)) return fmt::format("not valid YAML: {}", said);
  return fmt::format("not valid YAML: {}{}", said.substr(0, bad), json::describe(said, bad));
}

}  // namespace

Tree read_yaml(std::string_view text, const Limits& limits) {
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    Builder builder(limits);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refused& refused) {
    return tl::unexpected(refused.fault);
  } catch (const YAML::Exception& error) {
    return tl::unexpected(Fault{offset_of(error.mark), message_of(error.msg), ""});
  } catch (const std::exception& error) {
    return tl::unexpected(Fault{0, message_of(error.what()), ""});
  }
}

}  // namespace touchstone::tree
