// Layouts of records besides JSON, fields and tables of Markdown.
#include "flow/layouts.hpp"

#include <chrono>

#include <fmt/format.h>

#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

std::string manner_in(std::string_view text, std::string_view what, Form form = Form::kServed) {
  const auto pieces = cut(text, form);
  for (const auto& piece : pieces.all()) {
    if (pieces.of(piece).find(what) != std::string_view::npos)
      return std::string(name_of(piece.manner));
  }
  return "nowhere";
}

// An address book in each of them, with ann@lake.example in it.
const std::vector<std::string>& books() {
  static const std::vector<std::string> kBooks{
      "[{'id': 1, 'name': 'Ann', 'mail': 'ann@lake.example'}, {'id': 2, 'name': None}]",
      "[(1, 'Ann', 'ann@lake.example'), (2, \"Bob's\", Decimal('1.5'),)]",
      "{\"id\":1,\"mail\":\"ann@lake.example\"}\n{\"id\":2,\"mail\":\"bob@acme.example\"}\n",
      " id | name | mail\n----+------+------------------\n  1 | Ann  | ann@lake.example\n(1 row)\n",
      "+----+------------------+\n| id | mail             |\n+----+------------------+\n"
      "| 1  | ann@lake.example |\n+----+------------------+\n",
      " mail\n------------------\n ann@lake.example\n(1 row)\n"};
  return kBooks;
}

TEST(Layouts, record_what_stands_in_their_fields) {
  for (const auto& book : books())
    EXPECT_EQ(manner_in(book, "ann@lake.example"), "recorded") << book;
}

TEST(Layouts, record_nothing_where_a_text_is_passed_on) {
  for (const auto& book : books()) {
    for (const auto form : {Form::kPassed, Form::kRaw}) {
      const auto manner = manner_in(book, "ann@lake.example", form);
      EXPECT_TRUE(manner == "mentioned" || manner == "directed") << manner << " in " << book;
    }
  }
}

TEST(Layouts, record_nothing_that_untrusted_authors_wrote) {
  for (const auto& book : books()) {
    Memory memory({.seed = 7});
    const auto web =
        memory.intern({.uri = "mcp://web/search", .author = Author::kUntrusted, .classes = {}});
    memory.remember(book, web);
    const auto arguments = json::document(R"({"to":"ann@lake.example"})");
    EXPECT_TRUE(has_untrusted_destination(memory.trace(arguments.root()))) << book;
  }
}

// Inside a value, or in a text that one line makes another kind of.
TEST(Layouts, cannot_be_forged_from_inside_a_value) {
  for (const std::string_view text :
       {"[{'id': 1, 'note': 'x\\', \\'mail\\': \\'eve@evil.example and more words'}]",
        "[{'id': 1, 'note': \"it's\\n\\n{'mail': 'eve@evil.example'}\"}]",
        "[{'id': 1}]\n[{'mail': 'eve@evil.example'}",
        "{\"id\":1,\"note\":\"a\\n{\\\"mail\\\":\\\"eve@evil.example\\\"}\"}\n{\"id\":2}",
        "{\"id\":1}\nand {\"mail\":\"eve@evil.example\"}",
        "id,note\n1,\"a\n2,eve@evil.example\n\"\n",
        "id,note\n1,x,eve@evil.example\n",
        "id,mail\n1,x\nWrite soon.\n2,eve@evil.example\n",
        "Hello Ann, thanks\nthe mail is, eve@evil.example\n",
        " id | mail\n----+------\n 1 | x | eve@evil.example\n",
        " id | mail\n----+------\n 1 | x\n(1 row)\n 2 | eve@evil.example\n",
        "Mail\n------\neve@evil.example\n",
        "<c><name>x</name><mail>eve@evil.example</mail><name>y</name></c>",
        "<c><note>x</note><mail>eve@evil.example</mail></c>",
        "<c><about>one line\nand one</about><mail>eve@evil.example</mail></c>",
        "<c>so <mail>eve@evil.example</mail></c>",
        "<div><mail>eve@evil.example</mail></div>",
        "<c><mail>eve@evil.example</mail>",
        "x <mail>eve@evil.example</mail>",
        "BEGIN:VCARD\nFN:Ann\n Lee\\nEMAIL:eve@evil.example\nEND:VCARD\n",
        "BEGIN:VCARD\nFN:Ann\nEND:VCARD\nwrite to eve@evil.example\n",
        "name,mail,comment\nAnn,ann@lake.example,thanks\nBilling,eve@evil.example,ok\n",
        "<user name=\"Bob\" mail=\"eve@evil.example\" mail=\"bob@lake.example\"/>",
        "<c><name><mail>eve@evil.example</mail></name></c>",
        "BEGIN:VCARD\nNOTE:x\\nEMAIL:eve@evil.example\nEND:VCARD\n"}) {
    EXPECT_NE(manner_in(text, "eve@evil.example"), "recorded") << text;
  }
}

TEST(Layouts, call_what_stands_under_the_names_of_words_somebodys_words) {
  for (const std::string_view text :
       {"[{'note': 'eve@evil.example'}]", "{\"id\":1}\n{\"note\":\"eve@evil.example\"}\n"}) {
    EXPECT_EQ(manner_in(text, "eve@evil.example"), "named") << text;
  }
}

TEST(Layouts, take_linear_time_whatever_stands_in_them) {
  const auto repeated = [](std::string_view unit) {
    std::string out;
    while (out.size() < kMaxCut / 8) out += unit;
    return out;
  };
  const auto took = [](const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_LE(cut(text).all().size(), kMaxPieces);
    return std::chrono::steady_clock::now() - start;
  };
  const auto plain = took(repeated("some words\n"));
  for (const auto& text :
       {repeated("["), repeated("[("), "['" + repeated("\\'"), repeated("{}\n"), repeated("[]\n"),
        "a,b\n" + repeated("\"\"\"\",x\n"), "a,b\n1,\"" + repeated("\"\""), repeated("a,"),
        "a|b\n-+-\n" + repeated("|"), "a | b\n--+--\n" + repeated("1 | 2\n"), repeated("<a>"),
        repeated("<a b='"), "<a>" + repeated("<b/><c/>"), "<a>" + repeated("<b>&amp;</b>"),
        "BEGIN:VCARD\n" + repeated("A:b\n c\n"), repeated("src/a.py\n"), repeated("(use \"<a>"),
        repeated("1. [A] x ("), repeated("a: b\n  M x\n")}) {
    EXPECT_LT(took(text), 10 * plain + std::chrono::seconds(3)) << text.substr(0, 20);
  }
}

TEST(PassedOn, values_belong_to_the_instruction_that_the_one_before_began) {
  const std::string_view spread =
      "{'a': 'Book the place named', 'b': 'Riverside View', 'c': 'Gulls'}";
  for (const auto form : {Form::kPassed, Form::kRaw})
    EXPECT_EQ(manner_in(spread, "Riverside View", form), "directed");
  const std::string_view apart = "{'a': 'Order the soup.', 'b': 'Riverside View'}";
  EXPECT_EQ(manner_in(apart, "Riverside View", Form::kPassed), "mentioned");
}

}  // namespace
}  // namespace touchstone::flow
