#include "resolve/shell.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "resolve/shell_script.hpp"
#include "resolve/test_support.hpp"

namespace touchstone::resolve {
namespace {

Effect shell_effect(std::string_view text) { return classify_shell(text).effect; }

TEST(Shell, commands_that_only_read_are_known) {
  for (const std::string_view text : {
           "ls",
           "ls -la /srv",
           "cat a.txt b.txt | grep -n \"x|y\" | wc -l",
           "/bin/ls /",
           "head -n 5 'my file.txt' && tail -n 5 other; pwd",
           "find . -name \"*.txt\" -type f",
           "cat *.log",
           "grep -r todo src 2>/dev/null",
           "ls 2>&1 | sort -u",
           "git status",
           "git -C repo log --oneline -n 5",
           "git --no-pager diff HEAD~1",
           "git branch -a",
           "sed -n 1,20p file",
           "LC_ALL=C sort names",
           "timeout 5s cat x",
           "time ls",
           "env",
           "find . -type f | xargs cat",
           "echo hello",
           "date +%Y-%m-%d",
           "test -f x && echo yes",
           "[ -f x ]",
           "bash -c \"ls -l\"",
           "wc -l < input.txt",
           "du -sh . | sort -h",
       }) {
    EXPECT_EQ(shell_effect(text), Effect::kRead) << text << ": " << classify_shell(text).why;
  }
}

TEST(Shell, what_destroys_is_said_so) {
  for (const std::string_view text : {"rm x",
                                      "rm -rf /",
                                      "dd if=/dev/zero of=/dev/sda",
                                      "mkfs.ext4 /dev/sda",
                                      "ls; rm x",
                                      "ls && rm x",
                                      "ls | xargs rm",
                                      "sudo rm x",
                                      "find . -delete",
                                      "echo x > file",
                                      "ls &> file",
                                      "ls >| file",
                                      "git clean -fdx",
                                      "git reset --hard",
                                      "echo $(rm x)",
                                      "echo `rm x`",
                                      "sh -c \"rm x\"",
                                      "\\rm x",
                                      "'rm' x",
                                      "\"rm\" x",
                                      "r\"\"m x",
                                      "/bin/rm x",
                                      "(rm x)",
                                      "true || rm x",
                                      "ls\nrm x",
                                      "cat <<EOF\nrm x\nEOF\n"}) {
    EXPECT_EQ(shell_effect(text), Effect::kDestroy) << text << ": " << classify_shell(text).why;
  }
}

TEST(Shell, more_rights_and_other_machines_are_noted) {
  const auto sudo = classify_shell("sudo cat /var/log/x");
  EXPECT_EQ(sudo.effect, Effect::kRead);
  EXPECT_FALSE(sudo.privileged.empty());
  const auto curl = classify_shell("curl -sL https://a.example/x");
  EXPECT_EQ(curl.effect, Effect::kRead);
  EXPECT_FALSE(curl.open_world.empty());
  EXPECT_FALSE(classify_shell("ssh host ls").open_world.empty());
  EXPECT_FALSE(classify_shell("cat ~/.ssh/id_rsa").sensitive.empty());
  EXPECT_FALSE(classify_shell("cat < /etc/shadow").sensitive.empty());
  EXPECT_TRUE(classify_shell("cat notes.txt").sensitive.empty());
}

// Each looks like reading to somebody who looks at the first word, or knows one shell only.
constexpr std::string_view kHostileCommands[] = {
    "ls; rm -rf x",
    "ls;rm -rf x",
    "ls&&rm x",
    "ls||rm x",
    "ls & rm x",
    "ls | tee file",
    "ls | sh",
    "ls | bash -s",
    "ls\nrm x",
    "ls\r\nrm x",
    "ls # x\nrm x",
    "ls # ; rm x",
    "cat $(rm x)",
    "cat `rm x`",
    "cat \"$(rm x)\"",
    "cat \"`rm x`\"",
    "cat $X",
    "cat \"$X\"",
    "cat ${X:-$(rm x)}",
    "cat <(rm x)",
    "cat <<< x",
    "cat <<EOF > file\nEOF",
    "echo x > file",
    "echo x >> file",
    "echo x >file",
    "echo x 2> file",
    "echo x 1>&file",
    "echo x <> file",
    "find . -exec rm {} +",
    "find . -execdir rm x ';'",
    "find . -ok rm x ';'",
    "find . -delete",
    "find . -fprintf file x",
    "find *",
    "find . {-delete,}",
    "find . x\\ -delete",
    "sort -o file file",
    "sort -ro file x",
    "sort --out=file x",
    "sort --compress-program=evil x",
    "uniq in out",
    "uniq - out",
    "uniq -- in -out",
    "uniq in +out",
    "date -- 010100002020",
    "test -v 'a[$(rm x)]'",
    "[ -v 'a[$(rm x)]' ]",
    "printf -v 'a[$(rm x)]' y",
    "sed -i s/a/b/ file",
    "sed -n wfile x",
    "sed s/a/b/e x",
    "sed -n '1e rm x' y",
    "awk 'BEGIN{system(\"rm x\")}'",
    "perl -e 'unlink x'",
    "python3 -c x",
    "xargs rm < list",
    "ls | xargs sort",
    "ls | xargs -I% rm %",
    "env X=1 rm x",
    "LD_PRELOAD=/tmp/x.so ls",
    "PATH=/tmp ls",
    "GIT_PAGER=evil git log",
    "BASH_ENV=x bash -c ls",
    "git -c core.pager=evil log",
    "git log --output=file",
    "git log --outp=file",
    "git diff --ext-diff",
    "git branch new",
    "git branch -D old",
    "git push",
    "git checkout x",
    "git --exec-path=/tmp status",
    "./ls",
    "/tmp/ls",
    "~/ls",
    "nohup ls",
    "timeout ls",
    "nice -n 5 rm x",
    "command rm x",
    "exec rm x",
    "eval rm x",
    "source x",
    ". x",
    "alias ls=rm",
    "ls(){ rm x; }; ls",
    "if true; then rm x; fi",
    "{ rm x; }",
    "(ls)",
    "! ls",
    "ls !!",
    "ls 'unclosed",
    "ls \"unclosed",
    "ls \\",
    "echo ' & del x & '",
    "echo ' | rm x '",
    "echo \"a\\\" ; rm x ; echo \"",
    "echo \\; rm x",
    "echo ^& del x",
    "echo %COMSPEC:~0,1% x",
    "rg --pre evil x",
    "rg --pre=evil x",
    "tree -o file",
    "file -C -m x",
    "date -s 2020-01-01",
    "date 010100002020",
    "curl -X POST https://a.example/",
    "curl -d x https://a.example/",
    "curl -T file https://a.example/",
    "curl -o file https://a.example/",
    "curl -sO https://a.example/x",
    "curl -K config",
    "curl file:///etc/passwd",
    "curl gopher://a.example/x",
    "wget https://a.example/",
    "cat /dev/tcp/a.example/80",
    "r\xC3\xA9"
    "ad x",
    "ls\xC2\xA0; rm x",
    "?s",
    "tar xf x",
    "cp a b",
    "mv a b",
    "touch x",
    "",
    "   ",
    "< x",
};

TEST(Shell, no_hostile_spelling_reads) {
  static_assert(std::size(kHostileCommands) >= 40);
  for (const auto text : kHostileCommands) EXPECT_GT(shell_effect(text), Effect::kAdd) << text;
}

TEST(Shell, argument_vectors_have_no_shell_in_between) {
  const auto argv = [](std::vector<std::string> words) { return classify_argv(words).effect; };
  EXPECT_EQ(argv({"grep", "a|b", "file; rm x"}), Effect::kRead);
  EXPECT_EQ(argv({"rm", "x"}), Effect::kDestroy);
  EXPECT_EQ(argv({"sh", "-c", "rm x"}), Effect::kDestroy);
  EXPECT_EQ(argv({"find", ".", "-delete"}), Effect::kDestroy);
  EXPECT_EQ(argv({}), Effect::kUnknown);
  EXPECT_EQ(argv({""}), Effect::kUnknown);
  EXPECT_EQ(argv({"LANG=x", "ls"}), Effect::kUnknown);
}

TEST(Shell, shells_in_shells_end) {
  std::string text = "ls";
  for (int i = 0; i < 8; ++i) text = "sh -c '" + text + "'";
  EXPECT_EQ(shell_effect(text), Effect::kUnknown);
  EXPECT_EQ(shell_effect("ls " + std::string(kMaxShellBytes, 'a')), Effect::kUnknown);
  std::string many;
  for (std::size_t i = 0; i <= kMaxCommands; ++i) many += "ls;";
  EXPECT_EQ(shell_effect(many), Effect::kUnknown);
}

rc::Gen<std::string> shell_pieces() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
          "ls", "cat", " ", "'", "\"", "\\", "$", "(", ")", "`", ";", "|", "&", "&&", ">", ">>",
          "<", "<<", "\n", "#", "*", "-n", "x", "2", "find . ", "git log", "=", "~", "{", "}",
          "echo", "%", "!", "/dev/null", "grep ", "sort ", "\t")),
      [](const std::vector<std::string>& parts) {
        std::string out;
        for (const auto& part : parts) out += part;
        return out;
      });
}

