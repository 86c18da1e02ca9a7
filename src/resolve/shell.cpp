#include "resolve/shell.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "resolve/path.hpp"
#include "resolve/shell_commands.hpp"
#include "resolve/shell_curl.hpp"
#include "resolve/shell_script.hpp"

namespace touchstone::resolve {
namespace {

using base::has_word;
using Words = std::span<const ShellWord>;

constexpr int kMaxDepth = 3;  // of sh -c inside of sh -c

Verdict classify_text(std::string_view text, int depth);
Verdict classify_words(Words words, int depth);

Verdict unknown(std::string why) { return verdict(Effect::kUnknown, std::move(why)); }

// "ls" for "/bin/ls"; empty for a program from anywhere else, which may be anything.
std::string_view program_name(std::string_view word) {
  for (const std::string_view folder : {"/bin/", "/usr/bin/", "/usr/local/bin/"}) {
    if (word.starts_with(folder)) word.remove_prefix(folder.size());
  }
  return word.find_first_of("/\\") == std::string_view::npos ? word : std::string_view();
}

bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// PATH, LD_PRELOAD, PAGER and many more decide what runs; these do not.
bool is_harmless_assignment(std::string_view word) {
  const auto name = word.substr(0, word.find('='));
  return has_word("LANG TZ NO_COLOR COLUMNS", name) || name.starts_with("LC_");
}

// --out for --output, as getopt takes it.
bool abbreviates(std::string_view options, std::string_view given) {
  while (!options.empty()) {
    const auto option = options.substr(0, options.find(' '));
    if (option.starts_with(given)) return true;
    options.remove_prefix(std::min(option.size() + 1, options.size()));
  }
  return false;
}

bool is_denied(const ShellCommand& command, const ShellWord& word) {
  const std::string_view text = word.text;
  if (has_word(command.words, text)) return true;
  // A file may be called like an option.
  if (word.pattern && !command.harmless()) return true;
  if (text.starts_with("--")) {
    const auto name = text.substr(2, text.find('=') - 2);
    return !name.empty() && abbreviates(command.options, name);
  }
  return text.starts_with('-') && text.find_first_of(command.letters) != std::string_view::npos;
}

bool is_operand(const ShellWord& word) { return !word.text.starts_with('-') || word.text == "-"; }

// `--` makes operands of what looks like options; date's formats begin with '+'.
std::ptrdiff_t count_operands(const ShellCommand& command, Words words) {
  constexpr std::ptrdiff_t kAnyNumber = 1'000'000;
  if (std::ranges::find(words, "--", &ShellWord::text) != words.end()) return kAnyNumber;
  return std::ranges::count_if(words, [&](const ShellWord& word) {
    return is_operand(word) && !(command.name == "date" && word.text.starts_with('+'));
  });
}

// `words` begins with the command's own name.
Verdict on_known(const ShellCommand& command, Words words) {
  auto out =
      verdict(command.effect, fmt::format("{} is to {}", command.name, name_of(command.effect)));
  for (const auto& word : words.subspan(1)) {
    if (!is_denied(command, word)) continue;
    const bool deletes = word.text == "-delete";
    out.worsen(deletes ? Effect::kDestroy : Effect::kUnknown,
               fmt::format("{} with {}", command.name, shown(word.text)));
  }
  if (command.most_operands >= 0 &&
      count_operands(command, words.subspan(1)) > command.most_operands) {
    out.worsen(Effect::kUnknown, fmt::format("{} with more operands than it reads", command.name));
  }
  if (command.open_world) out.open_world = fmt::format("{} reaches other machines", command.name);
  return out;
}

Verdict on_git(Words words) {
  std::size_t at = 1;
  while (at < words.size() && (words[at].text == "-C" || words[at].text == "--no-pager")) {
    at += words[at].text == "-C" ? 2 : 1;
  }
  if (at >= words.size()) return unknown("git without a command");
  const std::string_view name = words[at].text;
  if (const auto* known = find_git_command(name)) return on_known(*known, words.subspan(at));
  Verdict out = unknown(fmt::format("git {} may change something", shown(name)));
  if (has_word("clean reset rm filter-branch gc prune", name)) {
    out = verdict(Effect::kDestroy, fmt::format("git {}", name));
  }
  if (has_word("push pull fetch clone ls-remote submodule send-email", name)) {
    out.open_world = fmt::format("git {} reaches other machines", name);
  }
  return out;
}

// sed can write and run from its script; only `sed -n '1,20p' file` is understood.
Verdict on_sed(Words words) {
  if (words.size() < 3 || words[1].text != "-n") return unknown("sed may write");
  const std::string_view script = words[2].text;
  const bool prints = script.ends_with('p') && script.size() > 1 &&
                      script.find_first_not_of("0123456789,$") == script.size() - 1;
  const bool plain = std::ranges::all_of(
      words.subspan(3), [](const ShellWord& word) { return is_operand(word) && !word.pattern; });
  if (!prints || !plain) return unknown("sed may write");
  return verdict(Effect::kRead, "sed -n prints lines");
}

Verdict on_xargs(Words words) {
  std::size_t at = 1;
  while (at < words.size() && has_word("-0 -r", words[at].text)) ++at;
  if (at == words.size()) return verdict(Effect::kRead, "xargs prints");
  const auto* command = find_command(program_name(words[at].text));
  // What comes in may be taken for options.
  if (command != nullptr && command->harmless()) return on_known(*command, words.subspan(at));
  auto out = unknown("xargs runs a command with arguments that are not known");
  out.join(classify_words(words.subspan(at), kMaxDepth));
  return out;
}

Verdict on_shell(Words words, int depth) {
  const bool text = words.size() == 3 && has_word("-c -lc", words[1].text);
  if (!text) return unknown("a shell runs what is not known");
  return classify_text(words[2].text, depth + 1);
}

bool is_duration(std::string_view text) {
  if (!text.empty() && std::string_view("smhd").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

Verdict on_environment(Words rest) {
  if (!rest.empty()) return unknown("env with options");
  auto out = verdict(Effect::kRead, "env prints variables");
  out.sensitive = "the environment may hold secrets";
  return out;
}

// The program itself, after everything that stands before it.
Verdict on_program(Words words, int depth) {
  const auto name = program_name(words.front().text);
  if (has_word("sh bash dash zsh ash ksh", name)) return on_shell(words, depth);
  if (name == "git") return on_git(words);
  if (name == "sed") return on_sed(words);
  if (name == "xargs") return on_xargs(words);
  if (name == "curl") return classify_curl(words);
  Verdict out;
  if (const auto* command = find_command(name)) {
    out = on_known(*command, words);
  } else if (has_word(kDestroyers, name) || name.starts_with("mkfs")) {
    out = verdict(Effect::kDestroy, fmt::format("{} destroys", name));
  } else if (has_word(kWriters, name)) {
    out = verdict(Effect::kWrite, fmt::format("{} changes something", name));
    out.worsen(Effect::kUnknown, fmt::format("{} may overwrite", name));
  } else {
    out = unknown(
        fmt::format("{} is not a command that is known to read", shown(words.front().text)));
  }
  if (has_word(kNetworkers, name)) out.open_world = fmt::format("{} reaches other machines", name);
  if (name == "printenv") out.sensitive = "the environment may hold secrets";
  return out;
}

// Takes what stands before a program off the front, noting what it does.
class Prefixes {
 public:
  explicit Prefixes(Words words) : words_(words) {}

  void strip() {
    while (!words_.empty() && strip_one()) {
    }
  }
  [[nodiscard]] Words rest() const { return words_; }
  [[nodiscard]] bool after_env() const { return env_; }

  Verdict out;

 private:
  void drop(std::size_t count) { words_ = words_.subspan(std::min(count, words_.size())); }

  bool strip_one() {
    const std::string_view text = words_.front().text;
    const auto name = program_name(text);
    if (is_assignment(text)) {
      if (!is_harmless_assignment(text)) {
        out.worsen(Effect::kUnknown,
                   fmt::format("sets {} for what runs", shown(text.substr(0, text.find('=')))));
      }
      drop(1);
    } else if (has_word(kElevators, name)) {
      out.privileged = fmt::format("{} gives other rights", name);
      drop(words_.size() > 1 && words_[1].text == "-n" ? 2 : 1);
    } else if (has_word("time command nice", name)) {
      drop(1);
    } else if (name == "env") {
      env_ = true;
      drop(1);
    } else if (name == "timeout" && words_.size() > 2 && is_duration(words_[1].text)) {
      drop(2);
    } else if (name == "nohup") {
      out.worsen(Effect::kUnknown, "nohup writes a file");
      drop(1);
    } else {
      return false;
    }
    return true;
  }

  Words words_;
  bool env_ = false;
};

// Files that are secret whoever reads them, and sockets that bash takes for files.
void note_arguments(Words words, Verdict& out) {
  for (const auto& word : words) {
    if (out.sensitive.empty()) out.sensitive = secret_in(word.text);
    if (word.text.find("/dev/tcp/") != std::string::npos ||
        word.text.find("/dev/udp/") != std::string::npos) {
      out.open_world = "bash opens a connection";
      out.worsen(Effect::kUnknown, "bash opens a connection");
    }
  }
}

Verdict classify_words(Words words, int depth) {
  Prefixes prefixes(words);
  prefixes.strip();
  Verdict out = std::move(prefixes.out);
  const auto rest = prefixes.rest();
  const bool only_env =
      rest.empty() || (prefixes.after_env() && rest.front().text.starts_with('-'));
  if (only_env && prefixes.after_env()) {
    out.join(on_environment(rest));
  } else if (rest.empty()) {
    out.worsen(Effect::kUnknown, "there is no command");
  } else if (rest.front().pattern && rest.front().text != "[") {
    out.worsen(Effect::kUnknown, "the command is a pattern");
  } else {
    out.join(on_program(rest, depth));
  }
  note_arguments(words, out);
  return out;
}

void judge_redirection(const Redirection& redirection, Verdict& out) {
  const ShellWord target{redirection.target};
  note_arguments({&target, 1}, out);
  if (redirection.kind == Redirection::Kind::kRead) return;
  if (has_word("/dev/null /dev/stdout /dev/stderr", redirection.target)) return;
  if (redirection.kind == Redirection::Kind::kAppend) {
    out.worsen(Effect::kWrite, fmt::format("appends to {}", shown(redirection.target)));
  } else {
    out.worsen(Effect::kDestroy, fmt::format("overwrites {}", shown(redirection.target)));
  }
}

Verdict classify_text(std::string_view text, int depth) {
  if (depth > kMaxDepth) return unknown("shells inside of shells");
  const auto script = read_shell(text);
  Verdict out;
  for (const auto& command : script.commands) {
    if (command.words.empty()) {
      out.worsen(Effect::kUnknown, "there is no command");
    } else {
      out.join(classify_words(command.words, depth));
    }
    for (const auto& redirection : command.redirections) judge_redirection(redirection, out);
  }
  if (script.commands.empty()) out.worsen(Effect::kUnknown, "there is no command");
  if (!script.doubt.empty()) {
    out.worsen(Effect::kUnknown,
               fmt::format("the command is not wholly understood: {}", script.doubt));
  }
  return out;
}

}  // namespace

Verdict classify_shell(std::string_view text) { return classify_text(text, 0); }

Verdict classify_argv(std::span<const std::string> words) {
  if (words.size() > kMaxShellBytes / 16) return unknown("too many arguments");
  std::vector<ShellWord> argv;
  for (const auto& word : words) argv.push_back({word});
  if (argv.empty()) return unknown("there is no command");
  auto out = classify_words(argv, 0);
  // Nothing takes these off without a shell, and a program called A=b would be a strange one.
  if (is_assignment(words.front())) out.worsen(Effect::kUnknown, "a program with = in its name");
  return out;
}

}  // namespace touchstone::resolve
