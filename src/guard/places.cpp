#include "guard/places.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "flow/fold.hpp"
#include "flow/tokens.hpp"
#include "guard/place_name.hpp"
#include "guard/place_uri.hpp"
#include "guard/text_names.hpp"
#include "resolve/shell_files.hpp"
#include "resolve/sql.hpp"
#include "resolve/sql_tables.hpp"

namespace touchstone::guard {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMoves{
    {{"source", "destination"},
     {"src", "dst"},
     {"src", "dest"},
     {"old_path", "new_path"},
     {"oldPath", "newPath"},
     {"from", "to"}}};

bool is_path_name(std::string_view name) { return name.find('/') != std::string_view::npos; }

std::string_view between(std::string_view text, std::string_view around) {
  const auto begin = text.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

std::string_view trimmed(std::string_view text) { return between(text, " \t\r\n"); }

// "/a/*.txt". What begins with a slash and has no folder before its star may be any expression.
bool is_pattern_of_files(std::string_view text) {
  const auto star = text.starts_with('/') ? text.find('*') : std::string_view::npos;
  return star != std::string_view::npos && text.size() <= kMaxPlaceText &&
         text.rfind('/', star) > 0;
}

// What a text is as a whole, if it is that.
struct Shape {
  flow::Kind kind = flow::Kind::kText;
  std::string normal = {};
};

Shape shape_of_text(std::string_view text) {
  flow::TokenReader reader(text);
  const auto token = reader.next();
  const bool whole = token && token->begin == 0 && token->end == text.size();
  return whole ? Shape{token->kind, std::string(token->normal)} : Shape();
}

// `surely`: whatever the name of the parameter says.
store::Location place_by(std::string_view server, std::string_view text, const PlaceKey& key,
                         const Shape& shape, bool surely) {
  const auto kind = shape.kind;
  const bool is_uri = is_shown_as_uri(text, key);
  const bool has_mark = text.find("://") != std::string_view::npos;  // a folder, if it is no URI
  const bool is_page = kind == flow::Kind::kUrl && !has_mark;        // host.dev/a
  if (kind == flow::Kind::kPath || kind == flow::Kind::kUrl)
    return is_uri || is_page ? uri_place(server, text) : file_place(server, text);
  if (kind == flow::Kind::kId) return {std::string(server), "id", shape.normal};
  if (!surely && !names_a_place(key)) return {};
  const bool is_sign = kind == flow::Kind::kChannel || kind == flow::Kind::kHandle;
  if (is_sign) return file_place(server, shape.normal);
  return is_uri ? uri_place(server, text) : file_place(server, text);
}

// Walks the arguments once. Depth is bounded by the parser.
class PlaceFinder {
 public:
  explicit PlaceFinder(const Subject& subject)
      : subject_(subject), moves_(subject.is_of_call() && moves_by_name(subject.name)) {}

  void walk(json::View value, const PlaceKey& key);
  void add(store::Location place, bool searched);
  Places take();

 private:
  void leaf(std::string_view text, const PlaceKey& key, bool is_number);
  void read_code(std::string_view text, const PlaceKey& key);
  void read_command(std::string_view text);
  void read_query(std::string_view text);
  void read_list(std::string_view text, const PlaceKey& key);
  Shape shape_of(std::string_view text);
  [[nodiscard]] store::Location place_of(std::string_view text, const PlaceKey& key,
                                         bool is_number);
  [[nodiscard]] bool is_end_of_move(std::string_view key) const;
  [[nodiscard]] bool is_thing_moved(std::string_view text, flow::Kind kind,
                                    const PlaceKey& key) const;

  const Subject& subject_;
  const bool moves_;  // its name says so
  Places out_;
  std::size_t read_ = 0;
};

void PlaceFinder::walk(json::View value, const PlaceKey& key) {
  if (out_.all.size() >= kMaxPlaces) {
    out_.too_many = true;
    return;
  }
  for (const auto& [name, member] : value.members()) {
    const auto text = name.as_string().value_or("");
    walk(member, {.name = text, .holder = key.name});
  }
  for (const auto element : value.elements()) walk(element, key);
  if (value.is(json::Kind::kNumber)) return leaf(value.raw(), key, true);
  if (!value.is(json::Kind::kString)) return;
  std::string text;
  leaf(value.as_string(text).value_or(""), key, false);
}

void PlaceFinder::leaf(std::string_view text, const PlaceKey& key, bool is_number) {
  text = trimmed(text);
  if (text.empty()) return;
  if (!is_number) read_code(text, key);
  if (text.size() > kMaxPlaceText) return;
  out_.here = out_.here || ((text == "." || text == "./") && names_a_place(key));
  auto place = place_of(text, key, is_number);
  if (!place.place.empty()) add(std::move(place), is_search(key));
  if (!is_number) read_list(text, key);
}

void PlaceFinder::read_code(std::string_view text, const PlaceKey& key) {
  if (is_command(key)) return read_command(text);
  if (is_pattern_of_files(text) && is_search(key)) add(file_place(subject_.server, text), true);
  const bool may_be_query = text.find(' ') != std::string_view::npos && is_search(key);
  if (may_be_query && resolve::looks_like_sql(text)) read_query(text);
}

// What else a command touches is not known, so that it names none for certain.
void PlaceFinder::read_command(std::string_view text) {
  const auto files = resolve::files_in_shell(text);
  for (const auto& name : files.names) add(file_place(subject_.server, name), true);
  out_.in_code = true;
  out_.below = out_.below || files.contents;
  out_.moves = out_.moves || (files.contents && !files.names.empty());
  out_.anywhere = out_.anywhere || (files.anywhere && files.contents);
  out_.too_many = out_.too_many || files.too_many;
}

void PlaceFinder::read_query(std::string_view text) {
  const auto tables = resolve::tables_in_sql(text);
  for (const auto& name : tables.names) add(file_place(subject_.server, name), true);
  out_.in_code = true;
  out_.too_many = out_.too_many || tables.too_many;
}

// "/a/x.txt, /b/y.txt" and "[1,2]", beside what it is as a whole.
void PlaceFinder::read_list(std::string_view text, const PlaceKey& key) {
  constexpr std::string_view kBetween = ",;\n";
  if (!names_a_place(key) || text.find_first_of(kBetween) == std::string_view::npos) return;
  const bool several = names_several(key);
  while (!text.empty() && out_.all.size() < kMaxPlaces) {
    const auto part = text.substr(0, text.find_first_of(kBetween));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const auto name = between(part, " \t\r[]\"'");
    if (!name.empty() && (several || looks_like_file(name))) add(place_of(name, key, false), false);
  }
  out_.too_many = out_.too_many || !text.empty();
}

void PlaceFinder::add(store::Location place, bool searched) {
  if (place.place.empty()) return;
  out_.named = out_.named || !searched;
  out_.all.push_back(std::move(place));
}

Shape PlaceFinder::shape_of(std::string_view text) {
  read_ += text.size();
  out_.too_many = out_.too_many || read_ > kMaxShapeRead;
  return read_ > kMaxShapeRead ? Shape() : shape_of_text(text);
}

// "source" alone may be a language, a city or a magazine; beside a destination it is moved there.
bool PlaceFinder::is_end_of_move(std::string_view key) const {
  const json::View arguments = subject_.arguments;
  return std::ranges::any_of(kMoves, [&](const auto& ends) {
    return (key == ends.first || key == ends.second) && arguments.find(ends.first) &&
           arguments.find(ends.second);
  });
}

// What is long, has lines or is looked for is no name, and whom a mail goes to is no thing.
bool PlaceFinder::is_thing_moved(std::string_view text, flow::Kind kind,
                                 const PlaceKey& key) const {
  return moves_ && text.size() <= kMaxThingMoved && text.find('\n') == std::string_view::npos &&
         kind != flow::Kind::kMail && !is_search(key);
}

store::Location PlaceFinder::place_of(std::string_view text, const PlaceKey& key, bool is_number) {
  const auto shape = shape_of(text);
  const bool end_of_move = is_end_of_move(key.name);
  // A mail goes from somebody to somebody, too.
  const bool is_path = shape.kind == flow::Kind::kPath || text.find('/') != std::string_view::npos;
  const bool moved = (end_of_move && (is_path || (key.name != "from" && key.name != "to"))) ||
                     (!is_number && is_thing_moved(text, shape.kind, key));
  out_.moves = out_.moves || moved;
  return place_by(subject_.server, text, key, shape, moved);
}

Places PlaceFinder::take() {
  std::ranges::sort(out_.all);
  const auto doubled = std::ranges::unique(out_.all);
  out_.all.erase(doubled.begin(), doubled.end());
  return std::move(out_);
}

}  // namespace

store::Location file_place(std::string_view server, std::string_view text) {
  auto path = path_name(text);
  if (is_path_name(path)) return {std::string(server), "path", std::move(path)};
  auto id = flow::folded(path);
  while (id.ends_with(' ')) id.pop_back();
  return {std::string(server), "id", std::move(id)};
}

store::Location place_under(std::string_view server, std::string_view text, const PlaceKey& key) {
  return place_by(server, text, key, shape_of_text(text), false);
}

Places places_of(const Subject& subject) {
  PlaceFinder finder(subject);
  if (subject.method == "resources/read")
    finder.add(uri_place(subject.server, subject.name), false);
  if (subject.arguments) finder.walk(subject.arguments, {});
  return finder.take();
}

}  // namespace touchstone::guard
