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

class Members;
class Elements;

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
  friend class Members;
  friend class Elements;
  [[nodiscard]] const Node& node() const { return data_->nodes[index_]; }

  const DocumentData* data_ = nullptr;
  std::uint32_t index_ = 0;
};

struct Member {
  View key;
  View value;
};

class Members {
 public:
  class Iterator {
   public:
    using value_type = Member;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const DocumentData* data, std::uint32_t index) : data_(data), index_(index) {}
    Member operator*() const { return {View(data_, index_), View(data_, index_ + 1)}; }
    Iterator& operator++() {
      index_ = data_->nodes[index_ + 1].next;
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

  Members() = default;
  explicit Members(View object) : object_(object) {}
  [[nodiscard]] Iterator begin() const {
    return object_ ? Iterator(object_.data_, object_.index_ + 1) : Iterator();
  }
  [[nodiscard]] Iterator end() const {
    return object_ ? Iterator(object_.data_, object_.node().next) : Iterator();
  }
  [[nodiscard]] bool empty() const { return begin() == end(); }

 private:
  View object_;
};

class Elements {
 public:
  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const DocumentData* data, std::uint32_t index) : data_(data), index_(index) {}
    View operator*() const { return {data_, index_}; }
    Iterator& operator++() {
      index_ = data_->nodes[index_].next;
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

  Elements() = default;
  explicit Elements(View array) : array_(array) {}
  [[nodiscard]] Iterator begin() const {
    return array_ ? Iterator(array_.data_, array_.index_ + 1) : Iterator();
  }
  [[nodiscard]] Iterator end() const {
    return array_ ? Iterator(array_.data_, array_.node().next) : Iterator();
  }
  [[nodiscard]] bool empty() const { return begin() == end(); }

 private:
  View array_;
};

class Document {
 public:
  explicit Document(DocumentData data) : data_(std::make_unique<DocumentData>(std::move(data))) {}

  [[nodiscard]] View root() const { return {data_.get(), 0}; }
  [[nodiscard]] std::string_view text() const { return data_->text.view(); }

 private:
  std::unique_ptr<const DocumentData> data_;  // on the heap so that Views survive a move
};

}  // namespace touchstone::json
