#include "resolve/shell_files.hpp"

#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "resolve/letters.hpp"
#include "resolve/shell_commands.hpp"
#include "resolve/shell_script.hpp"

namespace touchstone::resolve {
namespace {

constexpr int kMaxNested = 3;                          // commands in words of commands
constexpr std::size_t kMaxFileWord = 1'024;            // bytes; longer: it is content
constexpr std::string_view kNested = " \t\n;|&()'\"";  // what a word has that may be a command

// Say nothing of what is in files.
constexpr base::WordList kContentless(
    "[ basename cd chgrp chmod chown date df dirname du echo exit export expr false find free "
    "getconf "
    "groups hostname id kill ls lsblk lscpu mkdir mktemp nproc printenv printf ps pwd readlink "
    "realpath rm rmdir seq sleep stat test touch tree true uname unlink uptime which whoami");
// Have words for operands that are no files.
constexpr base::WordList kWordy(
    "[ basename date echo expr export false getconf git groups id kill printf ps seq sleep test "
    "true "
    "which whoami");
constexpr std::string_view kRunsWhatItFinds = "-exec -execdir -ok -okdir";

bool is_slash(char c) { return c == '/' || c == '\\'; }

// "cat" for "/bin/cat".
std::string_view last_segment(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Has a slash, or an ending as files have.
bool is_shaped_like_file(std::string_view word) {
  if (std::ranges::any_of(word, is_slash)) return word.find("://") == std::string_view::npos;
  const auto dot = word.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == word.size()) return false;
  const auto ending = word.substr(dot + 1);
  return std::ranges::all_of(ending, is_alnum) && std::ranges::any_of(ending, is_letter);
}

bool is_here(std::string_view word) {
  return word.find_first_not_of("./\\") == std::string_view::npos && word != "/";
}

enum class Operands : std::uint8_t { kWords, kAny, kFiles };

Operands operands_of(std::string_view program) {
  if (kWordy.has(program)) return Operands::kWords;
  const bool is_known = find_command(program) != nullptr || base::has_word(kWriters, program) ||
                        base::has_word(kDestroyers, program);
  return is_known ? Operands::kFiles : Operands::kAny;
}

// "--file=x", "if=x", "-I/x" and "@x" are x; nothing of other options.
std::string_view value_of(std::string_view word) {
  const auto equals = word.find('=');
  if (equals != std::string_view::npos) {
    word.remove_prefix(equals + 1);
  } else if (word.starts_with('-')) {
    word.remove_prefix(std::min(word.find('/'), word.size()));
  }
  if (word.starts_with('@')) word.remove_prefix(1);
  return word;
}

class FileFinder {
 public:
  void read(std::string_view text, int depth);

  ShellFiles out;

