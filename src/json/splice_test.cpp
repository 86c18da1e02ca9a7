#include "json/splice.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

std::string with_member(std::string_view text, std::string_view key, std::string json) {
  const Document doc = document(text);
  Splice splice(doc);
  splice.set_member(doc.root(), key, std::move(json));
  return splice.apply();
}

TEST(Splice, without_edits_is_the_text_itself) {
  const Document doc = document(" {\"a\" : [1.0, 2e5] }\n");
  EXPECT_TRUE(Splice(doc).empty());
  EXPECT_EQ(Splice(doc).apply(), doc.text());
}

TEST(Splice, replaces_a_value_and_touches_nothing_else) {
  const Document doc = document("{ \"a\":1.0 , \"b\": [ 1e5 ] }");
  Splice splice(doc);
  splice.replace(doc.root().find("b"), "\"new\"");
  EXPECT_FALSE(splice.empty());
  EXPECT_EQ(splice.apply(), "{ \"a\":1.0 , \"b\": \"new\" }");
}

TEST(Splice, applies_edits_in_the_order_of_the_text) {
  const Document doc = document("[1,2,3]");
  std::vector<View> elements;
  for (const View element : doc.root().elements()) elements.push_back(element);
  Splice splice(doc);
  splice.replace(elements[2], "c");
  splice.replace(elements[0], "a");
  EXPECT_EQ(splice.apply(), "[a,2,c]");
}

TEST(Splice, sets_a_member_that_is_there_in_place) {
  EXPECT_EQ(with_member(R"({"a":1,"b":2})", "a", "[]"), R"({"a":[],"b":2})");
  EXPECT_EQ(with_member(R"({"\u0061":1,"b":2})", "a", "3"), R"({"\u0061":3,"b":2})");
}

TEST(Splice, adds_a_member_that_is_not_there_at_the_end) {
  EXPECT_EQ(with_member(R"({"a":1})", "b", "2"), R"({"a":1,"b":2})");
  EXPECT_EQ(with_member("{\n  \"a\": 1\n}", "b", "2"), "{\n  \"a\": 1,\"b\":2\n}");
  EXPECT_EQ(with_member("{}", "b\"", "2"), R"({"b\"":2})");
  EXPECT_EQ(with_member("{ }", "b", "2"), R"({"b":2 })");
}

TEST(Splice, adds_several_members_in_the_order_of_the_calls) {
  for (const char* text : {"{}", "{ }", R"({"x":0})"}) {
    const Document doc = document(text);
    Splice splice(doc);
    for (const char* key : {"z", "a", "m"}) splice.set_member(doc.root(), key, "1");
    const Document edited = document(splice.apply());
    std::string keys;
    for (const Member member : edited.root().members()) keys += *member.key.as_string();
    EXPECT_TRUE(keys.ends_with("zam")) << text << " " << edited.text();
  }
}

TEST(Splice, appends_elements) {
  for (const auto& [text, expected] : std::map<std::string, std::string>{
           {"[]", "[1,2]"}, {"[ ]", "[1,2 ]"}, {"[0 ]", "[0,1,2 ]"}, {"[[]]", "[[],1,2]"}}) {
    const Document doc = document(text);
    Splice splice(doc);
    splice.append(doc.root(), "1");
    splice.append(doc.root(), "2");
    EXPECT_EQ(splice.apply(), expected);
  }
}

TEST(Splice, edits_a_container_and_what_is_last_in_it) {
  const Document doc = document(R"({"a":{"b":{}}})");
  const View a = doc.root().find("a");
  Splice splice(doc);
  splice.set_member(doc.root(), "z", "1");
  splice.set_member(a, "y", "2");
  splice.set_member(a.find("b"), "x", "3");
  splice.set_member(a.find("b"), "w", "4");
  EXPECT_EQ(splice.apply(), R"({"a":{"b":{"x":3,"w":4},"y":2},"z":1})");
}

TEST(Splice, replaces_the_last_value_and_adds_behind_it) {
  const Document doc = document(R"({"a":1})");
  Splice splice(doc);
  splice.set_member(doc.root(), "b", "3");
  splice.set_member(doc.root(), "a", "22");
  EXPECT_EQ(splice.apply(), R"({"a":22,"b":3})");
}

