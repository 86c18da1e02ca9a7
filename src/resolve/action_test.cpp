// Actions from a closed list, HTTP methods, and what speaks against believing them.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/derive.hpp"
#include "resolve/http_method.hpp"
#include "resolve/test_support.hpp"
#include "resolve/words.hpp"

namespace touchstone::resolve {
namespace {

using model::Field;
using testing::tool;
using Strings = std::vector<std::string>;

constexpr std::string_view kManage = R"({
  "action": {"type": "string", "enum": ["read", "list_all", "create", "update", "delete", "frob"]},
  "path": {"type": "string"}, "purge_after": {"type": "boolean"},
  "options": {"type": "object"}, "limit": {"type": "integer"}})";

TEST(Words, are_found_however_a_name_is_spelled) {
  EXPECT_EQ(words_of("list_issues"), (Strings{"list", "issues"}));
  EXPECT_EQ(words_of("listIssues"), (Strings{"list", "issues"}));
  EXPECT_EQ(words_of("HTTPMethod"), (Strings{"http", "method"}));
  EXPECT_EQ(words_of("get-all.items now"), (Strings{"get", "all", "items", "now"}));
  EXPECT_EQ(words_of("__"), Strings{});
  EXPECT_LE(words_of(std::string(10'000, '_') + std::string(10'000, 'a')).size(), kMaxWords);
}

TEST(Actions, say_what_their_first_word_says_unless_a_later_one_is_worse) {
  const std::pair<std::string_view, Effect> expected[] = {
      {"read", Effect::kRead},
      {"list_issues", Effect::kRead},
      {"get-all", Effect::kRead},
      {"getComment", Effect::kRead},
      {"create", Effect::kAdd},
      {"update", Effect::kWrite},
      {"send", Effect::kWrite},
      {"delete", Effect::kDestroy},
      {"get_and_delete", Effect::kDestroy},
      {"readThenPurge", Effect::kDestroy},
      {"read_write", Effect::kUnknown},
      {"find_replace", Effect::kUnknown},
      {"list_or_create", Effect::kUnknown},
      {"frobnicate", Effect::kUnknown},
      {"run", Effect::kUnknown},
      {"export", Effect::kUnknown},
      {"", Effect::kUnknown},
      {"rëad", Effect::kUnknown},
  };
  for (const auto& [value, effect] : expected) {
    EXPECT_EQ(verdict_on_action(value).effect, effect) << value;
  }
}

TEST(Actions, resolve_a_tool_that_does_many_things) {
  const auto files = tool("manage_files", kManage);
  EXPECT_EQ(files.effect(R"({"action":"read","path":"a"})"), Effect::kRead);
  EXPECT_EQ(files.effect(R"({"action":"list_all"})"), Effect::kRead);
  EXPECT_EQ(files.effect(R"({"action":"create"})"), Effect::kAdd);
  EXPECT_EQ(files.effect(R"({"action":"update"})"), Effect::kWrite);
  EXPECT_EQ(files.effect(R"({"action":"delete"})"), Effect::kDestroy);
  EXPECT_EQ(files.effect(R"({"action":"frob"})"), Effect::kUnknown);
}

TEST(Actions, of_the_profile_read_only_means_harmless_and_the_rest_stays) {
  const auto files = tool("manage_files", kManage);
  const auto read = files.profile(R"({"action":"read"})");
  EXPECT_EQ(model::tier_of(read), model::Tier::kRead);
  EXPECT_EQ(read[Field::kReadOnly].source, model::Source::kResolved);
  EXPECT_EQ(read[Field::kReadOnly].value, model::Value(true));
  EXPECT_EQ(model::tier_of(files.profile(R"({"action":"create"})")), model::Tier::kWrite);
  EXPECT_EQ(model::tier_of(files.profile(R"({"action":"update"})")), model::Tier::kDestructive);
  EXPECT_EQ(model::tier_of(files.profile(R"({"action":"frob"})")), model::Tier::kDestructive);
}

