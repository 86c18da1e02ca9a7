// Splice: a few edits to a JSON text, everything else byte for byte as it was.
//
// Edits are collected first and applied in one copy. They refer to values of one Document, which
// must outlive the splice. An edit takes JSON text, which the caller has made with Writer or copied
// from another document; it is not checked again. Of two edits to the same value or member the
// later one counts. An edit inside a value that is replaced as a whole is lost with it, and an edit
// to what is not there, or not of the kind the edit is for, does nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"

namespace touchstone::json {

class Splice {
 public:
  explicit Splice(const Document& document) : text_(document.text()) { edits_.reserve(kFew); }
  // Edits to a part of a document: apply() returns the new bytes of `part` alone.
  explicit Splice(View part);

  void replace(View value, std::string json);

  // Sets `key` of `object`: replaces the value in place if the key is there, else appends the
  // member at the end, in the order of the calls.
  void set_member(View object, std::string_view key, std::string json);

  // Takes the member out, with its comma, whatever else is done to the object.
  void remove_member(View object, std::string_view key);

  // Appends an element at the end of `array`.
  void append(View array, std::string json);

  [[nodiscard]] bool empty() const { return edits_.empty() && removals_.empty(); }
  [[nodiscard]] std::string apply();

 private:
  static constexpr std::size_t kFew = 4;  // as many as most messages need
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string json;
    std::string label = {};    // of a new member: its key and the colon
    bool after_value = false;  // the container already has something in it
  };
  struct Removal {
    View object;
    View value;
  };
  static void put(std::string& out, const Edit& edit);
  static std::string merge(std::span<const Edit> edits);
  void insert_last(View container, std::string label, std::string json);
  // What commas a removal takes along, and a new member needs, is known when all edits are.
  void cut(View object, std::vector<Edit>& edits) const;
  [[nodiscard]] bool is_removed(View value) const;
  [[nodiscard]] std::vector<Edit> with_removals() const;
  [[nodiscard]] std::string apply(std::span<const Edit> edits) const;

  std::string_view text_;
  std::size_t origin_ = 0;  // offset of text_ in its document
  std::vector<Edit> edits_;
  std::vector<Removal> removals_;
};

}  // namespace touchstone::json
