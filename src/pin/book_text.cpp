// The book's text, both ways. One table says where each subject stands.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/canonical.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "json/writer.hpp"
#include "pin/book.hpp"

namespace touchstone::pin {
namespace {

constexpr std::int64_t kVersion = 1;
// As deep as a definition may be, and what the book puts around it.
constexpr std::uint32_t kMaxBookDepth = json::Limits().max_depth + 8;

constexpr std::array<std::pair<std::string_view, Subject>, 3> kGroups{
    {{"tools", Subject::kTool}, {"prompts", Subject::kPrompt}, {"templates", Subject::kTemplate}}};

constexpr std::string_view kRemedy =
    "put back a copy of the file, or move it away; then every server is met as if for the first "
    "time";

void write_entry(json::Writer& out, const Pinned& entry) {
  out.begin_object().key("digest").string(entry.pin.digest);
  out.key("since").string(entry.since);
  out.key("definition").raw(entry.pin.definition).end_object();
}

void write_entry(json::Writer& out, const Pending& entry) {
  out.begin_object().key("digest").string(entry.pin.digest);
  out.key("seen").string(entry.seen).key("grade").string(name_of(entry.grade));
  if (entry.rejected) out.key("rejected").boolean(true);
  out.key("definition").raw(entry.pin.definition).end_object();
}

template <typename Entries>
void write_entries(json::Writer& out, const Entries& entries) {
  const auto server = entries.find(Key{Subject::kServer, ""});
  if (server != entries.end()) write_entry(out.key("identity"), server->second);
  for (const auto& [group, subject] : kGroups) {
    bool open = false;
    for (const auto& [key, entry] : entries) {
      if (key.subject != subject) continue;
      if (!std::exchange(open, true)) out.key(group).begin_object();
      write_entry(out.key(key.name), entry);
    }
    if (open) out.end_object();
  }
}

void write_ledger(json::Writer& out, const Ledger& ledger) {
  out.begin_object();
  write_entries(out, ledger.pinned);
  if (!ledger.pending.empty()) {
    out.key("pending").begin_object();
    write_entries(out, ledger.pending);
    out.end_object();
  }
  if (!ledger.rejected.empty()) {
    out.key("rejected").begin_array();
    for (const auto& digest : ledger.rejected) out.string(digest);
    out.end_array();
  }
  out.end_object();
}

json::Limits limits() { return {.max_bytes = 2 * kMaxBookBytes, .max_depth = kMaxBookDepth}; }

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<Grade> grade_called(std::string_view name) {
  const auto found = std::ranges::find(kAllGrades, name, [](Grade g) { return name_of(g); });
  if (found == std::end(kAllGrades)) return std::nullopt;
  return *found;
}

}  // namespace

// Reads one text; stops at the first thing that is wrong.
class BookReader {
 public:
  BookReader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  base::Result<Book> read(json::View root) && {
    object(root, "version servers", "the book");
    if (!error_ && root.find("version").as_int() != kVersion) {
      complain(root.find("version") ? root.find("version") : root,
               "is not a book of pins of version 1");
    }
    for (const auto& server : root.find("servers").members()) {
      if (error_) break;
      read_ledger(server.value, book_.servers_[*server.key.as_string()]);
      if (book_.servers_.size() > kMaxServers) complain(server.key, "too many servers");
    }
    if (error_) return tl::unexpected(std::move(*error_));
    return std::move(book_);
  }

 private:
  void complain(json::View at, std::string what) {
    if (error_) return;
    const auto place = json::locate(text_, at ? at.begin_offset() : 0);
    error_ =
        base::Error{std::move(what), fmt::format("{}:{}:{}", source_, place.line, place.column),
                    std::string(kRemedy)};
  }

  // An object that has no other members than these.
  void object(json::View value, std::string_view members, std::string_view what) {
    if (!value.is(json::Kind::kObject))
      return complain(value, fmt::format("{} is no object", what));
    for (const auto& member : value.members()) {
      const auto name = *member.key.as_string();
      if (base::has_word(members, name)) continue;
      return complain(member.key, fmt::format("{} has an unknown member {}; a newer version of "
                                              "Touchstone may have written it",
                                              what, member.key.raw()));
    }
  }

