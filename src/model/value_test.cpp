#include "model/value.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

std::string json_of(const Value& value) {
  json::Writer out;
  write(out, value);
  return std::move(out).take();
}

std::string wire_of(const Value& value) {
  json::Writer out;
  write_wire(out, value);
  return std::move(out).take();
}

DataClasses regulated(std::vector<std::string> scopes) {
  DataClasses out(DataClass::kRegulated);
  for (auto& scope : scopes) out.insert_scope(std::move(scope));
  return out;
}

TEST(Value, unset_false_and_true_are_three_things) {
  EXPECT_NE(Value(), Value(false));
  EXPECT_NE(Value(false), Value(true));
  EXPECT_FALSE(is_set(Value()));
  EXPECT_TRUE(is_set(Value(false)));
}

TEST(Value, is_written_as_json_with_sets_as_arrays) {
  EXPECT_EQ(json_of({}), "null");
  EXPECT_EQ(json_of(false), "false");
  EXPECT_EQ(json_of(std::string("a \"b\"")), R"("a \"b\"")");
  EXPECT_EQ(json_of(ChoiceSet(Destination::kPublic)), R"(["public"])");
  EXPECT_EQ(json_of(regulated({"SOX", "GDPR"})), R"([{"regulated":{"scopes":["GDPR","SOX"]}}])");
  EXPECT_EQ(json_of(Uris({"b", "a", "b"})), R"(["a","b"])");
}

TEST(Value, on_the_wire_a_set_of_one_is_its_member) {
  EXPECT_EQ(wire_of(ChoiceSet(Outcome::kBenign)), R"("benign")");
  EXPECT_EQ(wire_of(ChoiceSet(Outcome::kBenign) | Outcome::kIrreversible),
            R"(["benign","irreversible"])");
  EXPECT_EQ(wire_of(DataClasses(DataClass::kPii)), R"("pii")");
  EXPECT_EQ(wire_of(regulated({})), R"({"regulated":{"scopes":[]}})");
  DataClasses label;
  label.insert_label("com.acme.x");
  EXPECT_EQ(wire_of(label), R"("com.acme.x")");
  label.insert(DataClass::kNone);
  EXPECT_EQ(wire_of(label), R"(["none","com.acme.x"])");
  EXPECT_EQ(wire_of(Uris({"a"})), R"(["a"])") << "attribution is always an array";
}

TEST(Value, is_readable_for_people) {
  EXPECT_EQ(to_string({}), "unset");
  EXPECT_EQ(to_string(true), "true");
  EXPECT_EQ(to_string(ChoiceSet(Destination::kUser) | Destination::kPublic), "user, public");
  EXPECT_EQ(to_string(regulated({"GDPR"})), "regulated:GDPR");
  EXPECT_EQ(to_string(regulated({})), "regulated");
  EXPECT_EQ(to_string(Uris()), "(empty)");
  EXPECT_TRUE(words({}).empty());
}

TEST(Value, written_and_read_again_is_the_same_value) {
  EXPECT_TRUE(holds([] {
    const auto& field = any_field();
    const auto value = any_value(field);
    const auto group = std::string(field.group());
    if (field.type == Type::kUris || group.empty()) {
      const auto text = "{\"" + std::string(field.name) + "\":" + wire_of(value) + "}";
      RC_ASSERT(annotated(text).tool.claims.at(0).value == value);
    } else {
      json::Writer out;
      out.begin_object().key(group).begin_object();
      for (const auto& other : kFields) {
        if (other.group() != group) continue;
        write_wire(out.key(other.key()), other.field == field.field ? value : risky_value(other));
      }
      out.end_object().end_object();
      const auto claims = annotated(out.text()).tool.claims;
      const auto found = std::ranges::find(claims, field.field, &Evidence::field);
      RC_ASSERT(found != claims.end());
      RC_ASSERT(found->value == value);
    }
  }));
}

TEST(Uris, are_a_set) {
  Uris uris({"b", "a", "b"});
  uris.insert("c");
  uris.insert("a");
  uris.join(Uris({"d", "b"}));
  EXPECT_EQ(uris.all(), (std::vector<std::string>{"a", "b", "c", "d"}));
}

}  // namespace
}  // namespace touchstone::model
