#include "detect/look_alike.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

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

// The first two tools, of different servers, that have a key: enough for any later tool to find one
// that is not its own server's.
class Seen {
 public:
  explicit Seen(std::span<const NamedTool> tools) : tools_(tools) {
    entries_.reserve(tools.size());
  }

  // The earliest tool of another server under this key; then remembers this one.
  std::optional<std::size_t> meet(std::string key, std::size_t tool) {
    auto& entry = entries_.try_emplace(std::move(key), std::array{tool, tool}).first->second;
    if (tools_[entry[0]].server != tools_[tool].server) {
      if (tools_[entry[1]].server == tools_[entry[0]].server) entry[1] = tool;
      return entry[0];
    }
    if (tools_[entry[1]].server != tools_[tool].server) return entry[1];
    return std::nullopt;
  }

 private:
  std::span<const NamedTool> tools_;
  std::unordered_map<std::string, std::array<std::size_t, 2>> entries_;
};

// Under each form of a word the first few tools that have it. One flat table: a tool has as many
// forms as its name has letters, and a place of its own in memory for each of them takes longer
// than all the rest.
class Forms {
 public:
  explicit Forms(std::size_t letters) : slots_(std::bit_ceil(2 * letters + 2)) {
    places_.reserve(letters);
  }

  template <typename Take>
  void each_and_add(std::uint64_t form, std::uint32_t tool, Take take) {
    Slot& slot = slot_of(form);
    for (auto at = slot.last; at != kNone; at = places_[at].before) take(places_[at].tool);
    if (slot.count == kMaxCandidates || (slot.count > 0 && places_[slot.last].tool == tool)) return;
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

  std::vector<Slot> slots_;
  std::vector<Place> places_;
};

// Two words that are one edit apart share a form with one letter left out, so only tools that meet
// under such a form are compared.
class Spellings {
 public:
  Spellings(std::span<const NamedTool> tools, std::span<const std::string> words)
      : tools_(tools), words_(words), forms_(forms_in(words)) {}

  std::optional<std::size_t> meet(std::size_t tool) {
    const std::string& word = words_[tool];
    if (!is_compared(word)) return std::nullopt;
    std::optional<std::size_t> found;
    visit(base::hash64(word), tool, found);
    std::string form = word.substr(1);
    visit(base::hash64(form), tool, found);
    for (std::size_t i = 1; i < word.size(); ++i) {
      form[i - 1] = word[i - 1];
      visit(base::hash64(form), tool, found);
    }
    return found;
  }

 private:
  static bool is_compared(const std::string& word) {
    return word.size() >= kMinSpelling && word.size() <= kMaxSpelling;
  }
  static std::size_t forms_in(std::span<const std::string> words) {
    std::size_t count = 0;
    for (const auto& word : words) count += is_compared(word) ? word.size() + 1 : 0;
    return count;
  }
  void visit(std::uint64_t form, std::size_t tool, std::optional<std::size_t>& found) {
    forms_.each_and_add(form, static_cast<std::uint32_t>(tool), [&](std::size_t other) {
      if (other == tool || tools_[other].server == tools_[tool].server) return;
      if ((!found || other < *found) && is_one_edit_apart(words_[other], words_[tool]))
        found = other;
    });
  }

  std::span<const NamedTool> tools_;
  std::span<const std::string> words_;
  Forms forms_;
};

constexpr std::array<std::string_view, 4> kNames{"same", "writing", "homoglyph", "spelling"};
constexpr std::array<std::string_view, 4> kWords{
    "has the same name as", "differs only in case or separators from",
    "has letters that look like those of", "is spelled almost like"};

std::string shown(const NamedTool& tool) {
  return fmt::format("\"{}\" of {}", excerpt(tool.name, 0, tool.name.size()),
                     excerpt(tool.server, 0, tool.server.size()));
}

}  // namespace

std::string_view name_of(Likeness likeness) { return kNames[static_cast<std::size_t>(likeness)]; }

std::vector<LookAlike> look_alikes(std::span<const NamedTool> tools) {
  Seen same(tools);
  Seen writing(tools);
  Seen homoglyph(tools);
  std::vector<std::string> plain;
  plain.reserve(tools.size());
  for (const auto& tool : tools) plain.push_back(without_writing(tool.name));
  Spellings spelling(tools, plain);
  std::vector<LookAlike> out;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    // All of them remember the tool, so none may be left out.
    const std::array met{same.meet(std::string(tools[i].name), i), writing.meet(plain[i], i),
                         homoglyph.meet(as_seen(tools[i].name), i), spelling.meet(i)};
    const auto closest =
        std::ranges::find_if(met, [](const auto& other) { return other.has_value(); });
    if (closest == met.end()) continue;
    const auto likeness = static_cast<Likeness>(closest - met.begin());
    out.push_back(
        {**closest, i, likeness,
         fmt::format("{} {} {}", shown(tools[i]), kWords[static_cast<std::size_t>(likeness)],
                     shown(tools[**closest]))});
  }
  return out;
}

}  // namespace touchstone::detect
