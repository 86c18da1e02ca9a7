// Memory::trace, string by string.
#include <algorithm>
#include <optional>
#include <string>

#include "base/word_list.hpp"
#include "flow/decoded.hpp"
#include "flow/fold.hpp"
#include "flow/host.hpp"
#include "flow/letters.hpp"
#include "flow/mail_domain.hpp"
#include "flow/memory.hpp"
#include "flow/names.hpp"
#include "flow/respelled.hpp"
#include "flow/tracer.hpp"
#include "json/pointer.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinBare = 2;           // a shorter value stands everywhere
constexpr std::size_t kMaxScanned = 4 << 20;  // bytes of directives, for values beyond kMaxSearches

// A parameter of such a name says where something goes or what something is done to.
constexpr base::WordList kDestinationWords(
    "to recipient recipients cc bcc receiver receivers url urls uri link href website host "
    "hostname "
    "domain endpoint webhook callback address addresses email emails mail account iban beneficiary "
    "payee path file filename directory dir folder target destination dest channel channels room "
    "user username users participant participants attendee attendees invitee invitees guest guests "
    "member members assignee assignees phone contact contacts repo repository bucket server peer "
    "owner collaborator collaborators group team");

// Bytes that any of the matches covers; they are in order of their beginnings.
std::size_t covered(const std::vector<Match>& matches, SourceId source) {
  std::size_t bytes = 0;
  std::size_t done = 0;
  for (const auto& match : matches) {
    if (match.source != source || match.end <= done) continue;
    bytes += match.end - std::max(done, match.begin);
    done = match.end;
  }
  return bytes;
}

// 10000 may be written 10,000 and 98.7 as 98.70: all of them, folded.
std::vector<std::string> spellings_of_number(std::string_view raw) {
  std::vector<std::string> out = {folded(raw)};
  const auto whole = raw.substr(0, raw.find_first_not_of("-0123456789"));
  const auto rest = raw.substr(whole.size());
  if (rest.find_first_of("eE") != std::string_view::npos) return out;
  std::string grouped;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i > 0 && (whole.size() - i) % 3 == 0) grouped += ',';
    grouped += whole[i];
  }
  if (grouped.size() != whole.size()) out.push_back(folded(grouped + std::string(rest)));
  if (rest.size() == 2) out.push_back(folded(std::string(raw) + "0"));
  if (rest == ".0" && whole.size() >= kMinBare) out.push_back(folded(whole));
  return out;
}

// A URL as it is fetched: line breaks and tabs in it are left out. Nothing: it has none.
std::optional<std::string> unbroken_url(std::string_view text) {
  constexpr std::string_view kBreaks = "\t\r\n";
  if (text.find_first_of(kBreaks) == std::string_view::npos ||
      text.find(' ') != std::string_view::npos || text.find(':') == std::string_view::npos) {
    return std::nullopt;
  }
  std::string out(text);
  std::erase_if(out, [&](char c) { return kBreaks.find(c) != std::string_view::npos; });
  return out;
}

}  // namespace

// Depth is bounded by the parser.
void Tracer::walk(json::View value, const std::string& pointer, Place place) {
  if (++nodes_ > kMaxNodes) return leave_out(true);
  for (const auto& [name, member] : value.members()) {
    const auto text = name.as_string().value_or("");
    const auto to = json::pointer(pointer, text);
    key(text, to);
    const bool is_argument = pointer.empty();
    if (is_argument && may_be_table(member)) cells_.emplace();
    walk(member, to, {name_has(text, kDestinationWords), place.in_list});
    if (nodes_ > kMaxNodes) return;
    if (is_argument && cells_) put_cells(to);
  }
  std::size_t index = 0;
  for (const auto element : value.elements()) {
    walk(element, json::pointer(pointer, index++), {place.destination, true});
    if (nodes_ > kMaxNodes) return;
  }
  if (value.is(json::Kind::kNumber)) return number(value.raw(), pointer, place);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  string(value.as_string(text).value_or(""), pointer, place);
}

