#include "infer/mention.hpp"

#include <gtest/gtest.h>

namespace touchstone::infer {
namespace {

std::string verb_of_name(std::string_view name, std::size_t skip = 0) {
  const auto words = Words::of_name(name);
  std::vector<Mention> out;
  find_in_name(words, skip, Where::kName, out);
  return out.empty() ? "" : std::string(out[0].verb->word);
}

struct Case {
  std::string_view text;
  std::string_view verb;
};

TEST(NameMention, place_and_kind_decide_which_word_is_the_verb) {
  for (const auto& [name, verb] : {
           Case{"get_merge_request", "get"},
           Case{"group_list", "list"},
           Case{"todo_list_create", "create"},
           Case{"deploy_plan_get", "get"},
           Case{"update_list", "update"},
           Case{"pull_request_read", "read"},
           Case{"deploy_status", "status"},
           Case{"update_status", "update"},
           Case{"list_deleted_files", "list"},
           Case{"get_create_fields", "get"},
           Case{"pods_list_in_namespace", "list"},
           Case{"bulk_create_notes", "create"},
           Case{"create_droplet", "create"},
           Case{"droplet", ""},
           Case{"garden", ""},
           Case{"validate_and_prune", "validate"},
           Case{"unpublish_documentation", "unpublish"},
           Case{"rotate_logs", "rotate"},
           Case{"build_logs", "logs"},
           Case{"bump_version", "bump"},
           Case{"release_version", "release"},
           Case{"garden_version", "version"},
       }) {
    EXPECT_EQ(verb_of_name(name), verb) << name;
  }
}

TEST(NameMention, a_prefix_is_left_out) {
  EXPECT_EQ(verb_of_name("monitor_disks", 0), "monitor");
  EXPECT_EQ(verb_of_name("post_search", 1), "search");
}

TEST(NameMention, joined_verbs_count_too) {
  const auto words = Words::of_name("get_or_create_page");
  std::vector<Mention> out;
  find_in_name(words, 0, Where::kName, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[1].verb->word, "create");
}

std::string opening(std::string_view text) {
  const auto words = Words::of_text(text);
  std::vector<Mention> out;
  find_in_text(words, out);
  return out.empty() ? "" : (out[0].denied ? "not " : "") + std::string(out[0].verb->word);
}

TEST(TextMention, a_description_opens_with_its_verb_however_it_is_put) {
  for (const auto& [text, verb] : {
           Case{"Deletes a page.", "delete"},
           Case{"Delete a page.", "delete"},
           Case{"This tool deletes a page.", "delete"},
           Case{"Use this tool to delete a page.", "delete"},
           Case{"Use this when somebody wants to delete a page", "delete"},
           Case{"A tool for deleting pages", "delete"},
           Case{"Powerful paging tool that deletes pages", "delete"},
           Case{"Allows you to permanently delete a page", "delete"},
           Case{"Provides the ability to delete pages", "delete"},
           Case{"START HERE for pages: List what there is", "list"},
           Case{"[Beta] Lists pages", "list"},
           Case{"(Developer preview) Lists pages", "list"},
           Case{"Reply to a page", "reply"},
           Case{"Galvanise and store a page", "store"},
           Case{"This page is old. Merges a page into another.", "merge"},
           Case{"This page is old. Merge conflicts are shown.", ""},
           Case{"A set of tools", ""},
           Case{"Labels must be unique", ""},
           Case{"Updates are logged", ""},
           Case{"Weather in a city", ""},
       }) {
    EXPECT_EQ(opening(text), verb) << text;
  }
}

TEST(TextMention, what_is_joined_counts_and_nouns_do_not) {
  const auto verbs = [](std::string_view text) {
    const auto words = Words::of_text(text);
    std::vector<Mention> out;
    find_in_text(words, out);
    std::string all;
    for (const auto& mention : out) (all += mention.verb->word) += ' ';
    return all;
  };
  EXPECT_EQ(verbs("Create, update or delete a page"), "create update delete ");
  EXPECT_EQ(verbs("Fetches a page and stores it"), "fetch store ");
  EXPECT_EQ(verbs("Gets tags, comments, and links of a page"), "get ");
  EXPECT_EQ(verbs("Gets a page. Overwrites the local copy."), "get overwrite ");
  EXPECT_EQ(verbs("Gets a page. Create a project first."), "get ");
  EXPECT_EQ(verbs("Gets a page. Labels must be short. Types: large."), "get ");
  EXPECT_EQ(verbs("Gets a page. Labels the page."), "get label ");
  EXPECT_EQ(verbs("Gets a page.\nArgs:\n  name: Deletes nothing"), "get ");
}

TEST(TextMention, a_denied_verb_is_known_as_such) {
  EXPECT_EQ(opening("Does not modify anything"), "not modify");
}

}  // namespace
}  // namespace touchstone::infer
