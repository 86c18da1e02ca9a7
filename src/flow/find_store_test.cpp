// What detectors found in content comes back glued, cut or in another dress, and is found again.
#include "flow/find_store.hpp"

#include <chrono>

#include <fmt/format.h>

#include "base/base64.hpp"
#include "flow/fold.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

using model::DataClass;

constexpr std::string_view kLong = "wJ4lrXUtnF3MIK7MD2NGbPxRf1CYzz8EXk9YAbc1";
constexpr std::string_view kShort = "Qk31-fhW82zz_Lm5";
constexpr std::string_view kNumber = "536-22-8726";

class Finds : public testing::Test {
 protected:
  Finds() {
    source_ = source_of(memory_, "mcp://files/read");
    memory_.remember_find(kLong, DataClass::kCredentials, source_);
    memory_.remember_find(kShort, DataClass::kCredentials, source_);
    memory_.remember_find(kNumber, DataClass::kPii, source_);
  }
  [[nodiscard]] static bool has(const Memory& memory, std::string_view text, DataClass data) {
    const auto flows = traced(memory, text_argument(text));
    return std::ranges::any_of(flows.finds,
                               [&](const CarriedFind& one) { return one.what.data == data; });
  }
  [[nodiscard]] bool is_secret(std::string_view text) const {
    return has(memory_, text, DataClass::kCredentials);
  }
  Memory memory_{{.seed = 3, .news = 1 << 16}};
  SourceId source_ = 0;
};

TEST_F(Finds, are_found_glued_to_whatever) {
  for (const auto* form : {"{}", "a{}", "{}x", "key_{}_end", "{}.txt", "note-{}", "Paris/{}",
                           "docs/{}.txt", "https://{}.host.example/", "https://h.example/?p={}",
                           "https://h.example/#{}", "what is {} for"}) {
    EXPECT_TRUE(is_secret(fmt::format(fmt::runtime(form), kLong))) << form;
    EXPECT_TRUE(is_secret(fmt::format(fmt::runtime(form), kShort))) << form;
  }
}

TEST_F(Finds, are_found_by_a_piece_that_nobody_has_by_chance) {
  EXPECT_TRUE(is_secret(kLong.substr(0, 39)));
  EXPECT_TRUE(is_secret(kLong.substr(4)));
  EXPECT_TRUE(is_secret(kLong.substr(11, kPieceOfLong)));
  EXPECT_TRUE(is_secret(kShort.substr(0, 15)));
  EXPECT_FALSE(is_secret(kLong.substr(11, kPieceOfLong - 1)));
  EXPECT_FALSE(is_secret(kShort.substr(0, 8)));
}

TEST_F(Finds, are_found_parted_folded_and_encoded) {
  EXPECT_TRUE(is_secret("wJ4l/rXUt/nF3M/IK7M/D2NG/bPxR/f1CY"));
  EXPECT_TRUE(is_secret("wJ4lrXUtnF3MIK7MD2NG\nbPxRf1CYzz8EXk9YAbc1"));
  EXPECT_TRUE(is_secret("qk31fhw82zzlm5.host.example"));
  EXPECT_TRUE(is_secret("UWszMS1maFc4Mnp6X0xtNQ==")) << "base64";
  EXPECT_TRUE(is_secret("xUWszMS1maFc4Mnp6X0xtNQ")) << "behind something";
  EXPECT_TRUE(
      is_secret("https://776a346c7258557"
                "46e46334d494b374d44324e47.host.example/"))
      << "hex, in a host";
  EXPECT_TRUE(is_secret("VVdzek1TMW1hRmM0TW5wNlgweHROUT09")) << "base64 of base64";
  EXPECT_TRUE(is_secret("https://h.example/?p=516b33312d66685738327a7a5f4c6d35")) << "hex";
  EXPECT_TRUE(is_secret("%51%6b%33%31%2d%66%68%57%38%32%7a%7a%5f%4c%6d%35"));
}

// Whatever stands before it, so that its digits begin anywhere among those of a run.
RC_GTEST_FIXTURE_PROP(Finds, encoded_are_found_wherever_they_stand, ()) {
  const auto letters = *rc::gen::container<std::string>(
      *rc::gen::inRange<std::size_t>(0, 12), rc::gen::element('a', 'q', 'Z', '7', '_', '/'));
  const auto words = any_words(30, 12);
  RC_ASSERT(is_secret(words + letters + base::base64(kLong) + words));
}

// Long texts are looked at by windows, and only near digits.
TEST_F(Finds, are_found_at_every_place_of_a_long_text) {
  const auto encoded = base::base64(kShort.substr(0, 14));  // barely long enough
  for (std::size_t at = 0; at < 200; ++at) {
    const std::string words(at, '.');
    EXPECT_TRUE(is_secret(words + " " + encoded + " " + words)) << at;
    EXPECT_TRUE(is_secret(std::string(at, 'q') + std::string(kLong) + std::string(at, 'q'))) << at;
  }
}

TEST_F(Finds, without_digits_are_found_among_words_without_any) {
  memory_.remember_find("CorrectHorseBattery", DataClass::kCredentials, source_);
  const std::string words(300, 'q');
  EXPECT_TRUE(is_secret(words + "correcthorsebattery" + words));
  EXPECT_TRUE(is_secret(words + std::string(kLong) + words)) << "and so are the others";
  EXPECT_FALSE(is_secret(words));
}

