#include "demo/folder.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "demo/test_support.hpp"

namespace touchstone::demo {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Folder, is_made_and_filled_once) {
  const ScratchFolder scratch;
  const Folder folder(scratch.path() + "/a/b");
  ASSERT_TRUE(folder.prepare());
  EXPECT_THAT(*folder.files(), Contains("hr/salaries.csv"));
  ASSERT_TRUE(folder.remove("hr/salaries.csv"));
  ASSERT_TRUE(folder.prepare());
  EXPECT_FALSE(folder.read("hr/salaries.csv"));
}

TEST(Folder, writes_reads_appends_and_removes) {
  const ScratchFolder scratch;
  const Folder folder(scratch.path());
  ASSERT_TRUE(folder.write("x/y/z.txt", "longer text"));
  ASSERT_TRUE(folder.write("x/y/z.txt", "a"));
  ASSERT_TRUE(folder.append("./x//y/z.txt", "b"));
  EXPECT_EQ(folder.read("x/y/z.txt"), "ab");
  EXPECT_THAT(*folder.files(), ElementsAre("x/y/z.txt"));
  EXPECT_FALSE(folder.remove("x/y"));
  EXPECT_TRUE(folder.remove("x/y/z.txt"));
  EXPECT_EQ(folder.read("x/y/z.txt").error().what, "there is no file x/y/z.txt");
}

TEST(Folder, no_path_leads_out) {
  const ScratchFolder scratch;
  const Folder folder(scratch.path() + "/in");
  fs::create_directories(scratch.path() + "/in/sub");
  std::ofstream(scratch.path() + "/secret") << "secret";
  for (const auto* path : {"../secret", "sub/../../secret", "/etc/passwd", "..", "", ".", "/"}) {
    EXPECT_FALSE(folder.read(path)) << path;
    EXPECT_FALSE(folder.write(path, "x")) << path;
    EXPECT_FALSE(folder.remove(path)) << path;
  }
  EXPECT_FALSE(folder.read(std::string_view("a\0b", 3)));
  EXPECT_TRUE(fs::exists(scratch.path() + "/secret"));
}

TEST(Folder, no_symbolic_link_is_followed) {
  const ScratchFolder scratch;
  const Folder folder(scratch.path() + "/in");
  fs::create_directories(scratch.path() + "/in");
  fs::create_directories(scratch.path() + "/out");
  std::ofstream(scratch.path() + "/out/secret") << "secret";
  fs::create_symlink("../out/secret", scratch.path() + "/in/file");
  fs::create_directory_symlink("../out", scratch.path() + "/in/dir");
  EXPECT_FALSE(folder.read("file"));
  EXPECT_FALSE(folder.write("file", "changed"));
  EXPECT_FALSE(folder.read("dir/secret"));
  EXPECT_FALSE(folder.write("dir/new", "x"));
  EXPECT_FALSE(folder.remove("dir/secret"));
  EXPECT_TRUE(folder.files()->empty());
  EXPECT_TRUE(folder.remove("file"));  // the link, not what it leads to
  EXPECT_TRUE(fs::exists(scratch.path() + "/out/secret"));
  EXPECT_FALSE(fs::exists(scratch.path() + "/out/new"));
}

TEST(Folder, what_is_no_file_or_too_long_is_not_read) {
  const ScratchFolder scratch;
  const Folder folder(scratch.path());
  ASSERT_EQ(::mkfifo((scratch.path() + "/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(folder.read("pipe"));
  fs::create_directory(scratch.path() + "/d");
  EXPECT_FALSE(folder.read("d"));
  const std::string most(Folder::kMaxFile, 'x');
  ASSERT_TRUE(folder.write("long", most));
  EXPECT_TRUE(folder.read("long"));
  EXPECT_FALSE(folder.write("longer", most + "x"));
  ASSERT_TRUE(folder.append("long", "x"));
  EXPECT_THAT(folder.read("long").error().what, HasSubstr("too long"));
  EXPECT_FALSE(folder.write("1/2/3/4/5/6/7/8/9", "deep"));
}

}  // namespace
}  // namespace touchstone::demo
