#include "flow/tokens.hpp"

#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

// "mail bob@x.com, url x.com/a": every token of a text.
std::string tokens_of(std::string_view text) {
  std::string out;
  TokenReader reader(text);
  while (const auto token = reader.next()) {
    if (!out.empty()) out += ", ";
    out += std::string(name_of(token->kind)) + " " + std::string(token->normal);
  }
  return out;
}

TEST(Tokens, are_mail_addresses_without_their_owners_marks_and_escapes) {
  for (const auto* text : {"bob+news@x.example", "bob%40x.example", "Bob%2Bnews%40X.example",
                           "mailto:bob%2B%40x.example"}) {
    EXPECT_EQ(tokens_of(text), "mail bob@x.example") << text;
  }
  EXPECT_EQ(tokens_of("to=bob%40x.example&n=1"), "mail bob@x.example");
}

TEST(Tokens, are_accounts_with_dashes_only_if_they_check) {
  EXPECT_EQ(tokens_of("DE89-3704-0044-0532-0130-00"), "account DE89370400440532013000");
  EXPECT_EQ(tokens_of("DE88-3704-0044-0532-0130-00"), "id DE88-3704-0044-0532-0130-00");
}

TEST(Tokens, are_mail_addresses_however_dressed_up) {
  for (const std::string_view text :
       {"Bob.Ray@Example.com", "<bob.ray@example.com>", "mailto:bob.ray@example.com.",
        "to=bob.ray@example.com", "(bob.ray@EXAMPLE.com)",
        "\xE2\x80\x9C"
        "bob.ray@example.com\xE2\x80\x9D",
        "'bob.ray@example.com',", "**bob.ray@example.com**", "bob.ray@example.com\\nThanks"}) {
    EXPECT_EQ(tokens_of(text), "mail bob.ray@example.com") << text;
  }
}

TEST(Tokens, are_urls_with_their_host) {
  EXPECT_EQ(tokens_of("see https://www.Example.com/A/b?c=D."),
            "url example.com/A/b?c=D, host example.com");
  EXPECT_EQ(tokens_of("http://user:pw@example.com:80/x/"), "url example.com/x, host example.com");
  EXPECT_EQ(tokens_of("www.example.com"), "url example.com");
  EXPECT_EQ(tokens_of("go to evil.example/x"), "url evil.example/x, host evil.example");
  EXPECT_EQ(tokens_of("[here](https://a.io/b)"), "url a.io/b, host a.io");
}

TEST(Tokens, are_accounts_with_and_without_blanks) {
  EXPECT_EQ(tokens_of("DE02 1203 0000 0000 2020 51"), "account DE02120300000000202051");
  EXPECT_EQ(tokens_of("de02120300000000202051."), "account DE02120300000000202051");
  EXPECT_EQ(tokens_of("IBAN DE02 1203 0000 0000 2020 51 from ACME"),
            "account DE02120300000000202051");
  EXPECT_EQ(tokens_of("4111 1111 1111 1111"), "account 4111111111111111");
  EXPECT_EQ(tokens_of("4111-1111-1111-1111"), "account 4111111111111111");
  EXPECT_EQ(tokens_of("account 123456789"), "account 123456789");
}

TEST(Tokens, are_telephone_numbers) {
  EXPECT_EQ(tokens_of("+49 (30) 1234-567"), "phone 49301234567");
  EXPECT_EQ(tokens_of("0049 30 1234567"), "phone 49301234567");
  EXPECT_EQ(tokens_of("555-123-4567"), "phone 5551234567");
}

TEST(Tokens, are_paths_and_file_names) {
  EXPECT_EQ(tokens_of("/etc//passwd"), "path /etc/passwd");
  EXPECT_EQ(tokens_of("~/.ssh/id_rsa"), "path ~/.ssh/id_rsa");
  EXPECT_EQ(tokens_of("./notes.md"), "path notes.md");
  EXPECT_EQ(tokens_of("C:\\Temp\\a.txt"), "path C:/Temp/a.txt");
  EXPECT_EQ(tokens_of("file:///etc/passwd"), "path /etc/passwd");
  EXPECT_EQ(tokens_of("the invoice-2023.pdf"), "path invoice-2023.pdf");
}

