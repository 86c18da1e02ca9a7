#include "config/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "config/print.hpp"
#include "config/test_support.hpp"
#include "tree/plain_json.hpp"

namespace touchstone::config {
namespace {

using ::testing::HasSubstr;
using testing::problems;
using ::testing::StartsWith;
using tree::plain_json;

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// A scalar as "plain" or 'quoted', so that tests see the difference.
std::string outline(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Node::Kind::kNull: return "null";
    case Node::Kind::kPlain: return node.text;
    case Node::Kind::kQuoted: return "'" + node.text + "'";
    case Node::Kind::kList:
      for (const auto& child : node.children) out += (out.empty() ? "" : " ") + outline(child);
      return "[" + out + "]";
    case Node::Kind::kMap: break;
  }
  for (const auto& child : node.children) {
    out += (out.empty() ? "" : " ") + child.key + "=" + outline(child);
  }
  return "{" + out + "}";
}

TEST(Tree, is_the_same_from_both_languages) {
  const auto* json = R"({"a": [1, true, "x", null], "b": {"c": "d\n"}})";
  const auto* yaml = "a:\n- 1\n- true\n- 'x'\n-\nb:\n  c: \"d\\n\"\n";
  EXPECT_EQ(outline(*read_json(json)), "{a=[1 true 'x' null] b={c='d\n'}}");
  EXPECT_EQ(outline(*read_yaml(yaml)), outline(*read_json(json)));
  EXPECT_EQ(outline(*read_yaml(json)), outline(*read_json(json)));
}

TEST(Tree, keeps_the_place_of_every_key_and_value) {
  const std::string_view yaml = "# ä\nkey: 'é'\nb: [x,  y]\n";
  const auto tree = read_yaml(yaml);
  ASSERT_TRUE(tree.has_value());
  const Node& first = tree->children[0];
  EXPECT_EQ(yaml.substr(first.key_offset, 3), "key");
  EXPECT_EQ(yaml.substr(first.offset, 4), "'é'");
  EXPECT_EQ(yaml.substr(tree->children[1].children[1].offset, 1), "y");
}

TEST(Tree, columns_are_counted_in_characters_whatever_the_line_breaks) {
  EXPECT_THAT(problems("# ä\r\nlimits: {\"é\": 1}\r\n"), StartsWith("t.yaml:2:10 (limits.é)"));
  EXPECT_THAT(problems("{\n \"limits\": {\"é\": 1}}", "t.json"),
              StartsWith("t.json:2:13 (limits.é)"));
  EXPECT_THAT(problems("\xef\xbb\xbfzzz: 1"), StartsWith("t.yaml:1:1 (zzz)"));
}

TEST(Tree, the_name_decides_on_the_language_and_else_the_first_sign) {
  EXPECT_TRUE(read_tree("// x\n{\"a\": 1,}", "a.json").has_value());
  EXPECT_TRUE(read_tree("/* x */ {\"a\": 1,}", "mcp.conf").has_value());
  EXPECT_TRUE(read_tree("# x\na: 1", "mcp.conf").has_value());
  EXPECT_TRUE(read_tree("{a: 1}", "a.yml").has_value());
  EXPECT_FALSE(read_tree("a: 1", "a.json").has_value());
  EXPECT_FALSE(read_tree("{a: 1}", "-").has_value());
}

TEST(Yaml, refuses_what_a_config_does_not_need) {
  EXPECT_EQ(problems("a: &x 1\n"),
            "t.yaml:1:4: anchors and aliases are not read\n  try: write the value out\n");
  EXPECT_THAT(problems("a: &x [1]\nb: *x\n"), HasSubstr("anchors and aliases are not read"));
  EXPECT_THAT(problems("b: *x\n"), HasSubstr("t.yaml:1:4: not valid YAML: the referenced anchor"));
  EXPECT_EQ(problems("a: !!int '1'\n"),
            "t.yaml:1:4: tags are not read\n  try: leave it out: the key "
            "decides what type a value has\n");
  EXPECT_EQ(problems("a: 1\n---\nb: 1\n"),
            "t.yaml:2:1: a second document\n  try: keep one document in "
            "one file, without a second ---\n");
  EXPECT_EQ(problems("[a]: 1\n"),
            "t.yaml:1:1: a key must be a single word or text\n  try: close every bracket\n");
  EXPECT_EQ(problems("~: 1\n"),
            "t.yaml:1:1: a key must be a single word or text\n  try: put it in quotes\n");
}

TEST(Yaml, says_where_it_is_not_yaml) {
  EXPECT_THAT(problems("a: 1\n b: 2\n"), StartsWith("t.yaml:2:3: not valid YAML: "));
  EXPECT_THAT(problems("a: [1\n"), StartsWith("t.yaml:2:1: not valid YAML: "));
  EXPECT_THAT(problems("a: \"\\ud83d\"\n"), HasSubstr("not valid YAML: "));
  EXPECT_THAT(problems("a: \"\\\xEF\xBB\xBF\"\n"),
              HasSubstr("unknown escape character: byte 0xEF\n"));
}

TEST(Json, says_where_it_is_not_json) {
  EXPECT_EQ(problems("{\n \"a\": /* x */ tru}", "t.json"),
            "t.json:2:18: expected 'true', found '}'\n");
  EXPECT_EQ(problems("{ /* x", "t.json"),
            "t.json:1:3: a comment that does not end\n  try: close it with */\n");
}

TEST(Tree, a_key_twice_is_refused_in_both_languages) {
  EXPECT_EQ(problems("a: 1\n'a': 2\n"),
            "t.yaml:2:1: duplicate key \"a\"\n  try: keep one of the two\n");
  EXPECT_EQ(problems("{\"a\": 1,\n\"\\u0061\": 2}", "t.json"), "t.json:2:1: duplicate key \"a\"\n");
}

TEST(Hostile, alias_bombs_are_refused_at_the_first_anchor) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i) {
    const auto before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + ", " + before +
            "]\n";
  }
  EXPECT_THAT(problems(bomb), StartsWith("t.yaml:1:5: anchors and aliases are not read"));
}

