// What a grant fixes: the same call again, or the same in all but prose, and never another place.
#include "approval/binding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "approval/destination.hpp"
#include "approval/shape.hpp"
#include "approval/test_support.hpp"
#include "json/string.hpp"
#include "model/fold.hpp"

namespace touchstone::approval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::parsed;

model::Profile profile_of(bool reads, bool destroys) {
  const auto flag = [](model::Field field, bool value) {
    return model::Evidence{field, value, model::Source::kOperator, 1.0F, "", ""};
  };
  return model::fold(
      {flag(model::Field::kReadOnly, reads), flag(model::Field::kDestructive, destroys)}, {});
}
const model::Profile& writes() {
  static const model::Profile kProfile = profile_of(false, false);
  return kProfile;
}

std::string shape(std::string_view arguments) {
  return shape_of(parsed(arguments).root(), writes()).text;
}

TEST(Binding, arguments_are_the_same_in_any_order_and_spelling) {
  const auto digest = [](std::string_view text) { return arguments_digest(parsed(text).root()); };
  EXPECT_EQ(digest(R"({"a":1,"b":"x"})"), digest(R"({ "b": "\u0078", "a": 1.0 })"));
  EXPECT_NE(digest(R"({"a":1})"), digest(R"({"a":2})"));
  EXPECT_NE(digest(R"({"a":1})"), digest(R"({"a":"1"})"));
  EXPECT_EQ(arguments_digest({}), digest("{}"));
}

TEST(Binding, has_a_digest_of_each_thing_that_was_seen) {
  const auto arguments = parsed(R"({"a":1})");
  const auto binding =
      bind({"ann", "s", "mail", "send"}, arguments.root(), "shape", "pin", "policy");
  EXPECT_EQ(binding, (store::Binding{"ann", "s", "mail", "send", arguments_digest(arguments.root()),
                                     shape_digest("shape"), "pin", "policy"}));
  const auto version = [](std::string_view text) {
    return policy_version(*policy::load(text, "p.yaml").policy);
  };
  EXPECT_NE(version("rules: [{name: a, effect: block}]"),
            version("rules: [{name: b, effect: block}]"));
  EXPECT_EQ(version("rules: [{name: a, effect: block}]"),
            version("# A word.\nrules: [{name: a, description: Words., effect: block}]"));
}

TEST(Shape, leaves_only_prose_open) {
  const auto mail = shape_of(
      parsed(R"({"to":"bob@example.org","subject":"Hello there","body":"See you at ten"})").root(),
      writes());
  EXPECT_EQ(mail.text,
            shape(R"({"body":"Not today, sorry.","to":"bob@example.org","subject":"Re: hello"})"));
  EXPECT_THAT(mail.open, ElementsAre("/subject", "/body"));
}

struct Differs {
  const char* one;
  const char* other;
};
class OtherShape : public ::testing::TestWithParam<Differs> {};

TEST_P(OtherShape, needs_another_yes) { EXPECT_NE(shape(GetParam().one), shape(GetParam().other)); }

