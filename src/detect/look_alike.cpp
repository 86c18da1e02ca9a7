#include "detect/look_alike.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "detect/excerpt.hpp"
#include "detect/unicode.hpp"

namespace touchstone::detect {
namespace {

// Candidates that one spelling is compared with; a list of a thousand near-equal names is noticed
// by the first few.
constexpr std::size_t kMaxCandidates = 8;
// Of these, so many of one server, or it could fill a place with names of its own before another
// server's name comes, and then imitate that one unseen.
constexpr std::size_t kMaxOfServer = 2;

bool is_numeral(char c) { return c >= '0' && c <= '9'; }

std::string without_writing(std::string_view name) {
  auto out = base::lower_case(name);
  std::erase_if(out, [](char c) { return c == '_' || c == '-' || c == '.' || c == ' '; });
  return out;
}

// As a person sees it: a capital I is a small L.
std::string as_seen(std::string_view name) {
  std::string out(name);
  std::ranges::replace(out, 'I', 'l');
  return skeleton(without_writing(out));
}

// Is `longer` the same as `shorter` with one letter more?
bool has_one_more(std::string_view longer, std::string_view shorter) {
  const auto [a, b] = std::ranges::mismatch(longer, shorter);
  return std::string_view(a + 1, longer.end()) == std::string_view(b, shorter.end());
}

// One letter other, or two neighbours swapped. Digits number things: v1 is not a misspelt v2.
bool has_one_other(std::string_view a, std::string_view b) {
  const auto [x, y] = std::ranges::mismatch(a, b);
  if (x == a.end()) return false;
  const std::string_view rest_a(x + 1, a.end());
  const std::string_view rest_b(y + 1, b.end());
  if (rest_a == rest_b) return !is_numeral(*x) || !is_numeral(*y);
  return !rest_a.empty() && *x == rest_b.front() && *y == rest_a.front() &&
         rest_a.substr(1) == rest_b.substr(1);
}

bool is_one_edit_apart(std::string_view a, std::string_view b) {
  if (a.size() == b.size()) return has_one_other(a, b);
  if (a.size() == b.size() + 1) return has_one_more(a, b);
  return b.size() == a.size() + 1 && has_one_more(b, a);
}

struct OwnedTool {
  std::string server;
  std::string name;
  std::string word;  // the name without its writing
};
using OwnedTools = std::vector<OwnedTool>;

// The first two tools, of different servers, that have a key: enough for any later tool to find one
// that is not its own server's.
class Seen {
 public:
  // The earliest tool of another server under this key; then remembers this one.
  std::optional<std::size_t> meet(const OwnedTools& tools, std::string key, std::size_t tool) {
    auto& entry = entries_.try_emplace(std::move(key), std::array{tool, tool}).first->second;
    if (tools[entry[0]].server != tools[tool].server) {
      if (tools[entry[1]].server == tools[entry[0]].server) entry[1] = tool;
      return entry[0];
    }
    if (tools[entry[1]].server != tools[tool].server) return entry[1];
    return std::nullopt;
  }

