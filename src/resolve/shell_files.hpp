// Which files a command line names, for whoever keeps track of what is in them.
//
// Unlike shell.hpp, which must not call harmless what is not, this gives every word that may be a
// file: operands, what redirections read and write, what stands behind an option's "=", also in
// commands inside of quotes (sh -c '…'). What a program opens without being told is not seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::resolve {

inline constexpr std::size_t kMaxShellFiles = 128;  // of one command line

struct ShellFiles {
  // In their order. Of "/a/*.txt" the folder; of "$D/x.txt" what is known of it, "x.txt".
  std::vector<std::string> names;
  // Takes in or shows what is in files, in folders that it names too (grep -r), and does not only
  // list, make or remove them.
  bool contents = false;
  // Also files that nobody here can name: "*", ".", "$F", `…`.
  bool anywhere = false;
  bool too_many = false;  // there are more
};

[[nodiscard]] ShellFiles files_in_shell(std::string_view text);

}  // namespace touchstone::resolve
