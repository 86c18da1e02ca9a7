#include "resolve/shell_commands.hpp"

#include <algorithm>
#include <array>

namespace touchstone::resolve {
namespace {

constexpr Effect kReads = Effect::kRead;

// Every row was held against the command's manual (GNU, BSD and busybox): an option that writes a
// file, runs a program or sets something is listed, or the command is not here. awk, perl, vi, less
// and tar are missing on purpose: they can run anything.
// clang-format off
constexpr auto kCommands = std::to_array<ShellCommand>({
    {"[", kReads, "vR"},  // bash runs $(…) in the subscript of what -v and -R name
    {"base64", kReads, "o", "output"},
    {"basename", kReads},
    {"cat", kReads},
    {"cksum", kReads},
    {"cmp", kReads},
    {"comm", kReads},
    {"cut", kReads},
    {"date", kReads, "s", "set", "", 0},
    {"df", kReads},
    {"diff", kReads, "", "output"},
    {"dig", kReads, "", "", "", -1, true},
    {"dirname", kReads},
    {"du", kReads},
    {"echo", kReads},
    {"egrep", kReads},
    {"expr", kReads},
    {"false", kReads},
    {"fgrep", kReads},
    {"file", kReads, "Cf", "compile files-from"},
    {"find", kReads, "", "",
     "-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls -files0-from"},
    {"fold", kReads},
    {"free", kReads},
    {"getconf", kReads},
    {"grep", kReads},
    {"groups", kReads},
    {"head", kReads},
    {"hexdump", kReads},
    {"id", kReads},
    {"join", kReads},
    {"jq", kReads},
    {"ls", kReads},
    {"lsblk", kReads},
    {"lscpu", kReads},
    {"md5sum", kReads},
    {"mkdir", Effect::kAdd},
    {"nl", kReads},
    {"nproc", kReads},
    {"nslookup", kReads, "", "", "", -1, true},
    {"od", kReads},
    {"paste", kReads},
    {"ping", kReads, "f", "", "", -1, true},
    {"printenv", kReads},
    {"printf", kReads, "v"},
    {"ps", kReads},
    {"pwd", kReads},
    {"readlink", kReads},
    {"realpath", kReads},
    {"rev", kReads},
    {"rg", kReads, "z", "pre pre-glob hostname-bin search-zip"},
    {"seq", kReads},
    {"sha1sum", kReads},
    {"sha256sum", kReads},
    {"sha512sum", kReads},
    {"sort", kReads, "oTS", "output compress-program temporary-directory files0-from random-source",
     "/O /o /OUTPUT /output"},
    {"stat", kReads},
    {"strings", kReads},
    {"tac", kReads},
    {"tail", kReads},
    {"test", kReads, "vR"},
    {"tr", kReads},
    {"tree", kReads, "oR", "output"},
    {"true", kReads},
    {"uname", kReads},
    {"uniq", kReads, "", "", "", 1},
    {"uptime", kReads},
    {"wc", kReads, "", "files0-from"},
    {"which", kReads},
    {"whoami", kReads},
    {"whois", kReads, "", "", "", -1, true},
});

constexpr auto kGitCommands = std::to_array<ShellCommand>({
    {"blame", kReads, "", "contents output"},
    {"branch", kReads, "dDmMcCfu",
     "delete move copy force set-upstream-to unset-upstream edit-description create-reflog", "", 0},
    {"cat-file", kReads, "", "textconv filters batch-command"},
    {"describe", kReads},
    {"diff", kReads, "o", "output ext-diff textconv"},
    {"log", kReads, "o", "output ext-diff textconv"},
    {"ls-files", kReads},
    {"ls-tree", kReads},
    {"merge-base", kReads},
    {"name-rev", kReads},
    {"rev-list", kReads},
    {"rev-parse", kReads, "", "parseopt sq-quote"},
    {"shortlog", kReads, "o", "output"},
    {"show", kReads, "o", "output ext-diff textconv"},
    {"status", kReads},
});
// clang-format on
static_assert(std::ranges::is_sorted(kCommands, {}, &ShellCommand::name));
static_assert(std::ranges::is_sorted(kGitCommands, {}, &ShellCommand::name));

template <typename Table>
const ShellCommand* find_in(const Table& table, std::string_view name) {
  const auto it = std::ranges::lower_bound(table, name, {}, &ShellCommand::name);
  return it != table.end() && it->name == name ? &*it : nullptr;
}

}  // namespace

const ShellCommand* find_command(std::string_view name) { return find_in(kCommands, name); }
const ShellCommand* find_git_command(std::string_view name) { return find_in(kGitCommands, name); }

}  // namespace touchstone::resolve
