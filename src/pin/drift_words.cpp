// What the texts of a definition say that they did not say before.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "detect/excerpt.hpp"
#include "detect/mention.hpp"
#include "detect/poison.hpp"
#include "detect/runs.hpp"
#include "detect/unicode.hpp"
#include "json/utf8.hpp"
#include "pin/judgement.hpp"

namespace touchstone::pin {
namespace {

constexpr std::size_t kMaxRead = std::size_t{64} << 10;  // bytes of one text taken apart
constexpr std::size_t kFewWords = 3;                     // as many may differ in any text …
constexpr std::size_t kFewOf = 8;                        // … or one word of so many

bool is_hidden(const detect::Suspicion& suspicion) {
  return std::ranges::find(suspicion.families, detect::Family::kHidden) != suspicion.families.end();
}

Grade grade_of(const detect::Suspicion& suspicion) {
  const bool certain = suspicion.points >= detect::kAlarm || is_hidden(suspicion);
  return certain ? Grade::kHostile : Grade::kRisky;
}

const detect::KnownTools* known_tools(const Context& context) {
  return context.neighbours == nullptr ? nullptr : &context.neighbours->known();
}

std::vector<detect::Poison> poison_in(json::View definition, const Context& context) {
  if (!definition) return {};
  return detect::poison(detect::Definition{definition, "", std::string(context.server)},
                        known_tools(context));
}

// In another order of its members a definition would be the same, unless a bound cut it off.
bool is_known_clean(json::View definition, const Context& context) {
  return context.clean != nullptr && definition.raw().size() <= detect::kMaxStrings &&
         context.clean->holds(context.server, known_tools(context));
}

// Every string below a value, its keys included. As deep as the reader lets documents nest.
template <typename Visitor>
void for_each_string(json::View value, const Visitor& visit) {
  std::string scratch;
  if (const auto text = value.as_string(scratch)) return visit(text->substr(0, kMaxRead));
  for (const auto& member : value.members()) {
    for_each_string(member.key, visit);
    for_each_string(member.value, visit);
  }
  for (const auto element : value.elements()) for_each_string(element, visit);
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
// Anything beyond ASCII belongs to a word, so that other scripts have words too.
bool is_of_word(char c) { return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80; }

// Characters that emoji are joined and coloured with, and blanks.
bool is_usual(std::uint32_t code) {
  return code == '\n' || code == '\r' || code == '\t' || code == 0x200D || code == 0xFE0F;
}

// In ASCII; nobody needs to look it up.
bool is_printable(char c) { return c >= ' ' && c <= '~'; }

std::size_t invisible_in(std::string_view text) {
  std::size_t count = 0;
  while (true) {
    while (!text.empty() && is_printable(text.front())) text.remove_prefix(1);
    if (text.empty()) return count;
    const auto length = std::max<std::size_t>(json::utf8_length(text), 1);
    const auto code = json::utf8_code_point(text.substr(0, length));
    if (!is_usual(code) && !detect::is_visible(code)) ++count;
    text.remove_prefix(length);
  }
}

std::size_t hidden_in(json::View definition) {
  std::size_t count = 0;
  for_each_string(definition, [&](std::string_view text) { count += invisible_in(text); });
  return count;
}

std::set<std::string> foreign_names(json::View definition, const Context& context) {
  std::set<std::string> out;
  const auto* known = known_tools(context);
  if (known == nullptr || !definition) return out;
  for (auto& mention : detect::mentions({definition, "", std::string(context.server)}, *known)) {
    out.insert(std::move(mention.name));
  }
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  detect::for_each_run(text.substr(0, kMaxRead), is_of_word,
                       [&](std::string_view word) { out.push_back(base::lower_case(word)); });
  return out;
}

// Words that one side has and the other has not, wherever they stand.
std::size_t other_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::map<std::string_view, long> balance;
  for (const auto& word : a) ++balance[word];
  for (const auto& word : b) --balance[word];
  std::size_t more = 0;
  std::size_t fewer = 0;
  for (const auto& [word, count] : balance) {
    if (count > 0) more += static_cast<std::size_t>(count);
    if (count < 0) fewer += static_cast<std::size_t>(-count);
  }
  return std::max(more, fewer);
}

std::string how_it_differs(std::size_t others, std::size_t before, std::size_t after) {
  if (others == 0) return "has other punctuation or blanks";
  if (others <= std::max(kFewWords, before / kFewOf)) return "has a few other words";
  if (before == 0) return "is new";
  if (after == 0) return "is gone";
  return after > before ? "says more" : "is worded differently";
}

}  // namespace

void judge_poison(const Sides& definition, Judgement& out) {
  if (is_known_clean(definition.after, out.context())) return;
  std::map<std::string, int> accepted;
  for (const auto& old : poison_in(definition.before, out.context())) {
    auto& points = accepted[old.suspicion.reason];
    points = std::max(points, old.suspicion.points);
  }
  for (const auto& found : poison_in(definition.after, out.context())) {
    if (found.suspicion.points < detect::kNoteworthy && !is_hidden(found.suspicion)) continue;
    const auto old = accepted.find(found.suspicion.reason);
    if (old != accepted.end() && old->second >= found.suspicion.points) continue;
    out.add(grade_of(found.suspicion), found.suspicion.reason, found.pointer);
  }
}

// Even one that may be a slip in a text that has always had it: this one came with a change.
void judge_hidden(const Sides& definition, Judgement& out) {
  if (hidden_in(definition.after) <= hidden_in(definition.before)) return;
  out.add(Grade::kHostile, "has new characters that nobody sees", "");
}

void judge_mentions(const Sides& definition, Judgement& out) {
  const auto before = foreign_names(definition.before, out.context());
  for (const auto& name : foreign_names(definition.after, out.context())) {
    if (before.contains(name)) continue;
    out.add(Grade::kRisky,
            fmt::format("a text names `{}`, which is a tool of another server",
                        detect::excerpt(name, 0, name.size())),
            "");
  }
}

void judge_text(const Sides& text, const std::string& pointer, std::string_view what,
                Judgement& out) {
  if (text.same() || !out.may_look()) return;
  const auto before = words_of(text_of(text.before));
  const auto after = words_of(text_of(text.after));
  const auto others = other_words(before, after);
  const bool few = others <= std::max(kFewWords, before.size() / kFewOf);
  out.add(few ? Grade::kCosmetic : Grade::kCompatible,
          fmt::format("{} {}", what, how_it_differs(others, before.size(), after.size())), pointer,
          text);
}

}  // namespace touchstone::pin