// Names of parameters are the tool's own words, and not looked at; but a caller may write others.
void Tracer::key(std::string_view name, const std::string& pointer) {
  const bool is_long = name.size() >= memory_.options_.floor;
  if (cells_ && !is_long) name_cell(name);  // longer ones are matched by themselves
  if (!is_long && name.find_first_of("@./:#") == std::string_view::npos)
    return finds_in(name, pointer);
  Lane& lane = lane_of(name.size(), {});
  name = readable(name, false, lane);
  tokens(name, pointer, false, lane);
  copies(name, pointer, lane);
  finds_in(name, pointer);
}

// What there is still room for. A text that is longer than any token names no destination as a
// whole.
std::string_view Tracer::readable(std::string_view text, bool destination, Lane& lane) {
  const auto room = kMaxTraced - std::min(kMaxTraced, lane.read);
  if (text.size() > room) leave_out(destination || text.size() <= kMaxToken);
  text = text.substr(0, room);
  lane.read += text.size() + 1;
  return text;
}

void Tracer::string(std::string_view text, const std::string& pointer, Place place) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  Lane& lane = lane_of(text.size(), place);
  text = readable(text, place.destination, lane);
  const auto first = flows_.values.size();
  bool any_whole = tokens(text, pointer, place.destination, lane);
  any_whole = other_readings(text, first, pointer, place.destination, lane) || any_whole;
  if (!any_whole && text.size() >= kMinBare && text.size() <= kMaxBare) {
    bare({folded(text)}, pointer, place.destination, lane);
  }
  copies(text, pointer, lane);
  finds_in(text, pointer);
  if (cells_) cell(text, any_whole && std::ranges::any_of(text, is_letter));
}

// True: one of them is all there is.
bool Tracer::tokens(std::string_view text, const std::string& pointer, bool destination,
                    Lane& lane) {
  bool any_whole = false;
  new_url_.reset();
  TokenReader reader(text);
  while (const auto found = reader.next()) {
    const bool whole = found->begin == 0 && found->end == text.size();
    any_whole = any_whole || whole;
    token(*found, whole, pointer, destination, lane);
  }
  return any_whole;
}

// A longer text under another name is nothing that a program takes for an address.
bool Tracer::other_readings(std::string_view text, std::size_t first, const std::string& pointer,
                            bool destination, Lane& lane) {
  if (!destination && text.size() > kMaxToken) return false;
  bool any_whole = false;
  if (const auto plain = respelled(text))
    any_whole = more_tokens(*plain, first, pointer, destination, lane);
  if (const auto plain = unbroken_url(text))
    any_whole = more_tokens(*plain, first, pointer, destination, lane) || any_whole;
  return any_whole;
}

// Those that it has not as it stands, which are in flows_.values from `first`; and the host of a
// URL that nobody has shown, since it matters in which URL it stands.
bool Tracer::more_tokens(std::string_view plain, std::size_t first, const std::string& pointer,
                         bool destination, Lane& lane) {
  std::vector<std::uint64_t> known;
  for (auto i = first; i < flows_.values.size(); ++i) known.push_back(flows_.values[i].hash);
  std::ranges::sort(known);
  bool any_whole = false;
  new_url_.reset();
  TokenReader reader(plain);
  while (const auto found = reader.next()) {
    const bool is_known = std::ranges::binary_search(known, memory_.tokens_.hash_of(found->normal));
    const bool is_of_new_url = found->kind == Kind::kHost && new_url_ == found->begin;
    if (is_known && !is_of_new_url) continue;
    const bool whole = found->begin == 0 && found->end == plain.size();
    any_whole = any_whole || whole;
    token(*found, whole, pointer, destination, lane);
  }
  return any_whole;
}

void Tracer::number(std::string_view raw, const std::string& pointer, Place place) {
  if (raw.size() < kMinBare || raw.size() > kMaxBare) return;
  Lane& lane = lane_of(raw.size(), place);
  bare(spellings_of_number(raw), pointer, place.destination, lane);
  if (cells_) cell(raw, false);
}

