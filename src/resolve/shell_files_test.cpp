#include "resolve/shell_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::resolve {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(std::string_view text) { return files_in_shell(text).names; }

TEST(ShellFiles, are_operands_and_targets) {
  EXPECT_THAT(names("cat /a/x.txt"), ElementsAre("/a/x.txt"));
  EXPECT_THAT(names("grep -r alpha /a"), Contains("/a"));
  EXPECT_THAT(names("echo alpha beta > /s/q.txt"), ElementsAre("/s/q.txt"));
  EXPECT_THAT(names("cp '/c/my x.txt' /c/y"), Contains("/c/my x.txt"));
  EXPECT_THAT(names("cat notes | tee -a out 2>/dev/null"), ElementsAre("notes", "out"));
  EXPECT_THAT(names("cd /a && cat x.txt"), ElementsAre("/a", "x.txt"));
  EXPECT_THAT(names("tool --file=/a/x -I/b if=/c/y @/d/z"),
              ElementsAre("/a/x", "/b", "/c/y", "/d/z"));
  EXPECT_THAT(names("cat < in.txt"), ElementsAre("in.txt"));
  EXPECT_THAT(names("cat /a/\xC3\xA4.txt"), ElementsAre("/a/\xC3\xA4.txt"));
  EXPECT_THAT(names("curl https://a.dev/x"), IsEmpty());
}

TEST(ShellFiles, are_found_in_commands_inside_of_commands) {
  EXPECT_THAT(names("sh -c 'cat /a/x.txt'"), Contains("/a/x.txt"));
  EXPECT_THAT(names("python3 -c \"print(open('/a/x.txt').read())\""), Contains("/a/x.txt"));
  EXPECT_THAT(names("echo $(cat /a/x.txt)"), Contains("/a/x.txt"));
}

TEST(ShellFiles, are_none_in_what_is_only_said) {
  EXPECT_THAT(names("echo 'see /b/x.txt for it' > /s/q.txt"), ElementsAre("/s/q.txt"));
  EXPECT_THAT(names("cat > /s/q.txt <<'EOF'\nsee /b/x.txt\nEOF\ncat /c/z"),
              ElementsAre("/s/q.txt", "/c/z"));
  EXPECT_THAT(names("cat <<EOF > /s/q.txt\nsee /b/x.txt\nEOF\n"), ElementsAre("/s/q.txt"));
  EXPECT_THAT(names("bash <<EOF\ncat /b/x.txt\nEOF\n"), Contains("/b/x.txt"));
}

TEST(ShellFiles, of_a_pattern_or_a_variable_are_its_folder_or_anywhere) {
  EXPECT_THAT(names("cat /a/*"), ElementsAre("/a"));
  EXPECT_FALSE(files_in_shell("cat /a/*").anywhere);
  EXPECT_THAT(names("cat /a/$f"), ElementsAre("/a"));
  EXPECT_THAT(names("echo x > $D/x.txt"), ElementsAre("x.txt"));
  for (const auto* text :
       {"cat *", "cat $F", "cat `ls`", "grep -r alpha .", "cat \"$F\"", "cat $(ls)", "cat ../*"})
    EXPECT_TRUE(files_in_shell(text).anywhere) << text;
  EXPECT_FALSE(files_in_shell("cat /a/x.txt | sort > out").anywhere);
}

TEST(ShellFiles, that_are_only_listed_or_made_show_no_contents) {
  for (const auto* text : {"ls -l /a", "find /a -name x", "mkdir -p /a/b", "echo x > /a/b"})
    EXPECT_FALSE(files_in_shell(text).contents) << text;
  for (const auto* text : {"cat /a/x", "find /a -exec cat + ", "ls /a | xargs cat", "python3 x.py",
                           "echo < /a/x", "/bin/cat /a/x"})
    EXPECT_TRUE(files_in_shell(text).contents) << text;
}

TEST(ShellFiles, that_are_too_many_are_told) {
  std::string text = "cat";
  for (std::size_t i = 0; i <= kMaxShellFiles; ++i) text += fmt::format(" /{}", i);
  const auto files = files_in_shell(text);
  EXPECT_TRUE(files.too_many);
  EXPECT_EQ(files.names.size(), kMaxShellFiles);
}

}  // namespace
}  // namespace touchstone::resolve
