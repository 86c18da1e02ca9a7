#include "json/document.hpp"

#include "json/number.hpp"
#include "json/string.hpp"

namespace touchstone::json {
namespace {

std::string_view without_quotes(std::string_view raw) { return raw.substr(1, raw.size() - 2); }

bool is_escaped(std::string_view body) { return body.find('\\') != std::string_view::npos; }

}  // namespace

std::string_view with_article(Kind kind) {
  switch (kind) {
    case Kind::kNull: return "null";
    case Kind::kBool: return "a boolean";
    case Kind::kNumber: return "a number";
    case Kind::kString: return "a string";
    case Kind::kArray: return "an array";
    case Kind::kObject: return "an object";
  }
  return "a value";
}

std::string_view View::raw() const {
  if (data_ == nullptr) return {};
  return data_->text.view().substr(node().begin, node().end - node().begin);
}

std::optional<bool> View::as_bool() const {
  if (!is(Kind::kBool)) return std::nullopt;
  return raw() == "true";
}

std::optional<std::string> View::as_string() const {
  if (!is(Kind::kString)) return std::nullopt;
  std::string out;
  append_decoded(out, without_quotes(raw()));
  return out;
}

std::optional<std::string_view> View::as_string(std::string& scratch) const {
  if (!is(Kind::kString)) return std::nullopt;
  const std::string_view body = without_quotes(raw());
  if (!is_escaped(body)) return body;
  scratch.clear();
  append_decoded(scratch, body);
  return scratch;
}

bool View::equals(std::string_view string) const {
  if (!is(Kind::kString)) return false;
  const std::string_view body = without_quotes(raw());
  // Decoding makes a string shorter, if anything: one of the same size is equal only as it stands.
  if (body.size() == string.size()) return body == string && !is_escaped(body);
  if (body.size() < string.size() || !is_escaped(body)) return false;
  std::string decoded;
  append_decoded(decoded, body);
  return decoded == string;
}

std::optional<std::int64_t> View::as_int() const {
  if (!is(Kind::kNumber)) return std::nullopt;
  return integer_of(raw());
}

View View::find(std::string_view key) const {
  for (const Member member : members()) {
    if (member.key.equals(key)) return member.value;
  }
  return {};
}

Members View::members() const { return is(Kind::kObject) ? Members(*this) : Members(); }

Elements View::elements() const { return is(Kind::kArray) ? Elements(*this) : Elements(); }

}  // namespace touchstone::json