void Tracer::token(const Token& token, bool whole, const std::string& pointer, bool destination,
                   Lane& lane) {
  const auto hash = memory_.tokens_.hash_of(token.normal);
  Carried value{
      pointer, token.kind, std::string(token.normal), whole, whole || destination, {}, 0, 0,
      false,   hash};
  if (const auto* known = memory_.tokens_.find(hash)) {
    value.seen = known->seen;
    value.first = known->first;
    value.last = known->last;
  } else {
    value.faded = memory_.tokens_.faded(hash);
    if (token.kind == Kind::kMail) by_domain(value);
    if (token.kind == Kind::kHost || token.kind == Kind::kUrl) by_host(value);
    if (value.seen.empty()) suspect(value);
    value.altered = token.kind == Kind::kHost || token.kind == Kind::kUrl;
  }
  // Data may stand beside what is known of a URL.
  value.altered |= token.kind == Kind::kUrl && token.has_more;
  // The host of a URL comes behind it, or alone if that is too long for a token.
  if (token.kind == Kind::kUrl && value.altered) new_url_ = token.begin;
  if (token.kind == Kind::kHost)
    value.altered |= new_url_ == token.begin || token.end - token.begin > kMaxToken;
  const bool is_number = value.kind == Kind::kAccount || value.kind == Kind::kPhone;
  if (whole && is_number && !destination && !value.seen.empty())
    note_shown(value.text, hash, value.first);
  put(std::move(value), lane);
}

// All are looked at. Beyond the bound those that nobody knows are left out: they are not supplied
// then, which may cost a question later.
void Tracer::put(Carried value, Lane& lane) {
  const bool is_known = !value.seen.empty() || value.faded;
  if (lane.values >= kMaxValues && !is_known) return;
  if (lane.values >= kMaxValues + kMaxKnown) return leave_out(value.destination);
  ++lane.values;
  flows_.values.push_back(std::move(value));
}

// None: there are more than can be searched for. Of what is no destination it only matters whether
// a directive has it.
std::optional<Found> Tracer::searched(const std::string& spelling, bool destination, Lane& lane) {
  if (++lane.searches <= kMaxSearches) return memory_.texts_.find(spelling, memory_.sources_);
  if (!directives_) directives_ = memory_.texts_.directed_bytes();
  scanned_ += *directives_ + spelling.size();
  if (destination || scanned_ > kMaxScanned) return std::nullopt;
  return memory_.texts_.find_directed(spelling, memory_.sources_);
}

std::optional<Found> Tracer::found(const std::vector<std::string>& spellings, bool destination,
                                   Lane& lane) {
  Found all;
  for (const auto& spelling : spellings) {
    const auto one = searched(spelling, destination, lane);
    if (!one) return std::nullopt;
    if (one->seen.empty()) continue;
    if (all.seen.empty()) all.first = one->first;
    all.last = one->last;
    all.seen.join(one->seen);
  }
  return all;
}

void Tracer::bare(const std::vector<std::string>& spellings, const std::string& pointer,
                  bool destination, Lane& lane) {
  auto text = spellings.front();
  if (text.size() <= kMinBare) return;  // a blank stands behind it
  const auto seen = found(spellings, destination, lane);
  if (!seen) return leave_out(destination);
  text.pop_back();
  const auto hash = memory_.tokens_.hash_of(text);
  Carried value{pointer,    Kind::kText, std::move(text), true,  destination,
                seen->seen, seen->first, seen->last,      false, hash};
  if (!destination && !value.seen.empty()) note_shown(value.text, hash, value.first);
  const auto* known = memory_.tokens_.find(hash);
  if (known != nullptr) {
    if (known->seen.may_echo()) {
      value.seen =
          value.seen.without(Manner::kRecorded).without(Manner::kNamed).without(Author::kTrusted);
    }
    if (value.seen.empty()) value.first = known->first;
    if (value.seen.empty()) value.last = known->last;
    value.seen.join(known->seen);
  }
  if (value.destination && value.seen.bits() == 0) {
    value.faded = memory_.tokens_.faded(hash) || memory_.faded(value.text);
    suspect(value);
  }
  put(std::move(value), lane);
}

