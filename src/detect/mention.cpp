#include "detect/mention.hpp"

#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "detect/raw_offset.hpp"
#include "detect/runs.hpp"
#include "detect/step.hpp"

namespace touchstone::detect {
namespace {

bool is_of_tool_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

// More than a word of English: snake_case, kebab-case, camelCase.
bool is_identifier(std::string_view word) {
  if (word.find_first_of("_-") != std::string_view::npos) return true;
  for (std::size_t i = 1; i < word.size(); ++i) {
    const bool was_small = word[i - 1] >= 'a' && word[i - 1] <= 'z';
    if (was_small && word[i] >= 'A' && word[i] <= 'Z') return true;
  }
  return false;
}

class MentionWalker {
 public:
  MentionWalker(const Definition& definition, const KnownTools& known)
      : definition_(definition), known_(known) {}

  std::vector<Mention> run() && {
    walk(definition_.json, nullptr, *this);
    return std::move(out_);
  }

  void text(json::View string, const Step* step) { look_at(string, step); }
  bool key(const json::Member& member, std::string_view, const Step* step) {
    look_at(member.key, step);
    return true;
  }

 private:
  void look_at(json::View string, const Step* step) {
    const auto text = string.as_string(text_).value_or("").substr(0, kMaxMentionText);
    for_each_run(text, is_of_tool_name, [&](std::string_view word) {
      while (word.ends_with('.') || word.ends_with('-')) word.remove_suffix(1);
      if (!is_identifier(word) || !known_.is_foreign(definition_.server, word)) return;
      if (!told_.emplace(word).second) return;
      const auto place = static_cast<std::size_t>(word.data() - text.data());
      const bool placed = out_.size() < kMaxPlaced;
      out_.push_back({std::string(word),
                      placed ? pointer_of(step, definition_.pointer) : std::string(),
                      string.begin_offset() + (placed ? raw_offset(string.raw(), place) : 0)});
    });
  }

  const Definition& definition_;
  const KnownTools& known_;
  std::set<std::string, std::less<>> told_;
  std::string text_;
  std::vector<Mention> out_;
};

}  // namespace

std::vector<Mention> mentions(const Definition& definition, const KnownTools& known) {
  return MentionWalker(definition, known).run();
}

}  // namespace touchstone::detect
