// Document and View: one parsed JSON text and a cursor into it.
//
// A document is the original bytes plus a flat table of nodes; a node says which bytes a value
// occupies. Nothing is decoded or converted until asked for, and the exact spelling of every value
// is always at hand (View::raw). That is what makes lossless forwarding cheap: whatever we do not
// mean to change is copied from the original bytes, never written anew (splice.hpp).
//
// Ownership: the Document owns bytes and nodes. A View is two words, copies freely, and is valid as
// long as the Document lives, also when the Document is moved. Both are immutable after parsing and
// may be read from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "json/text.hpp"

namespace touchstone::json {

enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

// "an object", "a string", … for messages.
[[nodiscard]] std::string_view with_article(Kind kind);

// A value's bytes are [begin, end) of the text. `next` is the node after this value and everything
// in it, so skipping a value is one step. In an object, keys and values alternate.
struct Node {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t next = 0;
  Kind kind = Kind::kNull;
};

struct DocumentData {
  Text text;
  std::vector<Node> nodes;  // nodes[0] is the root
};

class View;
struct Member;
template <typename Item>
class Children;
using Members = Children<Member>;
using Elements = Children<View>;

class View {
 public:
  View() = default;  // the absent value
  View(const DocumentData* data, std::uint32_t index) : data_(data), index_(index) {}

  // False for the absent value, which every accessor below treats as "not that".
  explicit operator bool() const { return data_ != nullptr; }

  [[nodiscard]] Kind kind() const { return node().kind; }  // of a present value only
  [[nodiscard]] bool is(Kind kind) const { return data_ != nullptr && node().kind == kind; }

  // The bytes of the value exactly as they stand in the text, quotes and all.
  [[nodiscard]] std::string_view raw() const;
  [[nodiscard]] std::size_t begin_offset() const { return node().begin; }
  [[nodiscard]] std::size_t end_offset() const { return node().end; }

  [[nodiscard]] std::optional<bool> as_bool() const;

  // The decoded string. Lone surrogates become U+FFFD. The view form points into the text where
  // nothing is escaped and into `scratch` otherwise.
  [[nodiscard]] std::optional<std::string> as_string() const;
  [[nodiscard]] std::optional<std::string_view> as_string(std::string& scratch) const;
  [[nodiscard]] bool equals(std::string_view string) const;  // a string with this decoded value

  // The number if it is an integer that fits, however it is spelled (7, 7.0 and 7e0 alike).
  [[nodiscard]] std::optional<std::int64_t> as_int() const;

  [[nodiscard]] View find(std::string_view key) const;  // absent if not an object or no such key
  [[nodiscard]] Members members() const;                // empty if not an object
  [[nodiscard]] Elements elements() const;              // empty if not an array

  friend bool operator==(const View&, const View&) = default;

 private:
  template <typename Item>
  friend class Children;
  [[nodiscard]] const Node& node() const { return data_->nodes[index_]; }

  const DocumentData* data_ = nullptr;
  std::uint32_t index_ = 0;
};

struct Member {
  View key;
  View value;
};

// What stands in a container, in its order: Members of an object, Views of an array's elements.
template <typename Item>
class Children {
 public:
  class Iterator {
   public:
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const DocumentData* data, std::uint32_t index) : data_(data), index_(index) {}
    Item operator*() const {
      if constexpr (kIsMember)
        return {View(data_, index_), View(data_, index_ + 1)};
      else
        return {data_, index_};
    }
    Iterator& operator++() {
      index_ = data_->nodes[index_ + (kIsMember ? 1 : 0)].next;
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const DocumentData* data_ = nullptr;
    std::uint32_t index_ = 0;
  };

  Children() = default;
  explicit Children(View container) : container_(container) {}
  [[nodiscard]] Iterator begin() const {
    return container_ ? Iterator(container_.data_, container_.index_ + 1) : Iterator();
  }
  [[nodiscard]] Iterator end() const {
    return container_ ? Iterator(container_.data_, container_.node().next) : Iterator();
  }
  [[nodiscard]] bool empty() const { return begin() == end(); }

 private:
  static constexpr bool kIsMember = std::is_same_v<Item, Member>;
  View container_;
};

class Document {
 public:
  explicit Document(DocumentData data) : data_(std::make_unique<DocumentData>(std::move(data))) {}

  [[nodiscard]] View root() const { return {data_.get(), 0}; }
  [[nodiscard]] std::string_view text() const { return data_->text.view(); }

  // The same with another scalar in the place of `scalar`, which is one of this document's. It is
  // not read again: `json` is a scalar that somebody has read.
  [[nodiscard]] Document with(View scalar, std::string_view json) const;

 private:
  std::unique_ptr<const DocumentData> data_;  // on the heap so that Views survive a move
};

}  // namespace touchstone::json
