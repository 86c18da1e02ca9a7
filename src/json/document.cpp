#include "json/document.hpp"

#include "json/number.hpp"
#include "json/string.hpp"

namespace touchstone::json {
namespace {

std::string_view without_quotes(std::string_view raw) { return raw.substr(1, raw.size() - 2); }

Kind scalar_kind(char first) {
  switch (first) {
    case '"': return Kind::kString;
    case 't':
    case 'f': return Kind::kBool;
    case 'n': return Kind::kNull;
    default: return Kind::kNumber;
  }
}

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
  // Each escape makes a string shorter, and none makes it longer.
  if (body.size() == string.size()) return body == string && !is_escaped(body);
  if (body.size() < string.size() || string.empty()) return false;
  if (body.front() != string.front() && body.front() != '\\') return false;
  if (!is_escaped(body)) return false;
  std::string decoded;
  append_decoded(decoded, body);
  return decoded == string;
}

std::optional<std::int64_t> View::as_int() const {
  if (!is(Kind::kNumber)) return std::nullopt;
  return integer_of(raw());
}

View View::find(std::string_view key) const {
  if (!is(Kind::kObject)) return {};
  const std::vector<Node>& nodes = data_->nodes;
  const std::string_view text = data_->text.view();
  for (auto at = index_ + 1; at < node().next; at = nodes[at + 1].next) {
    // Most keys begin with another letter, and need no closer look.
    const char first = text[nodes[at].begin + 1];  // the quote, if the key is empty
    if (!key.empty() && first != key.front() && first != '\\') continue;
    if (View(data_, at).equals(key)) return {data_, at + 1};
  }
  return {};
}

Members View::members() const { return is(Kind::kObject) ? Members(*this) : Members(); }

Elements View::elements() const { return is(Kind::kArray) ? Elements(*this) : Elements(); }

Document Document::with(View scalar, std::string_view json) const {
  const std::string_view before = text();
  const std::size_t begin = scalar.begin_offset();
  const std::size_t end = scalar.end_offset();
  std::string bytes;
  bytes.reserve(before.size() - (end - begin) + json.size() + Text::kPadding);
  bytes.append(before.substr(0, begin)).append(json).append(before.substr(end));
  DocumentData data{Text(std::move(bytes)), data_->nodes};
  // Modulo 2^32, so that it may also become shorter.
  const auto longer = static_cast<std::uint32_t>(json.size() - (end - begin));
  for (Node& node : data.nodes) {
    if (node.begin == begin && node.end == end) node.kind = scalar_kind(json.front());
    if (node.begin >= end) node.begin += longer;
    if (node.end >= end) node.end += longer;
  }
  return Document(std::move(data));
}

}  // namespace touchstone::json