TEST(Actions, that_are_not_understood_change_nothing) {
  const auto files = tool("manage_files", kManage);
  for (const auto* arguments :
       {R"({})", R"({"action":null})", R"({"action":["read"]})", R"({"action":"Read"})",
        R"({"action":"read "})", R"({"action":"peruse"})", R"({"action":"read","extra":1})",
        R"({"action":"read","purge_after":true})", R"({"action":"read","purge_after":"yes"})",
        R"({"action":"read","options":{"action":"delete"}})",
        R"({"action":"read","options":[{"then":{"command":"rm"}}]})",
        R"({"action":"read","options":{"delete":true}})", R"([])", R"("read")"}) {
    EXPECT_EQ(files.effect(arguments), Effect::kUnknown) << arguments;
    EXPECT_TRUE(files.call(arguments).evidence.empty()) << arguments;
  }
  EXPECT_EQ(files.effect(R"({"action":"read","purge_after":false})"), Effect::kRead);
  EXPECT_EQ(files.effect(R"({"action":"read","options":{"deep":true}})"), Effect::kRead);
}

TEST(Actions, that_are_absent_are_the_schemas_default) {
  const auto with = tool("manage", R"({"action":{"enum":["read","delete"],"default":"read"}})");
  EXPECT_EQ(with.effect("{}"), Effect::kRead);
  const auto worse = tool("manage", R"({"action":{"enum":["read","delete"],"default":"delete"}})");
  EXPECT_EQ(worse.effect("{}"), Effect::kDestroy);
  EXPECT_EQ(worse.effect(R"({"action":null})"), Effect::kUnknown);
}

TEST(Actions, may_be_listed_by_const_and_one_of) {
  const auto by_one_of =
      tool("manage", R"({"operation":{"oneOf":[{"const":"get"},{"const":"remove"}]}})");
  EXPECT_EQ(by_one_of.effect(R"({"operation":"get"})"), Effect::kRead);
  EXPECT_EQ(by_one_of.effect(R"({"operation":"remove"})"), Effect::kDestroy);
  EXPECT_EQ(tool("manage", R"({"op":{"const":"get"}})").effect(R"({"op":"get"})"), Effect::kRead);
}

TEST(Actions, of_free_text_may_only_make_it_worse) {
  const auto open = tool("manage", R"({"action":{"type":"string"}})");
  EXPECT_EQ(open.effect(R"({"action":"read"})"), Effect::kUnknown);
  EXPECT_EQ(open.effect(R"({"action":"delete"})"), Effect::kDestroy);
}

TEST(Actions, called_type_or_mode_need_values_that_are_verbs) {
  const auto kinds = tool("boards", R"({"type":{"enum":["list","map","report"]}})");
  EXPECT_EQ(kinds.effect(R"({"type":"list"})"), Effect::kUnknown);
  const auto verbs = tool("boards", R"({"mode":{"enum":["list","create","delete"]}})");
  EXPECT_EQ(verbs.effect(R"({"mode":"list"})"), Effect::kRead);
  const auto both =
      tool("boards", R"({"action":{"enum":["get","delete"]},"mode":{"enum":["list","move"]}})");
  EXPECT_EQ(both.effect(R"({"action":"get","mode":"move"})"), Effect::kWrite);
}

TEST(Actions, do_not_excuse_a_tool_whose_name_says_otherwise) {
  const std::string_view properties = R"({"action":{"enum":["read","list"]}})";
  for (const auto* name :
       {"delete_files", "send_message", "createIssue", "files_update", "run_job"}) {
    EXPECT_EQ(tool(name, properties).effect(R"({"action":"read"})"), Effect::kUnknown) << name;
  }
  for (const auto* name : {"files", "manage_files", "email", "issue_comment", "file_handle"}) {
    EXPECT_EQ(tool(name, properties).effect(R"({"action":"read"})"), Effect::kRead) << name;
  }
}

