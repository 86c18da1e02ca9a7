#include "cli/pins_report.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/printable.hpp"
#include "cli/style.hpp"
#include "cli/table.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {
namespace {

std::string beginning_of_digest(const std::string& digest) { return digest.substr(0, kMinDigest); }

Cell graded(const Style& style, pin::Grade grade) {
  return {std::string(name_of(grade)),
          [&style, grade](const std::string& text) { return style.paint(grade, text); }};
}

std::string to_type(std::string_view verb, const Waiting& item) {
  const auto what =
      fmt::format("{}@{}", label_of(item.key), item.digest.substr(0, pin::kSafeDigest));
  return printable(fmt::format("touchstone pins {} {} {}{}", verb, base::shell_word(item.server),
                               base::shell_word(what), item.store));
}

struct Counts {
  std::size_t waiting = 0;
  std::size_t rejected = 0;
  std::optional<pin::Grade> worst;
};

Counts count_pending(const pin::Ledger& ledger) {
  Counts out;
  for (const auto& [key, entry] : ledger.pending) {
    if (entry.rejected) {
      ++out.rejected;
      continue;
    }
    ++out.waiting;
    out.worst = std::max(out.worst.value_or(pin::Grade::kCosmetic), entry.grade);
  }
  return out;
}

void add_server_row(Table& table, const Style& style, const std::string& name,
                    const pin::Ledger& ledger) {
  const auto counts = count_pending(ledger);
  table.add({printable(name), fmt::format("{}", ledger.pinned.size()),
             fmt::format("{}", counts.waiting), fmt::format("{}", counts.rejected),
             counts.worst ? graded(style, *counts.worst) : Cell("-")});
}

void add_pin_rows(Table& table, const Style& style, const pin::Ledger& ledger) {
  for (const auto& [key, entry] : ledger.pinned) {
    table.add({std::string(name_of(key.subject)), printable(label_of(key)), std::string("pinned"),
               std::string("-"), entry.since, beginning_of_digest(entry.pin.digest)});
  }
  for (const auto& [key, entry] : ledger.pending) {
    table.add({std::string(name_of(key.subject)), printable(label_of(key)),
               std::string(entry.rejected ? "rejected" : "waits"), graded(style, entry.grade),
               printable(entry.seen), beginning_of_digest(entry.pin.digest)});
  }
}

void add_excerpt(Table& table, std::string_view sign, const std::string& text) {
  if (text.empty()) return;
  table.add({std::string(), printable(fmt::format("{} {}", sign, text))});
}

void write_item(std::ostream& out, const Waiting& item, const Style& style,
                const Terminal& terminal) {
  const auto& drift = item.drift;
  out << style.bold(printable(fmt::format("{} / {}", item.server, label_of(item.key)))) << "  "
      << name_of(drift.kind) << ", " << style.paint(drift.grade, name_of(drift.grade))
      << (item.rejected ? ", rejected" : "") << ", seen " << printable(item.seen) << ", digest "
      << beginning_of_digest(item.digest) << '\n';
  Table table(2, terminal.width);
  for (const auto& change : drift.changes) {
    const auto place = change.pointer.empty() ? "" : fmt::format(" ({})", change.pointer);
    table.add({graded(style, change.grade), printable(change.what + place)});
    add_excerpt(table, "-", change.before);
    add_excerpt(table, "+", change.after);
  }
  table.print(out);
  out << "  accept it: " << to_type("accept", item) << '\n';
  if (!item.rejected) out << "  refuse it: " << to_type("reject", item) << '\n';
}

void write_item_json(json::Writer& out, const Waiting& item) {
  const auto& drift = item.drift;
  out.newline().begin_object().key("server").string(item.server);
  out.key("subject").string(name_of(item.key.subject)).key("name").string(label_of(item.key));
  out.key("kind").string(name_of(drift.kind)).key("grade").string(name_of(drift.grade));
  out.key("digest").string(item.digest);
  out.key("seen").string(item.seen).key("rejected").boolean(item.rejected);
  out.key("changes").begin_array();
  for (const auto& change : drift.changes) {
    out.begin_object().key("grade").string(name_of(change.grade)).key("what").string(change.what);
    out.key("pointer").string(change.pointer);
    out.key("before").string(change.before).key("after").string(change.after).end_object();
  }
  out.end_array().end_object();
}

void write_items_json(json::Writer& out, const std::vector<Waiting>& items) {
  out.begin_array();
  for (const auto& item : items) write_item_json(out, item);
  out.end_array();
}

void write_pending_json(json::Writer& out, std::string_view word, const pin::Ledger& ledger) {
  out.key(word).begin_array();
  for (const auto& [key, entry] : ledger.pending) {
    if (entry.rejected != (word == "rejected")) continue;
    out.begin_object().key("subject").string(name_of(key.subject));
    out.key("name").string(label_of(key)).key("digest").string(entry.pin.digest);
    out.key("grade").string(name_of(entry.grade)).key("seen").string(entry.seen).end_object();
  }
  out.end_array();
}

}  // namespace

