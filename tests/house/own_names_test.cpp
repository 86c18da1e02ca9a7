#include "house/own_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::house {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OwnNames, no_two_files_of_a_module_have_the_same) {
  const auto faults = check_own_names(files_in_src());
  EXPECT_THAT(faults, IsEmpty()) << list(faults);
}

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& one : own_names_in(text)) out.push_back(one.name);
  return out;
}

TEST(OwnNames, are_those_of_an_unnamed_namespace) {
  EXPECT_THAT(
      names(R"(namespace a {
int outside(int a);
namespace {

constexpr std::size_t kMost = 3;
constexpr base::WordList kWords("a b");
struct Later;
struct Now {
  int member(int a);
};
using Other = int;
bool is_so(std::string_view text, std::span<const int, 2> numbers = {}) {
  return call(text);
}
template <typename T>
T longer(
    const std::vector<std::pair<int, T>>& first, char* second) {
}
void Now::of_a_class(int a) {}
enum class Kind { kOne };
struct alignas(64) Wide {
};
[[noreturn]] void leave(unsigned long, bool now) {
}
std::function<void(int)> made_of(int a) {
}
const Table table = make(3);
constexpr std::string_view kText = R"sql(
coalesce(a, 3)
)sql";

}  // namespace
int outside_again();
}  // namespace a
)"),
      ElementsAre("kMost", "kWords", "Now", "is_so(std::string_view, std::span<const int, 2>)",
                  "longer(const std::vector<std::pair<int, T>>&, char*)", "Kind", "Wide",
                  "leave(unsigned long, bool)", "made_of(int)", "kText"));
}

std::string in_namespace(std::string_view text) {
  return "namespace {\n" + std::string(text) + "\n}  // namespace\n";
}

TEST(OwnNames, that_two_files_have_are_a_fault_with_both_places) {
  const auto one = in_namespace("bool is_so(int a) { return a; }");
  const auto other = in_namespace("\nbool is_so(int b) { return !b; }");
  EXPECT_THAT(check_own_names({{"m/a.cpp", one}, {"m/b.cpp", other}}),
              ElementsAre(HasSubstr("m/b.cpp:3: is_so(int) is m/a.cpp:2's too")));
  EXPECT_THAT(check_own_names({{"m/a.cpp", one}, {"n/b.cpp", other}}), IsEmpty()) << "modules";
  EXPECT_THAT(check_own_names({{"m/a.cpp", one}, {"m/b_test.cpp", other}}), IsEmpty()) << "tests";
  const auto overload = in_namespace("bool is_so(long a) { return a; }");
  EXPECT_THAT(check_own_names({{"m/a.cpp", one}, {"m/b.cpp", overload}}), IsEmpty()) << "overload";
}

}  // namespace
}  // namespace touchstone::house
