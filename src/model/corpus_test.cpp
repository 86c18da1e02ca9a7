// Every definition of the corpus, through every path that may write it.
#include <fmt/format.h>

#include "json/pointer.hpp"
#include "model/enrich.hpp"
#include "model/test_corpus.hpp"
#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

std::vector<std::string_view> corpus() {
  std::vector<std::string_view> out(kSeedTools.begin(), kSeedTools.end());
  out.insert(out.end(), kOddTools.begin(), kOddTools.end());
  return out;
}

std::string written(const ReadTool& read, Annotate mode, Trust trust) {
  json::Splice splice(read.document);
  annotate(splice, read.tool, profile_of(read.tool, {.trust = trust}), mode);
  return splice.apply();
}

TEST(Corpus, parsed_and_written_unchanged_is_the_same_bytes) {
  for (const auto text : corpus()) {
    const auto read = tool_from(text);
    EXPECT_EQ(json::Splice(read.document).apply(), text);
    EXPECT_EQ(written(read, Annotate::kOff, Trust::kUntrusted), text);
  }
}

TEST(Corpus, in_a_list_every_definition_keeps_its_own_bytes) {
  std::string list = "{\"tools\": [";
  for (const auto text : corpus()) list += std::string(text) + " ,\n";
  list.resize(list.size() - 2);
  list += "], \"nextCursor\": \"x\"}";
  const auto document = parsed(list);
  const auto tools = read_tool_list(document.root());
  ASSERT_TRUE(tools);
  ASSERT_EQ(tools->tools.size(), corpus().size());
  for (std::size_t i = 0; i < corpus().size(); ++i) {
    const auto begin = corpus()[i].find('{');
    EXPECT_EQ(tools->tools[i].json.raw(), corpus()[i].substr(begin));
  }
  EXPECT_EQ(json::Splice(document).apply(), list);
}

bool no_less_risky(const Profile& before, const Profile& after) {
  const auto a = legs_of(before);
  const auto b = legs_of(after);
  return tier_of(after) >= tier_of(before) && risk_of(after) >= risk_of(before) &&
         b.reads_private >= a.reads_private && b.reads_untrusted >= a.reads_untrusted &&
         b.sends_out >= a.sends_out;
}

TEST(Corpus, enriched_definitions_parse_and_read_no_less_risky) {
  for (const auto text : corpus()) {
    const auto read = tool_from(text);
    for (const auto mode : {Annotate::kEnrich, Annotate::kFill}) {
      const auto again = tool_from(written(read, mode, Trust::kStandard));
      EXPECT_TRUE(no_less_risky(profile_of(read.tool), profile_of(again.tool))) << text;
    }
    // Whoever reads what we wrote about an untrusted server believes us, not the server. Only
    // aliases stay as they came, and with them what they say.
    const auto by_alias = [](const Evidence& claim) { return !claim.reason.empty(); };
    if (std::ranges::any_of(read.tool.claims, by_alias)) continue;
    const auto again = tool_from(written(read, Annotate::kEnrich, Trust::kUntrusted));
    EXPECT_TRUE(no_less_risky(profile_of(read.tool, {.trust = Trust::kUntrusted}),
                              profile_of(again.tool, {.trust = Trust::kStandard})))
        << text;
  }
}

TEST(Corpus, enriching_twice_changes_no_hint_again) {
  for (const auto text : corpus()) {
    for (const auto trust : kAllTrust) {
      const auto once = tool_from(written(tool_from(text), Annotate::kEnrich, trust));
      const auto twice = tool_from(written(once, Annotate::kEnrich, trust));
      EXPECT_EQ(once.tool.json.find("annotations").raw(), twice.tool.json.find("annotations").raw())
          << text;
    }
  }
}

// Members in their order with their bytes, without the two that annotating may touch.
std::vector<std::string> untouched(json::View object) {
  std::vector<std::string> out;
  for (const auto [key, value] : object.members()) {
    if (key.equals("annotations") || key.equals("_meta") || key.equals(kProfileMeta)) continue;
    out.push_back(std::string(key.raw()) + ':' + std::string(value.raw()));
  }
  return out;
}

TEST(Corpus, enriching_touches_nothing_but_annotations_and_its_own_key_in_meta) {
  for (const auto text : corpus()) {
    const auto read = tool_from(text);
    const auto out = tool_from(written(read, Annotate::kEnrich, Trust::kStandard));
    EXPECT_EQ(untouched(read.tool.json), untouched(out.tool.json)) << text;
    EXPECT_EQ(untouched(read.tool.json.find("_meta")), untouched(out.tool.json.find("_meta")))
        << text;
    // Declared members keep their place and, where they agree with the profile, their spelling.
    auto before = read.tool.json.find("annotations").members().begin();
    auto after = out.tool.json.find("annotations").members().begin();
    const auto end = read.tool.json.find("annotations").members().end();
    for (; before != end; ++before, ++after) EXPECT_EQ((*before).key.raw(), (*after).key.raw());
  }
}

TEST(Corpus, declared_is_what_was_declared) {
  for (const auto text : corpus()) {
    const auto read = tool_from(text);
    const auto out = tool_from(written(read, Annotate::kEnrich, Trust::kUntrusted));
    const auto declared = read.tool.json.find("annotations");
    EXPECT_EQ(out.tool.json.find("_meta").find(kProfileMeta).find("declared").raw(),
              declared ? declared.raw() : "null");
  }
}

TEST(Corpus, checks_point_at_places_that_exist) {
  for (const auto text : corpus()) {
    const auto read = tool_from(text);
    for (const auto& finding : findings_of(read)) {
      EXPECT_TRUE(json::at(read.document.root(), finding.pointer)) << finding.pointer << text;
      EXPECT_LT(finding.offset, text.size());
      EXPECT_FALSE(finding.reason.empty());
    }
  }
}

}  // namespace
}  // namespace touchstone::model
