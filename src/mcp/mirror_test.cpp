#include "mcp/mirror.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "json/test_support.hpp"

namespace touchstone::mcp {
namespace {

struct Encoded {
  std::string_view value, header;
};

TEST(Mirror, encodes_what_a_header_cannot_carry) {
  constexpr Encoded kTable[] = {
      {"us-west1", "us-west1"},
      {"two words", "two words"},
      {"tab\tinside", "tab\tinside"},
      {"Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="},
      {" padded ", "=?base64?IHBhZGRlZCA=?="},
      {" before", "=?base64?IGJlZm9yZQ==?="},
      {"after ", "=?base64?YWZ0ZXIg?="},
      {"\ttab", "=?base64?CXRhYg==?="},
      {"line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
      {"cr\r", "=?base64?Y3IN?="},
      {"del\x7f", "=?base64?ZGVsfw==?="},
      {"=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
      {"=?base64?"
       "?=",
       "=?base64?PT9iYXNlNjQ/Pz0=?="},
      {"=?base64?open", "=?base64?open"},
      {"=?utf-8?x?=", "=?utf-8?x?="},
      {"", ""},
  };
  for (const auto& [value, header] : kTable) {
    EXPECT_EQ(to_header(value), header) << value;
    EXPECT_EQ(from_header(header), value) << header;
  }
}

TEST(Mirror, base64_that_is_none_says_nothing) {
  for (const std::string_view bad : {"=?base64?SGVsbG8?=", "=?base64?*?=", "=?base64?a b=?="})
    EXPECT_EQ(from_header(bad), std::nullopt) << bad;
}

RC_GTEST_PROP(Mirror, every_value_comes_back_and_is_one_line, ()) {
  const auto value = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const std::string header = to_header(value);
  RC_ASSERT(from_header(header) == value);
  for (const char c : header) RC_ASSERT(c == '\t' || (c >= ' ' && c <= '~'));
}

TEST(Mirror, knows_which_parameter_names_the_thing) {
  constexpr Encoded kTable[] = {
      {"tools/call", "name"},  {"prompts/get", "name"},    {"resources/read", "uri"},
      {"tasks/get", "taskId"}, {"tasks/update", "taskId"}, {"tasks/cancel", "taskId"},
      {"tools/list", ""},      {"server/discover", ""},    {"Tools/call", ""},
  };
  for (const auto& [method, param] : kTable) EXPECT_EQ(named_param(method), param) << method;
}

base::Result<std::vector<MirroredParam>> marks(std::string_view schema) {
  const auto document = json::document(schema);
  return mirrored_params(document.root());
}

TEST(Marks, are_found_at_any_depth_of_properties) {
  const auto found = marks(R"({"type":"object","properties":{
      "region":{"type":"string","x-mcp-header":"Region"},
      "plain":{"type":"number"},
      "where":{"type":"object","properties":{
        "zone":{"type":"integer","x-mcp-header":"Zone"},
        "deep":{"properties":{"dry":{"type":"boolean","x-mcp-header":"Dry-Run"}}}}}}})");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (std::vector<MirroredParam>{{"Mcp-Param-Region", {"region"}},
                                                {"Mcp-Param-Zone", {"where", "zone"}},
                                                {"Mcp-Param-Dry-Run", {"where", "deep", "dry"}}}));
  EXPECT_TRUE(marks(R"({"type":"object"})")->empty());
  EXPECT_TRUE(marks("true")->empty());
}

TEST(Marks, a_bad_mark_spoils_the_tool) {
  constexpr std::string_view kBad[] = {
      R"({"properties":{"a":{"type":"string","x-mcp-header":""}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"Two Words"}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"Col:on"}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"new\nline"}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"Größe"}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":7}}})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":null}}})",
      R"({"properties":{"a":{"type":"number","x-mcp-header":"A"}}})",
      R"({"properties":{"a":{"type":"object","x-mcp-header":"A"}}})",
      R"({"properties":{"a":{"type":"array","x-mcp-header":"A"}}})",
      R"({"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}})",
      R"({"properties":{"a":{"x-mcp-header":"A"}}})",
      R"({"type":"string","x-mcp-header":"Root"})",
      R"({"properties":{"a":{"type":"string","x-mcp-header":"Same"},"b":{"type":"string","x-mcp-header":"sAME"}}})",
      R"({"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}})",
      R"({"properties":{"a":{"type":"array","items":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}}})",
      R"({"properties":{"a":{"prefixItems":[{"type":"string","x-mcp-header":"A"}]}}})",
      R"({"oneOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]})",
      R"({"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]})",
      R"({"allOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]})",
      R"({"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
      R"({"then":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
      R"({"not":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
      R"({"$defs":{"d":{"type":"string","x-mcp-header":"A"}}})",
      R"({"additionalProperties":{"type":"string","x-mcp-header":"A"}})",
      R"({"patternProperties":{"^a":{"type":"string","x-mcp-header":"A"}}})",
      R"({"dependentSchemas":{"a":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}})",
  };
  for (const std::string_view schema : kBad) {
    const auto found = marks(schema);
    EXPECT_FALSE(found) << schema;
    if (!found) EXPECT_NE(found.error().what.find("x-mcp-header"), std::string::npos) << schema;
  }
}

