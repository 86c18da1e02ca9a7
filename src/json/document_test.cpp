#include "json/document.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

TEST(View, shows_the_bytes_of_each_value_as_they_stand) {
  const Document doc = document(" { \"a\" : 1.0 , \"b\":[ 1e5 , \"x\\u0041\" ],\"c\":{ } }\n");
  const View root = doc.root();
  EXPECT_EQ(root.raw(), "{ \"a\" : 1.0 , \"b\":[ 1e5 , \"x\\u0041\" ],\"c\":{ } }");
  EXPECT_EQ(root.find("a").raw(), "1.0");
  EXPECT_EQ(root.find("b").raw(), "[ 1e5 , \"x\\u0041\" ]");
  EXPECT_EQ(root.find("c").raw(), "{ }");
  EXPECT_EQ(doc.text().substr(root.find("a").begin_offset(), 3), "1.0");
}

TEST(View, knows_the_kind_of_each_value) {
  const Document doc = document(R"([null,true,-1,"s",[],{}])");
  std::vector<Kind> kinds;
  for (const View element : doc.root().elements()) kinds.push_back(element.kind());
  EXPECT_EQ(kinds, (std::vector{Kind::kNull, Kind::kBool, Kind::kNumber, Kind::kString,
                                Kind::kArray, Kind::kObject}));
}

TEST(View, walks_members_in_the_order_of_the_text) {
  const Document doc = document(R"({"z":[[1],2],"a":{"deep":{}},"m":0})");
  std::string keys;
  for (const Member member : doc.root().members()) keys += *member.key.as_string();
  EXPECT_EQ(keys, "zam");
}

TEST(View, finds_a_key_however_it_is_escaped) {
  const Document doc = document(R"({"n\u0061me":1,"":2,"a\\b":3})");
  EXPECT_EQ(doc.root().find("name").as_int(), 1);
  EXPECT_EQ(doc.root().find("").as_int(), 2);
  EXPECT_EQ(doc.root().find("a\\b").as_int(), 3);
  EXPECT_FALSE(doc.root().find("n\\u0061me"));
}

TEST(View, decodes_into_scratch_only_where_it_must) {
  const Document doc = document(R"(["plain","esc\n"])");
  std::string scratch;
  std::vector<std::string> strings;
  const View plain = *doc.root().elements().begin();
  EXPECT_EQ(plain.as_string(scratch)->data(), doc.text().data() + plain.begin_offset() + 1);
  for (const View element : doc.root().elements()) {
    strings.emplace_back(*element.as_string(scratch));
  }
  EXPECT_EQ(strings, (std::vector<std::string>{"plain", "esc\n"}));
}

TEST(View, compares_strings_decoded) {
  const Document doc = document(R"(["a\/b"])");
  const View string = *doc.root().elements().begin();
  EXPECT_TRUE(string.equals("a/b"));
  EXPECT_FALSE(string.equals("a\\/b"));
  EXPECT_FALSE(string.equals("a/bcdefgh"));
  EXPECT_FALSE(doc.root().equals("[]"));
}

TEST(View, that_is_absent_is_nothing_of_all) {
  const View absent = document("{}").root().find("x");
  EXPECT_FALSE(absent);
  EXPECT_FALSE(absent.is(Kind::kNull));
  EXPECT_FALSE(absent.as_bool() || absent.as_int() || absent.as_string());
  EXPECT_FALSE(absent.find("y"));
  EXPECT_TRUE(absent.members().empty() && absent.elements().empty());
  EXPECT_EQ(absent.raw(), "");
}

TEST(View, of_another_kind_gives_no_value) {
  const Document doc = document(R"({"s":"1","n":1,"b":false})");
  EXPECT_FALSE(doc.root().find("s").as_int());
  EXPECT_FALSE(doc.root().find("n").as_string());
  EXPECT_FALSE(doc.root().find("n").as_bool());
  EXPECT_EQ(doc.root().find("b").as_bool(), false);
  EXPECT_TRUE(doc.root().elements().empty());
}

TEST(View, survives_a_move_of_its_document) {
  Document doc = document(R"({"a":[1]})");
  const View a = doc.root().find("a");
  const Document moved = std::move(doc);
  EXPECT_EQ(a.raw(), "[1]");
  EXPECT_EQ(moved.root().find("a"), a);
}

TEST(Document, with_another_scalar_is_what_its_text_would_be_read_as) {
  const Document doc =
      document(R"({ "id" : "a\u0041", "result":{"deep":[1,{"x":null}],"y":"z"}} )");
  for (const std::string_view json : {"7", "null", "true", "-1.5e3", R"("longer than before")"}) {
    const Document made = doc.with(doc.root().find("id"), json);
    const Document read = document(made.text());
    EXPECT_EQ(made.root().find("id").raw(), json);
    EXPECT_EQ(made.root().find("id").kind(), read.root().find("id").kind());
    EXPECT_EQ(made.root().find("result").raw(), doc.root().find("result").raw());
    EXPECT_EQ(made.root().find("result").find("y").raw(), R"("z")");
    EXPECT_EQ(made.root().raw(), read.root().raw());
  }
}

void expect_same(View one, View two) {
  ASSERT_EQ(one.kind(), two.kind());
  ASSERT_EQ(one.begin_offset(), two.begin_offset());
  ASSERT_EQ(one.raw(), two.raw());
  auto left = one.members().begin();
  for (const Member member : two.members()) {
    ASSERT_NE(left, one.members().end());
    expect_same((*left).key, member.key);
    expect_same((*left).value, member.value);
    ++left;
  }
  auto element = one.elements().begin();
  for (const View each : two.elements()) {
    ASSERT_NE(element, one.elements().end());
    expect_same(*element, each);
    ++element;
  }
}

void collect_scalars(View value, std::vector<View>& into) {
  if (!value.is(Kind::kObject) && !value.is(Kind::kArray)) into.push_back(value);
  for (const Member member : value.members()) collect_scalars(member.value, into);
  for (const View element : value.elements()) collect_scalars(element, into);
}

RC_GTEST_PROP(Document, with_any_other_scalar_has_the_nodes_of_its_text,
              (const std::vector<std::uint8_t>& choices, std::uint8_t which, bool shorter)) {
  const Document doc = document(TextMaker(choices).make());
  std::vector<View> scalars;
  collect_scalars(doc.root(), scalars);
  if (scalars.empty()) return;
  const Document made = doc.with(scalars[which % scalars.size()], shorter ? "0" : R"("[{,longer")");
  expect_same(made.root(), document(made.text()).root());
}

TEST(Kind, has_a_name_for_messages) {
  EXPECT_EQ(with_article(Kind::kObject), "an object");
  EXPECT_EQ(with_article(Kind::kNull), "null");
}

}  // namespace
}  // namespace touchstone::json
