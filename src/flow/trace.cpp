// Memory::trace: one walk over the arguments of a call.
#include <algorithm>
#include <map>
#include <string>

#include "base/word_list.hpp"
#include "flow/decoded.hpp"
#include "flow/fold.hpp"
#include "flow/host.hpp"
#include "flow/identifiers.hpp"
#include "flow/letters.hpp"
#include "flow/mail_domain.hpp"
#include "flow/memory.hpp"
#include "flow/names.hpp"
#include "json/pointer.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMinBare = 2;       // a shorter value stands everywhere
constexpr std::size_t kMaxSearches = 96;  // of bare values in the texts, for one call

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

}  // namespace

class Tracer {
 public:
  explicit Tracer(const Memory& memory) : memory_(memory) {}

  Flows run(json::View arguments) {
    if (arguments) walk(arguments, "", false);
    return std::move(flows_);
  }

 private:
  void walk(json::View value, const std::string& pointer, bool destination);
  void string(std::string_view text, const std::string& pointer, bool destination);
  void number(std::string_view raw, const std::string& pointer, bool destination);
  void token(const Token& token, bool whole, const std::string& pointer, bool destination);
  void bare(const std::vector<std::string>& spellings, const std::string& pointer,
            bool destination);
  void by_domain(Carried& value) const;
  void by_host(Carried& value) const;
  [[nodiscard]] bool by_name_above(std::string_view name, Carried& value) const;
  void suspect(Carried& value) const;
  void copies(std::string_view text, const std::string& pointer);
  void copies_in(std::string_view text, const std::string& pointer, std::size_t first);
  [[nodiscard]] bool has_room() {
    flows_.complete = flows_.complete && flows_.values.size() < kMaxValues;
    return flows_.values.size() < kMaxValues;
  }

  const Memory& memory_;
  Flows flows_;
  std::size_t read_ = 0;
  std::size_t searches_ = 0;
  std::string scratch_;
  std::string folded_;
};

// Depth is bounded by the parser.
void Tracer::walk(json::View value, const std::string& pointer, bool destination) {
  if (read_ > kMaxTraced) {
    flows_.complete = false;
    return;
  }
  for (const auto& [key, member] : value.members()) {
    const auto name = key.as_string().value_or("");
    walk(member, json::pointer(pointer, name), name_has(name, kDestinationWords));
  }
  std::size_t index = 0;
  for (const auto element : value.elements()) {
    walk(element, json::pointer(pointer, index++), destination);
  }
  if (value.is(json::Kind::kNumber)) return number(value.raw(), pointer, destination);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  string(value.as_string(text).value_or(""), pointer, destination);
}

void Tracer::string(std::string_view text, const std::string& pointer, bool destination) {
  if (read_ + text.size() > kMaxTraced) flows_.complete = false;
  text = text.substr(0, kMaxTraced - std::min(kMaxTraced, read_));
  read_ += text.size() + 1;
  auto core = text;
  while (!core.empty() && is_space(core.front())) core.remove_prefix(1);
  while (!core.empty() && is_space(core.back())) core.remove_suffix(1);
  bool any_whole = false;
  TokenReader reader(core);
  while (const auto found = reader.next()) {
    const bool whole = found->begin == 0 && found->end == core.size();
    any_whole = any_whole || whole;
    token(*found, whole, pointer, destination);
  }
  if (!any_whole && core.size() >= kMinBare && core.size() <= kMaxBare) {
    bare({folded(core)}, pointer, destination);
  }
  copies(text, pointer);
}

void Tracer::number(std::string_view raw, const std::string& pointer, bool destination) {
  read_ += raw.size();
  if (raw.size() >= kMinBare && raw.size() <= kMaxBare) {
    bare(spellings_of_number(raw), pointer, destination);
  }
}

void Tracer::token(const Token& token, bool whole, const std::string& pointer, bool destination) {
  if (!has_room()) return;
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
  }
  flows_.values.push_back(std::move(value));
}

