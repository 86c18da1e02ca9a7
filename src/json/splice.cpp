#include "json/splice.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "json/string.hpp"

namespace touchstone::json {
namespace {

View last_value(View container) {
  View last;
  for (const Member member : container.members()) last = member.value;
  for (const View element : container.elements()) last = element;
  return last;
}

// New members go right behind the last value, before any white space, so that a document indented
// by a person keeps its shape. No two containers share such a place: behind a last value stands at
// least the bracket that closes its container.
std::size_t place_for_new(View container, View last) {
  return last ? last.end_offset() : container.begin_offset() + 1;
}

}  // namespace

Splice::Splice(View part) : text_(part.raw()), origin_(part ? part.begin_offset() : 0) {}

void Splice::replace(View value, std::string json) {
  if (!value) return;
  std::erase_if(removals_, [&](const Removal& removal) { return removal.value == value; });
  edits_.push_back({value.begin_offset(), value.end_offset(), std::move(json)});
}

void Splice::set_member(View object, std::string_view key, std::string json) {
  if (!object.is(Kind::kObject)) return;
  if (const View value = object.find(key)) return replace(value, std::move(json));
  insert_last(object, quoted(key) + ':', std::move(json));
}

void Splice::remove_member(View object, std::string_view key) {
  if (!object.is(Kind::kObject)) return;
  if (const View value = object.find(key)) {
    if (!is_removed(value)) removals_.push_back({object, value});
    return;
  }
  const std::size_t at = place_for_new(object, last_value(object));
  const std::string label = quoted(key) + ':';
  std::erase_if(edits_, [&](const Edit& edit) { return edit.begin == at && edit.label == label; });
}

void Splice::append(View array, std::string json) {
  if (array.is(Kind::kArray)) insert_last(array, {}, std::move(json));
}

void Splice::insert_last(View container, std::string label, std::string json) {
  const View last = last_value(container);
  const std::size_t at = place_for_new(container, last);
  edits_.push_back({at, at, std::move(json), std::move(label), static_cast<bool>(last)});
}

bool Splice::is_removed(View value) const {
  return std::ranges::find(removals_, value, &Removal::value) != removals_.end();
}

// A member goes with the comma before it; one that has none left before it, with the one behind it.
void Splice::cut(View object, std::vector<Edit>& edits) const {
  const Members members = object.members();
  View before;  // the value ahead of the member, gone or not
  bool stays = false;
  for (auto it = members.begin(); it != members.end(); before = (*it).value, ++it) {
    const auto [key, value] = *it;
    if (!is_removed(value)) {
      stays = true;
      continue;
    }
    const auto next = std::next(it);
    const bool last = next == members.end();
    const std::size_t begin = stays ? before.end_offset() : key.begin_offset();
    const std::size_t end = stays || last ? value.end_offset() : (*next).key.begin_offset();
    edits.push_back({begin, end, {}});
  }
  const std::size_t at = place_for_new(object, before);
  for (Edit& edit : edits)
    if (edit.begin == at && edit.end == at) edit.after_value = stays;
}

std::vector<Splice::Edit> Splice::with_removals() const {
  std::vector<Edit> edits = edits_;
  for (auto it = removals_.begin(); it != removals_.end(); ++it) {
    const auto same = [&](const Removal& other) { return other.object == it->object; };
    if (std::none_of(removals_.begin(), it, same)) cut(it->object, edits);
  }
  return edits;
}

// Edits of one place, in the order of the calls, become one text.
std::string Splice::merge(std::span<const Edit> edits) {
  if (edits.front().end > edits.front().begin) return edits.back().json;
  std::string out;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const auto same_member = [&](const Edit& e) {
      return !e.label.empty() && e.label == edits[i].label;
    };
    if (std::ranges::any_of(edits.first(i), same_member)) continue;
    const auto latest = std::find_if(edits.rbegin(), edits.rend(), same_member);
    if (!out.empty() || edits[i].after_value) out += ',';
    out += edits[i].label;
    out += latest == edits.rend() ? edits[i].json : latest->json;
  }
  return out;
}

void Splice::put(std::string& out, const Edit& edit) {
  if (edit.after_value) out += ',';
  out += edit.label;
  out += edit.json;
}

std::string Splice::apply() {
  const auto place = [](const Edit& edit) { return std::pair(edit.begin, edit.end); };
  if (!removals_.empty()) {
    std::vector<Edit> edits = with_removals();
    std::ranges::stable_sort(edits, {}, place);
    return apply(edits);
  }
  if (!std::ranges::is_sorted(edits_, {}, place)) std::ranges::stable_sort(edits_, {}, place);
  return apply(edits_);
}

std::string Splice::apply(std::span<const Edit> edits) const {
  const auto place = [](const Edit& edit) { return std::pair(edit.begin, edit.end); };
  std::string out;
  std::size_t added = 0;
  for (const Edit& edit : edits) added += edit.label.size() + edit.json.size() + 1;
  out.reserve(text_.size() + added);
  const std::size_t limit = origin_ + text_.size();
  std::size_t done = origin_;
  for (std::span<const Edit> rest = edits; !rest.empty();) {
    const auto next = std::ranges::find_if(
        rest, [&](const Edit& edit) { return place(edit) != place(rest.front()); });
    const auto here = rest.first(static_cast<std::size_t>(next - rest.begin()));
    rest = rest.subspan(here.size());
    const auto [begin, end] = place(here.front());
    // Inside what is already replaced, or outside this part: not ours to apply.
    if (begin < done || begin >= limit || end > limit) continue;
    out += text_.substr(done - origin_, begin - done);
    if (here.size() == 1) {
      put(out, here.front());
    } else {
      out += merge(here);
    }
    done = end;
  }
  out += text_.substr(done - origin_);
  return out;
}

}  // namespace touchstone::json
