#include "guard/receipt.hpp"

#include <gtest/gtest.h>

#include "guard/scanner.hpp"
#include "json/test_support.hpp"
#include "model/fold.hpp"

namespace touchstone::guard {
namespace {

// A tool of which is said that it writes, or that it reads.
model::Profile profile_of(bool reads) {
  return model::fold(
      {{model::Field::kReadOnly, reads, model::Source::kInferred, 0.9F, "its name", "/name"}}, {});
}

// The classes that are news in what a call with these arguments brings back.
model::DataClasses news(const std::string& arguments, const std::string& said, bool reads = false,
                        BroughtAll brought = {}) {
  static Scanner scanner(std::move(*detect::ContentEngine::compile()));
  const auto profile = profile_of(reads);
  const auto sent = json::document(arguments);
  const auto result = json::document(R"({"content":[{"type":"text","text":")" + said + R"("}]})");
  Subject subject{.method = "tools/call", .server = "s", .name = "send_mail"};
  subject.profile = &profile;
  subject.arguments = sent.root();
  subject.brought = brought;
  return news_in(scanner.scan(result.root()), subject, result.root().raw()).classes();
}

const std::string kToAnn = R"({"to":"ann.miller@contoso.com"})";

TEST(Receipt, is_no_news_where_it_says_what_was_sent) {
  EXPECT_TRUE(news(kToAnn, "Sent to ann.miller@contoso.com").empty());
  EXPECT_TRUE(
      news(R"({"iban":"DE89370400440532013000"})", "Paid to DE89370400440532013000").empty());
}

TEST(Receipt, is_news_where_it_says_more_or_another) {
  const auto has_pii = [](const model::DataClasses& classes) {
    return classes.has(model::DataClass::kPii);
  };
  EXPECT_TRUE(has_pii(news(kToAnn, "Sent to ann.miller@contoso.com, cc bob.stone@contoso.com")));
  EXPECT_TRUE(has_pii(news(R"({"to":"joann.miller@contoso.com"})", "Also ann.miller@contoso.com")));
  EXPECT_TRUE(has_pii(news("{}", "Sent to ann.miller@contoso.com")));
}

TEST(Receipt, of_a_look_is_content) {
  EXPECT_FALSE(news(kToAnn, "ann.miller@contoso.com works in sales", true).empty());
}

// The client has not seen what stood behind a handle.
TEST(Receipt, is_news_where_the_client_passed_something_on_unread) {
  const std::vector<Brought> brought{{.id = "1", .label = {}, .text = "ann.miller@contoso.com"}};
  EXPECT_FALSE(news(kToAnn, "Sent to ann.miller@contoso.com", false, brought).empty());
}

}  // namespace
}  // namespace touchstone::guard