TEST(Actions, may_stand_in_an_argument_of_any_name) {
  const auto jobs =
      tool("jobs", R"({"action":{"enum":["get","delete"]},"afterwards":{"type":"string"}})");
  EXPECT_EQ(jobs.effect(R"({"action":"get","afterwards":"delete_all"})"), Effect::kUnknown);
  EXPECT_EQ(jobs.effect(R"({"action":"get","afterwards":"nothing"})"), Effect::kRead);
}

TEST(Actions, stay_unknown_where_code_or_a_composed_schema_stands_beside) {
  const auto coded =
      tool("db", R"({"action":{"enum":["read","delete"]},"script":{"type":"string"}})");
  EXPECT_EQ(coded.effect(R"({"action":"read","script":"x"})"), Effect::kUnknown);
  EXPECT_EQ(coded.effect(R"({"action":"read"})"), Effect::kRead);
  const testing::Tool composed(
      R"({"name":"m","inputSchema":{"properties":{"action":{"enum":["read","delete"]}},"anyOf":[{}]}})");
  EXPECT_EQ(composed.effect(R"({"action":"read"})"), Effect::kUnknown);
  EXPECT_EQ(composed.effect(R"({"action":"delete"})"), Effect::kDestroy);
  const auto asks =
      tool("shop", R"({"action":{"enum":["query","delete"]},"query":{"type":"string"}})");
  EXPECT_EQ(asks.effect(R"({"action":"query","query":"red shoes"})"), Effect::kRead);
  EXPECT_EQ(asks.effect(R"({"action":"query","query":"DROP TABLE x"})"), Effect::kDestroy);
}

TEST(Actions, of_an_untrusted_server_lower_nothing) {
  const auto files = tool("manage_files", kManage);
  const model::FoldOptions untrusted{.trust = model::Trust::kUntrusted};
  EXPECT_EQ(model::tier_of(files.profile(R"({"action":"read"})", untrusted)),
            model::Tier::kDestructive);
}

TEST(Actions, are_heard_over_a_declaration_that_is_too_good) {
  const testing::Tool liar(
      R"({"name":"m","annotations":{"readOnlyHint":true},
          "inputSchema":{"properties":{"action":{"enum":["read","delete"]}}}})");
  const auto profile = liar.profile(R"({"action":"delete"})");
  EXPECT_EQ(model::tier_of(profile), model::Tier::kDestructive);
  // … but a client that saw the list is not told more than the list allowed.
  const auto before = model::profile_of(liar.definition());
  const auto answer = answer_for_client(before, liar.call(R"({"action":"delete"})"), {});
  EXPECT_EQ(model::tier_of(answer), model::Tier::kRead);
}

