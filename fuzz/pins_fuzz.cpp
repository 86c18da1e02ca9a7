// Any bytes as a book of pins: what is accepted writes the same book again. And any two JSON values
// as definitions: comparing them ends, and what it says is safe to print.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/parser.hpp"
#include "json/string.hpp"
#include "pin/book.hpp"
#include "pin/drift.hpp"

namespace touchstone::pin {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_printable(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  }
  return json::is_utf8(text);
}

void check(const Drift& drift) {
  require(drift.changes.size() <= kMaxChanges);
  for (const auto& change : drift.changes) {
    require(change.grade <= drift.grade);
    require(is_printable(change.what) && is_printable(change.before) && is_printable(change.after));
  }
}

void check_book(std::string_view text) {
  const auto book = Book::load(text, "pins");
  if (!book) {
    require(!book.error().what.empty() && !book.error().where.empty());
    return;
  }
  const auto again = Book::load(book->write(), "pins");
  require(again && *again == *book && again->write() == book->write());
}

// An array of two values: before and after.
void check_drift(std::string_view text) {
  const auto document = json::Parser().parse(json::Text::copy_of(text));
  if (!document || document->root().elements().empty()) return;
  auto at = document->root().elements().begin();
  const auto first = *at;
  const auto second = ++at == document->root().elements().end() ? first : *at;
  for (const auto subject : kAllSubjects) {
    const auto before = pin_of(subject, "x", first);
    const auto after = pin_of(subject, "x", second);
    check(compare(before, after));
    check(judge_new(after));
    require(compare(after, after).changes.empty());
  }
}

void run(std::string_view text) {
  check_book(text);
  check_drift(text);
}

}  // namespace
}  // namespace touchstone::pin

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::pin::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