TEST(Tokens, are_ids_handles_and_channels) {
  EXPECT_EQ(tokens_of("6F9619FF-8B86-D011-B42D-00CF4FC964FF"),
            "id 6f9619ff-8b86-d011-b42d-00cf4fc964ff");
  EXPECT_EQ(tokens_of("doc_8Xk29LmQz1"), "id doc_8Xk29LmQz1");
  EXPECT_EQ(tokens_of("@Bob_Ray in #General"), "handle bob_ray, channel general");
}

TEST(Tokens, are_not_words_dates_amounts_or_short_ids) {
  for (const std::string_view text :
       {"and/or", "2024-05-19 12:00:00", "98.70", "$10,000", "e.g. this", "#1", "@", "a@b", "13",
        "done.Then we go", "3.14", "10.0.0", "::", "https://", "12:30", "20240519", "either-or"}) {
    EXPECT_EQ(tokens_of(text), "") << text;
  }
}

TEST(Tokens, of_one_text_stand_in_its_order) {
  const std::string text = "ask bob@x.com about https://y.com/z";
  TokenReader reader(text);
  const auto mail = reader.next();
  const auto url = reader.next();
  ASSERT_TRUE(mail && url);
  EXPECT_EQ(text.substr(mail->begin, mail->end - mail->begin), "bob@x.com");
  EXPECT_EQ(text.substr(url->begin, url->end - url->begin), "https://y.com/z");
}

TEST(Tokens, stand_between_words_that_end_with_a_stop_or_a_colon) {
  EXPECT_EQ(tokens_of("Hello. Write to: bob@x.example. Thanks."), "mail bob@x.example");
  EXPECT_EQ(tokens_of("Note: notes.txt. Done.: #general: over."),
            "path notes.txt, channel general");
  EXPECT_EQ(tokens_of("a. b@x.example ..."), "mail b@x.example");
  EXPECT_EQ(tokens_of("end."), "");
  EXPECT_EQ(tokens_of("end:"), "");
}

// Punctuation at the ends of words is not what makes a token.
RC_GTEST_PROP(Tokens, are_the_same_when_words_before_them_end_sentences, ()) {
  const auto words = any_words(10);
  auto sentences = words;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i] == ' ' && *rc::gen::arbitrary<bool>())
      sentences.insert(i++, 1, *rc::gen::element('.', ':'));
  }
  const auto token = *rc::gen::element<std::string>(
      "bob@x.example", "https://a.io/b.", "notes.txt:", "4111 1111 1111 1111.", "#general:");
  RC_ASSERT(tokens_of(sentences + token + " " + sentences) ==
            tokens_of(words + token + " " + words));
}

TEST(Tokens, end_where_the_text_does) {
  EXPECT_EQ(tokens_of("a1\\"), "");
  EXPECT_EQ(tokens_of("bob@x.example\\"), "mail bob@x.example");
}

TEST(Tokens, are_bounded) { EXPECT_EQ(tokens_of(std::string(10'000, 'a') + "@x.com"), ""); }

// Normal forms are found again: what is remembered and what is asked for meet.
RC_GTEST_PROP(Tokens, of_hostile_texts_stay_inside_them, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('a', 'Z', '1', '0', '@', '.', '/', '\\', ':', '#', '+', '-', ' ', '<', '('));
  TokenReader reader(text);
  std::size_t count = 0;
  while (const auto token = reader.next()) {
    RC_ASSERT(token->begin < token->end && token->end <= text.size());
    RC_ASSERT(!token->normal.empty() && token->normal.size() <= kMaxToken);
    RC_ASSERT(++count <= 2 * text.size());
  }
}

}  // namespace
}  // namespace touchstone::flow
