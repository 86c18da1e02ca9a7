#include "detect/look_alike.hpp"

#include <algorithm>
#include <array>
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
  explicit Seen(std::span<const NamedTool> tools) : tools_(tools) {}

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

// Two words that are one edit apart share a form with one letter left out, so only tools that meet
// under such a form are compared.
class Spellings {
 public:
  explicit Spellings(std::span<const NamedTool> tools) : tools_(tools) {}

  std::optional<std::size_t> meet(const std::string& word, std::size_t tool) {
    if (word.size() < kMinSpelling || word.size() > kMaxSpelling) return std::nullopt;
    std::optional<std::size_t> found;
    visit(word, tool, word, found);
    for (std::size_t i = 0; i < word.size(); ++i) {
      visit(word.substr(0, i) + word.substr(i + 1), tool, word, found);
    }
    words_.emplace(tool, word);
    return found;
  }

 private:
  void visit(const std::string& form, std::size_t tool, const std::string& word,
             std::optional<std::size_t>& found) {
    auto& met = forms_[base::hash64(form)];
    for (const auto other : met) {
      if (other == tool || tools_[other].server == tools_[tool].server) continue;
      if ((!found || other < *found) && is_one_edit_apart(words_[other], word)) found = other;
    }
    if (met.size() < kMaxCandidates && (met.empty() || met.back() != tool)) met.push_back(tool);
  }

  std::span<const NamedTool> tools_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> forms_;
  std::unordered_map<std::size_t, std::string> words_;
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
  Spellings spelling(tools);
  std::vector<LookAlike> out;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const auto plain = without_writing(tools[i].name);
    // All of them remember the tool, so none may be left out.
    const std::array met{same.meet(std::string(tools[i].name), i), writing.meet(plain, i),
                         homoglyph.meet(as_seen(tools[i].name), i), spelling.meet(plain, i)};
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
