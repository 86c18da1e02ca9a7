// A command line taken apart into simple commands, as a POSIX shell would, or with a doubt.
//
// The shell behind a tool may be sh, bash, zsh, cmd.exe or PowerShell, and what stands in variables
// is not known here. Everything whose meaning depends on either is a doubt: expansions and
// substitutions, here-documents, comments, history, braces, backslashes before signs, signs of
// cmd.exe inside single quotes. A script with a doubt is never called harmless (shell.hpp). What
// stands inside of a substitution or group is still split into commands, to be judged with the
// rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::resolve {

inline constexpr std::size_t kMaxShellBytes = std::size_t{16} << 10;
inline constexpr std::size_t kMaxCommands = 256;

struct ShellWord {
  std::string text;      // without quotes
  bool pattern = false;  // has an unquoted * ? or [, which the shell replaces by names of files
  bool expands = false;  // has a variable, of which nobody here knows what is in it
};

struct Redirection {
  enum class Kind : std::uint8_t { kRead, kTruncate, kAppend };
  Kind kind;
  std::string target;
};

struct SimpleCommand {
  std::vector<ShellWord> words;
  std::vector<Redirection> redirections;
};

struct ShellScript {
  std::vector<SimpleCommand> commands;
  std::string doubt;
  bool substitutes = false;  // words of some command are what another prints
};

// Letters beyond ASCII that are not quoted: a shell may take them for letters or not, so that words
// are compared without them; names of files have them.
enum class ForeignLetters : std::uint8_t { kLeftOut, kKept };

[[nodiscard]] ShellScript read_shell(std::string_view text,
                                     ForeignLetters letters = ForeignLetters::kLeftOut);

}  // namespace touchstone::resolve