 private:
  void read_command(const SimpleCommand& command, int depth);
  void read_operand(const ShellWord& word, Operands operands, int depth);
  void read_redirection(const Redirection& redirection);
  void add_pattern(std::string_view word);
  void add_expansion(std::string_view word);
  void add(std::string_view name);
};

void FileFinder::add(std::string_view name) {
  if (name.empty() || name.size() > kMaxFileWord || name.starts_with("/dev/")) return;
  if (is_here(name)) {
    out.anywhere = true;
  } else if (out.names.size() >= kMaxShellFiles) {
    out.too_many = true;
  } else {
    out.names.emplace_back(name);
  }
}

void FileFinder::add_pattern(std::string_view word) {
  const auto folder = word.substr(0, word.find_first_of("*?["));
  const auto slash = folder.find_last_of("/\\");
  if (slash == std::string_view::npos) {
    out.anywhere = true;
  } else {
    add(slash == 0 ? folder.substr(0, 1) : folder.substr(0, slash));
  }
}

// The folders before a variable, and what stands behind it.
void FileFinder::add_expansion(std::string_view word) {
  const auto first = word.substr(0, word.find('$'));
  const auto slash = first.find_last_of("/\\");
  if (slash != std::string_view::npos && slash > 0) return add(first.substr(0, slash));
  out.anywhere = true;
  const auto rest = word.substr(word.rfind('$'));
  const auto behind = rest.find_first_of("/\\");
  if (behind != std::string_view::npos) add(rest.substr(behind + 1));
}

void FileFinder::read_operand(const ShellWord& word, Operands operands, int depth) {
  const auto text = value_of(word.text);
  if (text.empty()) return;
  if (word.expands) return add_expansion(text);
  if (word.pattern && text.find_first_of("*?[") != std::string_view::npos) return add_pattern(text);
  if (text.find_first_of(kNested) != std::string_view::npos) {
    const bool may_run = operands != Operands::kWords && depth < kMaxNested;
    if (may_run) read(text, depth + 1);
    if (is_slash(text.front())) add(text);
  } else if (operands == Operands::kFiles || is_shaped_like_file(text) || is_here(text)) {
    add(text);
  }
}

void FileFinder::read_command(const SimpleCommand& command, int depth) {
  const auto& words = command.words;
  const auto program = words.empty() ? std::string_view() : last_segment(words.front().text);
  const bool runs = std::ranges::any_of(
      words, [](const ShellWord& word) { return base::has_word(kRunsWhatItFinds, word.text); });
  out.contents = out.contents || runs || (!words.empty() && !kContentless.has(program));
  const auto operands = operands_of(program);
  for (const auto& word : words) {
    const bool is_program = &word == &words.front();
    if (!is_program || word.expands || program.size() < word.text.size())
      read_operand(word, is_program ? Operands::kAny : operands, depth);
  }
  for (const auto& redirection : command.redirections) read_redirection(redirection);
}

void FileFinder::read_redirection(const Redirection& redirection) {
  const std::string_view target = redirection.target;
  out.contents = out.contents || redirection.kind == Redirection::Kind::kRead;
  if (target.find('$') == std::string_view::npos)
    add(target);
  else
    add_expansion(target);
}

void FileFinder::read(std::string_view text, int depth) {
  const auto script = read_shell(text, ForeignLetters::kKept);
  out.anywhere = out.anywhere || script.substitutes || text.size() > kMaxShellBytes;
  for (const auto& command : script.commands) {
    if (out.too_many) return;
    read_command(command, depth);
  }
}

std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

// The word that ends the here-document which this line begins, in the line; empty: none, or one
// that is not written by cat or tee, but may be run.
std::string_view end_mark_in(std::string_view line) {
  const auto mark = line.find("<<");
  if (mark == std::string_view::npos || line.substr(mark).starts_with("<<<")) return {};
  const auto before = line.substr(0, mark);
  const bool is_written =
      before.find("cat") != std::string_view::npos || before.find("tee") != std::string_view::npos;
  const auto begin = std::min(line.find_first_not_of("<-~ '\"\\", mark), line.size());
  const auto end = line.substr(begin);
  return is_written ? end.substr(0, end.find_first_of(" \t'\";|&>)\\")) : std::string_view();
}

// What cat or tee is given to write stands in the text itself, and is no command.
std::string without_here_documents(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto line = take_line(text);
    const auto end = end_mark_in(line);
    if (end.empty()) {
      out.append(line) += '\n';
      continue;
    }
    const auto rest = line.substr(static_cast<std::size_t>(end.data() - line.data()) + end.size());
    const auto behind = std::min(rest.find_first_not_of("'\""), rest.size());
    out.append(line.substr(0, line.find("<<"))).append(rest.substr(behind)) += '\n';
    for (bool ended = false; !ended && !text.empty();) {
      const auto body = take_line(text);
      ended = body.substr(std::min(body.find_first_not_of('\t'), body.size())) == end;
    }
  }
  return out;
}

}  // namespace

ShellFiles files_in_shell(std::string_view text) {
  FileFinder finder;
  if (text.find("<<") == std::string_view::npos)
    finder.read(text, 0);
  else
    finder.read(without_here_documents(text), 0);
  return std::move(finder.out);
}

}  // namespace touchstone::resolve
