#include "store/difference.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace touchstone::store {
namespace {

std::size_t cost(std::string_view base, std::string_view text) {
  const auto differs = difference(base, text);
  EXPECT_EQ(patched(base, differs), text);
  return differs.size();
}

std::string record_like(int number, std::string_view digest, std::string_view more = "") {
  return fmt::format(
      R"({{"at":17000000{0:05},"body":{{"argumentsDigest":"sha256:{1}","effect":"allow","facts":{{)"
      R"("client.name":"bench","client.version":"1","request.size":{0}{2},"server.name":"echo",)"
      R"("server.transport":"http","session.calls":{0},"tool.name":"echo","tool.tier":"read"}},)"
      R"("flows":[],"method":"tools/call","outcome":"forwarded"}},"id":"018bcfe56800-{0:010x}",)"
      R"("kind":"call","sequence":{0},"server":"echo","session":"client:12","tool":"echo"}})",
      number, digest, more);
}

TEST(Difference, of_equal_texts_is_nothing) {
  EXPECT_EQ(difference("", ""), "");
  EXPECT_EQ(difference("abc", "abc"), "");
  EXPECT_EQ(patched("abc", ""), "abc");
}

TEST(Difference, of_records_that_tell_of_one_call_after_another_is_what_is_new_in_them) {
  const auto base = record_like(99, std::string(64, 'a'));
  EXPECT_LT(cost(base, record_like(100, std::string(64, 'b'))), 64U + 50);
  EXPECT_LT(cost(base, record_like(100'000, std::string(64, 'a'))), 70U);
}

TEST(Difference, stays_small_where_members_come_or_go) {
  const auto few = record_like(7, std::string(64, 'a'));
  const auto more = record_like(7, std::string(64, 'a'), R"(,"response.isError":true)");
  EXPECT_LT(cost(few, more), 50U);
  EXPECT_LT(cost(more, few), 50U);
}

TEST(Difference, of_texts_that_have_nothing_in_common_is_hardly_more_than_the_text) {
  EXPECT_LE(cost(std::string(3'000, 'a'), std::string(2'000, 'b')), 2'010U);
  EXPECT_LE(cost("", std::string(2'000, 'b')), 2'010U);
  EXPECT_LE(cost(std::string(2'000, 'b'), ""), 10U);
}

// Members that are never found again, as many as there can be: it is given up.
TEST(Difference, takes_no_longer_than_it_may) {
  std::string base;
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    base += fmt::format(",\"{}x\":1", i);
    text += fmt::format(",\"{}yy\":2", i);
  }
  EXPECT_LT(cost(base, text), text.size() + 1'000'000);
}

TEST(Difference, that_is_none_of_its_base_gives_nothing) {
  for (const std::string_view bad :
       {std::string_view("\x01", 1), std::string_view("\x01\x01", 2),
        std::string_view("\x04\0\0", 3), std::string_view("\0\x04\0", 3),
        std::string_view("\0\0\x02x", 4), std::string_view("\x02\x02\0", 3),
        std::string_view("\x80", 1),
        std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\0\0", 12)}) {
    EXPECT_EQ(patched("abc", bad), std::nullopt) << testing::PrintToString(bad);
  }
  EXPECT_EQ(patched("abc", std::string_view("\x01\x01\x02xy", 5)), "axyc");
}

// Few different letters, many of them JSON's: much recurs, and nothing is where it was.
rc::Gen<std::string> jumble() {
  return rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab01\",:{}[]")));
}

RC_GTEST_PROP(Difference, gives_the_text_back_whatever_it_is, ()) {
  const auto base = *jumble();
  const auto text = *rc::gen::oneOf(jumble(), rc::gen::arbitrary<std::string>());
  RC_ASSERT(patched(base, difference(base, text)) == text);
}

RC_GTEST_PROP(Difference, gives_a_record_back_with_any_of_its_members_changed, ()) {
  const auto object = [](const std::vector<std::pair<int, int>>& members) {
    std::string out = "{";
    for (const auto& [key, value] : members) out += fmt::format(R"("member {}":{},)", key, value);
    return out + "}";
  };
  auto members = *rc::gen::arbitrary<std::vector<std::pair<int, int>>>();
  const auto base = object(members);
  for (auto left = *rc::gen::inRange<std::size_t>(0, 4); left > 0 && !members.empty(); --left) {
    const auto at = *rc::gen::inRange<std::size_t>(0, members.size());
    if (*rc::gen::arbitrary<bool>())
      members.erase(members.begin() + static_cast<long>(at));
    else
      members[at].second = *rc::gen::arbitrary<int>();
  }
  RC_ASSERT(patched(base, difference(base, object(members))) == object(members));
}

RC_GTEST_PROP(Difference, of_any_bytes_never_gives_more_than_there_is, ()) {
  const auto base = *rc::gen::arbitrary<std::string>();
  const auto bytes = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 6));
  const auto text = patched(base, bytes);
  RC_ASSERT(!text || text->size() <= base.size() + bytes.size());
}

}  // namespace
}  // namespace touchstone::store
