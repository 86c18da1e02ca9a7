// A table in cells is found as a table in text is; short values that go where they belong are not.
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kPayTable =
    "employee,role,iban,salary\nAmara Okafor,Chief Executive,DE44500105175407324931,214000\n"
    "Jonas Lindqvist,Head of Engineering,FR1420041010050500013M02606,148500\n"
    "Mei Tanaka,Senior Engineer,,112300\n";

class Table : public testing::Test {
 protected:
  Table() {
    const auto source = memory_.intern({.uri = "mcp://hr/read_sheet",
                                        .author = Author::kUnknown,
                                        .is_private = true,
                                        .classes = model::DataClass::kFinancial});
    memory_.remember(kPayTable, source);
  }
  [[nodiscard]] bool copies(std::string_view arguments) const {
    return !traced(memory_, arguments).copied.empty();
  }
  Memory memory_{{.seed = 3}};
};

TEST_F(Table, is_found_in_the_cells_of_a_list) {
  EXPECT_TRUE(
      copies(R"({"rows":[["Amara Okafor","Chief Executive","DE44500105175407324931","214000"],
                               ["Jonas Lindqvist","Head of Engineering"]]})"));
  EXPECT_TRUE(copies(R"({"terms":["Head of Engineering","FR1420041010050500013M02606",148500,
                                "Mei Tanaka","Senior Engineer"]})"));
}

TEST_F(Table, is_found_in_pieces_that_are_cut_anywhere) {
  EXPECT_TRUE(copies(R"({"lines":["Amara Okafor,Chief Ex","ecutive,DE4450010517","5407324931"]})"));
}

TEST_F(Table, is_found_without_some_of_its_columns) {
  EXPECT_TRUE(copies(R"({"rows":[["Amara Okafor","214000"],["Jonas Lindqvist",148500]]})"));
  EXPECT_TRUE(copies(R"({"options":{"Amara Okafor":"214000","Jonas Lindqvist":148500}})"));
}

TEST_F(Table, is_not_what_a_few_short_values_are) {
  EXPECT_FALSE(copies(R"({"names":["Amara Okafor","Jonas Lindqvist","Mei Tanaka"]})"));
  EXPECT_FALSE(copies(R"({"who":["Amara Okafor"],"ids":[214000]})"));
  EXPECT_FALSE(copies(R"({"tags":["Senior","Engineer","Chief"],"name":"Amara Okafor"})"));
}

TEST(Lists, of_records_are_matched_by_their_values_not_by_the_names_of_these) {
  Memory memory({.seed = 3});
  const auto source = memory.intern({.uri = "mcp://hr/x", .classes = model::DataClass::kPii});
  memory.remember(R"({"first_name":"Ann","department":"Sales","office_location":"Oslo, Norway",
                      "manager":"Roberta Smith"})",
                  source);
  EXPECT_FALSE(traced(memory, R"({"record":{"first_name":"Ann","department":"Sales",
                                "office_location":"Oslo, Norway","manager":"Roberta Smith"}})")
                   .copied.empty());
  EXPECT_TRUE(traced(memory, R"({"record":{"first_name":"Ann","department":"Sales",
                               "office_location":"Rome"}})")
                  .copied.empty());
}

TEST(Lists, of_addresses_are_no_copied_text) {
  Memory memory({.seed = 3});
  const auto source = memory.intern(
      {.uri = "mcp://mail/get", .is_private = true, .classes = model::DataClass::kPii});
  memory.remember("Cc: ann@corp.example, bob@corp.example, eve@corp.example, joe@corp.example",
                  source);
  EXPECT_TRUE(traced(memory, R"({"cc":["ann@corp.example","bob@corp.example",
                                     "eve@corp.example","joe@corp.example"]})")
                  .copied.empty());
}

TEST(Lists, that_are_long_cost_no_more_than_their_length) {
  Memory memory({.seed = 3});
  const auto source = memory.intern({.uri = "mcp://hr/x", .classes = model::DataClass::kPii});
  memory.remember(kPayTable, source);
  std::string rows;
  for (int i = 0; i < 20'000; ++i) rows += i > 0 ? ",\"Mei\"" : "\"Mei\"";
  EXPECT_TRUE(traced(memory, "{\"rows\":[" + rows + "]}").copied.empty());
}

}  // namespace
}  // namespace touchstone::flow
