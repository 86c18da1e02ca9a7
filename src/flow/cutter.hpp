// Cutter: what the readers of JSON, records and tables write their pieces with.
//
// Each of them takes a text apart in its own way and says here, value by value, what it found; in
// which manner a value stands is decided in one place.
#pragma once

#include <cstddef>
#include <string_view>

#include "flow/pieces.hpp"

namespace touchstone::flow {

class Cutter {
 public:
  Cutter(Pieces& out, Form form) : out_(out), form_(form) {}

  // The text stays as it is, and all of it is prose.
  void take_as_prose(std::string_view text);

  // The text is put together anew. Keys and marks:
  void layout(std::string_view text);
  // All there is of a field or list item; `key` is empty for an item of no field.
  void whole_value(std::string_view key, std::string_view value);
  void prose(std::string_view text);
  // A name in a list of what the server has; of a thing if `manner` is kNamed.
  void listed(std::string_view name, Manner manner);
  // A name that a record gives to a field, where it may itself be a value ("shared with": {bob:
  // …}).
  void key(std::string_view key);

 private:
  [[nodiscard]] std::size_t append(std::string_view text);
  void cut_from(std::size_t begin);
  void cut_raw(std::size_t begin, std::string_view value);
  void add(std::size_t begin, std::size_t end, Manner manner);

  Pieces& out_;
  Form form_;
  bool in_order_ = false;  // the last value ended inside of an instruction; of Form::kRaw
};

// A field of this name holds what people wrote: a subject, a body, a description.
[[nodiscard]] bool holds_prose(std::string_view key);

// `text` from `begin` on is prose: pieces of it, mentioned or directed, behind those in `out`.
void cut_prose(std::string_view text, std::size_t begin, std::vector<Piece>& out);

// How much of a text a reader could make something of; the rest it has told as prose.
enum class Extent : std::uint8_t { kNone, kPart, kAll };

// The readers. False: the text is not of this kind, and what was said of it does not count.
[[nodiscard]] Extent cut_records(std::string_view text, Cutter& out);
[[nodiscard]] bool cut_table(std::string_view text, Cutter& out);
void cut_json(json::View value, Cutter& out);

}  // namespace touchstone::flow