RC_GTEST_PROP(Shell, what_reads_does_so_no_more_with_a_command_after_it, ()) {
  const auto text = *shell_pieces();
  for (const auto& start : {text, "ls -l " + text, "cat \"a b\" | " + text}) {
    if (shell_effect(start) != Effect::kRead) continue;
    for (const std::string_view more : {"; rm -rf x", "\nrm -rf x", " && rm x", " | tee y", " > y",
                                        " $(rm x)", " `rm x`", " & rm x"}) {
      RC_ASSERT(shell_effect(start + std::string(more)) != Effect::kRead);
    }
  }
}

RC_GTEST_PROP(Shell, a_destroying_command_in_front_never_reads, ()) {
  RC_ASSERT(shell_effect("rm -rf x; " + *shell_pieces()) == Effect::kDestroy);
}

TEST(ShellTools, resolve_by_their_command) {
  const auto run =
      testing::tool("run_command", R"({"command":{"type":"string"},"cwd":{"type":"string"}})");
  EXPECT_EQ(run.effect(R"({"command":"ls -l"})"), Effect::kRead);
  EXPECT_EQ(run.effect(R"({"command":"rm x"})"), Effect::kDestroy);
  EXPECT_EQ(run.effect(R"({"command":["ls","-l"]})"), Effect::kRead);
  EXPECT_EQ(run.effect(R"({"command":"ls","env":{"PATH":"/tmp"}})"), Effect::kUnknown);
  const auto split =
      testing::tool("execute_command", R"({"command":{"type":"string"},"args":{"type":"array"}})");
  EXPECT_EQ(split.effect(R"({"command":"cat","args":["a"]})"), Effect::kRead);
  EXPECT_EQ(split.effect(R"({"command":"cat","args":["a; rm b"]})"), Effect::kDestroy);
  EXPECT_EQ(split.effect(R"({"command":"cat","args":["a",7]})"), Effect::kUnknown);
}

TEST(ShellTools, of_another_shell_are_not_understood) {
  for (const auto* name : {"redis_command", "powershell", "schedule_command", "run_python"}) {
    const auto tool = testing::tool(name, R"({"command":{"type":"string"}})");
    EXPECT_NE(tool.effect(R"({"command":"sort x"})"), Effect::kRead) << name;
  }
}

}  // namespace
}  // namespace touchstone::resolve