void Tracer::bare(const std::vector<std::string>& spellings, const std::string& pointer,
                  bool destination) {
  auto text = spellings.front();
  if (text.size() <= kMinBare || !has_room()) return;  // a blank stands behind it
  text.pop_back();
  const auto hash = memory_.tokens_.hash_of(text);
  Carried value{pointer, Kind::kText, std::move(text), true, destination, {}, 0, 0, false, hash};
  for (const auto& spelling : spellings) {
    if (++searches_ > kMaxSearches) break;
    const auto found = memory_.texts_.find(spelling, memory_.sources_);
    if (found.seen.empty()) continue;
    if (value.seen.empty()) value.first = found.first;
    value.last = found.last;
    value.seen.join(found.seen);
  }
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
  if (value.destination && value.seen.bits() == 0) suspect(value);
  if (searches_ > kMaxSearches) flows_.complete = false;
  flows_.values.push_back(std::move(value));
}

// An address that nobody has seen, of a domain that was only said (or below one): whoever said it
// may have all addresses there. The nearest domain that is known tells.
void Tracer::by_domain(Carried& value) const {
  for (auto domain = domain_of(value.text); !domain.empty(); to_domain_above(domain)) {
    if (by_name_above(domain, value)) return;
  }
}

// The same of a host below one that was only said: whoever has that has all names below it.
void Tracer::by_host(Carried& value) const {
  for (auto host = host_above(value.text); !host.empty(); host = host_above(host)) {
    if (by_name_above(host, value)) return;
  }
}

// True: it is known, and has told.
bool Tracer::by_name_above(std::string_view name, Carried& value) const {
  const auto* known = memory_.tokens_.find(memory_.tokens_.hash_of(name));
  if (known == nullptr) return false;
  if (!known->seen.only_said()) return true;
  value.seen = known->seen;
  value.first = known->first;
  value.last = known->last;
  return true;
}

// It may have been in what was lost.
void Tracer::suspect(Carried& value) const {
  if (!memory_.lost_) return;
  value.seen.add(Manner::kMentioned, memory_.source(*memory_.lost_).author);
  value.first = value.last = *memory_.lost_;
}

// As it stands, and as it reads decoded.
void Tracer::copies(std::string_view text, const std::string& pointer) {
  const auto floor = memory_.options_.floor;
  if (text.size() < floor) return;
  const auto first = flows_.copied.size();
  copies_in(text, pointer, first);
  if (const auto plain = decoded(text, floor)) {
    read_ += plain->size();
    copies_in(*plain, pointer, first);
  }
  std::stable_sort(flows_.copied.begin() + static_cast<std::ptrdiff_t>(first), flows_.copied.end(),
                   [](const Copied& a, const Copied& b) { return a.matched > b.matched; });
}

// Those of the same string stand in flows_.copied from `first`, each source once.
void Tracer::copies_in(std::string_view text, const std::string& pointer, std::size_t first) {
  const auto floor = memory_.options_.floor;
  folded_.clear();
  append_folded(folded_, text);
  auto matches = memory_.texts_.matches(folded_, floor);
  if (matches.empty()) return;
  const auto identifiers = identifiers_in(text);
  std::erase_if(matches, [&](const Match& match) {
    return match.end - match.begin - overlap(match, identifiers) < floor;
  });
  std::ranges::sort(matches, {}, &Match::begin);
  std::vector<SourceId> sources;
  for (const auto& match : matches) {
    if (std::ranges::find(sources, match.source) == sources.end()) sources.push_back(match.source);
  }
  for (const auto source : sources) {
    const auto bytes = covered(matches, source);
    const auto share = static_cast<double>(bytes) / static_cast<double>(folded_.size());
    const Copied copied{pointer, source, bytes, share};
    const auto known = std::ranges::find(flows_.copied.begin() + static_cast<std::ptrdiff_t>(first),
                                         flows_.copied.end(), source, &Copied::source);
    if (known == flows_.copied.end()) {
      flows_.copied.push_back(copied);
    } else if (known->share < share) {
      *known = copied;
    }
  }
}

Flows Memory::trace(json::View arguments) const { return Tracer(*this).run(arguments); }

}  // namespace touchstone::flow
