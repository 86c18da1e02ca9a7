// Places: what the arguments of a call read or write, so that a label can stay with it.
//
// When a session that has seen something writes to a path, URI or id, the place keeps the session's
// label, and reading it again, in this session or another, brings the label along. What counts is
// an argument that is a path, a URL or an id as a whole, by its shape or by the name of its
// parameter, also in a list or in a text that is one ("/a,/b"), the files that a command line names
// and the tables of a query, and any short text that is given to a tool which moves or copies;
// place_name.hpp says in which spelling. place_rows.hpp says which other places it tells of, and
// what becomes of calls that name none, or too many. What a call that writes moves or copies takes
// its label along: of several places each gets what is known of the others. Pure.
#pragma once

#include <vector>

#include "guard/place_words.hpp"
#include "guard/subject.hpp"
#include "store/memory.hpp"

namespace touchstone::guard {

inline constexpr std::size_t kMaxPlaces = 256;                        // of one call
inline constexpr std::size_t kMaxPlaceText = 4'096;                   // longer: it is content
inline constexpr std::size_t kMaxThingMoved = 256;                    // bytes of its name
inline constexpr std::size_t kMaxShapeRead = std::size_t{256} << 10;  // bytes of one call

struct Places {
  std::vector<store::Location> all;  // sorted, each once
  // Of a result: files that it shows with what is in them.
  std::vector<store::Location> opened;
  bool opens = false;     // it shows what is in things, and not their names alone
  bool named = false;     // one is more than what is searched for
  bool moves = false;     // from one of them to another
  bool too_many = false;  // there may be others
  bool here = false;      // names the folder that the server works in: "."
  // Of a command or a query, which are read for the files and tables that they name:
  bool in_code = false;   // some were found so, and more may be touched
  bool below = false;     // what is in them, if they are folders, is taken in
  bool anywhere = false;  // so are files that nobody can name here ("cat *")

  [[nodiscard]] bool several() const { return all.size() > 1 || too_many || anywhere; }
};

[[nodiscard]] Places places_of(const Subject& subject);

// As if it were an argument of that name. No place: that would name none.
[[nodiscard]] store::Location place_under(std::string_view server, std::string_view text,
                                          const PlaceKey& key);
// By its spelling alone, so that the same file is one place under whichever parameter it stands.
[[nodiscard]] store::Location file_place(std::string_view server, std::string_view text);

}  // namespace touchstone::guard
