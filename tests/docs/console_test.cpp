// The documents show real output: every console block is run and compared.
//
//   ```console
//   $ touchstone tools @demo --where 'risk = critical'
//   the output, to the letter; a line … stands for any lines
//   ```
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/test_support.hpp"

namespace touchstone {
namespace {

struct Example {
  std::string place;  // "README.md:12"
  std::string command;
  std::vector<std::string> output;
};

std::vector<Example> examples_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Example> examples;
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back(
          {path.filename().string() + ":" + std::to_string(number), line.substr(2), {}});
    } else if (inside && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

// Splits a command line into words; single and double quotation marks hold words together.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : command + " ") {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      any = true;
    } else if (c == ' ') {
      if (any || !word.empty()) words.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// `…` matches any number of lines.
bool agree(std::span<const std::string> shown, std::span<const std::string> real) {
  if (shown.empty()) return real.empty();
  if (shown.front() == "…") {
    for (std::size_t skip = 0; skip <= real.size(); ++skip) {
      if (agree(shown.subspan(1), real.subspan(skip))) return true;
    }
    return false;
  }
  return !real.empty() && shown.front() == real.front() && agree(shown.subspan(1), real.subspan(1));
}

class Documents : public ::testing::TestWithParam<const char*> {};

TEST_P(Documents, show_what_the_program_really_prints) {
  std::filesystem::current_path(TOUCHSTONE_ROOT);  // the commands name files from there
  const auto examples = examples_in(std::filesystem::path(TOUCHSTONE_ROOT) / GetParam());
  ASSERT_FALSE(examples.empty());
  for (const auto& example : examples) {
    auto words = words_of(example.command);
    ASSERT_EQ(words.front(), "touchstone") << example.place;
    words.erase(words.begin());
    const auto ran = cli::testing::run(words);
    const auto real = lines_of(ran.err + ran.out);
    auto shown = example.output;
    while (!shown.empty() && shown.back().empty()) shown.pop_back();
    EXPECT_TRUE(agree(shown, real)) << example.place << " prints\n" << ran.err << ran.out;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Documents, ::testing::Values("README.md", "docs/commands.md", "docs/configuration.md"),
    [](const auto& info) { return std::filesystem::path(info.param).stem().string(); });

TEST(Documents, link_only_to_what_is_there) {
  namespace fs = std::filesystem;
  const fs::path root(TOUCHSTONE_ROOT);
  const std::regex link(R"(\]\(([^)#:]+)\))");
  int links = 0;
  for (const auto& folder : {root, root / "docs"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".md") continue;
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it, ++links) {
        EXPECT_TRUE(fs::exists(folder / (*it)[1].str())) << entry.path() << ": " << (*it)[1];
      }
    }
  }
  EXPECT_GT(links, 5);
}

TEST(Documents, annotations_md_is_what_the_table_says) {
  std::ifstream file(std::filesystem::path(TOUCHSTONE_ROOT) / "docs/annotations.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), cli::testing::run({"fields", "--format", "markdown"}).out)
      << "run: build/release/touchstone fields --format markdown > docs/annotations.md";
}

std::string text_of(const std::string& path) {
  std::ifstream file(std::filesystem::path(TOUCHSTONE_ROOT) / path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Documents, policy_md_ends_with_what_the_tables_say) {
  EXPECT_TRUE(text_of("docs/policy.md")
                  .ends_with(cli::testing::run({"policy", "facts", "--format", "markdown"}).out))
      << "run: sed -i '/^## Reference$/,$d' docs/policy.md && "
         "build/release/touchstone policy facts --format markdown >> docs/policy.md";
}

TEST(Documents, configuration_md_ends_with_what_the_table_says) {
  EXPECT_TRUE(text_of("docs/configuration.md")
                  .ends_with(cli::testing::run({"config", "schema", "--format", "markdown"}).out))
      << "run: sed -i '/^## Reference$/,$d' docs/configuration.md && "
         "build/release/touchstone config schema --format markdown >> docs/configuration.md";
}

TEST(Documents, configuration_md_shows_the_example_that_is_in_the_folder) {
  EXPECT_NE(text_of("docs/configuration.md")
                .find("```yaml\n" + text_of("docs/examples/touchstone.yaml") + "```"),
            std::string::npos);
}

}  // namespace
}  // namespace touchstone
