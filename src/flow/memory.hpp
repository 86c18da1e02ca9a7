// Memory: what one agent's session was given, as far as it takes to see it come back in a call.
//
//   Memory memory({.seed = random});
//   const auto mail = memory.intern({.uri = "mcp://mail/search", .author = Author::kUntrusted});
//   memory.remember(text_of_result, mail);            // when a result is delivered
//   const auto flows = memory.trace(call.arguments);  // before a call
//   memory.note_call(flows);                          // when it is let through
//
// It keeps the folded text itself (text_store.hpp), the tokens in it (token_store.hpp) and what
// detectors found in it (find_store.hpp), so what it finds is exact. It is as confidential as what
// it was given: whoever writes it to a disk, whole (save) or piece by piece (take_news, replay; see
// journal.hpp), seals it. A result by several authors may be remembered piece by piece, each with
// its own source.
//
// All of it stays within Options::bytes. What exceeds that is forgotten, the oldest of whichever
// source holds most, so that a flood from one source washes away itself first; forgotten() tells.
//
// A resource with one owner, the session; used on the loop's thread only. Pure: no clock, no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "flow/faded.hpp"
#include "flow/find_store.hpp"
#include "flow/flows.hpp"
#include "flow/journal.hpp"
#include "flow/pieces.hpp"
#include "flow/source.hpp"
#include "flow/text_store.hpp"
#include "flow/token_store.hpp"
#include "json/document.hpp"

namespace touchstone::flow {

inline constexpr std::size_t kMaxSources = 48;  // beyond that, one for each kind of author
inline constexpr std::size_t kMaxUri = 160;     // bytes of a source's URI
inline constexpr std::size_t kMaxNames = 4;     // scopes, and labels, of a source's data classes

struct Options {
  std::size_t bytes = 256 << 10;  // from 64 KiB to 2 MiB
  std::size_t floor = 32;         // fewer bytes in common are no copy; not less than 32
  std::uint64_t seed = 0;         // nobody who writes content should know it
  std::size_t news = 0;           // bytes of news kept until they are taken, besides; 0: none
};

struct Forgotten {
  std::uint64_t bytes = 0;   // of folded text, left out or dropped
  std::uint64_t tokens = 0;  // dropped
  friend bool operator==(const Forgotten&, const Forgotten&) = default;
};

class Memory;
// Where a value was first seen, as a URI; of what may be forgotten, a word for that.
[[nodiscard]] std::string_view origin_of(const Memory& memory, const Carried& value);

class Memory {
 public:
  explicit Memory(Options options = {});
  [[nodiscard]] const Options& options() const { return options_; }

  // The same source has the same id. Beyond kMaxSources it joins others of its kind of author.
  [[nodiscard]] SourceId intern(Source source);
  [[nodiscard]] const Source& source(SourceId id) const { return sources_[id]; }
  [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }

  // Escapes are decoded already: a string of a result, not its JSON.
  void remember(std::string_view text, SourceId source, Form form = Form::kServed);
  void remember(json::View structured, SourceId source, Form form = Form::kServed);
  void remember(const Pieces& pieces, SourceId source);
  // A secret (kCredentials) or a number that a detector found in what this source gave.
  void remember_find(std::string_view spelled, model::DataClass data, SourceId source);

  [[nodiscard]] Flows trace(json::View arguments) const;
  // Stretches of a folded text that it was given, by where they begin.
  [[nodiscard]] std::vector<Match> copied_in(std::string_view folded) const;

  // The client makes this call: what no content has shown is supplied from now on, and what content
  // has shown is argued. True: one of them was only said, so that losing this note would let an
  // echo of it pass for a record.
  bool note_call(const Flows& flows);
  // A person agreed to the call: all of its values are supplied.
  void vouch(const Flows& flows);

  // What it was given before is gone, or too long to be read, and nobody knows what it was. So from
  // now on a destination that it does not know counts as said by somebody who is not trusted, until
  // a record, trusted content or a person vouches for it.
  void lose();
  [[nodiscard]] bool lost() const { return lost_.has_value(); }
  // It was given something by an author who is not trusted.
  [[nodiscard]] bool heard_others() const;
  // An instruction of an untrusted author says to do this. Of one that was forgotten it is only
  // known what it was about.
  [[nodiscard]] bool is_told_to(const Doing& doing) const;
  // Prose of an author who is not trusted wants this done, with all values of the call that it may
  // have from there: which those are. None: it does not.
  [[nodiscard]] std::vector<std::string> wished(const Doing& doing, const Flows& flows) const;

  // What it was told since the last time, for replay() in a memory of the same seed and size.
  [[nodiscard]] News take_news() { return journal_.take(); }
  // After an error it has been told a part, and is worth nothing.
  [[nodiscard]] base::Result<void> replay(std::string_view news);

  [[nodiscard]] std::size_t bytes() const;  // never above Options::bytes; without the news
  [[nodiscard]] Forgotten forgotten() const;

  // Compact, versioned and checked, with the options. What load() accepts remembers the same as
  // what was saved; bytes that nobody saved are an error.
  [[nodiscard]] std::string save() const;
  [[nodiscard]] static base::Result<Memory> load(std::string_view bytes, std::size_t news = 0);

 private:
  friend class Replay;
  friend class Tracer;
  friend class Wire;
  void remember_tokens(std::string_view text, Manner manner, bool listed, SourceId source);
  bool keep(const Folded& text, SourceId source);
  void keep_find(std::string_view squeezed, Find what);
  void fade_order(std::string_view prose);
  [[nodiscard]] std::uint64_t hash_of_thing(std::string_view thing) const;
  template <typename Each>
  void each_faded(std::string_view prose, SourceId source, const Each& each);
  [[nodiscard]] bool faded(std::string_view folded) const;  // all its words may be forgotten
  void see(std::uint64_t hash, Stand stand, SourceId source);
  [[nodiscard]] bool use(std::uint64_t hash, Use how);
  [[nodiscard]] bool use_name(std::string_view name, const Carried& address);
  void supply(std::uint64_t hash);
  [[nodiscard]] SourceId add(Source source);
  [[nodiscard]] SourceId join_others(Source source);

  Options options_;
  std::vector<Source> sources_;  // [0] is the client itself
  TextStore texts_;
  TokenStore tokens_;
  FindStore finds_;
  Faded faded_;
  Journal journal_;
  std::optional<SourceId> lost_;  // stands for whoever gave what is gone
};

}  // namespace touchstone::flow