void write_list(std::ostream& out, const pin::Book& book, const std::string& server,
                const std::string& path, const Terminal& terminal) {
  const Style style(terminal.colour);
  Table table(0, terminal.width);
  if (server.empty()) {
    table.add({std::string("server"), std::string("pinned"), std::string("waiting"),
               std::string("rejected"), std::string("worst")});
    for (const auto& [name, ledger] : book.servers()) add_server_row(table, style, name, ledger);
  } else {
    table.add({std::string("kind"), std::string("name"), std::string("state"), std::string("grade"),
               std::string("since"), std::string("digest")});
    add_pin_rows(table, style, *book.find(server));
  }
  if (book.servers().empty()) {
    out << "nothing is pinned yet\n";
  } else {
    table.print(out);
  }
  out << '\n' << printable(path) << '\n';
}

void write_list_json(std::ostream& out, const pin::Book& book, const std::string& server) {
  json::Writer json;
  json.begin_array();
  for (const auto& [name, ledger] : book.servers()) {
    if (!server.empty() && name != server) continue;
    json.newline().begin_object().key("server").string(name).key("pinned").begin_array();
    for (const auto& [key, entry] : ledger.pinned) {
      json.begin_object().key("subject").string(name_of(key.subject));
      json.key("name").string(label_of(key)).key("digest").string(entry.pin.digest);
      json.key("since").string(entry.since).end_object();
    }
    json.end_array();
    write_pending_json(json, "waiting", ledger);
    write_pending_json(json, "rejected", ledger);
    json.end_object();
  }
  out << json.end_array().text() << '\n';
}

void write_diff(std::ostream& out, const std::vector<Waiting>& waiting, const Terminal& terminal) {
  const Style style(terminal.colour);
  if (waiting.empty()) out << "nothing waits\n";
  for (const auto& item : waiting) {
    if (&item != waiting.data()) out << '\n';
    write_item(out, item, style, terminal);
  }
}

void write_json(std::ostream& out, const std::vector<Waiting>& waiting) {
  json::Writer json;
  write_items_json(json, waiting);
  out << json.text() << '\n';
}

void write_table(std::ostream& out, const Outcome& outcome, std::string_view verb,
                 const Terminal& terminal) {
  const Style style(terminal.colour);
  Table table(0, terminal.width);
  for (const auto& item : outcome.done) {
    table.add({std::string(verb), printable(item.server + " / " + label_of(item.key)),
               graded(style, item.drift.grade), beginning_of_digest(item.digest)});
  }
  for (const auto& item : outcome.left) {
    table.add({std::string("left"), printable(item.server + " / " + label_of(item.key)),
               graded(style, item.drift.grade), beginning_of_digest(item.digest)});
  }
  table.print(out);
  if (outcome.done.empty() && outcome.left.empty()) out << "nothing waits\n";
  if (outcome.left.empty()) return;
  out << "\nWhat is hostile is accepted only by its digest. Look at it first:\n  "
      << to_type("diff", outcome.left.front()) << '\n';
}

void write_json(std::ostream& out, const Outcome& outcome, std::string_view verb) {
  json::Writer json;
  json.begin_object().key(verb);
  write_items_json(json, outcome.done);
  json.key("left");
  write_items_json(json, outcome.left);
  out << json.end_object().text() << '\n';
}

}  // namespace touchstone::cli