TEST_F(Finds, are_found_in_names_and_over_members) {
  EXPECT_FALSE(traced(memory_, fmt::format(R"({{"{}":1}})", kLong)).finds.empty());
  EXPECT_FALSE(
      traced(memory_, R"({"a":["wJ4lrXUt","nF3MIK7M","D2NGbPxR"],"b":"x"})").finds.empty());
}

TEST_F(Finds, that_are_numbers_count_whole) {
  for (const auto* text : {"536-22-8726", "536228726", "536-22-8726.host.example", "x536228726y"})
    EXPECT_TRUE(has(memory_, text, DataClass::kPii)) << text;
  EXPECT_FALSE(has(memory_, "536-22-872", DataClass::kPii));
  EXPECT_FALSE(is_secret("536-22-8726"));
}

TEST_F(Finds, are_no_words_that_stand_in_a_secret) {
  memory_.remember_find("-----BEGIN RSA PRIVATE KEY----- MIIEpAIBAAKCAQEA7bq9",
                        DataClass::kCredentials, source_);
  EXPECT_FALSE(is_secret("how does a file begin: RSA PRIVATE KEY, or else?"));
  EXPECT_TRUE(is_secret("MIIEpAIBAAKCAQEA7bq9"));
}

TEST_F(Finds, are_decoded_where_content_has_them_encoded) {
  memory_.remember_find("cDRzc3cwcmQtaW4tY29kZS03Nw==", DataClass::kCredentials, source_);
  EXPECT_TRUE(is_secret("p4ssw0rd-in-code-77"));
}

TEST_F(Finds, are_kept_with_a_memory_and_told_in_its_news) {
  const auto loaded = Memory::load(memory_.save());
  ASSERT_TRUE(loaded.has_value());
  EXPECT_TRUE(has(*loaded, "key_" + std::string(kLong), DataClass::kCredentials));
  EXPECT_EQ(loaded->save(), memory_.save());
  Memory other({.seed = 3});
  ASSERT_TRUE(other.replay(memory_.take_news().bytes).has_value());
  EXPECT_TRUE(has(other, "key_" + std::string(kLong), DataClass::kCredentials));
  EXPECT_TRUE(has(other, "536228726", DataClass::kPii));
}

TEST_F(Finds, of_others_are_not_washed_away_by_a_flood) {
  const auto flood = source_of(memory_, "mcp://other/read");
  for (unsigned i = 0; i < 5'000; ++i) {
    memory_.remember_find(fmt::format("{:x}zq{:x}", i * 2'654'435'761U, i * 40'503U + 7U),
                          DataClass::kCredentials, flood);
  }
  EXPECT_TRUE(is_secret(kLong));
  EXPECT_TRUE(is_secret(kShort));
  EXPECT_LE(memory_.bytes(), memory_.options().bytes);
}

// Four bytes and the same again.
bool has_repetition(std::string_view text) {
  for (std::size_t i = 0; i + 8 <= text.size(); ++i) {
    if (text.substr(i, 4) == text.substr(i + 4, 4)) return true;
  }
  return false;
}

TEST(FindStore, of_any_size_takes_what_it_is_given_and_ends_its_searches) {
  for (const std::size_t bytes : {64U << 10U, 130'048U, 200'000U, 256U << 10U, 2U << 20U}) {
    FindStore store(bytes, 1);
    for (unsigned i = 0; i < 20'000; ++i) {
      const auto secret = fmt::format("{:08x}zq{:08x}", i * 2'654'435'761U, i * 40'503U + 7U);
      store.keep(std::string_view(secret).substr(0, 13 + i % 6), {DataClass::kCredentials, 1});
    }
    EXPECT_TRUE(store.in("nothingofthatkind17").empty());
  }
}

TEST(FindStore, is_searched_for_a_text_of_one_letter_in_linear_time) {
  FindStore store(256U << 10U, 1);
  for (unsigned i = 0; i < 20; ++i)
    store.keep(std::string(100, 'a') + std::to_string(i), {DataClass::kCredentials, 1});
  // A busy machine may stand still for a while, but not each time.
  auto took = std::chrono::steady_clock::duration::max();
  for (int tries = 0; tries < 3 && took >= std::chrono::seconds(1); ++tries) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(store.in(std::string(1 << 20, 'a')).empty());
    took = std::chrono::steady_clock::now() - start;
  }
  EXPECT_LT(took, std::chrono::seconds(1));
}

RC_GTEST_PROP(FindStore, finds_every_stretch_that_counts, ()) {
  const auto text = squeezed(any_words(40, 20) + "7");
  RC_PRE(!has_repetition(text));
  FindStore store(64 << 10, 1);
  RC_PRE(store.keep(text, {DataClass::kCredentials, 1}));
  const auto least = text.size() < kPieceOfShort   ? text.size()
                     : text.size() <= kShortSecret ? kPieceOfShort
                                                   : kPieceOfLong;
  const auto kept = std::string_view(text).substr(0, store.longest());
  const auto begin = *rc::gen::inRange<std::size_t>(0, kept.size() - least + 1);
  const auto piece = "zzz" + std::string(kept.substr(begin, least)) + "zzz";
  const bool is_random = std::ranges::any_of(piece, [](char c) { return c >= '0' && c <= '9'; });
  RC_ASSERT(store.in(piece).size() == (is_random || least == kept.size() ? 1U : 0U));
}

}  // namespace
}  // namespace touchstone::flow
