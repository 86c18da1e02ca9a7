#include "json/splice.hpp"

#include <algorithm>
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
  if (!value) return;
  for (Edit& edit : edits_) {
    if (edit.begin == value.begin_offset() && edit.end == value.end_offset()) {
      edit.json = std::move(json);
      return;
    }
  }
  edits_.push_back({value.begin_offset(), value.end_offset(), std::move(json)});
}

void Splice::set_member(View object, std::string_view key, std::string json) {
  if (!object.is(Kind::kObject)) return;
  if (const View value = object.find(key)) return replace(value, std::move(json));
  insert_last(object, quoted(key) + ':', std::move(json));
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
  bool first = !last;
  for (Edit& edit : edits_) {
    if (edit.begin != at || edit.end != at) continue;
    if (!label.empty() && edit.label == label) {
      edit.json = std::move(json);
      return;
    }
    first = false;
  }
  edits_.push_back({at, at, std::move(json), std::move(label), !first});
}

std::string Splice::apply() {
  std::stable_sort(edits_.begin(), edits_.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  out.reserve(text_.size());
  const std::size_t limit = origin_ + text_.size();
  std::size_t done = origin_;
  for (const Edit& edit : edits_) {
    // Inside what is already replaced, or outside this part: not ours to apply.
    if (edit.begin < done || edit.begin >= limit || edit.end > limit) continue;
    out += text_.substr(done - origin_, edit.begin - done);
    if (edit.after_comma) out += ',';
    out += edit.label;
    out += edit.json;
    done = edit.end;
  }
  out += text_.substr(done - origin_);
  return out;
}

}  // namespace touchstone::json