  void read_ledger(json::View value, Ledger& ledger) {
    object(value, "identity tools prompts templates pending rejected", "a server");
    read_entries(value, ledger.pinned);
    if (const auto pending = value.find("pending")) {
      object(pending, "identity tools prompts templates", "pending");
      read_entries(pending, ledger.pending);
    }
    if (const auto rejected = value.find("rejected")) read_rejected(rejected, ledger);
    ledger.bytes = std::exchange(bytes_, 0);
  }

  template <typename Entries>
  void read_entries(json::View value, Entries& entries) {
    if (const auto identity = value.find("identity")) {
      read_entry(identity, Key{Subject::kServer, ""}, entries);
    }
    for (const auto& [group, subject] : kGroups) {
      const auto members = value.find(group);
      if (members && !members.is(json::Kind::kObject)) complain(members, "is no object");
      for (const auto& member : members.members()) {
        if (error_) return;
        read_entry(member.value, Key{subject, *member.key.as_string()}, entries);
      }
    }
    if (entries.size() > kMaxPins) complain(value, "has too many definitions");
  }

  void read_entry(json::View value, const Key& key, std::map<Key, Pinned>& entries) {
    object(value, "digest since definition", "a pin");
    entries.insert_or_assign(key, Pinned{read_pin(value, key), text(value, "since")});
  }

  void read_entry(json::View value, const Key& key, std::map<Key, Pending>& entries) {
    object(value, "digest seen grade rejected definition", "what waits");
    const auto grade = grade_called(text(value, "grade"));
    if (!grade) complain(value.find("grade"), "is no grade");
    const auto rejected = value.find("rejected").as_bool().value_or(false);
    entries.insert_or_assign(key, Pending{read_pin(value, key), text(value, "seen"),
                                          grade.value_or(Grade::kRisky), rejected});
  }

  Pin read_pin(json::View value, const Key& key) {
    auto pin = pin_of(key.subject, key.name, value.find("definition"));
    if (!value.find("definition")) complain(value, "has no definition");
    bytes_ += pin.definition.size() + pin.name.size();
    if (text(value, "digest") != pin.digest) {
      complain(value.find("digest"), "the digest is not that of the definition beside it");
    }
    return pin;
  }

  std::string text(json::View value, std::string_view key) {
    const auto found = value.find(key);
    if (!found.is(json::Kind::kString)) complain(value, fmt::format("has no text {}", key));
    return found.as_string().value_or("");
  }

  void read_rejected(json::View value, Ledger& ledger) {
    if (!value.is(json::Kind::kArray)) complain(value, "is no list");
    for (const auto element : value.elements()) {
      const auto digest = element.as_string().value_or("");
      if (!is_digest(digest)) return complain(element, "is no digest");
      ledger.rejected.push_back(digest);
    }
    if (ledger.rejected.size() > kMaxRejected) complain(value, "has too many digests");
  }

  std::string_view text_;
  std::string_view source_;
  Book book_;
  std::size_t bytes_ = 0;  // of the server that is being read
  std::optional<base::Error> error_;
};

base::Result<Book> Book::load(std::string_view text, std::string_view source) {
  if (text.size() > kMaxBookBytes) {
    return base::fail(fmt::format("larger than {} MiB", kMaxBookBytes >> 20U), std::string(source),
                      std::string(kRemedy));
  }
  const auto document = json::Parser(limits()).parse(json::Text::copy_of(text));
  if (!document) {
    auto error = json::to_error(document.error(), source);
    error.remedy = kRemedy;
    return tl::unexpected(std::move(error));
  }
  return BookReader(document->text(), source).read(document->root());
}

std::string Book::write() const {
  json::Writer out;
  out.begin_object().key("version").integer(kVersion).key("servers").begin_object();
  for (const auto& [name, ledger] : servers_) write_ledger(out.key(name), ledger);
  out.end_object().end_object();
  const auto document = json::Parser(limits()).parse(json::Text(std::move(out).take()));
  return document ? json::indented(document->root()) + "\n" : std::string();
}

}  // namespace touchstone::pin
