#include "flow/memory.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "flow/decoded.hpp"
#include "flow/fold.hpp"
#include "flow/host.hpp"
#include "flow/letters.hpp"
#include "flow/mail_domain.hpp"
#include "flow/respelled.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kLeastBytes = 64 << 10;  // less would not hold the sources
constexpr std::size_t kMostBytes = 2 << 20;
constexpr std::size_t kLeastFloor = kStride + kShingle - 1;  // below it a stretch may be missed
constexpr std::size_t kMaxWordOfClass = 48;                  // bytes of a scope or a label
constexpr std::size_t kMaxEncodedFind = 512;  // bytes; a longer one has other things in it as well
constexpr std::string_view kClient = "client";
constexpr std::string_view kOthers = "mcp:others";        // a source beyond the bound
constexpr std::string_view kForgotten = "mcp:forgotten";  // what there was no room for
constexpr std::string_view kLost = "mcp:lost";  // what a memory was given before it lost it

Options bounded(Options options) {
  options.bytes = std::clamp(options.bytes, kLeastBytes, kMostBytes);
  options.floor = std::max(options.floor, kLeastFloor);
  return options;
}

// With as many scopes and labels as there is room for.
model::DataClasses bounded(const model::DataClasses& classes) {
  using enum model::DataClass;
  model::DataClasses out;
  for (const auto data_class : {kNone, kUser, kPii, kFinancial, kCredentials, kRegulated}) {
    if (classes.has(data_class)) out.insert(data_class);
  }
  const auto some = [](const std::vector<std::string>& names, const auto& insert) {
    for (const auto& name : std::span(names).first(std::min(names.size(), kMaxNames))) {
      if (name.size() <= kMaxWordOfClass) insert(name);
    }
  };
  some(classes.scopes(), [&](const std::string& name) { out.insert_scope(name); });
  some(classes.labels(), [&](const std::string& name) { out.insert_label(name); });
  return out;
}

