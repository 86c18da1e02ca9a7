// The policy's file: looked at before a gateway starts, and while it runs.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::program {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class PolicyFile : public ::testing::Test {
 protected:
  PolicyFile() {
    std::string pattern = fs::temp_directory_path() / "policy-XXXXXX";
    home_ = ::mkdtemp(pattern.data());
    write("t.yaml",
          fmt::format("listen: 127.0.0.1:0\nsocket: {0}/own.sock\npins: \":memory:\"\n"
                      "store: \":memory:\"\npolicy: ./policy.yaml\n"
                      "mcpServers:\n  echo: {{command: {1}, args: [demo-server, echo]}}\n",
                      home_, TOUCHSTONE_PROGRAM));
    write("policy.yaml", "rules: [{name: a, effect: block}]\n");
    write("wrong.yaml", "rules: [{name: a, effect: blok}, {name: b, effct: block}]\n");
  }
  ~PolicyFile() override { fs::remove_all(home_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(home_ + "/" + name) << text;
  }
  [[nodiscard]] std::string shell(const std::string& script) const {
    const std::string command =
        fmt::format("cd {0} && env -i HOME={0} PATH=/usr/bin:/bin sh -c '{1}' 2>&1", home_, script);
    std::string out;
    std::array<char, 4'096> buffer{};
    FILE* pipe = ::popen(command.c_str(), "r");
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      out.append(buffer.data(), size);
    ::pclose(pipe);
    return out;
  }
  std::string home_;
};

TEST_F(PolicyFile, is_read_again_when_it_changes_and_stays_if_the_new_one_is_wrong) {
  const std::string out = shell(fmt::format(
      "until_there() {{ i=0; while ! \"$@\" && [ $i -lt 200 ]; do sleep 0.1; i=$((i+1)); done; }}; "
      "{} run --config t.yaml >>run.out 2>&1 & run=$!; until_there test -S own.sock; "
      "cp wrong.yaml policy.yaml; until_there grep -q effct run.out; "
      "until_there grep -q stay.in.force run.out; echo WRONG >>run.out; "
      "echo \"rules: [{{name: c, effect: block}}]\" >policy.yaml; "
      "until_there grep -q read.again run.out; kill $run; wait $run; cat run.out",
      TOUCHSTONE_PROGRAM));
  const auto wrong = out.substr(0, out.find("WRONG"));
  EXPECT_THAT(wrong, HasSubstr("expected block"));
  EXPECT_THAT(wrong, HasSubstr("effct"));
  EXPECT_THAT(wrong, HasSubstr("stay in force"));
  EXPECT_THAT(wrong, Not(HasSubstr("read again")));
  EXPECT_THAT(out.substr(wrong.size()), HasSubstr("read again"));
}

TEST_F(PolicyFile, is_checked_with_the_config_that_names_it_and_run_says_the_same) {
  write("bad.yaml", "store: \":memory:\"\npolicy: balancd\nmcpServers: {}\n");
  for (const auto* command : {"config check bad.yaml", "run --config bad.yaml"}) {
    const auto out = shell(fmt::format("{} {}; echo code $?", TOUCHSTONE_PROGRAM, command));
    EXPECT_THAT(out, HasSubstr("bad.yaml:2:9 (policy): there is no policy pack balancd"))
        << command;
    EXPECT_THAT(out, HasSubstr("did you mean balanced?")) << command;
    EXPECT_THAT(out, Not(HasSubstr("code 0"))) << command;
  }
  write("bad.yaml", "store: \":memory:\"\npolicy: ./wrong.yaml\nmcpServers: {}\n");
  for (const auto* command : {"config check bad.yaml", "run --config bad.yaml"}) {
    const auto out = shell(fmt::format("{} {}; echo code $?", TOUCHSTONE_PROGRAM, command));
    EXPECT_THAT(out, HasSubstr("wrong.yaml:1:27 (rule \"a\"): expected block")) << command;
    EXPECT_THAT(out, HasSubstr("effct")) << command;
  }
  write("bad.yaml", "store: \":memory:\"\npolicy: ./none.yaml\nmcpServers: {}\n");
  EXPECT_THAT(shell(fmt::format("{} config check bad.yaml", TOUCHSTONE_PROGRAM)),
              HasSubstr("bad.yaml:2:9 (policy): "));
}

}  // namespace
}  // namespace touchstone::program
