#include "model/meta_edit.hpp"

#include <algorithm>

#include "json/string.hpp"
#include "model/value.hpp"

namespace touchstone::model {
namespace {

// Those of `strings` that `array` does not hold yet, sorted.
std::vector<std::string> missing_from(json::View array, std::vector<std::string> strings) {
  auto missing = Uris(std::move(strings)).all();
  std::vector<bool> there(missing.size());
  std::string scratch;
  for (const auto element : array.elements()) {
    const auto text = element.as_string(scratch).value_or("");
    const auto at = std::lower_bound(missing.begin(), missing.end(), text);
    if (at != missing.end() && *at == text)
      there[static_cast<std::size_t>(at - missing.begin())] = true;
  }
  std::size_t index = 0;
  std::erase_if(missing, [&](const std::string&) { return there[index++]; });
  return missing;
}

std::string array_of(std::vector<std::string> strings) {
  json::Writer out;
  write(out, Uris(std::move(strings)));
  return std::move(out).take();
}

}  // namespace

void MetaEdit::Object::add_strings(std::string_view key, std::vector<std::string> strings) {
  if (!strings.empty()) members_.push_back({key, {}, std::move(strings)});
}

MetaEdit::MetaEdit(json::Splice& splice, json::View holder)
    : splice_(splice), holder_(holder), meta_(holder.find("_meta")) {
  if (!meta_.is(json::Kind::kObject)) meta_ = {};
  fresh_.begin_object();
}

// What the array holds already keeps its place and spelling; only what is new goes to its end.
void MetaEdit::merge_members(json::Splice& splice, json::View there, const Object& object) {
  for (const auto& member : object.members_) {
    const auto array = there.find(member.key);
    if (member.strings.empty()) {
      splice.set_member(there, member.key, member.json);
    } else if (array.is(json::Kind::kArray)) {
      for (const auto& text : missing_from(array, member.strings)) {
        splice.append(array, json::quoted(text));
      }
    } else {
      splice.set_member(there, member.key, array_of(member.strings));
    }
  }
}

std::string MetaEdit::merged(json::View there, const Object& object) {
  if (there.is(json::Kind::kObject)) {
    json::Splice splice(there);
    merge_members(splice, there, object);
    return splice.apply();
  }
  json::Writer out;
  out.begin_object();
  for (const auto& member : object.members_) {
    out.key(member.key).raw(member.strings.empty() ? member.json : array_of(member.strings));
  }
  out.end_object();
  return std::move(out).take();
}

void MetaEdit::merge(std::string_view key, const Object& object) {
  if (object.members_.empty()) return;
  const auto there = meta_.find(key);
  if (there.is(json::Kind::kObject)) return merge_members(splice_, there, object);
  if (meta_) {
    splice_.set_member(meta_, key, merged({}, object));
  } else {
    fresh_.key(key).raw(merged({}, object));
    has_fresh_ = true;
  }
}

void MetaEdit::finish() {
  if (has_fresh_) splice_.set_member(holder_, "_meta", std::move(fresh_.end_object()).take());
}

}  // namespace touchstone::model
