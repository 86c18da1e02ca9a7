// Tracer: one walk over the arguments of a call, for Memory::trace. Lives as long as that.
//
// Each string is looked at for itself (trace.cpp), and the members of a list or an object that is
// an argument also together (trace_lists.cpp): a table in cells is a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flow/flows.hpp"
#include "flow/identifiers.hpp"
#include "flow/memory.hpp"

namespace touchstone::flow {

// What the members of an argument that is a list or an object say together.
struct Row {
  std::string text;  // folded
  std::vector<Identifier> tokens;
};
// Values in it that content has shown, and that were first seen in this source.
struct Tally {
  SourceId source = 0;
  std::size_t values = 0;
  std::size_t numbers = 0;
  std::size_t bytes = 0;
};
struct Cells {
  Row values;
  Row keyed;          // the same with the names of members
  std::string glued;  // with nothing between them; as it stands
  std::size_t count = 0;
  std::size_t names = 0;             // that were searched for
  std::vector<std::uint64_t> shown;  // hashes of what is in the tallies
  std::vector<Tally> tallies;        // of sensitive sources
};

class Tracer {
 public:
  explicit Tracer(const Memory& memory) : memory_(memory) {}

  Flows run(json::View arguments) {
    if (arguments) walk(arguments, "", {});
    return std::move(flows_);
  }

 private:
  // Where a value stands.
  struct Place {
    bool destination = false;  // the parameter's name says so
    bool in_list = false;
  };
  // What may name a destination, or the rest.
  struct Lane {
    std::size_t read = 0;
    std::size_t values = 0;
    std::size_t searches = 0;
  };

  void walk(json::View value, const std::string& pointer, Place place);
  void key(std::string_view name, const std::string& pointer);
  void string(std::string_view text, const std::string& pointer, Place place);
  bool tokens(std::string_view text, const std::string& pointer, bool destination, Lane& lane);
  bool other_readings(std::string_view text, std::size_t first, const std::string& pointer,
                      bool destination, Lane& lane);
  bool more_tokens(std::string_view plain, std::size_t first, const std::string& pointer,
                   bool destination, Lane& lane);
  void number(std::string_view raw, const std::string& pointer, Place place);
  void token(const Token& token, bool whole, const std::string& pointer, bool destination,
             Lane& lane);
  void bare(const std::vector<std::string>& spellings, const std::string& pointer, bool destination,
            Lane& lane);
  [[nodiscard]] std::optional<Found> found(const std::vector<std::string>& spellings,
                                           bool destination, Lane& lane);
  [[nodiscard]] std::optional<Found> searched(const std::string& spelling, bool destination,
                                              Lane& lane);
  void by_domain(Carried& value) const;
  void by_host(Carried& value) const;
  bool by_name_above(std::string_view name, Carried& value) const;
  void suspect(Carried& value) const;
  void copies(std::string_view text, const std::string& pointer, Lane& lane);
  void copies_in(std::string_view text, const std::string& pointer, std::size_t first);
  void put_matches(std::vector<Match> matches, const std::vector<Identifier>& identifiers,
                   std::size_t size, const std::string& pointer, std::size_t first);
  void put_copied(Copied copied, std::size_t first);
  void finds_in(std::string_view text, const std::string& pointer);
  void finds_in_plain(std::string_view text, const std::string& pointer);
  [[nodiscard]] bool is_told(const Find& what, const std::string& pointer) const;

  static bool may_be_table(json::View value);
  void name_cell(std::string_view name);
  void cell(std::string_view text, bool is_token);
  void note_shown(std::string_view text, std::uint64_t hash, SourceId source);
  void put_cells(const std::string& pointer);
  void put_row(const Row& row, const std::string& pointer, std::size_t first);
  void put_tallies(const std::string& pointer, std::size_t first);
  void put(Carried value, Lane& lane);
  [[nodiscard]] std::string_view readable(std::string_view text, bool destination, Lane& lane);
  [[nodiscard]] Lane& lane_of(std::size_t size, Place place) {
    return place.destination || (size <= kMaxToken && !place.in_list) ? direct_ : rest_;
  }
  void leave_out(bool destination) {
    flows_.complete = false;
    if (destination) flows_.destinations = false;
  }

  const Memory& memory_;
  Flows flows_;
  Lane direct_;
  Lane rest_;
  std::size_t nodes_ = 0;
  std::size_t scanned_ = 0;                // of directives
  std::optional<std::size_t> directives_;  // how much there is of them
  std::optional<std::size_t> new_url_;     // where the last URL begins, if nobody has shown it
  std::string folded_;
  std::optional<Cells> cells_;  // of the argument that is walked over
};

}  // namespace touchstone::flow