TEST(Hostile, deep_nesting_is_refused_without_a_deep_stack) {
  EXPECT_THAT(problems(repeated("- ", 100'000)), HasSubstr("nested deeper than the limit of 32"));
  EXPECT_THAT(problems("a: " + repeated("[", 400) + repeated("]", 400)),
              HasSubstr("t.yaml:1:35: nested deeper than the limit"));
  EXPECT_THAT(problems(repeated("[", 100'000), "t.json"),
              HasSubstr("nested deeper than the limit"));
  for (const auto* unit : {"[", "{", "? ", "{a: ", "[a, ", "- - ", "[?", "! ", "a: |\n"}) {
    EXPECT_NE(problems(repeated(unit, 100'000)), "") << unit;
  }
  std::string indented;
  for (std::size_t i = 0; i < 1'000; ++i) indented += std::string(i, ' ') + "a:\n";
  EXPECT_THAT(problems(indented), HasSubstr("t.yaml:33:33: nested deeper than the limit of 32"));
}

TEST(Hostile, bytes_that_are_no_text_are_refused_with_their_place) {
  EXPECT_EQ(problems("a: caf\xe9\n"), "t.yaml:1:7: invalid UTF-8\n  try: save the file as UTF-8\n");
  EXPECT_EQ(problems(std::string_view("a: x\0y", 6)),
            "t.yaml:1:5: a control character (byte 0x00)\n  try: take it out, or write it as an "
            "escape in quotation marks\n");
  EXPECT_THAT(problems("a: \x1b[2J"), StartsWith("t.yaml:1:4: a control character (byte 0x1b)"));
  EXPECT_THAT(problems("\xff\xfe"
                       "a\0"),
              StartsWith("t.yaml:1:1: invalid UTF-8"));  // UTF-16
}

TEST(Hostile, what_is_too_large_or_has_too_many_values_is_refused) {
  EXPECT_EQ(problems(std::string(kMaxFileBytes + 1, ' ')),
            "t.yaml:1:1048577: larger than the limit of 1 MiB\n");
  EXPECT_THAT(problems(repeated("-\n", kMaxNodes + 1)), HasSubstr("more than 100000 values"));
  EXPECT_THAT(problems("[" + repeated("1,", kMaxNodes) + "]", "t.json"),
              HasSubstr("more than 100000 values"));
}

void expect_verdict(std::string_view unit, std::size_t bytes) {
  const auto text = repeated(unit, bytes / unit.size());
  for (const auto* source : {"t.yaml", "t.json"}) {
    const auto loaded = testing::World().read(text, source);
    EXPECT_TRUE(loaded.legible || loaded.problems.size() == 1) << unit;
  }
}

TEST(Hostile, a_mebibyte_of_anything_ends_with_a_verdict) {
  for (const auto* unit : {"a", "[a", "[]{}:,-?&*!|>'\"%@ \n"}) expect_verdict(unit, kMaxFileBytes);
  for (const auto* unit : {"{a: ", ":", "\"\\", "'", "%a\n", "#\n", "a\n\n", "é", "\r", ",", "/*",
                           "//\n", "|\n", "\t", "&a ", "a: "}) {
    expect_verdict(unit, kMaxFileBytes / 16);
  }
}

TEST(PlainJson, changes_nothing_but_comments_and_last_commas) {
  const auto plain = [](std::string_view text) { return plain_json(text).value_or("refused"); };
  EXPECT_EQ(plain("{\"a//b\": 1, // x\n\"c\\\"/*\": [2,],}"),
            "{\"a//b\": 1,     \n\"c\\\"/*\": [2 ] }");
  EXPECT_EQ(plain("[1, /* , */ ]"), "[1          ]");
  EXPECT_EQ(plain("[/* a\nb */1]"), "[    \n    1]");
  EXPECT_EQ(plain("/*/"), "refused");
}

TEST(PlainJson, leaves_commas_that_stand_for_nothing) {
  for (const auto* text : {"[,]", "{,}", "[1,,]", ",]", "[/* */,]"}) {
    EXPECT_FALSE(read_json(text).has_value()) << text;
  }
  EXPECT_TRUE(read_json("[1,]").has_value());
}

RC_GTEST_PROP(PlainJson, keeps_every_place, (const std::vector<std::uint8_t>& seeds)) {
  constexpr std::array<std::string_view, 12> kPieces{"//", "/*", "*/", "\"", "\\", ",",
                                                     "[",  "]",  "\n", " ",  "a",  "{}"};
  std::string text;
  for (const auto seed : seeds) text += kPieces[seed % kPieces.size()];
  const auto plain = plain_json(text);
  if (!plain) {
    RC_ASSERT(plain.error().offset < text.size());
    return;
  }
  RC_ASSERT(plain->size() == text.size());
  RC_ASSERT(std::ranges::count(*plain, '\n') == std::ranges::count(text, '\n'));
}

// Whatever a tree holds, both printers write something that reads back the same.
Node random_node(const std::vector<std::string>& texts, std::size_t& at, int depth) {
  if (at >= texts.size()) return text_node("end");
  const auto& text = texts[at++];
  const auto choice = (text.size() + at) % 4;
  if (depth > 4 || choice < 2) return text_node(text);
  Node node = choice == 2 ? list_node() : map_node();
  for (int i = 0; i < 3 && at < texts.size(); ++i) {
    const auto key = choice == 3 ? std::to_string(i) + texts[at] : std::string();
    node.add(key, random_node(texts, at, depth + 1));
  }
  return node;
}

RC_GTEST_PROP(Print, reads_back_the_same, (const std::vector<std::string>& raw)) {
  std::vector<std::string> texts;
  for (const auto& text : raw) {
    // Only text: what is not UTF-8 never gets into a tree.
    std::string clean;
    for (const char c : text) clean += static_cast<unsigned char>(c) < 0x80 ? c : 'x';
    texts.push_back(clean);
  }
  std::size_t at = 0;
  Node root = map_node();
  root.add("root", random_node(texts, at, 0));
  const auto expected = to_json(root);
  const auto json = read_json(expected);
  RC_ASSERT(json.has_value());
  RC_ASSERT(to_json(*json) == expected);
  const auto yaml = read_yaml(to_yaml(root));
  RC_ASSERT(yaml.has_value());
  const auto line = read_yaml(to_line(root));
  RC_ASSERT(line.has_value());
  RC_ASSERT(to_line(*line) == to_line(*yaml));
}

TEST(Print, quotes_what_another_reader_of_yaml_would_take_for_something_else) {
  Node root = map_node();
  for (const auto* text : {"word", "a/b.c", "true", "No", "null", "~", "1", "1e5", "30s", "16MiB",
                           "", "a b", "- x", "/bin/x"}) {
    root.add("k" + std::to_string(root.children.size()), text_node(text));
  }
  EXPECT_EQ(
      to_yaml(root),
      "k0: word\nk1: a/b.c\nk2: \"true\"\nk3: \"No\"\nk4: \"null\"\nk5: \"~\"\nk6: \"1\"\n"
      "k7: \"1e5\"\nk8: 30s\nk9: 16MiB\nk10: \"\"\nk11: \"a b\"\nk12: \"- x\"\nk13: /bin/x\n");
}

}  // namespace
}  // namespace touchstone::config
