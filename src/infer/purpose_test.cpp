#include "infer/purpose.hpp"

#include <gtest/gtest.h>

#include "infer/test_support.hpp"

namespace touchstone::infer {
namespace {

// What inference thinks of "looks only" for a tool with one parameter.
std::optional<model::Evidence> thought(std::string_view name, std::string_view parameter,
                                       std::string_view text, bool required = true) {
  const std::string properties = R"({")" + std::string(parameter) +
                                 R"(":{"type":"string","description":")" + std::string(text) +
                                 R"("}})";
  const std::string needed =
      required ? R"(,"required":[")" + std::string(parameter) + R"("])" : std::string();
  const testing::Inferred inferred(R"({"name":")" + std::string(name) +
                                   R"(","inputSchema":{"type":"object","properties":)" +
                                   properties + needed + "}}");
  const auto* item = inferred.on(model::Field::kReadOnly);
  return item == nullptr ? std::nullopt : std::optional(*item);
}

std::optional<bool> looks(std::string_view name, std::string_view parameter, std::string_view text,
                          bool required = true) {
  const auto item = thought(name, parameter, text, required);
  return item ? std::optional(std::get<bool>(item->value)) : std::nullopt;
}

float sureness(std::string_view name, std::string_view parameter, std::string_view text) {
  const auto item = thought(name, parameter, text);
  return item ? item->confidence : 0;
}

TEST(Purpose, of_a_parameter_tells_what_is_done_with_it) {
  EXPECT_EQ(looks("shelf", "names", "Names of the shelves to delete"), false);
  EXPECT_EQ(looks("shelf", "id", "The shelf to update. See the list of shelves."), false);
  EXPECT_EQ(looks("shelf", "id", "The shelf to update, by its number"), std::nullopt);
}

TEST(Purpose, is_not_heard_from_an_option_or_another_kind_of_to) {
  EXPECT_EQ(looks("shelf", "id", "The shelf to update", false), std::nullopt);
  EXPECT_EQ(looks("shelf", "id", "Use this to get started quickly"), std::nullopt);
  EXPECT_EQ(looks("shelf", "id", "A number. It is up to update"), std::nullopt);
}

TEST(Purpose, reassures_only_where_something_else_does) {
  EXPECT_EQ(looks("shelf", "names", "Names of the shelves to retrieve"), std::nullopt);
  EXPECT_EQ(looks("gardener", "query", "Any question about gardens"), std::nullopt);
  EXPECT_EQ(looks("open_shelf", "names", "Names of the shelves to retrieve"), false);
  EXPECT_EQ(looks("sample_shelf", "names", "Names of the shelves to retrieve"), true);
  EXPECT_GT(sureness("sample_shelf", "names", "Names of the shelves to retrieve"),
            sureness("sample_shelf", "names", "Names of the shelves"));
  EXPECT_GT(sureness("ask_gardener", "question", "Any question about gardens"),
            sureness("ask_gardener", "question", "Anything about gardens"));
}

TEST(Purpose, does_not_outweigh_a_clear_verb_of_the_name) {
  EXPECT_EQ(looks("delete_shelf", "name", "Name of the shelf to retrieve"), false);
}

}  // namespace
}  // namespace touchstone::infer
