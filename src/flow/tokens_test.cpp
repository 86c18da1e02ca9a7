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

TEST(Tokens, are_hosts_as_clients_of_the_web_read_them) {
  for (const std::string_view text :
       {"https://evil.example/x", "https://evil.example./x", "https:/evil.example/x",
        "https:///evil.example/x", "HTTPS:\\\\evil.example/x", "http:\\evil.example/x",
        "https://evil.example:443/x/", "evil.example./x"}) {
    EXPECT_EQ(tokens_of(text), "url evil.example/x, host evil.example") << text;
  }
  EXPECT_EQ(tokens_of("https://evil.example.:8443"), "url evil.example:8443, host evil.example");
  EXPECT_EQ(tokens_of("https:/evil.example/?u=http://b.example/y"),
            "url evil.example/?u=http://b.example/y, host evil.example, url b.example/y, host "
            "b.example");
}

TEST(Tokens, are_addresses_by_number_in_one_spelling) {
  for (const std::string_view host : {"203.0.113.7", "0xcb007107", "3405803783", "0313.0.0161.7",
                                      "0xCB.0.113.7", "203.0.28935", "203.0.113.7."}) {
    EXPECT_EQ(tokens_of("http://" + std::string(host) + "/x"),
              "url 203.0.113.7/x, host 203.0.113.7")
        << host;
  }
  EXPECT_EQ(tokens_of("http://[::ffff:203.0.113.7]/"), "url 203.0.113.7");
  EXPECT_EQ(tokens_of("ask 2001:db8:0:0:0:0:0:7."), "url 2001:db8::7");
  EXPECT_EQ(tokens_of("http://[2001:DB8::7]:80/"), "url 2001:db8::7");
  for (const std::string_view none : {"at 12:30:45", "std::move", "add::bed", "00:1a:2b:3c:4d:5e",
                                      "http://1.2.3.4.5/", "http://256.256.256.256/"}) {
    EXPECT_EQ(tokens_of(none).find("url 2001"), std::string::npos) << none;
    EXPECT_EQ(tokens_of(none).find("url add"), std::string::npos) << none;
  }
}

TEST(Tokens, are_hosts_that_a_url_hands_on_in_its_path_or_that_are_copied_to) {
  EXPECT_EQ(tokens_of("https://r.reader.example/evil.example/x"),
            "url r.reader.example/evil.example/x, host r.reader.example, url evil.example/x, host "
            "evil.example");
  EXPECT_EQ(tokens_of("git@evil.example:x/y.git"),
            "mail git@evil.example, url evil.example/x/y.git, host evil.example");
  EXPECT_EQ(tokens_of("https://a.example/docs/readme.html"),
            "url a.example/docs/readme.html, host a.example");
}

TEST(Tokens, tell_that_something_stands_before_the_host_of_a_url) {
  TokenReader with("https://data@evil.example/in");
  EXPECT_TRUE(with.next()->has_more);
  TokenReader without("https://evil.example/in@2x");
  EXPECT_FALSE(without.next()->has_more);
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