TEST(Marks, instances_and_names_are_no_schemas) {
  const auto found = marks(R"({"default":{"x-mcp-header":7},"examples":[{"x-mcp-header":""}],
      "properties":{"x-mcp-header":{"type":"string"},
                    "default":{"type":"string","x-mcp-header":"D"},
                    "a":{"type":"object","const":{"x-mcp-header":1},"enum":[{"x-mcp-header":1}]}}})");
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ(*found, (std::vector<MirroredParam>{{"Mcp-Param-D", {"default"}}}));
}

const MirroredParam kA = {"Mcp-Param-A", {"a"}};

TEST(MirrorOf, tells_strings_integers_and_flags) {
  const auto of = [](std::string_view arguments) {
    const auto document = json::document(arguments);
    return mirror_of(document.root(), kA);
  };
  EXPECT_EQ(of(R"({"a":"x"})"), "x");
  EXPECT_EQ(of(R"({"a":"\u00e9"})"), "=?base64?w6k=?=");
  EXPECT_EQ(of(R"({"a":42})"), "42");
  EXPECT_EQ(of(R"({"a":42.0})"), "42");
  EXPECT_EQ(of(R"({"a":-7})"), "-7");
  EXPECT_EQ(of(R"({"a":true})"), "true");
  EXPECT_EQ(of(R"({"a":false})"), "false");
  EXPECT_EQ(of(R"({"a":9007199254740991})"), "9007199254740991");
  for (const std::string_view none : {R"({"a":null})", "{}", R"({"a":1.5})", R"({"a":{}})",
                                      R"({"a":[1]})", R"({"a":9007199254740992})", "[]"}) {
    EXPECT_EQ(of(none), std::nullopt) << none;
  }
  const auto nested = json::document(R"({"o":{"p":"q"}})");
  EXPECT_EQ(mirror_of(nested.root(), {"Mcp-Param-P", {"o", "p"}}), "q");
}

struct Call {
  std::string_view arguments, header;  // "-": none is sent
  bool good;
};

TEST(CheckMirrors, header_and_argument_must_say_the_same) {
  constexpr Call kCalls[] = {
      {R"({"a":"x"})", "x", true},
      {R"({"a":"x"})", "y", false},
      {R"({"a":"x"})", "X", false},
      {R"({"a":"x"})", "-", false},
      {R"({"a":"x"})", "=?base64?eA==?=", true},
      {R"({"a":"x"})", "=?base64?eQ==?=", false},
      {R"({"a":"x"})", "=?base64?eA?=", false},
      {R"({"a":""})", "", true},
      {R"({"a":""})", "-", false},
      {R"({"a":42})", "42", true},
      {R"({"a":42.0})", "42", true},
      {R"({"a":42.0})", "42.0", true},
      {R"({"a":42})", "43", false},
      {R"({"a":42})", "042", false},
      {R"({"a":true})", "true", true},
      {R"({"a":true})", "false", false},
      {R"({"a":true})", "True", false},
      {R"({"a":null})", "-", true},
      {R"({"a":null})", "null", false},
      {"{}", "-", true},
      {"{}", "x", false},
      {"{}", "", false},
  };
  for (const auto& [arguments, header, good] : kCalls) {
    const auto document = json::document(arguments);
    Headers headers;
    if (header != "-") headers.emplace_back("mcp-param-a", header);
    const std::string what = check_mirrors(document.root(), {kA}, headers);
    EXPECT_EQ(what.empty(), good) << arguments << " with " << header << ": " << what;
    if (!good) EXPECT_NE(what.find("Mcp-Param-A"), std::string::npos) << what;
  }
}

TEST(CheckMirrors, leaves_alone_what_it_does_not_know) {
  const auto document = json::document(R"({"a":"x"})");
  EXPECT_EQ(check_mirrors(document.root(), {}, {{"mcp-param-other", "y"}}), "");
  EXPECT_EQ(check_mirrors({}, {kA}, {}), "");
}

}  // namespace
}  // namespace touchstone::mcp