TEST(Splice, lets_the_later_edit_of_the_same_thing_count) {
  const Document doc = document(R"({"a":1})");
  Splice splice(doc);
  for (const char* value : {"2", "3"}) {
    splice.set_member(doc.root(), "a", value);
    splice.set_member(doc.root(), "new", value);
  }
  EXPECT_EQ(splice.apply(), R"({"a":3,"new":3})");
}

TEST(Splice, drops_edits_inside_a_value_that_is_replaced) {
  const Document doc = document(R"({"a":{"b":1}})");
  Splice splice(doc);
  splice.set_member(doc.root().find("a"), "b", "2");
  splice.set_member(doc.root().find("a"), "c", "3");
  splice.replace(doc.root().find("a"), "null");
  EXPECT_EQ(splice.apply(), R"({"a":null})");
}

TEST(Splice, of_a_part_gives_the_bytes_of_the_part) {
  const Document doc = document(R"({"x":0,"tool":{"name":"n","v":1},"y":2})");
  const View tool = doc.root().find("tool");
  EXPECT_EQ(Splice(tool).apply(), tool.raw());
  Splice splice(tool);
  splice.set_member(tool, "v", "2");
  splice.set_member(tool, "w", "3");
  EXPECT_EQ(splice.apply(), R"({"name":"n","v":2,"w":3})");
}

TEST(Splice, ignores_edits_that_make_no_sense) {
  const Document doc = document(R"({"a":[1],"b":2})");
  Splice splice(doc);
  splice.set_member(doc.root().find("b"), "x", "1");
  splice.append(doc.root().find("b"), "1");
  splice.append(doc.root(), "1");
  splice.replace(doc.root().find("none"), "1");
  EXPECT_TRUE(splice.empty());
  Splice part(doc.root().find("a"));
  part.replace(doc.root().find("b"), "3");
  EXPECT_EQ(part.apply(), "[1]");
}

// An object, whatever the bytes choose.
std::string object_text(const std::vector<std::uint8_t>& choices) {
  return "{\"object\":" + TextMaker(choices).make() + "}";
}

void collect(View value, std::vector<View>& out) {
  out.push_back(value);
  for (const Member member : value.members()) collect(member.value, out);
  for (const View element : value.elements()) collect(element, out);
}

RC_GTEST_PROP(Splice, leaves_all_other_members_byte_for_byte,
              (const std::vector<std::uint8_t>& choices, std::uint8_t which)) {
  const Document doc = document(object_text(choices));
  std::vector<View> values;
  collect(doc.root(), values);
  std::erase_if(values, [](View value) { return !value.is(Kind::kObject); });
  const View target = values[which % values.size()];
  Splice splice(target);
  splice.set_member(target, "added", R"({"x":1})");
  splice.set_member(target, "also", "2");
  const Document edited = document(splice.apply());
  for (const Member member : target.members()) {
    const std::string key = *member.key.as_string();
    RC_ASSERT(edited.root().find(key).raw() == member.value.raw());
  }
  RC_ASSERT(edited.root().find("added").raw() == R"({"x":1})");
  RC_ASSERT(edited.root().find("also").as_int() == 2);
}

RC_GTEST_PROP(Splice, replacing_every_scalar_by_itself_is_the_identity,
              (const std::vector<std::uint8_t>& choices)) {
  const Document doc = document(TextMaker(choices).make());
  std::vector<View> values;
  collect(doc.root(), values);
  Splice splice(doc);
  for (const View value : values) {
    if (value.members().empty() && value.elements().empty()) {
      splice.replace(value, std::string(value.raw()));
    }
  }
  RC_ASSERT(splice.apply() == doc.text());
}

TEST(Splice, removes_a_member_with_its_comma_wherever_it_stands) {
  const auto without = [](std::string_view text, std::string_view key) {
    const Document doc = document(text);
    Splice splice(doc);
    splice.remove_member(doc.root(), key);
    return splice.apply();
  };
  EXPECT_EQ(without(R"({"a":1, "b":2 ,"c":3})", "a"), R"({"b":2 ,"c":3})");
  EXPECT_EQ(without(R"({"a":1, "b":2 ,"c":3})", "b"), R"({"a":1 ,"c":3})");
  EXPECT_EQ(without(R"({"a":1, "b":2 ,"c":3})", "c"), R"({"a":1, "b":2})");
  EXPECT_EQ(without(R"({ "a":1 })", "a"), "{  }");
  EXPECT_EQ(without(R"({"a":1})", "x"), R"({"a":1})");
  EXPECT_EQ(without("[1]", "a"), "[1]");
}

