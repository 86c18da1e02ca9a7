#include "model/meta_edit.hpp"

#include "model/value.hpp"

namespace touchstone::model {
namespace {

std::string united(json::View there, std::vector<std::string> strings) {
  for (const auto element : there.elements()) {
    if (auto text = element.as_string()) strings.push_back(std::move(*text));
  }
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

void MetaEdit::merge(std::string_view key, const Object& object) {
  if (object.members_.empty()) return;
  const auto there = meta_.find(key);
  const auto text_of = [&](const Object::Member& member) {
    return member.strings.empty() ? member.json : united(there.find(member.key), member.strings);
  };
  if (there.is(json::Kind::kObject)) {
    for (const auto& member : object.members_) {
      splice_.set_member(there, member.key, text_of(member));
    }
    return;
  }
  json::Writer out;
  out.begin_object();
  for (const auto& member : object.members_) out.key(member.key).raw(text_of(member));
  out.end_object();
  if (meta_) {
    splice_.set_member(meta_, key, std::move(out).take());
  } else {
    fresh_.key(key).raw(out.text());
    has_fresh_ = true;
  }
}

void MetaEdit::finish() {
  if (has_fresh_) splice_.set_member(holder_, "_meta", std::move(fresh_.end_object()).take());
}

}  // namespace touchstone::model