// An address that nobody has seen, of a domain that was only said (or below one): whoever said it
// may have all addresses there. The nearest domain that is known tells.
void Tracer::by_domain(Carried& value) const {
  for (auto domain = domain_of(value.text); !domain.empty(); to_domain_above(domain)) {
    if (by_name_above(domain, value)) return;
  }
}

// The same of a host below one that was only said: whoever has that has all names below it. And of
// one above, if an instruction named it: who sends data below a name may mean that name.
void Tracer::by_host(Carried& value) const {
  for (auto host = host_above(value.text); !host.empty(); host = host_above(host)) {
    if (by_name_above(host, value)) return;
  }
  if (is_host(value.text)) by_name_above("." + value.text, value);
}

// True: it is known, and has told.
bool Tracer::by_name_above(std::string_view name, Carried& value) const {
  const auto hash = memory_.tokens_.hash_of(name);
  const auto* known = memory_.tokens_.find(hash);
  if (known == nullptr) {
    value.faded = value.faded || memory_.tokens_.faded(hash);
    return false;
  }
  if (!known->seen.only_said()) return true;
  value.seen = known->seen;
  value.first = known->first;
  value.last = known->last;
  value.by_name = true;
  return true;
}

// It may have been in what was lost.
void Tracer::suspect(Carried& value) const {
  if (!memory_.lost_) return;
  value.seen.add(Manner::kMentioned, memory_.source(*memory_.lost_).author);
  value.first = value.last = *memory_.lost_;
}

// As it stands, and as it reads decoded.
void Tracer::copies(std::string_view text, const std::string& pointer, Lane& lane) {
  const auto floor = memory_.options_.floor;
  if (text.size() < floor) return;
  const auto first = flows_.copied.size();
  copies_in(text, pointer, first);
  if (const auto plain = decoded(text, floor)) {
    lane.read += plain->size();
    copies_in(*plain, pointer, first);
  }
  std::stable_sort(flows_.copied.begin() + static_cast<std::ptrdiff_t>(first), flows_.copied.end(),
                   [](const Copied& a, const Copied& b) { return a.matched > b.matched; });
}

// Those of the same string stand in flows_.copied from `first`, each source once.
void Tracer::copies_in(std::string_view text, const std::string& pointer, std::size_t first) {
  folded_.clear();
  append_folded(folded_, text);
  auto matches = memory_.texts_.matches(folded_, memory_.options_.floor);
  if (matches.empty()) return;
  put_matches(std::move(matches), identifiers_in(text), folded_.size(), pointer, first);
}

void Tracer::put_matches(std::vector<Match> matches, const std::vector<Identifier>& identifiers,
                         std::size_t size, const std::string& pointer, std::size_t first) {
  std::erase_if(matches, [&](const Match& match) {
    return match.end - match.begin - overlap(match, identifiers) < memory_.options_.floor;
  });
  std::ranges::sort(matches, {}, &Match::begin);
  std::vector<SourceId> sources;
  for (const auto& match : matches) {
    if (std::ranges::find(sources, match.source) == sources.end()) sources.push_back(match.source);
  }
  for (const auto source : sources) {
    const auto bytes = covered(matches, source);
    put_copied({pointer, source, bytes, static_cast<double>(bytes) / static_cast<double>(size)},
               first);
  }
}

void Tracer::put_copied(Copied copied, std::size_t first) {
  const auto known = std::ranges::find(flows_.copied.begin() + static_cast<std::ptrdiff_t>(first),
                                       flows_.copied.end(), copied.source, &Copied::source);
  if (known == flows_.copied.end()) {
    flows_.copied.push_back(std::move(copied));
  } else if (known->share < copied.share) {
    *known = std::move(copied);
  }
}

Flows Memory::trace(json::View arguments) const { return Tracer(*this).run(arguments); }

}  // namespace touchstone::flow