// Of folded text, until `take` says no. True: it never did.
template <typename Take>
bool each_word(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    if (end > 0 && !take(text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::size_t bytes_of(const Source& source) {
  std::size_t bytes = sizeof(Source) + source.uri.size();
  for (const auto& name : source.classes.scopes()) bytes += sizeof(std::string) + name.size();
  for (const auto& name : source.classes.labels()) bytes += sizeof(std::string) + name.size();
  return bytes;
}

constexpr bool separates_values(char c) {
  return is_space(c) || c == ',' || c == ';' || c == '<' || c == '>' || c == '"' || c == '\'';
}

constexpr std::size_t kMaxNamesAbove = 4;  // of one host

// The names that stand for a token besides itself: of a mail address its domain, of a host those
// above it, with a dot before them since who has a name need not have what is above.
template <typename Each>
void each_name_for(Kind kind, std::string_view normal, const Each& each) {
  if (kind == Kind::kMail) {
    if (const auto domain = domain_of(normal); !domain.empty()) each(domain);
  }
  if (kind != Kind::kHost && kind != Kind::kUrl) return;
  auto above = host_above(normal);
  for (std::size_t i = 0; i < kMaxNamesAbove && !above.empty(); ++i, above = host_above(above)) {
    each(normal.substr(normal.size() - above.size() - 1));
  }
}

// Which of the tokens of a short recorded value are what was recorded: all of them if there is
// nothing else ("a@x.com, b@y.com"), else the one in brackets at its end ("Bob <bob@x.com>").
class Recorded {
 public:
  explicit Recorded(std::string_view text) : text_(text) {
    TokenReader reader(text);
    std::size_t done = 0;
    while (const auto token = reader.next()) {
      only_tokens_ = only_tokens_ && separates(done, token->begin);
      done = std::max(done, token->end);
    }
    only_tokens_ = only_tokens_ && separates(done, text.size());
  }
  [[nodiscard]] bool is(const Token& token) const {
    const bool in_brackets = token.begin > 0 && text_[token.begin - 1] == '<' &&
                             token.end + 1 == text_.size() && text_.ends_with('>');
    return only_tokens_ || in_brackets;
  }

 private:
  [[nodiscard]] bool separates(std::size_t begin, std::size_t end) const {
    return begin >= end || std::ranges::all_of(text_.substr(begin, end - begin), separates_values);
  }
  std::string_view text_;
  bool only_tokens_ = true;
};

}  // namespace

Memory::Memory(Options options)
    : options_(bounded(options)),
      texts_(options_.bytes, options_.seed),
      tokens_(options_.bytes, options_.seed),
      finds_(options_.bytes, options_.seed),
      faded_(fitting_table(options_.bytes, kFadedWordPart, sizeof(std::uint64_t))),
      journal_(options_.news) {
  sources_.push_back({std::string(kClient), Author::kTrusted, false, false, {}});
}

SourceId Memory::intern(Source source) {
  source.uri.resize(std::min(source.uri.size(), kMaxUri));
  source.classes = bounded(source.classes);
  const auto found = std::ranges::find(sources_, source);
  if (found != sources_.end()) return static_cast<SourceId>(found - sources_.begin());
  std::size_t held = bytes_of(source);
  for (const auto& other : sources_) held += bytes_of(other);
  const auto room = fitting_sources(options_.bytes);
  const bool fits = sources_.size() < kMaxSources && held <= room && source.uri != kOthers;
  const auto id = fits ? add(source) : join_others(source);
  journal_.source(source, id);
  return id;
}

SourceId Memory::join_others(Source source) {
  const auto others = std::ranges::find_if(sources_, [&](const Source& other) {
    return other.uri == kOthers && other.author == source.author;
  });
  source.uri = kOthers;
  if (others == sources_.end()) return add(std::move(source));
  others->is_private |= source.is_private;
  others->malicious |= source.malicious;
  others->classes.join(source.classes);
  others->classes = bounded(others->classes);
  return static_cast<SourceId>(others - sources_.begin());
}

SourceId Memory::add(Source source) {
  sources_.reserve(sources_.size() + 1);  // exactly: room that is not used counts, too
  sources_.push_back(std::move(source));
  return static_cast<SourceId>(sources_.size() - 1);
}

// What is behind the cut may name anything.
void Memory::remember(std::string_view text, SourceId source, Form form) {
  const bool of_anybody = source < sources_.size() && sources_[source].author == Author::kUntrusted;
  if (form <= Form::kServed && of_anybody) form = Form::kPassed;
  remember(cut(text, form), source);
  const bool is_cut = text.size() > kMaxCut && source < sources_.size();
  if (is_cut && sources_[source].author != Author::kTrusted) lose();
}

void Memory::remember(json::View structured, SourceId source, Form form) {
  remember(cut(structured, form), source);
}

void Memory::remember(const Pieces& pieces, SourceId source) {
  if (source >= sources_.size()) return;
  const auto text = texts_.fold(pieces, [&](std::string_view left_out) {
    each_faded(folded(left_out), source, [&](std::uint64_t word) {
      if (faded_.add(word)) journal_.faded(word);
    });
  });
  if (keep(text, source)) journal_.text(text, source, sources_);
  for (const auto& piece : pieces.all()) {
    remember_tokens(pieces.of(piece), piece.manner, piece.listed, source);
    if (const auto plain = respelled(pieces.of(piece))) {
      remember_tokens(*plain, piece.manner, false, source);
    }
  }
}

// What is encoded is a secret to whoever decodes it, too.
void Memory::remember_find(std::string_view spelled, model::DataClass data, SourceId source) {
  if (source >= sources_.size()) return;
  const Find what{data, source};
  keep_find(squeezed(spelled), what);
  if (data != model::DataClass::kCredentials || spelled.size() > kMaxEncodedFind) return;
  if (const auto plain = decoded(spelled, kShortestFind)) keep_find(squeezed(*plain), what);
}

void Memory::keep_find(std::string_view squeezed, Find what) {
  squeezed = squeezed.substr(0, finds_.longest());
  if (finds_.keep(squeezed, what)) journal_.found(squeezed, what, sources_);
}

std::vector<Match> Memory::copied_in(std::string_view folded) const {
  auto matches = texts_.matches(folded, options_.floor);
  std::ranges::sort(matches, {}, &Match::begin);
  return matches;
}

// What is dropped now is dropped again when the text is replayed: that is no news.
bool Memory::keep(const Folded& text, SourceId source) {
  return texts_.keep(text, source, [&](std::string_view prose, SourceId of, Manner manner) {
    each_faded(prose, of, [&](std::uint64_t word) { faded_.add(word); });
    const bool is_order = manner == Manner::kDirected && sources_[of].author == Author::kUntrusted;
    if (is_order) fade_order(prose);
  });
}

// Of an instruction it must still be known what it was about.
void Memory::fade_order(std::string_view prose) {
  each_word(prose, [&](std::string_view word) {
    faded_.add(hash_of_thing(singular_of(word)));
    return true;
  });
}

// No word has a blank in it.
std::uint64_t Memory::hash_of_thing(std::string_view thing) const {
  return tokens_.hash_of(fmt::format("order {}", thing));
}

template <typename Each>
void Memory::each_faded(std::string_view prose, SourceId source, const Each& each) {
  if (sources_[source].author == Author::kTrusted || faded_.full()) return;
  each_word(prose, [&](std::string_view word) {
    each(tokens_.hash_of(word));
    return true;
  });
}

bool Memory::faded(std::string_view folded) const {
  if (faded_.empty()) return false;
  return each_word(folded,
                   [&](std::string_view word) { return faded_.has(tokens_.hash_of(word)); });
}

std::string_view origin_of(const Memory& memory, const Carried& value) {
  return value.is_forgotten() ? kForgotten : std::string_view(memory.source(value.first).uri);
}

bool Memory::heard_others() const {
  return std::ranges::any_of(sources_,
                             [](const Source& one) { return one.author != Author::kTrusted; });
}

bool Memory::is_told_to(const Doing& doing) const {
  if (doing.things.empty()) return false;
  const auto is_faded = [&](const std::string& thing) { return faded_.has(hash_of_thing(thing)); };
  return texts_.directs_to(doing, sources_) ||
         (!faded_.empty() && std::ranges::any_of(doing.things, is_faded));
}

void Memory::remember_tokens(std::string_view text, Manner manner, bool listed, SourceId source) {
  const bool may_record = manner == Manner::kRecorded;
  std::optional<Recorded> recorded;
  if (may_record) recorded.emplace(text);
  const auto said = manner == Manner::kDirected ? Manner::kDirected : Manner::kMentioned;
  TokenReader reader(text);
  while (const auto token = reader.next()) {
    const Stand stand{said, may_record && recorded->is(*token),
                      listed && names_a_thing(token->kind)};
    see(tokens_.hash_of(token->normal), stand, source);
    // A host that is only talked about says nothing of those above it: half the web is below a few.
    const bool matters = token->kind == Kind::kMail || stand.recorded ||
                         said == Manner::kDirected || sources_[source].author == Author::kTrusted;
    if (!matters) continue;
    each_name_for(token->kind, token->normal,
                  [&](std::string_view name) { see(tokens_.hash_of(name), stand, source); });
  }
}

void Memory::see(std::uint64_t hash, Stand stand, SourceId source) {
  auto& known = tokens_.at(hash, source);
  const auto before = known;
  const bool echo = known.seen.may_echo();
  const auto author = sources_[source].author;
  if (known.seen.empty()) known.first = source;
  known.last = source;
  if (!echo || author != Author::kTrusted) {
    known.seen.add(stand.recorded && !echo ? Manner::kRecorded : stand.said, author);
  }
  if (stand.listed && !echo && author != Author::kUntrusted) known.seen.list();
  if (known != before) journal_.token(hash, stand, source, sources_);
}

bool Memory::note_call(const Flows& flows) {
  bool matters = false;
  for (const auto& value : flows.values) {
    matters = use(value.hash, {value.seen, value.faded, value.first, value.last}) || matters;
    each_name_for(value.kind, value.text,
                  [&](std::string_view name) { matters = use_name(name, value) || matters; });
  }
  return matters;
}

// Whose address is used is used too; what is not known of it is what is known of the address.
bool Memory::use_name(std::string_view name, const Carried& address) {
  const auto hash = tokens_.hash_of(name);
  const auto* known = tokens_.find(hash);
  if (known == nullptr)
    return use(hash,
               {address.seen, address.faded || tokens_.faded(hash), address.first, address.last});
  return use(hash, {known->seen, false, known->first, known->last});
}

bool Memory::use(std::uint64_t hash, Use how) {
  auto& known = tokens_.at(hash, 0);
  const auto before = known;
  // What is known of a bare value is in the texts, which may be gone when it comes again.
  if (known.seen.empty() && !how.seen.empty()) {
    known.first = how.first < sources_.size() ? how.first : SourceId{0};
    known.last = how.last < sources_.size() ? how.last : SourceId{0};
  }
  known.seen.join(how.seen);
  if (!how.seen.supplied()) {
    if (how.seen.empty() && !how.faded) {
      known.seen.supply();
    } else {
      known.seen.argue();
    }
  }
  if (known != before)
    journal_.used(hash, {how.seen, how.faded, known.first, known.last}, sources_);
  return known.seen.may_echo() && !before.seen.argued();
}

void Memory::vouch(const Flows& flows) {
  for (const auto& value : flows.values) {
    supply(value.hash);
    each_name_for(value.kind, value.text,
                  [&](std::string_view name) { supply(tokens_.hash_of(name)); });
  }
}

void Memory::supply(std::uint64_t hash) {
  auto& known = tokens_.at(hash, 0);
  if (known.seen.supplied()) return;
  known.seen.supply();
  journal_.vouched(hash);
}

void Memory::lose() {
  if (lost_) return;
  lost_ = intern({std::string(kLost), Author::kUntrusted, false, false, {}});
  journal_.lost();
}

std::size_t Memory::bytes() const {
  std::size_t bytes =
      sizeof(*this) + texts_.bytes() + tokens_.bytes() + finds_.bytes() + faded_.bytes();
  bytes += (sources_.capacity() - sources_.size()) * sizeof(Source);
  for (const auto& source : sources_) bytes += bytes_of(source);
  return bytes;
}

Forgotten Memory::forgotten() const { return {texts_.forgotten(), tokens_.forgotten()}; }

}  // namespace touchstone::flow