 private:
  std::unordered_map<std::string, std::array<std::size_t, 2>> entries_;
};

// Under each form of a word the first few tools that have it. One flat table: a tool has as many
// forms as its name has letters, and a place of its own in memory for each of them takes longer
// than all the rest.
class Forms {
 public:
  // `take` says of each whether it is of the tool's own server.
  template <typename Take>
  void each_and_add(std::uint64_t form, std::uint32_t tool, Take take) {
    if (2 * (taken_ + 1) > slots_.size()) grow();
    Slot& slot = slot_of(form);
    std::size_t own = 0;
    for (auto at = slot.last; at != kNone; at = places_[at].before) {
      own += take(places_[at].tool) ? 1 : 0;
    }
    if (slot.count == kMaxCandidates || own == kMaxOfServer) return;
    if (slot.count > 0 && places_[slot.last].tool == tool) return;
    if (slot.count == 0) ++taken_;
    places_.push_back({tool, slot.last});
    slot = {form, static_cast<std::uint32_t>(places_.size() - 1), slot.count + 1};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Slot {
    std::uint64_t form = 0;
    std::uint32_t last = kNone;
    std::uint32_t count = 0;
  };
  struct Place {
    std::uint32_t tool;
    std::uint32_t before;
  };
  // At most half of them are ever taken.
  Slot& slot_of(std::uint64_t form) {
    auto at = form & (slots_.size() - 1);
    while (slots_[at].count > 0 && slots_[at].form != form) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    constexpr std::size_t kFirst = 1024;
    const auto old = std::exchange(slots_, std::vector<Slot>(std::max(kFirst, 4 * slots_.size())));
    for (const Slot& slot : old) {
      if (slot.count > 0) slot_of(slot.form) = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<Place> places_;
  std::size_t taken_ = 0;
};

// Two words that are one edit apart share a form with one letter left out, so only tools that meet
// under such a form are compared.
class Spellings {
 public:
  std::optional<std::size_t> meet(const OwnedTools& tools, std::size_t tool) {
    const std::string& word = tools[tool].word;
    if (word.size() < kMinSpelling || word.size() > kMaxSpelling) return std::nullopt;
    std::optional<std::size_t> found;
    visit(tools, base::hash64(word), tool, found);
    std::string form = word.substr(1);
    visit(tools, base::hash64(form), tool, found);
    for (std::size_t i = 1; i < word.size(); ++i) {
      form[i - 1] = word[i - 1];
      visit(tools, base::hash64(form), tool, found);
    }
    return found;
  }

 private:
  void visit(const OwnedTools& tools, std::uint64_t form, std::size_t tool,
             std::optional<std::size_t>& found) {
    forms_.each_and_add(form, static_cast<std::uint32_t>(tool), [&](std::size_t other) {
      if (other == tool || tools[other].server == tools[tool].server) return true;
      if ((!found || other < *found) && is_one_edit_apart(tools[other].word, tools[tool].word))
        found = other;
      return false;
    });
  }

  Forms forms_;
};

constexpr std::array<std::string_view, 4> kNames{"same", "writing", "homoglyph", "spelling"};
constexpr std::array<std::string_view, 4> kWords{
    "has the same name as", "differs only in case or separators from",
    "has letters that look like those of", "is spelled almost like"};

std::string shown(const OwnedTool& tool) {
  return fmt::format("\"{}\" of {}", excerpt(tool.name, 0, tool.name.size()),
                     excerpt(tool.server, 0, tool.server.size()));
}

}  // namespace

std::string_view name_of(Likeness likeness) { return kNames[static_cast<std::size_t>(likeness)]; }

struct LookAlikes::State {
  OwnedTools tools;
  Seen same, writing, homoglyph;
  Spellings spelling;
};

LookAlikes::LookAlikes() : state_(std::make_unique<State>()) {}
LookAlikes::~LookAlikes() = default;
LookAlikes::LookAlikes(LookAlikes&&) noexcept = default;
LookAlikes& LookAlikes::operator=(LookAlikes&&) noexcept = default;

std::optional<LookAlike> LookAlikes::add(std::string_view server, std::string_view name) {
  auto& [tools, same, writing, homoglyph, spelling] = *state_;
  const std::size_t i = tools.size();
  tools.push_back({std::string(server), std::string(name), without_writing(name)});
  // All of them remember the tool, so none may be left out.
  const std::array met{same.meet(tools, std::string(name), i),
                       writing.meet(tools, tools[i].word, i),
                       homoglyph.meet(tools, as_seen(name), i), spelling.meet(tools, i)};
  const auto closest =
      std::ranges::find_if(met, [](const auto& other) { return other.has_value(); });
  if (closest == met.end()) return std::nullopt;
  const auto likeness = static_cast<Likeness>(closest - met.begin());
  return LookAlike{
      **closest, i, likeness,
      fmt::format("{} {} {}", shown(tools[i]), kWords[static_cast<std::size_t>(likeness)],
                  shown(tools[**closest]))};
}

std::vector<LookAlike> look_alikes(std::span<const NamedTool> tools) {
  LookAlikes all;
  std::vector<LookAlike> out;
  for (const auto& tool : tools) {
    if (auto found = all.add(tool.server, tool.name)) out.push_back(std::move(*found));
  }
  return out;
}

}  // namespace touchstone::detect
