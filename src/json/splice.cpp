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

}  // namespace

Splice::Splice(View part) : text_(part.raw()), origin_(part ? part.begin_offset() : 0) {}

void Splice::replace(View value, std::string json) {
  if (value) edits_.push_back({value.begin_offset(), value.end_offset(), std::move(json)});
}

void Splice::set_member(View object, std::string_view key, std::string json) {
  if (!object.is(Kind::kObject)) return;
  if (const View value = object.find(key)) return replace(value, std::move(json));
  insert_last(object, quoted(key) + ':', std::move(json));
}

void Splice::remove_member(View object, std::string_view key) {
  View before;  // the value ahead of the member
  for (auto it = object.members().begin(); it != object.members().end();) {
    const Member member = *it;
    ++it;
    if (!member.key.equals(key)) {
      before = member.value;
      continue;
    }
    const bool last = it == object.members().end();
    const std::size_t begin = before ? before.end_offset() : member.key.begin_offset();
    const std::size_t end = before || last ? member.value.end_offset() : (*it).key.begin_offset();
    edits_.push_back({begin, end, {}});
    return;
  }
}

void Splice::append(View array, std::string json) {
  if (array.is(Kind::kArray)) insert_last(array, {}, std::move(json));
}

// New members go right behind the last value, before any white space, so that a document indented
// by a person keeps its shape. No two containers share such a place: behind a last value stands at
// least the bracket that closes its container.
void Splice::insert_last(View container, std::string label, std::string json) {
  const View last = last_value(container);
  const std::size_t at = last ? last.end_offset() : container.begin_offset() + 1;
  edits_.push_back({at, at, std::move(json), std::move(label), static_cast<bool>(last)});
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
  if (!std::ranges::is_sorted(edits_, {}, place)) std::ranges::stable_sort(edits_, {}, place);
  std::string out;
  std::size_t added = 0;
  for (const Edit& edit : edits_) added += edit.label.size() + edit.json.size() + 1;
  out.reserve(text_.size() + added);
  const std::size_t limit = origin_ + text_.size();
  std::size_t done = origin_;
  for (std::span<const Edit> rest = edits_; !rest.empty();) {
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
