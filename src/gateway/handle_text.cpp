#include "gateway/handle_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "json/pointer.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::string_view kScheme = "touchstone";

bool in_id(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct HandleSpot {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view id;
};
std::optional<HandleSpot> next_spot(std::string_view text, std::size_t from = 0) {
  while (true) {
    const std::size_t begin = text.find(guard::kHandle, from);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t id = begin + guard::kHandle.size();
    from = id;
    const std::size_t most = std::min(text.size(), id + guard::kHandleDigits);
    while (from < most && in_id(text[from])) ++from;
    if (from > id) return HandleSpot{begin, from, text.substr(id, from - id)};
  }
}

class HandleSearch {
 public:
  HandlesFound run(json::View arguments) {
    walk(arguments, "");
    return std::move(found_);
  }

 private:
  // Depth is bounded by the parser.
  void walk(json::View value, const std::string& pointer) {
    for (const auto& [key, member] : value.members()) {
      const std::string name = key.as_string().value_or("");
      if (next_spot(name)) found_.fault = "a handle stands for a text in its arguments, not a key";
      walk(member, json::pointer(pointer, name));
    }
    std::size_t index = 0;
    for (const json::View element : value.elements())
      walk(element, json::pointer(pointer, index++));
    if (value.is(json::Kind::kString) && may_hold_handles(value)) look_at(value, pointer);
  }
  void look_at(json::View value, const std::string& pointer) {
    std::string text = value.as_string().value_or("");
    const std::size_t before = count_;
    for (auto spot = next_spot(text); spot; spot = next_spot(text, spot->end)) {
      if (++count_ > kMaxHandles) {
        found_.fault = "its arguments have too many handles";
        return;
      }
      if (spot->id.size() != guard::kHandleDigits) found_.fault = kNoSuchHandle;
      if (std::ranges::find(found_.ids, spot->id) == found_.ids.end())
        found_.ids.emplace_back(spot->id);
    }
    if (count_ > before) found_.holders.push_back({value, pointer, std::move(text)});
  }

  HandlesFound found_;
  std::size_t count_ = 0;
};

}  // namespace

// By the colon, which is rare in texts and quick to find. The slashes behind it may be spelled
// "\/".
bool may_hold_handles(json::View arguments) {
  if (!arguments) return false;
  const std::string_view raw = arguments.raw();
  for (auto at = raw.find(':'); at != std::string_view::npos; at = raw.find(':', at + 1)) {
    if (raw.substr(0, at).ends_with(kScheme)) return true;
  }
  return false;
}

HandlesFound handles_in(json::View arguments) { return HandleSearch().run(arguments); }

std::size_t size_with(const std::vector<HandleHolder>& holders,
                      const std::vector<guard::Brought>& contents) {
  std::size_t size = 0;
  for (const HandleHolder& holder : holders) {
    size += holder.text.size();
    for (auto spot = next_spot(holder.text); spot; spot = next_spot(holder.text, spot->end))
      size += std::ranges::find(contents, spot->id, &guard::Brought::id)->text.size();
  }
  return size;
}

std::string put_in(const HandleHolder& holder, std::vector<guard::Brought>& contents) {
  std::string out;
  std::size_t done = 0;
  const auto is_here = [&](const guard::Brought& content) {
    return !content.to.empty() && content.to.back().pointer == holder.pointer;
  };
  for (auto spot = next_spot(holder.text); spot; spot = next_spot(holder.text, spot->end)) {
    auto& content = *std::ranges::find(contents, spot->id, &guard::Brought::id);
    out.append(holder.text, done, spot->begin - done);
    out += content.text;
    done = spot->end;
    if (!is_here(content)) content.to.push_back({holder.pointer, 0});
    content.to.back().share += static_cast<double>(content.text.size());
  }
  out.append(holder.text, done);
  const auto size = static_cast<double>(std::max<std::size_t>(out.size(), 1));
  for (guard::Brought& content : contents) {
    if (is_here(content)) content.to.back().share /= size;
  }
  return out;
}

}  // namespace touchstone::gateway
