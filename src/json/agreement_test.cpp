// Three readers, one opinion: simdjson, the byte-wise scanner, and Parser, which is made of both.
//
// Where simdjson accepts, the scanner must; where the scanner accepts, Parser must, unless a key
// occurs twice; and Parser accepts nothing that the scanner does not. Small inputs are tried all.
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

#include "json/grammar.hpp"
#include "json/parser.hpp"
#include "json/test_support.hpp"

namespace touchstone::json {
namespace {

constexpr std::uint32_t kDepth = 512;  // never reached by these texts

class Readers {
 public:
  // An empty string if all agree, else who does not.
  std::string disagreement(std::string_view text) {
    const Text copy = Text::copy_of(text);
    const auto error = fast_.parse(copy.data(), copy.size(), false).error();
    const auto fault = find_fault(text, kDepth);
    const auto parsed = parser_.parse(Text::copy_of(text));
    const bool fast = error == simdjson::SUCCESS;
    if (fast && fault) return "the scanner refuses what simdjson accepts: " + fault->what;
    if (fault && fault->offset > text.size()) return "the fault lies outside the text";
    if (fault && parsed) return "the parser accepts what the scanner refuses: " + fault->what;
    if (fault || parsed) return "";
    if (parsed.error().what.starts_with("duplicate key")) return "";
    return "the parser refuses what the scanner accepts: " + parsed.error().what;
  }

 private:
  simdjson::dom::parser fast_;
  Parser parser_{Limits{.max_depth = kDepth}};
};

// Every string over `alphabet` up to `length`, between `before` and `after`.
void expect_agreement(std::string_view alphabet, std::size_t length, std::string_view before = "",
                      std::string_view after = "") {
  Readers readers;
  std::string middle;
  const auto visit = [&](const auto& self) -> void {
    const std::string text = std::string(before) + middle + std::string(after);
    const std::string disagreement = readers.disagreement(text);
    if (!disagreement.empty()) ADD_FAILURE() << json::quoted(text) << ": " << disagreement;
    if (middle.size() == length || ::testing::Test::HasFailure()) return;
    for (const char c : alphabet) {
      middle += c;
      self(self);
      middle.pop_back();
    }
  };
  visit(visit);
}

TEST(Agreement, holds_for_all_small_structures) { expect_agreement("{}[],:\"1a\\ ", 5); }

TEST(Agreement, holds_for_all_small_objects) { expect_agreement("\"a:,{} ", 6, "{\"", "}"); }

TEST(Agreement, holds_for_all_small_arrays) { expect_agreement("[],1\" ", 6, "[", "]"); }

TEST(Agreement, holds_for_all_small_numbers) {
  expect_agreement("-+.eE019", 5);
  expect_agreement("-+.e01 ", 5, "[", "]");
}

TEST(Agreement, holds_for_all_small_escapes) {
  expect_agreement("\\\"untx/", 5, "\"", "\"");
  expect_agreement("dD8c0g", 4, "\"\\u", "\"");
  expect_agreement("\\ud8c", 5, "[\"\\ud800", "0\"]");
}

TEST(Agreement, holds_for_all_small_literals) {
  expect_agreement("truefalsn", 4, "", "e");
  expect_agreement("nul ,", 5, "[", "]");
}

TEST(Agreement, holds_for_all_small_utf8) {
  expect_agreement("\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xE0\xED\xEF\xF0\xF4\xF5", 4, "\"", "\"");
}

TEST(Agreement, holds_for_every_byte_in_every_place) {
  Readers readers;
  const std::string_view text = R"({"a" : [-1.5e3,"\n\u0041é",true,{}], "b":null})";
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed(text);
      changed[at] = static_cast<char>(byte);
      EXPECT_EQ(readers.disagreement(changed), "") << json::quoted(changed);
    }
  }
}

RC_GTEST_PROP(Agreement, holds_for_any_bytes, (const std::string& bytes)) {
  Readers readers;
  RC_ASSERT(readers.disagreement(bytes) == "");
  RC_ASSERT(readers.disagreement('[' + bytes + ']') == "");
  RC_ASSERT(readers.disagreement('"' + bytes + '"') == "");
}

RC_GTEST_PROP(Agreement, holds_for_json_and_json_with_a_byte_changed,
              (const std::vector<std::uint8_t>& choices, std::uint16_t where, char byte)) {
  Readers readers;
  std::string text = TextMaker(choices).make();
  RC_ASSERT(!find_fault(text, kDepth));
  RC_ASSERT(readers.disagreement(text) == "");
  text[where % text.size()] = byte;
  RC_ASSERT(readers.disagreement(text) == "");
}

void expect_sound(View value) {
  RC_ASSERT(!find_fault(value.raw(), kDepth));
  for (const Member member : value.members()) {
    RC_ASSERT(member.key.is(Kind::kString));
    RC_ASSERT(!find_fault(member.key.raw(), kDepth));
    RC_ASSERT(value.find(*member.key.as_string()) == member.value);
    expect_sound(member.value);
  }
  for (const View element : value.elements()) expect_sound(element);
}

RC_GTEST_PROP(Agreement, every_value_of_a_document_is_json_by_itself,
              (const std::vector<std::uint8_t>& choices)) {
  const Document doc = document(TextMaker(choices).make());
  expect_sound(doc.root());
}

}  // namespace
}  // namespace touchstone::json
