// routing: search. Clients find tools instead of reading them all.
#include "gateway/test_support.hpp"

namespace touchstone::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

demo::Part findable(std::string_view name, std::string_view description,
                    std::string_view schema = R"({"type":"object"})") {
  auto part = saying(name, std::string(name) + " was called");
  part.definition = fmt::format(R"({{"name":"{}","description":{},"inputSchema":{}}})", name,
                                json::quoted(description), schema);
  return part;
}

class Search : public ::testing::TestWithParam<Era> {
 protected:
  Search() {
    demo::Parts parts;
    parts.name = "office";
    parts.tools = {
        findable("get_weather", "Returns the weather forecast of a city."),
        findable("delete_invoice", "Deletes an invoice for good."),
        findable("manage_files", "Manages files.",
                 R"({"type":"object","properties":{"action":{"enum":["read","delete"]}},)"
                 R"("required":["action"]})")};
    bench.add("office", std::move(parts), Speaks::kBoth);
    bench.config.routing = config::Routing::kSearch;
  }
  std::string call(Client& client, std::string_view name, std::string_view arguments) {
    const auto answer =
        client.ask("tools/call", fmt::format(R"("name":"{}","arguments":{})", name, arguments));
    is_error = result(answer).find("isError").as_bool().value_or(false);
    for (const json::View block : result(answer).find("content").elements())
      return block.find("text").as_string().value_or("");
    return std::string(answer.text());
  }
  Bench bench;
  bool is_error = false;
};
INSTANTIATE_TEST_SUITE_P(Eras, Search, ::testing::Values(Era::kLegacy, Era::kModern));

TEST_P(Search, offers_five_tools_of_our_own) {
  Client client(bench, GetParam());
  EXPECT_THAT(client.tools(), ElementsAre("find_tools", "describe_tool", "call_tool_read",
                                          "call_tool_write", "call_tool_destructive"));
}

TEST_P(Search, finds_describes_and_calls) {
  Client client(bench, GetParam());
  EXPECT_THAT(call(client, "find_tools", R"({"query":"what is the weather in Paris"})"),
              HasSubstr("office__get_weather"));
  EXPECT_THAT(call(client, "describe_tool", R"({"name":"office__get_weather"})"),
              HasSubstr("inputSchema"));
  EXPECT_EQ(call(client, "call_tool_read", R"({"name":"office__get_weather","arguments":{}})"),
            "get_weather was called");
}

TEST_P(Search, refuses_a_call_by_the_wrong_tool) {
  Client client(bench, GetParam());
  EXPECT_THAT(call(client, "call_tool_read", R"({"name":"office__delete_invoice"})"),
              HasSubstr("call_tool_destructive"));
  EXPECT_TRUE(is_error);
  EXPECT_EQ(call(client, "call_tool_destructive", R"({"name":"office__delete_invoice"})"),
            "delete_invoice was called");
  EXPECT_THAT(call(client, "office__delete_invoice", "{}"), HasSubstr("call_tool_destructive"));
  EXPECT_THAT(call(client, "call_tool_read", R"({"name":"office__wether"})"),
              HasSubstr("office__"));
  EXPECT_TRUE(is_error);
  EXPECT_THAT(call(client, "call_tool_read", R"({"name":"find_tools"})"), HasSubstr("find_tools"));
  EXPECT_TRUE(is_error);
  EXPECT_THAT(call(client, "find_tools", "{}"), HasSubstr("query"));
  EXPECT_TRUE(is_error);
}

TEST_P(Search, goes_by_what_the_call_does_and_not_by_the_worst_it_could) {
  Client client(bench, GetParam());
  EXPECT_EQ(call(client, "call_tool_read",
                 R"({"name":"office__manage_files","arguments":{"action":"read"}})"),
            "manage_files was called");
  EXPECT_THAT(call(client, "call_tool_read",
                   R"({"name":"office__manage_files","arguments":{"action":"delete"}})"),
              HasSubstr("call_tool_destructive"));
}

TEST_P(Search, stays_within_the_view) {
  Client client(bench, GetParam(), "{}", "/mcp/readonly");
  EXPECT_THAT(call(client, "call_tool_destructive", R"({"name":"office__delete_invoice"})"),
              HasSubstr("no tool"));
  EXPECT_TRUE(is_error);
  EXPECT_THAT(call(client, "find_tools", R"({"query":"delete an invoice"})"),
              ::testing::Not(HasSubstr("delete_invoice")));
}

TEST_P(Search, is_not_for_the_route_of_one_server) {
  Client client(bench, GetParam(), "{}", "/mcp/s/office");
  EXPECT_THAT(client.tools(), ElementsAre("get_weather", "delete_invoice", "manage_files"));
}

}  // namespace
}  // namespace touchstone::gateway