INSTANTIATE_TEST_SUITE_P(
    Shapes, OtherShape,
    ::testing::Values(
        Differs{R"({"to":"bob@example.org"})", R"({"to":"eve@example.org"})"},
        Differs{R"({"to":["bob@example.org"]})", R"({"to":["bob@example.org","eve@example.org"]})"},
        Differs{R"({"to":"Bob Smith"})", R"({"to":"Eve Smith"})"},
        Differs{R"({"mail":{"recipients":[{"display":"Bob Smith"}]}})",
                R"({"mail":{"recipients":[{"display":"Eve Smith"}]}})"},
        Differs{R"({"body":"write to bob@example.org soon"})",
                R"({"body":"write to eve@example.org soon"})"},
        Differs{R"({"body":"write to bob soon"})", R"({"body":"write to <eve@example.org> soon"})"},
        Differs{R"({"body":"a ![x](https://a.example/p.png) b"})",
                R"({"body":"a ![x](https://b.example/p.png) b"})"},
        Differs{R"({"body":"look at the lake soon"})", R"({"body":"look at b.example/x soon"})"},
        Differs{R"({"body":"look at a.example/x soon"})", R"({"body":"look at b.example/x soon"})"},
        Differs{R"({"body":"look at the lake soon"})", R"({"body":"look at b.rocks:8080/x soon"})"},
        Differs{R"({"body":"look at the lake soon"})", R"({"body":"look at //b.example/x soon"})"},
        Differs{R"({"body":"look at the lake soon"})", R"({"body":"look at b.rocks?x=1 soon"})"},
        Differs{R"({"body":"look at the lake soon"})", R"({"body":"look at (b.example)."})"},
        Differs{R"({"url":"https://a.example/x/1"})", R"({"url":"https://b.example/x/1"})"},
        Differs{R"({"page":"https://a.example/x/1"})", R"({"page":"https://a.example/y/1"})"},
        Differs{R"({"page":"https://a.example"})", R"({"page":"https://a.example@b.example"})"},
        Differs{R"({"path":"/srv/a/x.txt"})", R"({"path":"/srv/b/x.txt"})"},
        Differs{R"({"path":"/srv/a/x.txt"})", R"({"path":"/srv/a/x.sh"})"},
        Differs{R"({"path":"/srv/a/x.txt"})", R"({"path":"/srv/a/../../etc/x.txt"})"},
        Differs{R"({"path":"/srv/a/x.txt"})", R"({"path":"/srv/a/.txt"})"},
        Differs{R"({"path":"/home/ann/.ssh/config"})",
                R"({"path":"/home/ann/.ssh/authorized_keys"})"},
        Differs{R"({"path":"My notes/x.txt"})", R"({"path":"My secrets/x.txt"})"},
        Differs{R"({"path":"C:\\a\\x.txt"})", R"({"path":"C:\\b\\x.txt"})"},
        Differs{R"({"amount":10})", R"({"amount":10000})"},
        Differs{R"({"recursive":false})", R"({"recursive":true})"},
        Differs{R"({"mode":"append"})", R"({"mode":"replace"})"},
        Differs{R"({"what":"append"})", R"({"what":"replace"})"},
        Differs{R"({"sql":"select 1 from a"})", R"({"sql":"drop table a"})"},
        Differs{R"({"command":"ls -l"})", R"({"command":"rm -r x"})"},
        Differs{R"({"a":"some words"})", R"({"a":["some words"]})"},
        Differs{R"({"a":"some words"})", R"({"a":"some words","b":null})"},
        Differs{R"({"a":"some words"})", R"({"a":5})"},
        Differs{R"({"a":"some words"})", R"({"b":"some words"})"},
        Differs{R"({"a":{"text":["=x"]}})", R"({"a":"x"})"}));

TEST(Shape, is_the_same_for_documents_of_one_folder_and_pages_of_one_place) {
  EXPECT_EQ(shape(R"({"path":"/srv/a/x.txt"})"), shape(R"({"path":"/srv/a/y.txt"})"));
  EXPECT_EQ(shape(R"({"page":"https://a.example/x/1?q=2"})"),
            shape(R"({"page":"https://a.example/x/3#f"})"));
}

TEST(Shape, takes_no_word_of_prose_for_a_url) {
  const auto lake = shape(R"({"body":"look at the lake soon"})");
  for (const auto* body : {"and/or the lake, e.g. at 10.30/11.30", "it is done.Then we go",
                           "1.5/2 of it, src/main and so on", "a: b? c/d ..."}) {
    EXPECT_EQ(shape(R"({"body":)" + json::quoted(body) + "}"), lake) << body;
  }
}

TEST(Shape, of_a_call_that_does_more_is_another) {
  const auto arguments = parsed(R"({"note":"some words"})");
  EXPECT_NE(shape_of(arguments.root(), writes()).text,
            shape_of(arguments.root(), profile_of(true, false)).text);
}

TEST(Shape, of_a_call_that_destroys_leaves_nothing_open) {
  const auto one = shape_of(parsed(R"({"title":"my old note"})").root(), profile_of(false, true));
  const auto other = shape_of(parsed(R"({"title":"my new note"})").root(), profile_of(false, true));
  EXPECT_NE(one.text, other.text);
  EXPECT_THAT(one.open, IsEmpty());
}

RC_GTEST_PROP(Shape, is_json_and_the_same_each_time, (const std::string& a, const std::string& b)) {
  const auto text = "{\"x\":" + json::quoted(a) + ",\"y\":[" + json::quoted(b) + "]}";
  const auto once = shape(text);
  RC_ASSERT(once == shape(text));
  RC_ASSERT(json::Parser().parse(json::Text::copy_of(once)).has_value());
}

TEST(Weight, is_told_by_any_word_of_a_name) {
  EXPECT_EQ(weight_of("to"), Weight::kExact);
  EXPECT_EQ(weight_of("recipient_address"), Weight::kExact);
  EXPECT_EQ(weight_of("destinationAccount"), Weight::kExact);
  EXPECT_EQ(weight_of("filePath"), Weight::kPath);
  EXPECT_EQ(weight_of("body"), Weight::kContent);
  EXPECT_EQ(weight_of("tomorrow"), Weight::kContent);
  EXPECT_EQ(weight_of(""), Weight::kContent);
  EXPECT_EQ(weight_of(std::string(1'000, 'a')), Weight::kExact);
}

}  // namespace
}  // namespace touchstone::approval