TEST(Splice, removes_the_only_member_and_adds_another) {
  const Document doc = document(R"({"_meta": {"a":1 }})");
  const View meta = doc.root().find("_meta");
  Splice splice(doc);
  splice.set_member(meta, "b", "2");
  splice.set_member(meta, "c", "3");
  splice.remove_member(meta, "a");
  EXPECT_EQ(splice.apply(), R"({"_meta": {"b":2,"c":3 }})");
}

TEST(Splice, lets_the_later_of_a_removal_and_a_setting_count) {
  const Document doc = document(R"({"a":1,"b":2})");
  Splice splice(doc);
  splice.set_member(doc.root(), "a", "3");
  splice.remove_member(doc.root(), "a");
  splice.remove_member(doc.root(), "b");
  splice.set_member(doc.root(), "b", "4");
  splice.set_member(doc.root(), "c", "5");
  splice.remove_member(doc.root(), "c");
  EXPECT_EQ(splice.apply(), R"({"b":4})");
  EXPECT_EQ(splice.apply(), R"({"b":4})");  // and nothing is cut twice
}

struct SplicedEdit {
  View container;
  std::string key;   // of an object's member
  std::string json;  // empty: take the member out
};

struct ModelMember {
  std::string key;
  std::optional<std::string> value;
  bool old = true;  // keeps its place when it is taken out and set again
};

void edit_model(std::vector<ModelMember>& members, const SplicedEdit& edit) {
  const auto it = std::ranges::find(members, edit.key, &ModelMember::key);
  if (it == members.end()) {
    if (!edit.json.empty()) members.push_back({edit.key, edit.json, false});
  } else if (!edit.json.empty()) {
    it->value = edit.json;
  } else if (it->old) {
    it->value.reset();
  } else {
    members.erase(it);
  }
}

// What the edits should come to, without white space.
std::string modelled(View value, const std::vector<SplicedEdit>& edits) {
  std::vector<ModelMember> members;
  for (const auto [key, inner] : value.members())
    members.push_back({std::string(key.raw()), modelled(inner, edits)});
  std::vector<std::string> parts;
  for (const View element : value.elements()) parts.push_back(modelled(element, edits));
  for (const SplicedEdit& edit : edits) {
    if (edit.container != value) continue;
    if (value.is(Kind::kArray)) parts.push_back(edit.json);
    if (value.is(Kind::kObject)) edit_model(members, edit);
  }
  for (const ModelMember& member : members)
    if (member.value) parts.push_back(member.key + ':' + *member.value);
  const std::string inside = fmt::format("{}", fmt::join(parts, ","));
  if (value.is(Kind::kObject)) return '{' + inside + '}';
  return value.is(Kind::kArray) ? '[' + inside + ']' : std::string(value.raw());
}

// One edit, whatever the bytes choose: of a member that is there, or of one of two that are not.
SplicedEdit chosen(const std::vector<View>& containers, std::uint8_t where, std::uint8_t which,
                   std::uint8_t what) {
  const View container = containers[where % containers.size()];
  std::vector<std::string> keys = {R"("new")", R"("also\n")"};
  for (const Member member : container.members()) keys.emplace_back(member.key.raw());
  const bool removes = container.is(Kind::kObject) && what % 2 == 0;
  return {container, keys[which % keys.size()], removes ? "" : std::to_string(what)};
}

RC_GTEST_PROP(Splice, gives_what_any_edits_should_come_to,
              (const std::vector<std::uint8_t>& choices,
               const std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>>& picks)) {
  const Document doc = document(object_text(choices));
  std::vector<View> containers;
  collect(doc.root(), containers);
  std::erase_if(containers, [](View it) { return !it.is(Kind::kObject) && !it.is(Kind::kArray); });
  std::vector<SplicedEdit> edits;
  Splice splice(doc);
  for (const auto& [where, which, what] : picks) {
    const SplicedEdit edit = chosen(containers, where, which, what);
    const std::string key = *document(edit.key).root().as_string();
    if (edit.container.is(Kind::kArray))
      splice.append(edit.container, edit.json);
    else if (edit.json.empty())
      splice.remove_member(edit.container, key);
    else
      splice.set_member(edit.container, key, edit.json);
    edits.push_back(edit);
  }
  const Document edited = document(splice.apply());
  RC_ASSERT(modelled(edited.root(), {}) == modelled(doc.root(), edits));
}

}  // namespace
}  // namespace touchstone::json
