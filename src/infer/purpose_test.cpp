#include "infer/purpose.hpp"

#include <gtest/gtest.h>

#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

// What inference thinks of "looks only" for a tool whose words say nothing, with one parameter.
std::optional<bool> looks(std::string_view name, std::string_view parameter, std::string_view text,
                          bool required = true) {
  const std::string properties = R"({")" + std::string(parameter) +
                                 R"(":{"type":"string","description":")" + std::string(text) +
                                 R"("}})";
  const std::string needed =
      required ? R"(,"required":[")" + std::string(parameter) + R"("])" : std::string();
  const testing::Inferred inferred(R"({"name":")" + std::string(name) +
                                   R"(","inputSchema":{"type":"object","properties":)" +
                                   properties + needed + "}}");
  const auto* item = inferred.on(model::Field::kReadOnly);
  return item == nullptr ? std::nullopt : std::optional(std::get<bool>(item->value));
}

TEST(Purpose, of_a_parameter_tells_what_is_done_with_it) {
  EXPECT_EQ(looks("shelf", "names", "Names of the shelves to retrieve"), true);
  EXPECT_EQ(looks("shelf", "names", "Names of the shelves to delete"), false);
  EXPECT_EQ(looks("shelf", "id", "The shelf to update. See the list of shelves."), false);
  EXPECT_EQ(looks("shelf", "id", "The shelf to update, by its number"), std::nullopt);
}

TEST(Purpose, is_not_heard_from_an_option_or_another_kind_of_to) {
  EXPECT_EQ(looks("shelf", "id", "The shelf to update", false), std::nullopt);
  EXPECT_EQ(looks("shelf", "id", "Use this to get started quickly"), std::nullopt);
  EXPECT_EQ(looks("shelf", "id", "A number. It is up to update"), std::nullopt);
}

TEST(Purpose, does_not_outweigh_a_clear_verb_of_the_name) {
  EXPECT_EQ(looks("delete_shelf", "name", "Name of the shelf to retrieve"), false);
}

TEST(Purpose, of_a_question_is_an_answer_if_nothing_else_is_taken) {
  EXPECT_EQ(looks("gardener", "query", "Any question about gardens"), true);
  EXPECT_EQ(looks("gardener", "query", "Anything about gardens"), std::nullopt);
  EXPECT_EQ(looks("gardener", "note", "Any question about gardens"), std::nullopt);
}

}  // namespace
}  // namespace touchstone::infer