TEST(Methods, say_what_http_says) {
  const auto request = tool("http_request", R"({"method":{"enum":["GET","PUT","POST","DELETE"]},
      "url":{"type":"string"},"body":{"type":"string"},"headers":{"type":"object"}})");
  EXPECT_EQ(request.effect(R"({"method":"GET","url":"https://a.example/x"})"), Effect::kRead);
  EXPECT_EQ(request.effect(R"({"method":"POST","url":"https://a.example/x"})"), Effect::kWrite);
  EXPECT_EQ(request.effect(R"({"method":"DELETE","url":"https://a.example/x"})"), Effect::kDestroy);
  const auto put = request.profile(R"({"method":"PUT","url":"https://a.example/x"})");
  EXPECT_EQ(put.flag(Field::kIdempotent), true);
  EXPECT_EQ(put.flag(Field::kReadOnly), false);
  const auto get = request.profile(R"({"method":"GET","url":"https://a.example/x"})");
  EXPECT_EQ(get.flag(Field::kOpenWorld), true);
  EXPECT_TRUE(model::legs_of(get).sends_out);
}

TEST(Methods, excuse_a_name_that_says_send_but_not_one_that_says_delete) {
  const std::string_view properties =
      R"({"method":{"enum":["GET","POST"]},"url":{"type":"string"}})";
  const std::string_view get = R"({"method":"GET","url":"https://a.example/"})";
  EXPECT_EQ(tool("send_request", properties).effect(get), Effect::kRead);
  EXPECT_EQ(tool("delete_page", properties).effect(get), Effect::kUnknown);
}

TEST(Methods, of_free_text_count_beside_a_url) {
  const auto request = tool("fetch", R"({"method":{"type":"string"},"url":{"type":"string"}})");
  EXPECT_EQ(request.effect(R"({"method":"get","url":"https://a.example/"})"), Effect::kRead);
  EXPECT_EQ(request.effect(R"({"method":"BREW","url":"https://a.example/"})"), Effect::kUnknown);
  EXPECT_EQ(request.effect(R"({"url":"https://a.example/"})"), Effect::kUnknown);
}

TEST(Methods, do_not_read_where_the_request_says_more) {
  const auto request = tool("http_request", R"({"method":{"enum":["GET","POST"]},
      "url":{"type":"string"},"body":{"type":"string"},"headers":{"type":"object"}})");
  for (
      const auto* arguments :
      {R"({"method":"GET","url":"https://a.example/?_method=DELETE"})",
       R"({"method":"GET","url":"https://a.example/users/7/delete"})",
       R"({"method":"GET","url":"https://a.example/","body":"x"})",
       R"({"method":"GET","url":"https://a.example/","headers":{"X-HTTP-Method-Override":"DELETE"}})"}) {
    EXPECT_NE(request.effect(arguments), Effect::kRead) << arguments;
  }
}

TEST(Actions, are_no_nouns_of_a_tool_that_says_it_reads) {
  const auto made = [](std::string_view name, std::string_view annotations, std::string_view kind) {
    return testing::Tool(fmt::format(
        R"({{"name":"{}","annotations":{},"inputSchema":{{"type":"object","properties":{}}}}})",
        name, annotations, kind));
  };
  constexpr std::string_view kReads = R"({"readOnlyHint":true})";
  constexpr std::string_view kOpen = R"({"kind":{"type":"string"},"type":{"type":"string"}})";
  for (const auto* arguments :
       {R"({"kind":"delete"})", R"({"type":"delete"})", R"({"kind":"release"})"})
    EXPECT_EQ(made("list_items", kReads, kOpen).effect(arguments), Effect::kUnknown) << arguments;
  constexpr auto kDelete = R"({"kind":"delete"})";
  EXPECT_EQ(made("list_items", "{}", kOpen).effect(kDelete), Effect::kDestroy);
  EXPECT_EQ(made("remove_items", kReads, kOpen).effect(kDelete), Effect::kDestroy);
  constexpr std::string_view kClosed = R"({"kind":{"type":"string","enum":["list","delete"]}})";
  EXPECT_EQ(made("list_items", kReads, kClosed).effect(kDelete), Effect::kDestroy);
  constexpr std::string_view kAction = R"({"action":{"type":"string"}})";
  EXPECT_EQ(made("list_items", kReads, kAction).effect(R"({"action":"delete"})"), Effect::kDestroy);
}

TEST(Statements, decide_where_the_name_speaks_of_nothing_else) {
  constexpr std::string_view kQuery =
      R"({"query":{"type":"string","description":"SQL query to execute"}})";
  const auto write = tool("write_query", kQuery);
  EXPECT_EQ(write.effect(R"_({"query":"INSERT INTO t (a) VALUES (1)"})_"), Effect::kAdd);
  EXPECT_EQ(write.effect(R"({"query":"UPDATE t SET a = 1 WHERE id = 2"})"), Effect::kWrite);
  EXPECT_EQ(write.effect(R"({"query":"DELETE FROM t"})"), Effect::kDestroy);
  for (const std::string_view name :
       {"update_report", "write_report", "create_query", "drop_query"})
    EXPECT_EQ(tool(name, kQuery).effect(R"({"query":"SELECT 1"})"), Effect::kUnknown) << name;
}

}  // namespace
}  // namespace touchstone::resolve
